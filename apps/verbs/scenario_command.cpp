// SPDX-License-Identifier: MIT
#include "hearth/apps/verbs/scenario_command.hpp"

#include <exception>
#include <filesystem>
#include <new>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/base/version.hpp"
#include "hearth/apps/views/scenario_table.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/read_confinement.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth::apps {
namespace {

/// Returns the version of all code that runs, because results with another version of a plug-in
/// differ.
std::string version_of_program() {
  std::string version = kVersion;
  for (const PluginFile& plugin : loaded_plugins()) {
    version += fmt::format(" with {} {:016x}", plugin.path.filename().string(), plugin.hash);
  }
  return version;
}

namespace fs = std::filesystem;

RankFailure unexpected(const char* code, const std::string& what) {
  RankFailure failure{kRunFailed, {}};
  failure.diagnostics.error(code, {}, what);
  return failure;
}

/// Runs a step and catches exceptions.
template <class Step>
std::optional<RankFailure> attempt(const Step& step) {
  try {
    step();
    return std::nullopt;
  } catch (const Error& error) {
    return RankFailure{exit_code(error), error.diagnostics()};
  } catch (const std::bad_alloc&) {
    return unexpected("run.out_of_memory", "there is not enough memory; use fewer threads (-j)");
  } catch (const std::exception& error) {
    return unexpected("run.unexpected", error.what());
  }
}

std::string record_name(const std::optional<Shard>& shard) {
  if (!shard || shard->count == 1) return "run.json";
  return fmt::format("run-{}-of-{}.json", shard->index, shard->count);
}

ScenarioFileOptions file_options(const ScenariosOptions& options) {
  ScenarioFileOptions file;
  file.base = options.base;
  file.data_dir = options.model.data_dir;
  file.timezone = options.model.timezone;
  file.weather = options.model.weather;
  file.engine = options.engine;
  file.coupling = options.coupling;
  file.substeps = options.substeps;
  file.every = options.every;
  file.cycle_removal = options.model.compile.cycle_removal;
  file.start = options.start;
  file.end = options.end;
  file.step = options.step;
  return file;
}

}  // namespace

ScenarioCommand::ScenarioCommand(const ScenariosOptions& options, Session& session,
                                 ScenarioRanks& ranks)
    : options_(options),
      session_(session),
      ranks_(ranks),
      journal_(options.folder, record_name(options.shard)),
      progress_(session.messages.stream(), options.progress,
                session.terminal && !session.messages.quiet()) {}

int ScenarioCommand::run() {
  catch_interrupts();
  if (const auto failure = together([this] {
        const InterruptAtOnce reading;
        open();
      })) {
    return fail(*failure);
  }
  if (options_.list) {
    return ranks_.leads() ? print_runs() : static_cast<int>(kDone);
  }
  if (const auto failure = together([this] {
        const InterruptAtOnce looking;
        if (ranks_.leads()) find_share();
      })) {
    return fail(*failure);
  }
  ranks_.share(share_.left);
  std::optional<RankFailure> own = attempt([this] { work(); });
  if (own) ranks_.stop();
  ranks_.wait([this] { show_progress(ranks_.total(outcome_.progress)); });
  signal_ = ranks_.agree_on_signal(interrupted());
  if (const auto failure = ranks_.settle(std::move(own))) return fail(*failure);
  if (const auto failure = together([this] {
        if (ranks_.leads()) finish();
      })) {
    return fail(*failure);
  }
  return code_;
}

KnownResult ScenarioCommand::known_result() {
  KnownResult known;
  known.file = {ResultKind::Scenarios, options_.folder, options_.folder, "", journal_.record()};
  if (set_.models.size() != 1 || set_.models.front().change.changes_model()) return known;
  const ScenarioModel& model = set_.models.front();
  if (auto plan = set_.plans->find(plan_key(set_, unchanged_run(set_, 0)))) {
    known.model = {model.file, {std::move(plan), {}}, model.data, model.timezone, ""};
  }
  return known;
}

/// Makes a step that all members make; an error of one member ends all of them.
template <class Step>
std::optional<RankFailure> ScenarioCommand::together(const Step& step) {
  return ranks_.settle(attempt(step));
}

int ScenarioCommand::fail(const RankFailure& failure) {
  if (!ranks_.leads()) return failure.code;
  progress_.clear();
  session_.messages.show(failure.diagnostics);
  // A full disk has been reported already, so that a failure to write the record is ignored.
  static_cast<void>(attempt([this] { end_journal(RunStatus::Failed); }));
  return failure.code;
}

// ---- before the runs -------------------------------------------------------------------------

void ScenarioCommand::open() {
  set_ = with_messages(session_, [this](Diagnostics& diagnostics) {
    return read_scenarios(options_.model.file, known_components(), file_options(options_),
                          diagnostics);
  });
  if (!options_.list) layout_ = store_layout(set_, known_components(), version_of_program());
}

int ScenarioCommand::print_runs() {
  const InterruptAtOnce listing;  // ends the program even if the output has no reader
  const auto stop = [] { return interrupted() != 0; };
  if (write_runs(set_, options_.shard.value_or(Shard{}), session_.out, stop)) return kDone;
  Diagnostics diagnostics;
  diagnostics.error("run.interrupted", {}, "stopped before all runs were listed");
  session_.messages.show(diagnostics);
  return kSignalled + interrupted();
}

void ScenarioCommand::find_share() {
  note_files();
  create_folder(options_.folder);
  share_ = share_state(layout_, options_.folder, options_.shard.value_or(Shard{}),
                       options_.retry_failed ? FailedRuns::Retry : FailedRuns::Keep);
  found_ = share_.total - static_cast<long>(share_.left.size());
  found_failed_ = share_.failed;
  done_ = {found_, found_failed_, share_.total};
  if (found_ > 0) {
    take_up_record();
    session_.messages.say(fmt::format("{} of {} runs were finished before", found_, share_.total));
  }
}

/// Continues the record of earlier calls, which is the only place of their warnings. The record of
/// a finished set does not change.
void ScenarioCommand::take_up_record() {
  std::error_code ignored;
  if (!journal_.path() || !fs::exists(*journal_.path(), ignored)) return;
  RunRecord record;
  try {
    record = read_run_record(*journal_.path());
  } catch (const InputError&) {
    return;  // the record is written anew
  }
  // A set with some failed runs has tables; one that failed as a whole has none.
  const bool ended = record.status == RunStatus::Done ||
                     (record.status == RunStatus::Failed && !record.outputs.empty());
  finished_ = ended && share_.left.empty();
  for (const Diagnostic& item : record.diagnostics.items()) {
    if (item.severity != Severity::Error) earlier_.add(item);
  }
  if (finished_) journal_.record() = std::move(record);
}

/// Returns the diagnostics of this call and of those that it continues, each once.
Diagnostics ScenarioCommand::all_diagnostics() const {
  Diagnostics all;
  std::set<std::string> known;
  for (const Diagnostics* part : {&earlier_, &session_.messages.all()}) {
    for (const Diagnostic& item : part->items()) {
      if (known.insert(to_string(item)).second) all.add(item);
    }
  }
  return all;
}

void ScenarioCommand::note_files() {
  if (!options_.folder.empty()) check_not_hidden(options_.folder);  // runs are read again
  CallFiles& files = session_.files;
  for (const ScenarioModel& model : set_.models) files.add_input(model.file, "model of the set");
  for (const auto& [path, hash] : set_.inputs) files.add_input(path, "data of the set");
  const fs::path own = options_.folder / (ranks_.part(options_.shard) + std::string(kPartEnding));
  add_tables(options_.folder, files);
  files.add_output(own, "--output", "runs of the set");
  if (journal_.path()) files.add_output(*journal_.path(), "--output", kRecord);
  for (const fs::path& store : stores_in(options_.folder)) {
    const bool written = store == own || store.filename() == "results.sqlite";
    if (!written) files.add_input(store, "runs of another shard of the set");
  }
  files.prepare();
}

void ScenarioCommand::begin_journal() {
  if (!ranks_.leads() || journal_begun_ || finished_) return;
  RunRecord& record = journal_.record();
  record.command = session_.words;
  record.threads = options_.threads.value_or(ranks_.threads());
  if (set_.models.size() == 1) record.model = set_.models.front().file.string();
  record.inputs.push_back(hashed_file(set_.file));
  std::set<fs::path> models;  // several models may be in one file
  for (const ScenarioModel& model : set_.models) {
    if (models.insert(model.file).second) record.inputs.push_back(hashed_file(model.file));
  }
  for (const auto& [path, hash] : set_.inputs) record.inputs.push_back({path.string(), hash});
  if (set_.sweep) record.seed = set_.sweep->seed;
  record.progress = RunProgress{done_.done, done_.failed, done_.total, std::nullopt};
  record.diagnostics = all_diagnostics();
  journal_.begin(session_.messages);
  journal_begun_ = true;
}

// ---- the runs --------------------------------------------------------------------------------

void ScenarioCommand::work() {
  begin_ = Clock::now();
  if (share_.left.empty()) return;
  // A crash of an FMU makes one run fail, not the set.
  set_fmu_process(FmuProcess::Own);
  ScenarioOptions options;
  options.threads = options_.threads.value_or(ranks_.threads());
  options.next = ranks_.queue();
  options.begun = [this] { begin_journal(); };
  options.progress = [this](const ScenarioProgress& own) { return go_on(own); };
  options.stop = [this] { return interrupted() != 0 || ranks_.stopped(); };
  outcome_ = run_scenarios(
      set_, known_components(), layout_, share_.left,
      options_.folder / (ranks_.part(options_.shard) + std::string(kPartEnding)), options);
  if (interrupted() != 0) ranks_.stop();
}

bool ScenarioCommand::go_on(const ScenarioProgress& own) {
  show_progress(ranks_.total(own));
  return interrupted() == 0 && !ranks_.stopped();
}

/// `all` counts the runs of this call; runs that existed before are added.
void ScenarioCommand::show_progress(const ScenarioProgress& all) {
  if (!ranks_.leads()) return;
  done_ = {found_ + all.done, found_failed_ + all.failed, share_.total};
  RunProgress progress{done_.done, done_.failed, done_.total, std::nullopt};
  if (all.done > 0) {
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
    progress.seconds_left =
        elapsed / static_cast<double>(all.done) * static_cast<double>(done_.total - done_.done);
  }
  progress_.update(progress);
  progress.done = found_ + all.on_disk;  // the record must be correct after a power failure
  if (!finished_) journal_.record().progress = progress;
  if (journal_begun_) journal_.go_on();
}

// ---- after the runs --------------------------------------------------------------------------

void ScenarioCommand::finish() {
  progress_.clear();
  begin_journal();  // if no runs remained
  show_progress(ranks_.total(outcome_.progress));
  progress_.clear();
  session_.messages.show(outcome_.diagnostics);
  if (done_.done < done_.total) return finish_interrupted();
  if (options_.shard && options_.shard->count > 1) return finish_shard();
  finish_set();
}

void ScenarioCommand::finish_interrupted() {
  Diagnostics diagnostics;
  const std::string where =
      done_.done < done_.total
          ? fmt::format("after {} of {} runs", done_.done, done_.total)
          : fmt::format("before the table of {} runs was written", done_.total);
  diagnostics.error("run.interrupted", {},
                    fmt::format("stopped {}; the same command continues from there", where));
  session_.messages.show(diagnostics);
  end_journal(RunStatus::Interrupted);
  code_ = kSignalled + signal_;
}

void ScenarioCommand::finish_shard() {
  say_failed(outcome_.failed, done_.failed);
  session_.messages.say(
      fmt::format("{} runs of shard {}/{} are in '{}'; when all shards are done: hearth merge {}",
                  done_.done, options_.shard->index, options_.shard->count,
                  options_.folder.string(), options_.folder.string()));
  code_ = done_.failed > 0 ? kRunFailed : kDone;
  end_journal(done_.failed > 0 ? RunStatus::Failed : RunStatus::Done);
}

/// Another call may merge the same folder. Parts that it removes while the stores are listed and
/// read are in its table afterwards.
MergeReport ScenarioCommand::merge() const {
  constexpr int kTries = 5;
  for (int attempt = 1;; ++attempt) {
    try {
      return merge_stores(
          stores_in(options_.folder), options_.folder, [] { return interrupted() != 0; },
          MissingRuns::Refuse);
    } catch (const InputError& error) {
      const bool again = error.code() == "data.sqlite_locked" && interrupted() == 0;
      if (!again || attempt == kTries) throw;
    }
  }
}

void ScenarioCommand::finish_set() {
  const MergeReport report = merge();
  if (report.stopped) {
    signal_ = interrupted();
    return finish_interrupted();
  }
  done_.failed = static_cast<long>(report.failed.size());
  if (!finished_) {
    for (const fs::path& file : report.files) journal_.record().outputs.push_back(file.string());
    journal_.record().progress = RunProgress{done_.done, done_.failed, done_.total, 0.0};
  }
  say_failed(report.failed, done_.failed);
  const std::string range = range_text(options_.folder / "results.sqlite", layout_);
  if (!range.empty()) session_.messages.say(range);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  session_.messages.say(fmt::format("{} in {:.3g} s, {} failed; table in '{}'",
                                    counted(done_.total, "run"), seconds, done_.failed,
                                    (options_.folder / "results.csv").string()));
  code_ = done_.failed > 0 ? kRunFailed : kDone;
  end_journal(done_.failed > 0 ? RunStatus::Failed : RunStatus::Done);
}

void ScenarioCommand::end_journal(RunStatus status) {
  if (!ranks_.leads() || !journal_begun_) return;
  journal_.end(status, all_diagnostics());
}

void ScenarioCommand::say_failed(const std::vector<std::pair<std::string, std::string>>& failed,
                                 long count) {
  for (const std::string& line : failed_lines(failed, count)) session_.messages.say(line);
  session_.messages.show(failure_of_runs(count, options_.folder));
}

}  // namespace hearth::apps
