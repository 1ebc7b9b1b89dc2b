// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/results.hpp"
#include "hearth/framework/stepwise/simulation.hpp"

namespace hearth {

/// Returns whether `text` matches a pattern: `*` any characters, `?` one, all else literal.
bool glob_match(std::string_view pattern, std::string_view text);

/// Returns the output cells that match any of the patterns over `id.port`, sorted by name.
/// InputError `simulation.record_nothing` for a pattern that matches nothing.
std::vector<int> select_signals(const Plan& plan, const std::vector<std::string>& patterns);
/// The same, where a pattern may match nothing: of models that differ.
std::vector<int> matching_signals(const Plan& plan, const std::vector<std::string>& patterns);
/// Returns the output cells of the model's measurements, or all where it has none.
std::vector<int> measured_signals(const Plan& plan);
/// Returns all output cells, sorted by name.
std::vector<int> all_signals(const Plan& plan);

/// Keeps chosen signals of a run, row by row, in memory taken at once.
class Recorder {
 public:
  Recorder(const Plan& plan, const Period& period, std::vector<int> cells);

  void record(const Simulation<double>& simulation);
  void record(const Cells<double>& cells);
  const Results& results() const { return results_; }
  Results take() { return std::move(results_); }

 private:
  std::vector<int> cells_;
  Results results_;
};

/// Called after each row with rows done and rows in all; returns false to stop the run.
using Progress = std::function<bool(long done, long total)>;

/// Initialises unless `continued`, steps to the end and records every row. Returns false where
/// `progress` stopped the run. On SimulationError the recorder keeps the rows so far.
bool run(Simulation<double>& simulation, Recorder& recorder, const Progress& progress = {},
         bool continued = false);

}  // namespace hearth
