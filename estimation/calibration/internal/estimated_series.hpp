// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Returns a replacement of an output by the output `port` of a component, for the receivers that
/// `takes` accepts, or for all. `plan` is the plan of the model before any replacement.
SeriesReplacement replacement_of(const SimulationModel& model, const Plan& plan,
                                 const Endpoint& output, Component component,
                                 const std::string& port,
                                 const std::function<bool(const Connection&)>& takes = {});

/// Makes the replacement; adds its component unless the model already contains it.
void replace_series(const SeriesReplacement& replacement, SimulationModel& model);

/// A model of a calibration in which numbers of series are parameters. Constants of a schedule,
/// `id.member` or `id.member[key]`, become parameters of a ScheduleOfValues; factors and biases
/// become parameters of a CorrectedSeries. Each of these components replaces outputs that deliver
/// the series. The replacement does not change the delivered values, and therefore does not change
/// runs.
class EstimatedSeries {
 public:
  /// Keeps a reference to the registry, which must outlive it.
  EstimatedSeries(SimulationModel model, const Registry& registry, CompileOptions options)
      : model_(std::move(model)), registry_(registry), options_(std::move(options)) {}

  /// Returns whether a target is a series of a configuration, or a constant in such a series.
  bool names_series(const std::string& target) const;
  /// Makes the constant with that name a parameter. Throws InputError `calibration.no_constant` or
  /// `calibration.switching_time`.
  void estimate_constant(const std::string& target);
  /// Makes the factor or bias of an output a parameter. Throws InputError `calibration.no_series`.
  void estimate_correction(Correction correction, const std::string& output);

  /// Returns the model with the requested parameters.
  const SimulationModel& model() const { return model_; }
  /// These functions return the parameter of the model for a target (the target itself if it is a
  /// parameter) and for a correction of an output; "" if there is none.
  std::string parameter(const std::string& target) const;
  std::string parameter(Correction correction, const std::string& output) const;
  /// Returns whether the series of a parameter of the model has a unit.
  bool has_unit(const std::string& parameter) const;
  /// Returns the corrections that the calibrated model keeps.
  const std::vector<SeriesReplacement>& corrections() const { return corrections_; }

 private:
  struct Source {
    int slot = -1;
    const Field* output = nullptr;
    std::optional<SeriesSpec> series{};  ///< series that the output delivers
    std::string member{};                ///< member of the configuration
  };

  const Plan& plan();
  Source source_of(const Endpoint& output);
  SeriesReplacement replacement(const Endpoint& output, Component component,
                                const std::string& port);
  const std::string& constants_of(const Endpoint& member);

  SimulationModel model_;
  const Registry& registry_;
  CompileOptions options_;
  std::optional<Plan> plan_;                      // plan of the model before any replacement
  std::map<std::string, std::string> constants_;  // parameter, by target
  std::map<std::string, std::string> schedules_;  // id of a ScheduleOfValues, by `id.member`
  std::map<std::pair<Correction, std::string>, std::string> corrected_;  // parameter
  std::map<std::string, bool> units_;                                    // by parameter
  std::vector<SeriesReplacement> corrections_;
};

/// Returns the name of the parameter that corrects an output.
std::string correction_parameter(Correction correction, const Endpoint& output);

/// Returns whether a series has a unit.
bool names_unit(const SeriesSpec& spec);

}  // namespace hearth
