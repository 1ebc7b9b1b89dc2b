// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmi3_interface.hpp"
#include "hearth/components/fmi/internal/fmi_instance.hpp"

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
  Fmi3Instance(const Fmu& fmu, const std::string& id)
      : FmiInstance(fmu, id), can_save_(fmu.description().can_save) {
    const ModelDescription& description = fmu.description();
    load_functions(description);
    require_callable();
    const std::string resources = binary().resources() + "/";
    // Without event mode the FMU handles its events itself; without early return it makes whole
    // steps.
    adopt(functions_.instantiate(id.c_str(), description.token.c_str(), resources.c_str(), false,
                                 true, false, false, nullptr, 0, &journal(), &log_fmi3, nullptr),
          "InstantiateCoSimulation", description);
  }

  void setup(double) override {}
  void enter_initialization(double start_time) override {
    check(functions_.enter_initialization_mode(handle_, false, 0.0, start_time, false, 0.0),
          "EnterInitializationMode");
  }
  /// FMI 3.0.1: 4.2. A discarded step leaves the FMU where it was (2.2.3).
  StepResult do_step(double time, double length) override {
    bool event = false, terminate = false, early = false;
    double reached = time + length;
    const Status status =
        functions_.do_step(handle_, time, length, !can_save_, &event, &terminate, &early, &reached);
    if (status == Status::Discard) return {StepResult::Kind::Discarded, time};
    check(status, "DoStep");
    if (terminate) return {StepResult::Kind::Terminated, reached};
    if (early) return {StepResult::Kind::Early, reached};
    return {StepResult::Kind::Complete, time + length};
  }

 private:
  void load_functions(const ModelDescription& description) {
    FunctionLoader loader(*binary().library);
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

  bool can_save_ = false;
};

}  // namespace

std::shared_ptr<FmuInstance> instantiate_fmi3(const Fmu& fmu, const std::string& id) {
  return std::make_shared<Fmi3Instance>(fmu, id);
}

}  // namespace hearth::fmi
