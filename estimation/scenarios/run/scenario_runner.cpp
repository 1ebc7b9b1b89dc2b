// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/run/scenario_runner.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/estimation/scenarios/run/case_cache.hpp"
#include "hearth/estimation/scenarios/run/prepared_case.hpp"
#include "hearth/estimation/scenarios/run/scenario_worker.hpp"
#include "hearth/estimation/scenarios/store/internal/store_queue.hpp"

namespace hearth {
namespace {

constexpr std::size_t kFailuresKept = 100;

/// A warning of the results of one or several runs.
struct RunWarning {
  long runs = 0;
  long index = 0;  // of the first of these runs in the set
  std::string run;
  Diagnostic item;  // of this run
};

/// Runs the remaining runs on several threads.
class ScenarioThreads {
 public:
  ScenarioThreads(const ScenarioSet& set, const Registry& registry, const StoreLayout& layout,
                  const std::vector<long>& runs, const std::filesystem::path& part,
                  const ScenarioOptions& options)
      : options_(options),
        set_(set),
        layout_(layout),
        runs_(runs),
        cases_(static_cast<std::size_t>(options.threads) + 1),
        store_(part, layout_),
        context_{set, registry, layout_, cases_, resolvers_, [this] { return stop_asked(); }} {
    outcome_.progress.total = static_cast<long>(runs_.size());
    // All runs of a set use the same state of its data, which is part of its fingerprint.
    std::vector<InputFile> known;
    for (const auto& [path, hash] : set.inputs) known.push_back({path.string(), hash});
    std::map<const SimulationModel*, std::shared_ptr<DataResolver>> of_content;
    for (const ScenarioModel& model : set.models) {
      std::shared_ptr<DataResolver>& resolver = of_content[model.model.get()];
      if (resolver == nullptr) {
        resolver = std::make_shared<DataResolver>(model.data);
        resolver->files().require(known);
      }
      resolvers_.push_back(resolver);
    }
  }

  ScenarioOutcome run() {
    if (options_.begun) options_.begun();
    if (options_.threads == 1) {
      work();
    } else {
      std::vector<std::thread> threads;
      const auto threads_needed = std::min<long>(options_.threads, outcome_.progress.total);
      for (long i = 0; i < threads_needed; ++i) threads.emplace_back([this] { work(); });
      for (std::thread& thread : threads) thread.join();
    }
    if (problem_) std::rethrow_exception(problem_);
    queue_.finish();
    outcome_.progress.on_disk = queue_.on_disk();
    if (unbalanced_ > 0) {
      outcome_.diagnostics.warning(
          "balance.open", {},
          std::to_string(unbalanced_) + " of " + std::to_string(outcome_.progress.done) +
              " runs lose or create heat or mass between components; the worst is '" + worst_run_ +
              "' (" + fmt::format("{:.2g}", 100.0 * worst_share_) +
              " % of the amount that moved): simulate that run alone to find the place");
    }
    show_warnings();
    std::set<const DataResolver*> asked;
    for (const auto& resolver : resolvers_) {
      if (!asked.insert(resolver.get()).second) continue;
      for (InputFile& file : resolver->files().inputs()) outcome_.inputs.push_back(std::move(file));
    }
    return std::move(outcome_);
  }

 private:
  bool stop_asked() const { return ended_ || (options_.stop && options_.stop()); }

  void work() {
    try {
      ScenarioWorker worker(context_);
      std::optional<ScenarioRun> ahead;  // taken, but of another case
      for (;;) {
        const std::vector<ScenarioRun> runs = take_together(worker, ahead);
        if (runs.empty()) break;
        const bool all = worker.run(runs, [&](FinishedRun&& result) {
          if (worker.present()) keep_messages(worker.present());
          queue_.add(std::move(result));
        });
        if (!all) break;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!problem_) problem_ = std::current_exception();
      ended_ = true;
    }
    if (stop_asked()) {
      const std::lock_guard lock(mutex_);
      outcome_.stopped = true;
    }
  }

  /// Takes runs of one case, as many as can advance together without leaving threads idle. If
  /// `options.next` distributes them, other processes wait for the same runs.
  std::vector<ScenarioRun> take_together(ScenarioWorker& worker,
                                         std::optional<ScenarioRun>& ahead) {
    const long share = options_.next ? 1 : runs_left() / options_.threads;
    auto most = static_cast<std::size_t>(
        std::clamp<long>(share, 1, static_cast<long>(ScenarioWorker::kMostTogether)));
    std::vector<ScenarioRun> runs;
    while (runs.size() < most) {
      std::optional<ScenarioRun> next = std::exchange(ahead, std::nullopt);
      if (!next) {
        const std::optional<long> index = take();
        if (!index) break;
        next = scenario_run(set_, *index);
      }
      if (!runs.empty() && case_key(set_, *next) != case_key(set_, runs.front())) {
        ahead = std::move(next);
        break;
      }
      runs.push_back(*std::move(next));
      if (most > 1 && runs.size() == 1 && !worker.runs_together(runs.front())) most = 1;
    }
    return runs;
  }

  long runs_left() {
    const std::lock_guard lock(mutex_);
    return static_cast<long>(runs_.size()) - next_;
  }

  std::optional<long> take() {
    const std::lock_guard lock(mutex_);
    if (stop_asked()) return std::nullopt;
    const std::optional<long> position = options_.next ? options_.next() : next_++;
    if (!position || *position >= static_cast<long>(runs_.size())) return std::nullopt;
    return runs_[*position];
  }

  /// Counts a run that has been stored.
  void count(const FinishedRun& result) {
    ++outcome_.progress.done;
    outcome_.progress.on_disk = queue_.on_disk();
    if (!result.failure.empty()) {
      ++outcome_.progress.failed;
      if (outcome_.failed.size() < kFailuresKept) {
        outcome_.failed.emplace_back(result.words.front(), result.failure);
      }
    }
    if (result.lost_share > kWarnedShare) {
      ++unbalanced_;
      if (result.lost_share > worst_share_) {
        worst_share_ = result.lost_share;
        worst_run_ = result.words.front();
      }
    }
    for (const Diagnostic& item : result.warnings.items()) {
      RunWarning& warning = warnings_[{item.code, item.where.component, item.where.port}];
      ++warning.runs;
      if (warning.runs > 1 && result.index > warning.index) continue;
      warning.index = result.index;
      warning.run = result.words.front();
      warning.item = item;
    }
    if (options_.progress && !options_.progress(outcome_.progress)) ended_ = true;
  }

  /// Adds the warnings of the results, one for all runs that have it.
  void show_warnings() {
    for (auto& [place, warning] : warnings_) {
      warning.item.message += fmt::format(" (run '{}'; {} of {} runs have this warning)",
                                          warning.run, warning.runs, outcome_.progress.done);
      outcome_.diagnostics.add(std::move(warning.item));
    }
  }

  /// Keeps the warnings of a case, each once for all cases.
  void keep_messages(const SharedCase& present) {
    const std::lock_guard lock(mutex_);
    if (present.get() == heard_) return;
    heard_ = present.get();
    for (const Diagnostic& item : present->diagnostics().items()) {
      if (said_.insert(to_string(item)).second) outcome_.diagnostics.add(item);
    }
  }

  const ScenarioOptions& options_;
  const ScenarioSet& set_;
  const StoreLayout& layout_;
  const std::vector<long>& runs_;
  long next_ = 0;
  CaseCache cases_;
  // by model; models with the same content share one
  std::vector<std::shared_ptr<DataResolver>> resolvers_;
  std::mutex mutex_;
  std::atomic<bool> ended_{false};
  RunStore store_;
  StoreQueue queue_{store_, [this](const FinishedRun& result) { count(result); }};
  ScenarioContext context_;
  ScenarioOutcome outcome_;
  std::exception_ptr problem_;
  long unbalanced_ = 0;  // number of runs with an open balance
  double worst_share_ = 0.0;
  std::string worst_run_;
  // by code, component and port
  std::map<std::tuple<std::string, std::string, std::string>, RunWarning> warnings_;
  const void* heard_ = nullptr;
  std::set<std::string> said_;
};

}  // namespace

StoreLayout store_layout(const ScenarioSet& set, const Registry& registry,
                         const std::string& version) {
  StoreLayout layout;
  layout.set = set.name;
  layout.version = version;
  layout.fingerprint = fingerprint(set, version);
  layout.runs = run_count(set);
  layout.labels = label_columns(set);
  std::vector<Kpi> kpis = set.kpi_list;
  for (int m = 0; m < static_cast<int>(set.models.size()); ++m) {
    // the same as those of the model that it is like
    if (set.models[static_cast<std::size_t>(m)].like >= 0) continue;
    Diagnostics unused;  // runs report them
    if (const auto found = kpis_of_model(set, m, registry, unused)) add_kpis(found->list(), kpis);
  }
  for (const Kpi& kpi : kpis) {
    layout.kpis.push_back({.name = kpi.name, .unit = kpi.unit, .text = false});
  }
  return layout;
}

ShareState share_state(const StoreLayout& layout, const std::filesystem::path& folder,
                       const Shard& shard, FailedRuns failed) {
  const std::vector<RunState> states = run_states(stores_in(folder), layout);
  ShareState share;
  for (long index = shard.index; index < layout.runs; index += shard.count) {
    ++share.total;
    const RunState state = states[index];
    const bool again = state == RunState::Failed && failed == FailedRuns::Retry;
    if (state == RunState::Missing || again) {
      share.left.push_back(index);
    } else if (state == RunState::Failed) {
      ++share.failed;
    }
  }
  return share;
}

ScenarioOutcome run_scenarios(const ScenarioSet& set, const Registry& registry,
                              const StoreLayout& layout, const std::vector<long>& runs,
                              const std::filesystem::path& part, const ScenarioOptions& options) {
  return ScenarioThreads(set, registry, layout, runs, part, options).run();
}

}  // namespace hearth
