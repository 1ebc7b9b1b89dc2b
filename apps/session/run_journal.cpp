// SPDX-License-Identifier: MIT
#include "hearth/apps/session/run_journal.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/base/version.hpp"
#include "hearth/components/plugins/plugins.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

constexpr auto kWriteInterval = std::chrono::seconds(1);
// for another run that is writing its last bytes
constexpr auto kLongestWait = std::chrono::minutes(1);
constexpr auto kSilentWait = std::chrono::seconds(1);
constexpr auto kWaitWhenStopped = std::chrono::milliseconds(500);

std::optional<fs::path> journal_path(const fs::path& results) {
  if (results == "-") return std::nullopt;  // the standard output
  std::error_code ignored;
  const fs::file_status status = fs::status(results, ignored);
  const bool plain = !fs::exists(status) || fs::is_regular_file(status);
  if (!plain) return std::nullopt;
  return run_record_path(results);
}

}  // namespace

RunJournal::RunJournal(const fs::path& results) : results_(results), path_(journal_path(results)) {
  record_.version = kVersion;
}

RunJournal::RunJournal(const fs::path& folder, const std::string& name) : path_(folder / name) {
  record_.version = kVersion;
}

void RunJournal::begin(Messages& messages) {
  begin_ = Clock::now();
  hold(messages);
  write();
  lock_.reset();
}

// A simultaneous run that is ending takes precedence, because this update is not urgent.
void RunJournal::go_on() {
  if (Clock::now() - written_ < kWriteInterval) return;
  if (path_ && results_ && !lock_) lock_ = RecordLock::take(path_->parent_path());
  if (!path_ || !results_ || lock_) write();
  lock_.reset();
}

void RunJournal::hold(Messages& messages) {
  wait([&](const fs::path& folder) {
    messages.say(fmt::format("waiting for another run that writes its results into '{}'",
                             folder.empty() ? "." : folder.string()));
  });
}

void RunJournal::wait(const std::function<void(const fs::path&)>& is_long) {
  if (!path_ || !results_ || lock_) return;
  const Clock::time_point since = Clock::now();
  bool said = false;
  while (!(lock_ = RecordLock::take(path_->parent_path()))) {
    const auto waited = Clock::now() - since;
    if (waited > kLongestWait || (interrupted() != 0 && waited > kWaitWhenStopped)) return;
    if (!said && waited > kSilentWait) {
      said = true;
      is_long(path_->parent_path());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

void RunJournal::end(RunStatus status, const Diagnostics& diagnostics) {
  record_.status = status;
  record_.diagnostics = diagnostics;
  look_at_clock();
  wait([](const fs::path&) {});
  keep_others();
  note_plugins();
  if (path_) end_run_record(record_, *path_);
  lock_.reset();
}

void RunJournal::write() {
  look_at_clock();
  keep_others();
  note_plugins();
  if (path_) write_run_record(record_, *path_);
}

/// Simultaneous runs may start with the same name of the record, `r.run.json` for `r.csv` and
/// `r.sqlite`; the first one with results keeps it.
void RunJournal::keep_others() {
  if (path_ && results_) path_ = run_record_path(*results_, *path_);
}

/// Adds plug-ins to the inputs, which verbs set during a run.
void RunJournal::note_plugins() {
  std::vector<InputFile>& inputs = record_.inputs;
  for (const PluginFile& plugin : loaded_plugins()) {
    const bool noted = std::any_of(inputs.begin(), inputs.end(), [&](const InputFile& input) {
      return input.path == plugin.path.string();
    });
    if (!noted) inputs.push_back({plugin.path.string(), plugin.hash});
  }
}

void RunJournal::look_at_clock() {
  written_ = Clock::now();
  record_.wall_seconds = std::chrono::duration<double>(written_ - begin_).count();
}

}  // namespace hearth::apps
