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

/// Returns what puts a component's output `port` in the place of an output: with the receivers that
/// `takes` accepts, or all. `plan` is that of the model before any replacement.
SeriesReplacement replacement_of(const SimulationModel& model, const Plan& plan,
                                 const Endpoint& output, Component component,
                                 const std::string& port,
                                 const std::function<bool(const Connection&)>& takes = {});

/// Puts the source there; its component is added unless the model has it.
void replace_series(const SeriesReplacement& replacement, SimulationModel& model);

/// The model of a calibration in which numbers of series are parameters. Constants of a schedule,
/// `id.member` or `id.member[key]`, become those of a ScheduleOfValues, factors and biases those of
/// a CorrectedSeries; each takes the place of outputs that deliver the series. Since what a source
/// delivers does not change by that, neither does a run.
class EstimatedSeries {
 public:
  /// Refers to the registry, which must outlive it.
  EstimatedSeries(SimulationModel model, const Registry& registry, CompileOptions options)
      : model_(std::move(model)), registry_(registry), options_(std::move(options)) {}

  /// Returns whether a target names a series of a configuration, or a part of one.
  bool names_series(const std::string& target) const;
  /// Makes the constant of that name a parameter. InputError `calibration.no_constant` or
  /// `calibration.switching_time`.
  void estimate_constant(const std::string& target);
  /// Makes factor or bias of an output a parameter. InputError `calibration.no_series`.
  void estimate_correction(Correction correction, const std::string& output);

  /// Returns the model with what was asked for.
  const SimulationModel& model() const { return model_; }
  /// Returns the parameter of the model that represents a target, the target itself if it is
  /// one; and for a correction of an output, "" if there is none.
  std::string parameter(const std::string& target) const;
  std::string parameter(Correction correction, const std::string& output) const;
  /// Returns whether the series behind a parameter of the model names its unit.
  bool has_unit(const std::string& parameter) const;
  /// Returns the corrections that the calibrated model keeps.
  const std::vector<SeriesReplacement>& corrections() const { return corrections_; }

 private:
  struct Source {
    int slot = -1;
    const Field* output = nullptr;
    std::optional<SeriesSpec> series{};  ///< that the output delivers
    std::string member{};                ///< of the configuration
  };

  const Plan& plan();
  Source source_of(const Endpoint& output);
  SeriesReplacement replacement(const Endpoint& output, Component component,
                                const std::string& port);
  const std::string& constants_of(const Endpoint& member);

  SimulationModel model_;
  const Registry& registry_;
  CompileOptions options_;
  std::optional<Plan> plan_;                      // of the model before any replacement
  std::map<std::string, std::string> constants_;  // parameter, by target
  std::map<std::string, std::string> schedules_;  // id of a ScheduleOfValues, by `id.member`
  std::map<std::pair<Correction, std::string>, std::string> corrected_;  // parameter
  std::map<std::string, bool> units_;                                    // by parameter
  std::vector<SeriesReplacement> corrections_;
};

/// Returns the parameter of the component that corrects an output.
std::string correction_parameter(Correction correction, const Endpoint& output);

/// Returns whether a series names its unit.
bool names_unit(const SeriesSpec& spec);

}  // namespace hearth
