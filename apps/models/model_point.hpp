// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/apps/models/run_times.hpp"
#include "hearth/apps/session/session.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/model/number_check.hpp"
#include "hearth/framework/run/run.hpp"

namespace hearth::apps {

/// A model at one point of the continuous engine, according to the options of a verb.
class ModelPoint {
 public:
  /// Reads, compiles and starts the model. Those of `inputs` that have no connection become
  /// unconnected inputs of the model.
  ModelPoint(const PointOptions& options, const std::vector<std::string>& inputs, Session& session);

  const Plan& plan() const { return *plan_; }
  ContinuousSimulation& simulation() { return *run_->continuous(); }
  /// Returns the time in the format of rows of results.
  std::string time() const;
  /// Returns the unit of a parameter, an unconnected input, a state or an output.
  Unit unit(const std::string& name) const { return kind(name).unit; }
  /// Returns the number of `option`, converted to that unit.
  double number(const std::string& option, const std::string& name,
                const hearth::Quantity& value) const;
  /// Returns the outputs that match patterns; without patterns, `standard`.
  std::vector<std::string> outputs(const std::vector<std::string>& patterns,
                                   const std::vector<int>& standard) const;
  /// Writes a result to the output file, if the options contain one.
  void write(const nlohmann::ordered_json& result) const;

 private:
  NumberKind kind(const std::string& name) const;
  void open_inputs(SimulationModel& model, const std::vector<std::string>& inputs) const;

  const PointOptions& options_;
  Session& session_;
  DataResolver resolver_;
  std::shared_ptr<const Plan> plan_;
  RunTimes times_;
  std::unique_ptr<Run> run_;
};

}  // namespace hearth::apps
