// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/estimation/scenarios/store/run_store.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace hearth::test {

namespace fs = std::filesystem;

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
inline constexpr long kRuns = 24;

inline StoreLayout layout_of(long runs = kRuns) {
  StoreLayout layout;
  layout.set = "winter";
  layout.version = "1.2.3";
  layout.fingerprint = 0xfeed;
  layout.runs = runs;
  layout.labels = {{"id", "", true}, {"heating", "", true}, {"R_out", "K/W", false}};
  layout.kpis = {{"ener_tot", "kWh/m2", false}, {"tdis_tot", "K h", false}};
  return layout;
}

inline FinishedRun run_of(long index, int rows = 20) {
  FinishedRun run;
  run.index = index;
  run.words = {"winter/sweep-" + std::to_string(index), index % 2 == 0 ? "gas, old" : "heat pump"};
  const auto i = static_cast<double>(index);
  run.numbers = {index % 3 == 0 ? kNone : 0.1 * i};
  if (index == 7) {
    run.failure = "simulation.diverged  \"room\" at 2024-01-01T00:10:00Z\nnot finite";
    return run;
  }
  run.kpis = {12.5 / (1.0 + i), index % 5 == 0 ? kNone : 1e-9 * i};
  run.months = {{"2024-01", {1.0 + i, 0.5}}, {"2024-02", {kNone, 0.25}}};
  run.series.start = Instant(std::chrono::milliseconds(1704067200000));  // 2024-01-01
  run.series.step = std::chrono::seconds(600);
  run.series.signals = {{"020B.indoorTemperature", unit::degC}, {"boiler.power", unit::W}};
  for (int k = 0; k < rows; ++k) {
    run.series.values.push_back(20.0 + 0.1 * i + k);
    run.series.values.push_back(k == 3 ? kNone : 1000.0 / (k + 1.0));
  }
  return run;
}

inline std::string bytes_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Merged {
  std::string table, months, database;
  friend bool operator==(const Merged&, const Merged&) = default;
};

inline Merged merged_bytes(const fs::path& folder) {
  merge_stores(stores_in(folder), folder);
  return {bytes_of(folder / "results.csv"), bytes_of(folder / "monthly.csv"),
          bytes_of(folder / "results.sqlite")};
}

inline Merged undisturbed() {
  const TempFolder folder;
  {
    RunStore store(folder.path() / "part-0.sqlite", layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  return merged_bytes(folder.path());
}

template <class Action>
InputError error_of(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error;
  }
  FAIL("nothing was thrown");
  return {"", {}, ""};
}

inline std::string first_message(const InputError& error) {
  return error.diagnostics().items().front().message;
}

/// Returns which runs the stores hold, done or failed.
inline std::vector<bool> finished_runs(const std::vector<std::filesystem::path>& stores,
                                       const StoreLayout& layout) {
  std::vector<bool> finished;
  for (const RunState state : run_states(stores, layout)) {
    finished.push_back(state != RunState::Missing);
  }
  return finished;
}

}  // namespace hearth::test
