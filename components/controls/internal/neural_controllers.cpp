// SPDX-License-Identifier: MIT
#include "hearth/components/controls/internal/neural_controllers.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "hearth/components/controls/internal/neural_network.hpp"
#include "hearth/components/internal/named_file.hpp"
#include "hearth/framework/base/read_confinement.hpp"
#include "hearth/framework/component/stepper.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;
using Kind = NeuralNetwork::Kind;

constexpr const char* kFile = "file";

/// Evaluates a network at each communication point; it has no memory.
class NeuralStepper final : public Stepper {
 public:
  explicit NeuralStepper(std::shared_ptr<const NeuralNetwork> network)
      : network_(std::move(network)), outputs_(network_->outputs.size()) {}

  void start(double, const double*, const double* inputs) override { act(inputs); }
  void step(double, double, const double* inputs) override { act(inputs); }
  void outputs(double* values) override {
    for (const double value : outputs_) *values++ = value;
  }

  bool can_restore() const override { return true; }
  std::shared_ptr<const Memory> save() override { return std::make_shared<const Memory>(); }
  bool can_serialize() const override { return true; }
  std::string serialize(const Memory&) override { return {}; }
  std::shared_ptr<const Memory> deserialize(std::string_view) override { return save(); }

 private:
  void act(const double* inputs) { network_->evaluate(inputs, outputs_.data(), scratch_); }

  std::shared_ptr<const NeuralNetwork> network_;
  std::vector<double> outputs_, scratch_;
};

const char* name_of(Kind kind) {
  return kind == Kind::Policy ? "NeuralPolicyController" : "ClassificationAnnController";
}
const char* summary_of(Kind kind) {
  return kind == Kind::Policy
             ? "Neural network as a controller; its file defines the ports"
             : "Neural network that chooses one of several outputs; its file defines the ports";
}

StepperPort file_port() {
  StepperPort port;
  port.role = Role::Config;
  port.name = kFile;
  port.doc = "File of the network (JSON), relative to the model file";
  return port;
}

StepperPort port_of(Role role, const NeuralNetwork::Port& given) {
  StepperPort port;
  port.role = role;
  port.name = given.name;
  port.unit = given.unit;
  port.doc = given.doc;
  return port;
}

std::shared_ptr<const ComponentType> type_of(const fs::path& path, Kind kind) {
  auto network = std::make_shared<const NeuralNetwork>(read_neural_network(path, kind));
  std::vector<StepperPort> ports{file_port()};
  for (const auto& input : network->inputs) ports.push_back(port_of(Role::Input, input));
  for (const auto& output : network->outputs) ports.push_back(port_of(Role::Output, output));
  auto make = [network](const std::string&) { return std::make_unique<NeuralStepper>(network); };
  return std::make_shared<const ComponentType>(
      stepping_type(name_of(kind), summary_of(kind), std::move(ports), std::move(make)));
}

/// Returns the type of a file, which is read again only if it changed.
std::shared_ptr<const ComponentType> known_type(const fs::path& path, Kind kind) {
  struct Known {
    fs::file_time_type changed{};
    std::shared_ptr<const ComponentType> type{};
  };
  static std::mutex mutex;
  static std::map<std::pair<fs::path, Kind>, Known> known;
  check_not_hidden(path);
  std::error_code error;
  const fs::path canonical = fs::canonical(path, error);
  if (error) throw InputError("file.missing", {.file = path.string()}, "does not exist");
  const fs::file_time_type changed = fs::last_write_time(canonical, error);
  const std::lock_guard lock(mutex);
  Known& entry = known[{canonical, kind}];
  if (!entry.type || entry.changed != changed) entry = {changed, type_of(canonical, kind)};
  return entry.type;
}

ComponentType type_made_by(Kind kind) {
  return specialized_type(name_of(kind), summary_of(kind), {file_port()},
                          [kind](const Component& component,
                                 Diagnostics& diagnostics) -> std::shared_ptr<const ComponentType> {
                            const FileName* name = named_file(
                                component, kFile, "a file of a neural network", diagnostics);
                            if (name == nullptr) return nullptr;
                            const fs::path path = path_of(component, *name);
                            try {
                              return known_type(path, kind);
                            } catch (const Error& error) {
                              append_for(component, path, error.diagnostics(), diagnostics);
                              return nullptr;
                            }
                          });
}

}  // namespace

ComponentType neural_policy_controller_type() { return type_made_by(Kind::Policy); }

ComponentType classification_ann_controller_type() { return type_made_by(Kind::Classifier); }

}  // namespace hearth
