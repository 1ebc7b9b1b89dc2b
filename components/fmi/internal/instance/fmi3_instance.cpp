// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/instance/fmi3_interface.hpp"
#include "hearth/components/fmi/internal/instance/fmi_instance.hpp"

namespace hearth::fmi {
namespace {

/// No exception may pass through the FMU.
void log_fmi3(void* environment, Status status, const char*, const char* message) noexcept try {
  if (environment == nullptr || message == nullptr) return;
  static_cast<FmuJournal*>(environment)->add(static_cast<int>(status), message);
} catch (...) {  // only a message is lost
}

struct Fmi3 {
  using Functions = fmi3::Functions;
  static constexpr const char* kPrefix = "fmi3";
  static constexpr const char* kState = "FMUState";
  static constexpr const char* kDeserialize = "Deserialize";
  static constexpr const char* kDerivatives = "GetContinuousStateDerivatives";

  template <class F>
  static void with_access(const Functions& f, ValueType type, F use) {
    const char* const name = to_string(type);
    switch (type) {
      case ValueType::Float32:
        return use(f.float32, name);
      case ValueType::Float64:
        return use(f.float64, name);
      case ValueType::Int8:
        return use(f.int8, name);
      case ValueType::UInt8:
        return use(f.uint8, name);
      case ValueType::Int16:
        return use(f.int16, name);
      case ValueType::UInt16:
        return use(f.uint16, name);
      case ValueType::Int32:
        return use(f.int32, name);
      case ValueType::UInt32:
        return use(f.uint32, name);
      case ValueType::Int64:
      case ValueType::Enumeration:
        return use(f.int64, name);
      case ValueType::UInt64:
        return use(f.uint64, name);
      case ValueType::Boolean:
        return use(f.boolean, name);
      case ValueType::String:
      case ValueType::Binary:
      case ValueType::Clock:
        break;  // no ports
    }
  }
};

class Fmi3Instance final : public FmiInstance<Fmi3> {
 public:
  Fmi3Instance(const InstanceSource& source, const std::string& id)
      : FmiInstance(source, id, source.binary->resources + "/") {
    load_functions(source.description);
    require_callable();
    // Without event mode the FMU handles its events itself; without early return it completes its
    // steps.
    const bool exchange = source.description.model_exchange;
    const char* const name = exchange ? "InstantiateModelExchange" : "InstantiateCoSimulation";
    Handle handle = nullptr;
    run(name, [&] {
      handle = exchange ? functions_.instantiate_exchange(this->id().c_str(), token().c_str(),
                                                          resources().c_str(), false, true,
                                                          &journal(), &log_fmi3)
                        : functions_.instantiate(this->id().c_str(), token().c_str(),
                                                 resources().c_str(), false, true, false, false,
                                                 nullptr, 0, &journal(), &log_fmi3, nullptr);
    });
    adopt(handle, name);
  }
  ~Fmi3Instance() override { end(); }

  void setup(const Experiment&) override {}
  void enter_initialization(const Experiment& run) override {
    call("EnterInitializationMode", [&] {
      return functions_.enter_initialization_mode(
          handle_, run.tolerance.has_value(), run.tolerance.value_or(0.0), run.start_time,
          run.stop_time.has_value(), run.stop_time.value_or(0.0));
    });
  }
  /// FMI 3.0.1: 4.2. A discarded step leaves the FMU unchanged (2.2.3).
  StepResult do_step(double time, double length, bool goes_back) override {
    bool event = false, terminate = false, early = false;
    double reached = time + length;
    Status status = Status::Ok;
    run("DoStep", [&] {
      status = functions_.do_step(handle_, time, length, !goes_back, &event, &terminate, &early,
                                  &reached);
    });
    if (status == Status::Discard) {
      journal().settle(false);
      return {StepResult::Kind::Discarded, time};
    }
    check(status, "DoStep");
    if (terminate) return {StepResult::Kind::Terminated, reached};
    if (early) return {StepResult::Kind::Early, reached};
    return {StepResult::Kind::Complete, time + length};
  }

  void configure(const VariableGroup& group, const double* values) override {
    Status (*enter)(Handle) = nullptr;
    Status (*exit)(Handle) = nullptr;
    FunctionLoader loader(binary().library);
    load(loader, enter, "EnterConfigurationMode");
    load(loader, exit, "ExitConfigurationMode");
    loader.finish();
    call("EnterConfigurationMode", [&] { return enter(handle_); });
    set(group, values);
    call("ExitConfigurationMode", [&] { return exit(handle_); });
  }
  void set_strings(const std::vector<std::uint32_t>& references,
                   const std::vector<std::string>& values) override {
    Status (*set_string)(Handle, const Reference*, std::size_t, const char* const*, std::size_t) =
        nullptr;
    FunctionLoader loader(binary().library);
    load(loader, set_string, "SetString");
    loader.finish();
    std::vector<const char*> texts;
    for (const std::string& value : values) texts.push_back(value.c_str());
    call("SetString", [&] {
      return set_string(handle_, references.data(), references.size(), texts.data(), texts.size());
    });
  }
  /// Structural parameters can change the sizes before the initialization only.
  ContinuousSizes sizes() override {
    if (sizes_) return *sizes_;
    ContinuousSizes found;
    call("GetNumberOfContinuousStates",
         [&] { return functions_.state_count(handle_, &found.states); });
    call("GetNumberOfEventIndicators",
         [&] { return functions_.indicator_count(handle_, &found.indicators); });
    sizes_ = found;
    return found;
  }

 private:
  bool update_discrete_states(EventsHandled& handled) override {
    bool again = false, nominals = false, states = false, defined = false;
    double next = 0.0;
    call("UpdateDiscreteStates", [&] {
      return functions_.update_discrete_states(handle_, &again, &handled.terminate, &nominals,
                                               &states, &defined, &next);
    });
    handled.next_time.reset();
    if (defined) handled.next_time = next;
    return again;
  }

  void load_functions(const ModelDescription& description) {
    FunctionLoader loader(binary().library);
    if (description.model_exchange) {
      load(loader, functions_.instantiate_exchange, "InstantiateModelExchange");
      load(loader, functions_.state_count, "GetNumberOfContinuousStates");
      load(loader, functions_.indicator_count, "GetNumberOfEventIndicators");
      load(loader, functions_.update_discrete_states, "UpdateDiscreteStates");
    } else {
      load(loader, functions_.instantiate, "InstantiateCoSimulation");
      load(loader, functions_.do_step, "DoStep");
    }
    load(loader, functions_.enter_initialization_mode, "EnterInitializationMode");
    load(loader, functions_.float32, "Float32");
    load(loader, functions_.float64, "Float64");
    load(loader, functions_.int8, "Int8");
    load(loader, functions_.uint8, "UInt8");
    load(loader, functions_.int16, "Int16");
    load(loader, functions_.uint16, "UInt16");
    load(loader, functions_.int32, "Int32");
    load(loader, functions_.uint32, "UInt32");
    load(loader, functions_.int64, "Int64");
    load(loader, functions_.uint64, "UInt64");
    load(loader, functions_.boolean, "Boolean");
    load_common(loader, description);
  }

  std::optional<ContinuousSizes> sizes_;
};

}  // namespace

std::shared_ptr<FmuInstance> instantiate_fmi3(const InstanceSource& source, const std::string& id) {
  return std::make_shared<Fmi3Instance>(source, id);
}

}  // namespace hearth::fmi
