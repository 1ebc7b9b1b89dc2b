// SPDX-License-Identifier: MIT
#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "hearth/components/fmi/internal/instance/fmi2_interface.hpp"
#include "hearth/components/fmi/internal/instance/fmi_instance.hpp"

namespace hearth::fmi {
namespace {

/// Destination of the messages of an instance.
struct LogTarget {
  FmuJournal& journal;
  const VariableNames& names;
};

/// No exception may pass through the FMU.
void log_fmi2(void* environment, const char*, Status status, const char*, const char* format,
              ...) noexcept try {
  if (environment == nullptr || format == nullptr) return;
  char text[1024];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const LogTarget& target = *static_cast<const LogTarget*>(environment);
  target.journal.add(static_cast<int>(status), with_names(text, target.names));
} catch (...) {  // only a message is lost
}

/// Returns the IRI of a folder (RFC 3986).
std::string file_uri(const std::string& path) {
  constexpr const char* kDigits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 ||
                                       std::string_view("/-._~").find(c) != std::string_view::npos);
    if (plain) {
      uri += c;
    } else {
      uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return uri;
}

struct Fmi2 {
  using Functions = fmi2::Functions;
  static constexpr const char* kPrefix = "fmi2";
  static constexpr const char* kState = "FMUstate";
  static constexpr const char* kDeserialize = "DeSerialize";
  static constexpr const char* kDerivatives = "GetDerivatives";

  template <class F>
  static void with_access(const Functions& functions, ValueType type, F use) {
    if (type == ValueType::Float64) {
      use(functions.real, "Real");
    } else if (type == ValueType::Boolean) {
      use(functions.boolean, "Boolean");
    } else {
      use(functions.integer, "Integer");
    }
  }
};

class Fmi2Instance final : public FmiInstance<Fmi2> {
 public:
  Fmi2Instance(const InstanceSource& source, const std::string& id)
      : FmiInstance(source, id, file_uri(source.binary->resources)),
        sizes_{source.description.states, source.description.indicators} {
    const ModelDescription& description = source.description;
    load_functions(description);
    callbacks_ = {&log_fmi2, &std::calloc, &std::free, nullptr, &log_target_};
    require_callable();
    Handle handle = nullptr;
    run("Instantiate", [&] {
      handle = functions_.instantiate(
          this->id().c_str(),
          description.model_exchange ? fmi2::Type::ModelExchange : fmi2::Type::CoSimulation,
          token().c_str(), resources().c_str(), &callbacks_, false, true);
    });
    adopt(handle, "Instantiate");
  }
  ~Fmi2Instance() override { end(); }

  void setup(const Experiment& run) override {
    call("SetupExperiment", [&] {
      return functions_.setup_experiment(handle_, run.tolerance.has_value(),
                                         run.tolerance.value_or(0.0), run.start_time,
                                         run.stop_time.has_value(), run.stop_time.value_or(0.0));
    });
  }
  void enter_initialization(const Experiment&) override {
    call("EnterInitializationMode",
         [this] { return functions_.enter_initialization_mode(handle_); });
  }
  StepResult do_step(double time, double length, bool goes_back) override {
    Status status = Status::Ok;
    run("DoStep", [&] { status = functions_.do_step(handle_, time, length, !goes_back); });
    if (status == Status::Discard) return discarded(time);
    check(status, "DoStep");
    return {StepResult::Kind::Complete, time + length};
  }

  ContinuousSizes sizes() override { return sizes_; }
  /// FMI 2 has no structural parameters.
  void configure(const VariableGroup&, const double*) override {}
  void set_strings(const std::vector<std::uint32_t>& references,
                   const std::vector<std::string>& values) override {
    Status (*set_string)(Handle, const Reference*, std::size_t, const char* const*) = nullptr;
    FunctionLoader loader(binary().library);
    load(loader, set_string, "SetString");
    loader.finish();
    std::vector<const char*> texts;
    for (const std::string& value : values) texts.push_back(value.c_str());
    call("SetString",
         [&] { return set_string(handle_, references.data(), references.size(), texts.data()); });
  }

 private:
  bool update_discrete_states(EventsHandled& handled) override {
    fmi2::EventInfo info;
    call("NewDiscreteStates", [&] { return functions_.new_discrete_states(handle_, &info); });
    handled.terminate = info.terminate != 0;
    handled.next_time.reset();
    if (info.next_time_defined != 0) handled.next_time = info.next_time;
    return info.new_discrete_states_needed != 0;
  }

  void load_functions(const ModelDescription& description) {
    FunctionLoader loader(binary().library);
    load(loader, functions_.instantiate, "Instantiate");
    load(loader, functions_.setup_experiment, "SetupExperiment");
    load(loader, functions_.enter_initialization_mode, "EnterInitializationMode");
    load(loader, functions_.real, "Real");
    load(loader, functions_.integer, "Integer");
    load(loader, functions_.boolean, "Boolean");
    if (description.model_exchange) {
      load(loader, functions_.new_discrete_states, "NewDiscreteStates");
    } else {
      load(loader, functions_.do_step, "DoStep");
      load(loader, functions_.get_real_status, "GetRealStatus");
      load(loader, functions_.get_boolean_status, "GetBooleanStatus");
    }
    load_common(loader, description);
  }

  /// FMI 2.0.4: 4.2.2 and 4.2.3.
  StepResult discarded(double time) {
    using fmi2::StatusKind;
    stepping_ = false;
    fmi2::Boolean terminated = false;
    double reached = time;
    Status known = Status::Ok;
    run("GetBooleanStatus", [&] {
      known = functions_.get_boolean_status(handle_, StatusKind::Terminated, &terminated);
    });
    if (known > Status::Warning) terminated = false;
    run("GetRealStatus", [&] {
      known = functions_.get_real_status(handle_, StatusKind::LastSuccessfulTime, &reached);
    });
    if (known > Status::Warning) reached = time;
    journal().settle(false);
    return {terminated ? StepResult::Kind::Terminated : StepResult::Kind::Discarded, reached};
  }

  ContinuousSizes sizes_;
  LogTarget log_target_{journal(), binary().names};
  fmi2::Callbacks callbacks_;
};

}  // namespace

std::shared_ptr<FmuInstance> instantiate_fmi2(const InstanceSource& source, const std::string& id) {
  return std::make_shared<Fmi2Instance>(source, id);
}

}  // namespace hearth::fmi
