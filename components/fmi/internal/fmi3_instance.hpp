// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hearth/components/fmi/internal/fmi3_interface.hpp"
#include "hearth/components/fmi/internal/fmu_instance.hpp"

namespace hearth::fmi {

/// An instance of an FMU of FMI 3.0.
class Fmi3Instance final : public FmuInstance {
 public:
  Fmi3Instance(const Fmu& fmu, const std::string& id);
  ~Fmi3Instance() override;

  void reset() override;
  void setup(double start_time) override;
  void enter_initialization(double start_time) override;
  void exit_initialization() override;
  void set(const VariableGroup& group, const double* values) override;
  void get(const VariableGroup& group, double* values) override;
  StepResult do_step(double time, double length) override;
  void* save_state() override;
  void restore_state(void* state) override;
  void free_state(void* state) noexcept override;
  std::string serialize(void* state) override;
  void* deserialize(std::string_view bytes) override;

 private:
  void load(const ModelDescription& description);
  void check(fmi3::Status status, std::string_view call);
  /// Calls `use` with the functions and the name of a type.
  template <class F>
  void with_access(ValueType type, F use) const;

  fmi3::Functions functions_;
  fmi3::Instance instance_ = nullptr;
  bool can_save_ = false;
  bool stepping_ = false;  // initialized and not failed: has to be terminated
};

}  // namespace hearth::fmi
