// SPDX-License-Identifier: MIT
// A thousand scenarios of a week on one thread and on two, compared with plain arithmetic on the
// same number of threads; and the memory of the process as runs continue.

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "hearth/bench/benchmarks.hpp"
#include "hearth/bench/folder.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/scenarios/run/scenario_runner.hpp"

namespace hearth::bench {
namespace {

namespace fs = std::filesystem;

constexpr long kRuns = 1000;

/// The office of examples/one_room for a week in January, at all points of a Sobol sequence.
constexpr const char* kSet = R"({ "hearth": 1, "base": "@MODEL@",
  "period": {"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-22T00:00:00+01:00", "step": 600},
  "sweep": {"method": "sobol", "n": 1000, "seed": 1,
            "parameters": {"office.R_out": [0.02, 0.08], "office_radiator.UA": [30, 80],
                           "office.C_air": [2e5, 8e5]}},
  "record": ["office.indoorTemperature"] })";

/// Resident memory of this process, MB.
double resident() {
  std::ifstream stream("/proc/self/statm");
  long all = 0;
  long resident = 0;
  stream >> all >> resident;
  return 1e-6 * static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Arithmetic without shared data.
double arithmetic(long terms) {
  double sum = 0.0;
  for (long i = 0; i < terms; ++i) sum += std::sqrt(static_cast<double>(i) + sum);
  return sum;
}

/// Runs the same arithmetic on that number of threads: it shows the present performance of the
/// cores without shared data. They may be hyperthreads of one core, or used by other machines.
void bare_arithmetic(int threads) {
  constexpr long kTerms = 60'000'000;
  std::vector<double> sums(static_cast<std::size_t>(threads));
  std::vector<std::thread> workers;
  for (double& sum : sums) {
    workers.emplace_back([&sum, threads] { sum = arithmetic(kTerms / threads); });
  }
  for (std::thread& worker : workers) worker.join();
  benchmark::DoNotOptimize(sums.data());
}

/// The set with a folder for its results.
class Scenarios {
 public:
  Scenarios() {
    std::string text = kSet;
    text.replace(text.find("@MODEL@"), 7, HEARTH_SOURCE_DIR "/examples/one_room/room.ttl");
    std::ofstream(folder_.path() / "set.json") << text;
    Diagnostics unused;
    set_ = read_scenarios(folder_.path() / "set.json", standard_components(), {}, unused);
    layout_ = store_layout(set_, standard_components(), "bench");
  }

  /// Runs all scenarios; returns the resident memory in MB by number of finished runs. Throws if a
  /// run fails.
  std::map<long, double> run(int threads) {
    std::vector<long> runs(kRuns);
    std::iota(runs.begin(), runs.end(), 0L);
    const fs::path part = folder_.path() / (std::to_string(threads) + ".part.sqlite");
    fs::remove(part);
    std::map<long, double> memory;
    const ScenarioOutcome outcome =
        run_scenarios(set_, standard_components(), layout_, runs, part,
                      {.threads = threads, .progress = [&](const ScenarioProgress& progress) {
                         if (progress.done % 100 == 0) memory[progress.done] = resident();
                         return true;
                       }});
    if (outcome.progress.done != kRuns || outcome.progress.failed != 0) {
      throw std::runtime_error(std::to_string(outcome.progress.failed) + " runs failed");
    }
    return memory;
  }

  /// Adds the same number of runs of this shape to a store, which one thread does at a time.
  void store() {
    const fs::path part = folder_.path() / "store.part.sqlite";
    fs::remove(part);
    FinishedRun run;
    run.words = {"sweep-0001"};
    run.numbers.assign(layout_.labels.size() - 1, 1.0);
    run.kpis.assign(layout_.kpis.size(), 0.1);
    run.series.step = std::chrono::minutes(10);
    run.series.signals = {{"office.indoorTemperature", unit::degC}};
    run.series.values.assign(7 * 144 + 1, 21.123456789);
    RunStore store(part, layout_);
    for (run.index = 0; run.index < kRuns; ++run.index) store.add(run);
  }

 private:
  Folder folder_;
  ScenarioSet set_;
  StoreLayout layout_;
};

}  // namespace

void register_scenarios() {
  const auto scenarios = lazy<Scenarios>();
  for (const int threads : {1, 2}) {
    const std::string count = std::to_string(threads);
    benchmark::RegisterBenchmark(("scenarios/thousand/" + count).c_str(),
                                 [scenarios, threads](benchmark::State& state) {
                                   std::map<long, double> memory;
                                   for (auto _ : state) memory = scenarios->run(threads);
                                   state.counters["MB_after_100"] = memory.at(100);
                                   state.counters["MB_after_1000"] = memory.at(1000);
                                 })
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime()
        ->UseRealTime();
    add("scenarios/arithmetic/" + count, [threads] { bare_arithmetic(threads); })
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime()
        ->UseRealTime();
  }
  add(
      "scenarios/storing/1", [scenarios] { scenarios->store(); }, scenarios)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace hearth::bench
