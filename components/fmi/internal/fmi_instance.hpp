// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/components/fmi/internal/fmi_interface.hpp"
#include "hearth/components/fmi/internal/fmu_instance.hpp"

namespace hearth::fmi {

/// An instance of an FMU of one version of the standard. `Version` names its `Functions`; the
/// prefix of their names, `kPrefix`; how names spell states, `kState`, and reading them back,
/// `kDeserialize`; and calls `with_access(functions, type, use)` the access to a type and its name.
template <class Version>
class FmiInstance : public FmuInstance {
 public:
  ~FmiInstance() override {
    if (handle_ == nullptr || !callable()) return;
    if (stepping_) functions_.terminate(handle_);
    if (callable()) functions_.free_instance(handle_);
  }

  void reset() override {
    stepping_ = false;
    check(functions_.reset(handle_), "Reset");
  }
  void exit_initialization() override {
    check(functions_.exit_initialization_mode(handle_), "ExitInitializationMode");
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

  void* save_state() override {
    State state = nullptr;
    check(functions_.get_state(handle_, &state), state_call("Get"));
    return state;
  }
  void restore_state(void* state) override {
    check(functions_.set_state(handle_, state), state_call("Set"));
    stepping_ = true;
  }
  void free_state(void* state) noexcept override {
    if (callable()) functions_.free_state(handle_, &state);
  }
  std::string serialize(void* state) override {
    std::size_t size = 0;
    check(functions_.serialized_size(handle_, state, &size), state_call("Serialized") + "Size");
    std::string bytes(size, '\0');
    check(functions_.serialize(handle_, state, reinterpret_cast<Byte*>(bytes.data()), size),
          state_call("Serialize"));
    return bytes;
  }
  void* deserialize(std::string_view bytes) override {
    State state = nullptr;
    check(functions_.deserialize(handle_, reinterpret_cast<const Byte*>(bytes.data()), bytes.size(),
                                 &state),
          state_call(Version::kDeserialize));
    return state;
  }

 protected:
  using Functions = typename Version::Functions;

  using FmuInstance::FmuInstance;

  /// Loads a function by its name without prefix.
  template <class F>
  static void load(FunctionLoader& load, F*& function, const std::string& name) {
    load(function, (Version::kPrefix + name).c_str());
  }
  template <class... Types>
  static void load(FunctionLoader& loader, Access<Types...>& access, const std::string& type) {
    load(loader, access.get, "Get" + type);
    load(loader, access.set, "Set" + type);
  }
  /// Loads what both versions have, and reports all that is missing.
  void load_common(FunctionLoader& loader, const ModelDescription& description) {
    load(loader, functions_.free_instance, "FreeInstance");
    load(loader, functions_.set_debug_logging, "SetDebugLogging");
    load(loader, functions_.exit_initialization_mode, "ExitInitializationMode");
    load(loader, functions_.terminate, "Terminate");
    load(loader, functions_.reset, "Reset");
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
  /// Takes over what a call instantiated, and asks it to log failures.
  void adopt(Handle handle, const char* call, const ModelDescription& description) {
    handle_ = handle;
    if (handle_ == nullptr) {
      fail("fmi.instantiation_failed", Version::kPrefix + std::string(call) + " returned nothing");
    }
    const std::vector<const char*> categories = failure_categories(description);
    if (categories.empty()) return;
    // What it returns concerns messages only.
    functions_.set_debug_logging(handle_, true, categories.size(), categories.data());
  }

  /// Throws where a call, named without prefix, did not succeed.
  void check(Status status, std::string_view call) {
    if (status == Status::Ok || status == Status::Warning) return;
    stepping_ = false;
    FmuInstance::check(static_cast<int>(status), Version::kPrefix + std::string(call));
  }

  Functions functions_;
  Handle handle_ = nullptr;
  bool stepping_ = false;  // initialized and not failed: has to be terminated

 private:
  using Byte = typename Functions::ByteType;

  static std::string state_call(const char* verb) { return std::string(verb) + Version::kState; }

  template <class T, class... ValueCount>
  void set_with(const Access<T, ValueCount...>& access, const char* name,
                const VariableGroup& group, const double* values) {
    const std::unique_ptr<T[]> buffer = gathered<T>(group, values);
    const std::size_t n = group.references.size();
    check(access.set(handle_, group.references.data(), n, buffer.get(), ValueCount(n)...),
          std::string("Set") + name);
  }
  template <class T, class... ValueCount>
  void get_with(const Access<T, ValueCount...>& access, const char* name,
                const VariableGroup& group, double* values) {
    const std::unique_ptr<T[]> buffer = buffer_for<T>(group);
    const std::size_t n = group.references.size();
    check(access.get(handle_, group.references.data(), n, buffer.get(), ValueCount(n)...),
          std::string("Get") + name);
    scatter(group, buffer.get(), values);
  }
};

/// Makes an instance of an FMU of that version.
std::shared_ptr<FmuInstance> instantiate_fmi2(const Fmu& fmu, const std::string& id);
std::shared_ptr<FmuInstance> instantiate_fmi3(const Fmu& fmu, const std::string& id);

}  // namespace hearth::fmi
