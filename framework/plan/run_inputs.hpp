// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/config_object.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// The time span of a run.
struct RunRequest {
  Period period;
  std::optional<Instant> origin;  ///< zero of clocks; not set: period.start
  /// Not set: as in the model, otherwise by the `sample` of each source. The continuous engine
  /// always uses First.
  std::optional<InputHold> input_hold{};
  std::string timezone;  ///< time zone of the site, "" if it has none
};

/// Returns the site of a model. Values that the model does not set are taken from the first weather
/// file that its components name, in the order of their ids.
Site completed_site(const SimulationModel& model, SeriesResolver& resolver);

/// The configuration of every instance for one run, with resolved series, and slots with sample
/// periods. It does not depend on the scalar type; all simulations of the run share it.
struct RunInputs {
  Period period;
  Instant origin;
  Instant year{};       ///< 1 January 00:00 before `origin`, in the site's standard time
  bool sloped = false;  ///< sources also have values at the start of a step
  std::vector<std::vector<ResolvedConfig>> configs;        ///< by slot
  std::vector<std::vector<ResolvedConfig>> start_configs;  ///< by slot, if sloped
  /// By slot, if `sloped` and a component samples means: configurations whose series deliver the
  /// values of steps.
  std::vector<std::vector<ResolvedConfig>> mean_configs;
  std::vector<Slot> slots;  ///< slots of the plan, with sample periods
  std::vector<SeriesReport> reports;
  Diagnostics diagnostics;  ///< warnings
};

/// Resolves the descriptions of series to series for a run. `resolver` may be null if all series
/// are numbers. Throws InputError or ModelError with all errors (`simulation.end_off_grid`,
/// `data.file_missing`, ...).
RunInputs resolve_inputs(const Plan& plan, const RunRequest& request,
                         SeriesResolver* resolver = nullptr);
RunInputs resolve_inputs(const Plan&&, const RunRequest&, SeriesResolver* = nullptr) = delete;

/// The configuration of every instance as objects of one scalar type, for all simulations of a run.
/// It refers to the plan and the inputs, which must outlive it.
template <class T>
class ConfigObjects {
 public:
  ConfigObjects(const Plan& plan, const RunInputs& inputs) : plan_(plan), inputs_(inputs) {
    make(inputs.configs, configs_, pointers_);
    make(inputs.start_configs, start_configs_, start_pointers_);
    make(inputs.mean_configs, mean_configs_, mean_pointers_);
  }
  ConfigObjects(const Plan&&, const RunInputs&) = delete;
  ConfigObjects(const Plan&, const RunInputs&&) = delete;
  ConfigObjects(const ConfigObjects&) = delete;
  ConfigObjects& operator=(const ConfigObjects&) = delete;

  const Plan& plan() const { return plan_; }
  const RunInputs& inputs() const { return inputs_; }
  const void* const* configs() const { return pointers_.data(); }
  /// Returns the configurations whose series deliver their values for a step.
  const void* const* mean_configs() const {
    return mean_pointers_.empty() ? pointers_.data() : mean_pointers_.data();
  }
  const void* const* start_configs() const { return start_pointers_.data(); }

 private:
  void make(const std::vector<std::vector<ResolvedConfig>>& values,
            std::vector<ConfigObject<T>>& objects, std::vector<const void*>& pointers) {
    objects.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      objects.emplace_back(*plan_.instances[i].type, values[i]);
      pointers.push_back(objects.back().get());
    }
  }

  const Plan& plan_;
  const RunInputs& inputs_;
  std::vector<ConfigObject<T>> configs_, start_configs_, mean_configs_;
  std::vector<const void*> pointers_, start_pointers_, mean_pointers_;
};

}  // namespace hearth
