// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "hearth/framework/model/model.hpp"
#include "hearth/tests/cases/kinds/daily_inputs.hpp"

namespace hearth::cases {

/// The room of a VDI 6007 case: a TwoElementZone `room` and what feeds it.
class VdiRoom {
 public:
  /// Throws where the file lacks what its format promises.
  explicit VdiRoom(const nlohmann::json& file);

  const SimulationModel& model() const { return model_; }
  test::ListResolver resolver() const { return inputs_.resolver(); }

 private:
  void set_parameters();
  void add_outdoors();
  void add_gains();
  void add_sun();
  void add_conditioning();
  void add_ventilation();
  void add_equivalent_temperature(const nlohmann::json& equivalent);
  void add_facades(const nlohmann::json& equivalent, bool longwave);
  const Leaf* find_input(const std::vector<std::string>& parts) const;

  const nlohmann::json& parameters_;
  const nlohmann::json& daily_;
  double start_;                // degC
  double heat_capacity_ = 0.0;  // J/(kg K), of air
  SimulationModel model_;
  DailyInputs inputs_;
  std::vector<Leaf> leaves_;  // of inputs and parameters
};

}  // namespace hearth::cases
