// SPDX-License-Identifier: MIT
// A thousand scenarios of a week, on one thread and on two: the ratio of both inside one process,
// in turn, so that drift of the machine cancels; and the memory of the process as runs go on.
//
//   hearth_bench_scenarios [REPEATS]

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "hearth/bench/timing.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/estimation/scenarios/run/scenario_runner.hpp"

namespace hearth::bench {
namespace {

namespace fs = std::filesystem;

constexpr long kRuns = 1000;

/// The office of examples/one_room, a week in January, in all points of a Sobol sequence.
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

/// CPU seconds of all threads of this process.
double process_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A second or so of arithmetic that shares nothing.
double arithmetic(long terms) {
  double sum = 0.0;
  for (long i = 0; i < terms; ++i) sum += std::sqrt(static_cast<double>(i) + sum);
  return sum;
}

/// What two threads gain at this moment where nothing is shared: cores may be halves of one, or
/// lent to other machines.
double gain_of_machine() {
  constexpr long kTerms = 60'000'000;
  const auto seconds = [](int threads, long terms) {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<double> sums(static_cast<std::size_t>(threads));
    std::vector<std::thread> workers;
    for (double& sum : sums) workers.emplace_back([&sum, terms] { sum = arithmetic(terms); });
    for (std::thread& worker : workers) worker.join();
    if (sums.front() < 0.0) std::abort();  // the sums are used
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  return seconds(1, kTerms) / seconds(2, kTerms / 2);
}

struct Cost {
  double wall = 0.0, cpu = 0.0;   // s
  std::map<long, double> memory;  // MB, after so many runs
};

Cost run(const ScenarioSet& set, const StoreLayout& layout, const fs::path& folder, int threads) {
  std::vector<long> runs(kRuns);
  std::iota(runs.begin(), runs.end(), 0L);
  const fs::path part = folder / (std::to_string(threads) + ".part.sqlite");
  fs::remove(part);
  Cost cost;
  const auto begin = std::chrono::steady_clock::now();
  const double cpu = process_seconds();
  const ScenarioOutcome outcome =
      run_scenarios(set, standard_components(), layout, runs, part,
                    {.threads = threads, .progress = [&](const ScenarioProgress& progress) {
                       if (progress.done % 100 == 0) cost.memory[progress.done] = resident();
                       return true;
                     }});
  cost.cpu = process_seconds() - cpu;
  cost.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (outcome.progress.done != kRuns || outcome.progress.failed != 0) {
    std::fprintf(stderr, "%ld of %ld runs failed\n", outcome.progress.failed, kRuns);
    std::exit(1);
  }
  return cost;
}

/// CPU seconds of adding as many runs of this shape to a store, which one thread does at a time.
double store_seconds(const StoreLayout& layout, const fs::path& folder) {
  const fs::path part = folder / "store.part.sqlite";
  fs::remove(part);
  FinishedRun run;
  run.words = {"sweep-0001"};
  run.numbers.assign(layout.labels.size() - 1, 1.0);
  run.kpis.assign(layout.kpis.size(), 0.1);
  run.series.step = std::chrono::minutes(10);
  run.series.signals = {{"office.indoorTemperature", unit::degC}};
  run.series.values.assign(7 * 144 + 1, 21.123456789);
  const double begin = cpu_seconds();
  RunStore store(part, layout);
  for (run.index = 0; run.index < kRuns; ++run.index) store.add(run);
  return cpu_seconds() - begin;
}

void compare(int repeats) {
  std::string name = (fs::temp_directory_path() / "hearth-bench-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  std::string text = kSet;
  text.replace(text.find("@MODEL@"), 7, HEARTH_SOURCE_DIR "/examples/one_room/room.ttl");
  std::ofstream(folder / "set.json") << text;
  Diagnostics unused;
  const ScenarioSet set = read_scenarios(folder / "set.json", standard_components(), {}, unused);
  const StoreLayout layout = store_layout(set, standard_components(), "bench");
  std::vector<double> ratios, machine, cpu, stored;
  for (int i = 0; i < repeats; ++i) {
    const Cost one = run(set, layout, folder, 1);
    const Cost two = run(set, layout, folder, 2);
    ratios.push_back(one.wall / two.wall);
    machine.push_back(gain_of_machine());
    cpu.push_back(one.cpu);
    stored.push_back(store_seconds(layout, folder));
    std::printf(
        "1 thread %6.3f s (CPU %6.3f), 2 threads %6.3f s (CPU %6.3f): %.2fx, bare arithmetic "
        "%.2fx; RSS %.1f MB after 100 runs, %.1f MB after 1000\n",
        one.wall, one.cpu, two.wall, two.cpu, ratios.back(), machine.back(), two.memory.at(100),
        two.memory.at(1000));
    std::fflush(stdout);
  }
  std::printf(
      "1000 scenarios of a week on 2 threads: %.2fx (median), %.2fx (best); bare arithmetic "
      "%.2fx, %.2fx\n",
      median(ratios), *std::max_element(ratios.begin(), ratios.end()), median(machine),
      *std::max_element(machine.begin(), machine.end()));
  const double serial = median(stored) / median(cpu);
  std::printf("%.1f %% of the CPU time is writing, one run at a time: at most %.2fx on 2 threads\n",
              100.0 * serial, 1.0 / (serial + (1.0 - serial) / 2.0));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace hearth::bench

int main(int argc, char** argv) {
  hearth::bench::compare(argc > 1 ? std::atoi(argv[1]) : 5);
  return 0;
}
