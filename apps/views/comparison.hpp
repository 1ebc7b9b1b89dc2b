// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/apps/options/option_values.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/estimation/calibration/agreement.hpp"
#include "hearth/estimation/calibration/interval_mean.hpp"
#include "hearth/framework/balance/balance.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/results.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"
#include "hearth/framework/plan/run_inputs.hpp"

namespace hearth::apps {

/// Agreement of each port, by `id.port`.
using Agreements = std::map<std::string, Agreement>;

/// Compares the steps of a run with the measurements of its model, in blocks of several thousand
/// steps.
class MeasurementComparison {
 public:
  /// `cells` are the measured outputs. Plan and files must outlive the object.
  MeasurementComparison(const Plan& plan, const std::vector<int>& cells, const Period& period,
                        std::string timezone, DataFiles& files);

  /// Takes the next step. `value` returns the number in a cell; `mean` returns the mean over the
  /// step that ends there, for the output with that position in `cells`.
  template <class Value, class Mean>
  void take(const Value& value, const Mean& mean) {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      block_.values.push_back(value(cells_[i]));
      means_.push_back(mean(i));
    }
    if (block_.rows() >= kSteps) compare_block();
  }
  /// Returns the agreements. A measurement whose file is missing is a warning.
  Agreements finish(Diagnostics& diagnostics);

 private:
  static constexpr long kSteps = 8192;  // held in memory

  void compare_block();

  const Plan& plan_;
  std::vector<int> cells_;
  std::string timezone_;
  DataFiles& files_;
  Results block_;
  std::vector<double> means_;  // over the steps of the block, in the order of its values
  std::vector<IntervalMean<double>> intervals_;  // by output
  // whether the first row of the block was already compared in the previous block
  bool later_ = false;
  std::map<std::string, ErrorSums> sums_;
  // diagnostics of the first block, since those of the others are the same
  Diagnostics diagnostics_;
};

/// Reads the measurements of a model before the run begins. Throws InputError if a measurement
/// exists but cannot be read.
void check_measurements(const Plan& plan, const RunRequest& request, DataFiles& files,
                        Diagnostics& diagnostics);

/// Returns a table as text; the title is the heading of the column of ports.
std::string agreement_text(const Agreements& agreements, const std::string& title = "measured");

/// Checks before a run that each limit is for a port with a measurement whose file exists. Throws
/// InputError otherwise.
void check_limits(const std::vector<Limit>& limits, const SimulationModel& model,
                  const DataFiles& files);

/// Returns an error `limit.missed` for each limit that is exceeded or has no rows to compare.
Diagnostics missed_limits(const std::vector<Limit>& limits, const Agreements& agreements,
                          const Balance& balance);

}  // namespace hearth::apps
