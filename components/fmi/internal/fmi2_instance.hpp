// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hearth/components/fmi/internal/fmi2_interface.hpp"
#include "hearth/components/fmi/internal/fmu_instance.hpp"

namespace hearth::fmi {

/// An instance of an FMU of FMI 2.0.
class Fmi2Instance final : public FmuInstance {
 public:
  Fmi2Instance(const Fmu& fmu, const std::string& id);
  ~Fmi2Instance() override;

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
  void check(fmi2::Status status, std::string_view call);
  StepResult discarded(double time);
  template <class T>
  void write(fmi2::Set<T> call, const char* name, const VariableGroup& group, const double* values);
  template <class T>
  void read(fmi2::Get<T> call, const char* name, const VariableGroup& group, double* values);

  fmi2::Functions functions_;
  fmi2::Callbacks callbacks_;
  fmi2::Component component_ = nullptr;
  bool can_save_ = false;
  bool stepping_ = false;  // initialized and not failed: has to be terminated
};

}  // namespace hearth::fmi
