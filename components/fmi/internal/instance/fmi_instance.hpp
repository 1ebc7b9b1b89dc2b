// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/components/fmi/internal/instance/endings.hpp"
#include "hearth/components/fmi/internal/instance/fmi_interface.hpp"
#include "hearth/components/fmi/internal/instance/local_instance.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::fmi {

/// An instance of an FMU of one version of the standard. `Version` provides the type `Functions`;
/// `kPrefix`, the prefix of their names; `kState` and `kDeserialize`, the spellings of states and
/// of reading them back in names; `kDerivatives`, the name of derivatives; and
/// `with_access(functions, type, use)`, which calls `use` with the access to a type and its name.
template <class Version>
class FmiInstance : public LocalInstance {
 public:
  void reset() override {
    stepping_ = false;
    call("Reset", [this] { return functions_.reset(handle_); });
  }
  void exit_initialization() override {
    call("ExitInitializationMode", [this] { return functions_.exit_initialization_mode(handle_); });
    stepping_ = true;
  }

  void set(const VariableGroup& group, const double* values) override {
    Version::with_access(functions_, group.type, [&](const auto& access, const char* name) {
      set_with(access, name, group, values);
    });
  }
  void get(const VariableGroup& group, double* values) override {
    Version::with_access(functions_, group.type, [&](const auto& access, const char* name) {
      get_with(access, name, group, values);
    });
  }

  void states(double* values) override {
    const std::size_t n = sizes().states;
    if (n == 0) return;
    read("GetContinuousStates", functions_.get_continuous_states, n, values);
  }
  void nominals(double* values) override {
    const std::size_t n = sizes().states;
    if (n == 0) return;
    read("GetNominalsOfContinuousStates", functions_.get_nominals, n, values);
  }
  void rates(double time, const std::vector<double>& states, double* slopes) override {
    put(time, states);
    if (states.empty()) return;
    read(Version::kDerivatives, functions_.get_derivatives, states.size(), slopes, false);
  }
  void indicators(double time, const std::vector<double>& states, double* values) override {
    put(time, states);
    const std::size_t n = sizes().indicators;
    if (n == 0) return;
    read("GetEventIndicators", functions_.get_indicators, n, values, false);
  }
  StepCompleted move(double time, const std::vector<double>& states, bool completes,
                     bool goes_back) override {
    put(time, states);
    if (!completes) return {};
    typename Functions::FlagType event{}, terminate{};
    call("CompletedIntegratorStep",
         [&] { return functions_.completed_step(handle_, !goes_back, &event, &terminate); });
    return {event != 0, terminate != 0};
  }
  void enter_events() override {
    call("EnterEventMode", [this] { return functions_.enter_event_mode(handle_); });
  }
  EventsHandled finish_events() override {
    constexpr int kMostRounds = 100;
    EventsHandled handled;
    for (int round = 0; update_discrete_states(handled); ++round) {
      if (handled.terminate) return handled;
      if (round < kMostRounds) continue;
      fail("fmi.events_unsettled", "the events of the FMU did not settle in " +
                                       std::to_string(kMostRounds) +
                                       " rounds; correct the discrete equations of its model");
    }
    if (handled.terminate) return handled;
    call("EnterContinuousTimeMode",
         [this] { return functions_.enter_continuous_time_mode(handle_); });
    return handled;
  }

  void* save_state() override {
    State state = nullptr;
    call(state_call("Get"), [&] { return functions_.get_state(handle_, &state); });
    return state;
  }
  void restore_state(void* state) override {
    call(state_call("Set"), [&] { return functions_.set_state(handle_, state); });
    stepping_ = true;
  }
  void free_state(void* state) noexcept override {
    if (!callable()) return;
    try {
      run(state_call("Free"), [&] { functions_.free_state(handle_, &state); });
    } catch (const SimulationError&) {  // the state is not needed any more
    }
  }
  std::string serialize(void* state) override {
    std::size_t size = 0;
    call(state_call("Serialized") + "Size",
         [&] { return functions_.serialized_size(handle_, state, &size); });
    std::string bytes(size, '\0');
    call(state_call("Serialize"), [&] {
      return functions_.serialize(handle_, state, reinterpret_cast<Byte*>(bytes.data()), size);
    });
    return bytes;
  }
  void* deserialize(std::string_view bytes) override {
    State state = nullptr;
    call(state_call(Version::kDeserialize), [&] {
      return functions_.deserialize(handle_, reinterpret_cast<const Byte*>(bytes.data()),
                                    bytes.size(), &state);
    });
    return state;
  }

 protected:
  using Functions = typename Version::Functions;

  /// Does one round of the event iteration; returns whether another round is needed.
  virtual bool update_discrete_states(EventsHandled& handled) = 0;

  using LocalInstance::LocalInstance;

  /// Ends the instance. Derived classes call it in their destructor: data passed to the FMU must
  /// exist until then.
  void end() {
    if (handle_ == nullptr || !callable()) return;
    try {
      if (stepping_) call("Terminate", [this] { return functions_.terminate(handle_); });
    } catch (const SimulationError& error) {
      note_ending({id(), error.diagnostics().items().front().message});
    }
    if (!callable()) return;
    try {
      run("FreeInstance", [this] { functions_.free_instance(handle_); });
    } catch (const SimulationError& error) {
      note_ending({id(), error.diagnostics().items().front().message});
    }
  }

  /// Loads a function by its name without the prefix.
  template <class F>
  static void load(FunctionLoader& load, F*& function, const std::string& name) {
    load(function, (Version::kPrefix + name).c_str());
  }
  template <class... Types>
  static void load(FunctionLoader& loader, Access<Types...>& access, const std::string& type) {
    load(loader, access.get, "Get" + type);
    load(loader, access.set, "Set" + type);
  }
  /// Loads the functions common to both versions, and reports all missing ones.
  void load_common(FunctionLoader& loader, const ModelDescription& description) {
    load(loader, functions_.free_instance, "FreeInstance");
    load(loader, functions_.exit_initialization_mode, "ExitInitializationMode");
    load(loader, functions_.terminate, "Terminate");
    load(loader, functions_.reset, "Reset");
    if (description.model_exchange) {
      load(loader, functions_.set_time, "SetTime");
      load(loader, functions_.set_continuous_states, "SetContinuousStates");
      load(loader, functions_.get_continuous_states, "GetContinuousStates");
      load(loader, functions_.get_nominals, "GetNominalsOfContinuousStates");
      load(loader, functions_.get_derivatives, Version::kDerivatives);
      load(loader, functions_.get_indicators, "GetEventIndicators");
      load(loader, functions_.completed_step, "CompletedIntegratorStep");
      load(loader, functions_.enter_event_mode, "EnterEventMode");
      load(loader, functions_.enter_continuous_time_mode, "EnterContinuousTimeMode");
    }
    if (description.can_save) {
      load(loader, functions_.get_state, state_call("Get"));
      load(loader, functions_.set_state, state_call("Set"));
      load(loader, functions_.free_state, state_call("Free"));
    }
    if (description.can_serialize) {
      load(loader, functions_.serialized_size, state_call("Serialized") + "Size");
      load(loader, functions_.serialize, state_call("Serialize"));
      load(loader, functions_.deserialize, state_call(Version::kDeserialize));
    }
    loader.finish();
  }
  /// Takes ownership of an instance. Requests all log messages, because many FMUs explain failures
  /// without a category, or in a category of their own.
  void adopt(Handle handle, const char* call) {
    handle_ = handle;
    journal().settle(handle_ != nullptr);
    if (handle_ != nullptr) return;
    fail("fmi.instantiation_failed", Version::kPrefix + std::string(call) + " returned nothing");
  }

  /// Throws unless a call, named without the prefix, succeeds.
  template <class F>
  void call(std::string_view name, const F& function, bool watch_folder = true) {
    Status status = Status::Ok;
    run(
        name, [&] { status = function(); }, watch_folder);
    check(status, name);
  }
  /// Calls code of the FMU; throws `fmi.crashed` if it does not return.
  template <class F>
  void run(std::string_view name, const F& function, bool watch_folder = true) {
    const bool stepping = std::exchange(stepping_, false);
    LocalInstance::run(Version::kPrefix + std::string(name), function, watch_folder);
    stepping_ = stepping;
  }
  void check(Status status, std::string_view name) {
    if (status != Status::Ok && status != Status::Warning) stepping_ = false;
    LocalInstance::check(static_cast<int>(status), Version::kPrefix + std::string(name));
  }

  Functions functions_;
  Handle handle_ = nullptr;
  bool stepping_ = false;  // initialized and not failed: must be terminated

 private:
  using Byte = typename Functions::ByteType;

  /// Copies the numbers that a call writes.
  template <class F>
  void read(std::string_view name, const F& function, std::size_t count, double* values,
            bool watch_folder = true) {
    double* const room = written().template zeros<double>(count);
    call(
        name, [&] { return function(handle_, room, count); }, watch_folder);
    std::copy_n(room, count, values);
  }

  void put(double time, const std::vector<double>& states) {
    call(
        "SetTime", [&] { return functions_.set_time(handle_, time); }, false);
    if (states.empty()) return;
    call(
        "SetContinuousStates",
        [&] { return functions_.set_continuous_states(handle_, states.data(), states.size()); },
        false);
  }

  static std::string state_call(const char* verb) { return std::string(verb) + Version::kState; }

  template <class T, class... ValueCount>
  void set_with(const Access<T, ValueCount...>& access, const char* name,
                const VariableGroup& group, const double* values) {
    const std::unique_ptr<T[]> buffer = gathered<T>(group, values);
    const std::size_t n = group.references.size(), count = group.positions.size();
    call(
        std::string("Set") + name,
        [&] {
          return access.set(handle_, group.references.data(), n, buffer.get(),
                            ValueCount(count)...);
        },
        false);
  }
  template <class T, class... ValueCount>
  void get_with(const Access<T, ValueCount...>& access, const char* name,
                const VariableGroup& group, double* values) {
    const std::size_t n = group.references.size(), count = group.positions.size();
    T* const room = written().template zeros<T>(count);
    call(
        std::string("Get") + name,
        [&] { return access.get(handle_, group.references.data(), n, room, ValueCount(count)...); },
        false);
    scatter(group, room, values);
  }
};

/// Makes an instance of an FMU of that version.
std::shared_ptr<FmuInstance> instantiate_fmi2(const InstanceSource& source, const std::string& id);
std::shared_ptr<FmuInstance> instantiate_fmi3(const InstanceSource& source, const std::string& id);

}  // namespace hearth::fmi
