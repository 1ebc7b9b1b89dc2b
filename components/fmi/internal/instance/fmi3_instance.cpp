// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/instance/fmi3_interface.hpp"
#include "hearth/components/fmi/internal/instance/fmi_instance.hpp"

namespace hearth::fmi {
namespace {

/// Nothing may be thrown into the FMU.
void log_fmi3(void* environment, Status status, const char*, const char* message) noexcept try {
  if (environment == nullptr || message == nullptr) return;
  static_cast<FmuJournal*>(environment)->add(static_cast<int>(status), message);
} catch (...) {  // a message is lost, no more
}

struct Fmi3 {
  using Functions = fmi3::Functions;
  static constexpr const char* kPrefix = "fmi3";
  static constexpr const char* kState = "FMUState";
  static constexpr const char* kDeserialize = "Deserialize";

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
    // Without event mode the FMU handles its events itself; without early return it makes whole
    // steps.
    Handle handle = nullptr;
    run("InstantiateCoSimulation", [&] {
      handle =
          functions_.instantiate(this->id().c_str(), token().c_str(), resources().c_str(), false,
                                 true, false, false, nullptr, 0, &journal(), &log_fmi3, nullptr);
    });
    adopt(handle, "InstantiateCoSimulation");
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
  /// FMI 3.0.1: 4.2. A discarded step leaves the FMU where it was (2.2.3).
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

 private:
  void load_functions(const ModelDescription& description) {
    FunctionLoader loader(binary().library);
    load(loader, functions_.instantiate, "InstantiateCoSimulation");
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
    load(loader, functions_.do_step, "DoStep");
    load_common(loader, description);
  }
};

}  // namespace

std::shared_ptr<FmuInstance> instantiate_fmi3(const InstanceSource& source, const std::string& id) {
  return std::make_shared<Fmi3Instance>(source, id);
}

}  // namespace hearth::fmi
