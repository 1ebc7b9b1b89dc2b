// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/process/remote_instance.hpp"

#include <algorithm>
#include <utility>

#include "hearth/components/fmi/internal/instance/endings.hpp"
#include "hearth/components/fmi/internal/process/host_process.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::fmi {
namespace {

class RemoteInstance final : public FmuInstance {
 public:
  RemoteInstance(const Fmu& fmu, const std::filesystem::path& program, const std::string& id)
      : FmuInstance(id), process_(program, {.file = fmu.path().string(), .component = id}) {
    process_.load(fmu);
    const ModelDescription& description = fmu.description();
    // Data needed by messages of FMI 2.0.
    const auto of_variables = [&description](auto member) {
      std::vector<std::decay_t<decltype(std::declval<Variable>().*member)>> values;
      if (description.major != 2) return values;
      for (const Variable& variable : description.variables) values.push_back(variable.*member);
      return values;
    };
    ask("Instantiate", Request::Instantiate, fmu.unpacked().resources, id, description.major,
        description.token, description.only_once_per_process, description.can_save,
        description.can_serialize, description.model_exchange, description.states,
        description.indicators, of_variables(&Variable::type), of_variables(&Variable::reference),
        of_variables(&Variable::name));
  }
  ~RemoteInstance() override { finish(); }

  void begin(double time) override {
    FmuInstance::begin(time);
    words_.clear();
    post(Request::Begin, time);
  }
  void reset() override { ask("Reset", Request::Reset); }
  void setup(const Experiment& run) override {
    ask("SetupExperiment", Request::Setup, run.start_time, run.stop_time, run.tolerance);
  }
  void enter_initialization(const Experiment& run) override {
    ask("EnterInitializationMode", Request::EnterInitialization, run.start_time, run.stop_time,
        run.tolerance);
  }
  void exit_initialization() override {
    ask("ExitInitializationMode", Request::ExitInitialization);
  }
  void configure(const VariableGroup& group, const double* values) override {
    std::vector<double> own;
    for (const std::size_t at : group.positions) own.push_back(values[at]);
    ask("EnterConfigurationMode", Request::Configure, group.type, group.references, group.names,
        own);
  }
  void set_strings(const std::vector<std::uint32_t>& references,
                   const std::vector<std::string>& values) override {
    ask("SetString", Request::SetStrings, references, values);
  }
  void set(const VariableGroup& group, const double* values) override {
    std::vector<double> own;
    for (const std::size_t at : group.positions) own.push_back(values[at]);
    post(Request::Set, group.type, group.references, group.names, own);
  }
  void get(const VariableGroup& group, double* values) override {
    const std::uint64_t count = group.positions.size();
    WireReader answer = ask("Get", Request::Get, group.type, group.references, count);
    const std::vector<double> own = answer.read_list<double>();
    for (std::size_t i = 0; i < own.size() && i < count; ++i) values[group.positions[i]] = own[i];
  }
  StepResult do_step(double time, double length, bool goes_back) override {
    WireReader answer = ask("DoStep", Request::DoStep, time, length, goes_back);
    const auto result = answer.read<StepResult>();
    if (result.kind == StepResult::Kind::Discarded) words_ = answer.read<std::string>();
    return result;
  }

  ContinuousSizes sizes() override {
    if (!sizes_) sizes_ = ask("GetSizes", Request::Sizes).read<ContinuousSizes>();
    return *sizes_;
  }
  void states(double* values) override {
    take(ask("GetContinuousStates", Request::States), sizes().states, values);
  }
  void nominals(double* values) override {
    take(ask("GetNominalsOfContinuousStates", Request::Nominals), sizes().states, values);
  }
  void rates(double time, const std::vector<double>& states, double* slopes) override {
    take(ask("GetDerivatives", Request::Rates, time, states), states.size(), slopes);
  }
  void indicators(double time, const std::vector<double>& states, double* values) override {
    take(ask("GetEventIndicators", Request::Indicators, time, states), sizes().indicators, values);
  }
  StepCompleted move(double time, const std::vector<double>& states, bool completes,
                     bool goes_back) override {
    return ask("CompletedIntegratorStep", Request::Move, time, states, completes, goes_back)
        .read<StepCompleted>();
  }
  void enter_events() override { ask("EnterEventMode", Request::EnterEvents); }
  EventsHandled finish_events() override {
    WireReader answer = ask("UpdateDiscreteStates", Request::FinishEvents);
    EventsHandled handled;
    handled.terminate = answer.read<bool>();
    handled.next_time = answer.read_optional<double>();
    return handled;
  }

  void* save_state() override { return ask("GetFMUState", Request::SaveState).read<void*>(); }
  void restore_state(void* state) override { ask("SetFMUState", Request::RestoreState, state); }
  void free_state(void* state) noexcept override try {
    if (alive_) post(Request::FreeState, state);
  } catch (...) {  // out of memory: the state is freed with the process
  }
  std::string serialize(void* state) override {
    return ask("SerializeFMUState", Request::Serialize, state).read<std::string>();
  }
  void* deserialize(std::string_view bytes) override {
    return ask("DeserializeFMUState", Request::Deserialize, std::string(bytes)).read<void*>();
  }

  std::string words() const override { return words_; }
  bool callable() const override { return alive_ && !failed_; }
  void require_callable() const override {
    if (!alive_) fail("fmi.fatal", "cannot continue: its process ended before");
    if (failed_) fail("fmi.fatal", "cannot continue: it failed fatally before");
  }
  std::vector<std::string> warnings() override {
    if (!alive_) return {};
    return ask("", Request::Warnings).read_list<std::string>();
  }

 private:
  /// Ends the instance, for as long as its process would be waited for at its end.
  void finish() noexcept try {
    if (!callable()) return;
    process_.end().set_patience(HostProcess::kPatience);
    for (std::string& said : ask("Terminate", Request::Finish).read_list<std::string>()) {
      note_ending({id(), std::move(said)});
    }
  } catch (const Error& error) {
    note_ending({id(), error.diagnostics().items().front().message});
  } catch (...) {  // out of memory: the process ends without a message
  }

  static void take(WireReader answer, std::size_t count, double* values) {
    const std::vector<double> own = answer.read_list<double>();
    std::copy_n(own.begin(), std::min(own.size(), count), values);
  }

  /// Queues a request to be sent with the next one that has an answer.
  template <class... Values>
  void post(Request request, const Values&... values) {
    out_.begin();
    out_ << request;
    ((out_ << values), ...);
    out_.end();
  }
  template <class... Values>
  WireReader ask(const char* call, Request request, const Values&... values) {
    require_callable();
    post(request, values...);
    const bool sent = process_.end().send(out_.bytes());
    out_.clear();
    const auto message = sent ? process_.end().receive() : std::nullopt;
    if (!message) {
      alive_ = false;
      fail("fmi.crashed",
           std::string(call) + " did not return: the FMU " + process_.how_it_ended());
    }
    try {
      return read_answer(*message);
    } catch (const Error& error) {
      const std::string& code = error.code();
      failed_ |= code == "fmi.fatal" || code == "fmi.crashed";
      throw;
    }
  }

  HostProcess process_;
  WireWriter out_;
  std::optional<ContinuousSizes> sizes_;
  std::string words_;  // messages of the step that was discarded
  bool alive_ = true;
  bool failed_ = false;  // failed fatally
};

}  // namespace

std::shared_ptr<FmuInstance> instantiate_apart(const Fmu& fmu, const std::string& id) {
  const std::filesystem::path program = find_fmu_host();
  if (program.empty()) {
    throw InputError("fmi.host_missing", {.file = fmu.path().string(), .component = id},
                     "the program hearth-fmu-host, which runs an FMU in a separate process, was "
                     "not found: install it with Hearth or set HEARTH_FMU_HOST to its path");
  }
  return std::make_shared<RemoteInstance>(fmu, program, id);
}

}  // namespace hearth::fmi
