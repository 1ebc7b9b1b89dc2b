// SPDX-License-Identifier: MIT
// All measurements within one process; bench/report.py runs pairs of them in random order and
// writes the ratios.
//
//   hearth_bench [--benchmark_filter=REGEX] [--benchmark_list_tests] [...]
//
// HEARTH_SHARED is the folder with reference data (default: ../shared next to the sources).
// Measurements that need it are left out if it does not exist.

#include "hearth/bench/benchmarks.hpp"

int main(int count, char** words) {
  using namespace hearth::bench;
  register_steps();
  register_derivatives();
  register_packs();
  register_runs();
  register_scenarios();
  register_calibration();
  register_graphs();
#ifdef HEARTH_BENCH_CONTINUOUS
  register_continuous();
#endif
  benchmark::AddCustomContext("compiler", HEARTH_COMPILER);
  benchmark::AddCustomContext("build_type", HEARTH_BUILD_TYPE);
  benchmark::Initialize(&count, words);
  if (benchmark::ReportUnrecognizedArguments(count, words)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
