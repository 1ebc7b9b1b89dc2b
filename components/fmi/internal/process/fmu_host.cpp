// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/process/fmu_host.hpp"

#include <csignal>
#include <numeric>
#include <poll.h>
#include <thread>
#include <unistd.h>

#include "hearth/components/fmi/internal/instance/endings.hpp"
#include "hearth/components/fmi/internal/instance/local_instance.hpp"
#include "hearth/components/fmi/internal/process/wire.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::fmi {
namespace {

class Host {
 public:
  explicit Host(int descriptor) : end_(descriptor) {}

  void serve() {
    while (const auto message = end_.receive()) {
      WireReader reader(*message);
      const auto request = reader.read<Request>();
      out_.clear();
      out_.begin();
      const bool answered =
          request != Request::Begin && request != Request::Set && request != Request::FreeState;
      // After a failure, no request runs until the failure was reported.
      if (failure_.bytes().empty()) run(request, reader);
      if (!answered) continue;
      if (!failure_.bytes().empty()) {
        out_ = std::exchange(failure_, {});
      }
      out_.end();
      if (!end_.send(out_.bytes())) return;
    }
  }

 private:
  void run(Request request, WireReader& reader) {
    try {
      out_ << Answer::Done;
      handle(request, reader);
    } catch (const InputError& error) {
      keep(Answer::InputFailed, error);
    } catch (const Error& error) {
      keep(Answer::RunFailed, error);
    }
  }

  void keep(Answer kind, const Error& error) {
    const Diagnostic& first = error.diagnostics().items().front();
    failure_.begin();
    failure_ << kind << first.code << first.where.file << first.where.component << first.where.port
             << first.message;
  }

  /// A crash of the library ends this process, as it should.
  void load(WireReader& reader) {
    source_.place = reader.read<std::string>();
    library_ = reader.read<std::string>();
    SharedLibrary(library_, source_.place);
  }

  void instantiate(WireReader& reader) {
    UnpackedFmu files;
    files.library = library_;
    files.resources = reader.read<std::string>();
    const auto id = reader.read<std::string>();
    description_.major = reader.read<int>();
    description_.token = reader.read<std::string>();
    description_.only_once_per_process = reader.read<bool>();
    description_.can_save = reader.read<bool>();
    description_.can_serialize = reader.read<bool>();
    description_.model_exchange = reader.read<bool>();
    description_.states = reader.read<std::size_t>();
    description_.indicators = reader.read<std::size_t>();
    read_names(reader);
    catch_crashes();
    source_.binary = std::make_shared<FmuBinary>(files, source_.place, NameScope::Process,
                                                 variable_names(description_));
    instance_ = instantiate_here(source_, id);
  }

  /// Reads the variables that messages of the FMU refer to.
  void read_names(WireReader& reader) {
    const std::vector<ValueType> types = reader.read_list<ValueType>();
    const std::vector<std::uint32_t> references = reader.read_list<std::uint32_t>();
    std::vector<std::string> names = reader.read_list<std::string>();
    if (references.size() != types.size() || names.size() != types.size()) return;
    for (std::size_t i = 0; i < types.size(); ++i) {
      Variable& variable = description_.variables.emplace_back();
      variable.type = types[i];
      variable.reference = references[i];
      variable.name = std::move(names[i]);
    }
  }

  /// Ends the instance and answers with the errors of that.
  void finish() {
    instance_.reset();
    std::vector<std::string> said;
    for (Ending& ending : take_endings()) said.push_back(std::move(ending.what));
    out_ << said;
  }

  static Experiment read_experiment(WireReader& reader) {
    Experiment run;
    run.start_time = reader.read<double>();
    run.stop_time = reader.read_optional<double>();
    run.tolerance = reader.read_optional<double>();
    return run;
  }

  static VariableGroup read_group(WireReader& reader) {
    VariableGroup group;
    group.type = reader.read<ValueType>();
    group.references = reader.read_list<std::uint32_t>();
    return group;
  }
  static void number(VariableGroup& group, std::size_t count) {
    group.positions.resize(count);
    std::iota(group.positions.begin(), group.positions.end(), std::size_t{0});
  }

  void set(WireReader& reader) {
    VariableGroup group = read_group(reader);
    group.names = reader.read_list<std::string>();
    const std::vector<double> values = reader.read_list<double>();
    number(group, values.size());
    instance_->set(group, values.data());
  }
  void get(WireReader& reader) {
    VariableGroup group = read_group(reader);
    number(group, reader.read<std::uint64_t>());
    std::vector<double> values(group.positions.size());
    instance_->get(group, values.data());
    out_ << values;
  }

  template <class Write>
  void answer(std::size_t count, const Write& write) {
    std::vector<double> values(count);
    write(values.data());
    out_ << values;
  }

  void handle(Request request, WireReader& reader) {
    switch (request) {
      case Request::Load:
        return load(reader);
      case Request::Instantiate:
        return instantiate(reader);
      case Request::Begin:
        return instance_->begin(reader.read<double>());
      case Request::Reset:
        return instance_->reset();
      case Request::Setup:
        return instance_->setup(read_experiment(reader));
      case Request::EnterInitialization:
        return instance_->enter_initialization(read_experiment(reader));
      case Request::ExitInitialization:
        return instance_->exit_initialization();
      case Request::Configure: {
        VariableGroup group = read_group(reader);
        group.names = reader.read_list<std::string>();
        const std::vector<double> values = reader.read_list<double>();
        number(group, values.size());
        return instance_->configure(group, values.data());
      }
      case Request::SetStrings: {
        const std::vector<std::uint32_t> references = reader.read_list<std::uint32_t>();
        std::vector<std::string> values = reader.read_list<std::string>();
        values.resize(references.size());
        return instance_->set_strings(references, values);
      }
      case Request::Set:
        return set(reader);
      case Request::Get:
        return get(reader);
      case Request::DoStep: {
        const auto time = reader.read<double>();
        const auto length = reader.read<double>();
        const StepResult result = instance_->do_step(time, length, reader.read<bool>());
        out_ << result;
        if (result.kind == StepResult::Kind::Discarded) out_ << instance_->words();
        return;
      }
      case Request::Sizes:
        out_ << instance_->sizes();
        return;
      case Request::States:
        return answer(instance_->sizes().states, [this](double* to) { instance_->states(to); });
      case Request::Nominals:
        return answer(instance_->sizes().states, [this](double* to) { instance_->nominals(to); });
      case Request::Rates: {
        const auto time = reader.read<double>();
        const std::vector<double> states = reader.read_list<double>();
        return answer(states.size(), [&](double* to) { instance_->rates(time, states, to); });
      }
      case Request::Indicators: {
        const auto time = reader.read<double>();
        const std::vector<double> states = reader.read_list<double>();
        return answer(instance_->sizes().indicators,
                      [&](double* to) { instance_->indicators(time, states, to); });
      }
      case Request::Move: {
        const auto time = reader.read<double>();
        const std::vector<double> states = reader.read_list<double>();
        const auto completes = reader.read<bool>();
        out_ << instance_->move(time, states, completes, reader.read<bool>());
        return;
      }
      case Request::EnterEvents:
        return instance_->enter_events();
      case Request::FinishEvents: {
        const EventsHandled handled = instance_->finish_events();
        out_ << handled.terminate << handled.next_time;
        return;
      }
      case Request::SaveState:
        out_ << instance_->save_state();
        return;
      case Request::RestoreState:
        return instance_->restore_state(reader.read<void*>());
      case Request::FreeState:
        return instance_->free_state(reader.read<void*>());
      case Request::Serialize:
        out_ << instance_->serialize(reader.read<void*>());
        return;
      case Request::Deserialize: {
        const auto bytes = reader.read<std::string>();
        out_ << instance_->deserialize(bytes);
        return;
      }
      case Request::Warnings:
        out_ << instance_->warnings();
        return;
      case Request::Finish:
        return finish();
    }
  }

  WireEnd end_;
  WireWriter out_, failure_;
  std::filesystem::path library_;
  ModelDescription description_;
  InstanceSource source_{nullptr, description_, ""};
  std::shared_ptr<FmuInstance> instance_;
};

}  // namespace

int serve_fmu(int descriptor) {
  // Signals of the terminal are handled by the other side, which closes the connection when it
  // ends.
  std::signal(SIGINT, SIG_IGN);
  std::thread([descriptor] {
    pollfd connection{.fd = descriptor, .events = POLLRDHUP, .revents = 0};
    while (::poll(&connection, 1, -1) < 0) {
    }
    // Prevents that the process of an FMU that does not return remains.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    ::_exit(1);
  }).detach();
  Host(descriptor).serve();
  return 0;
}

}  // namespace hearth::fmi
