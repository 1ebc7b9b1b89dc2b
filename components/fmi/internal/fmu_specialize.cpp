// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmu_specialize.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "hearth/components/fmi/internal/fmu_stepper.hpp"
#include "hearth/components/fmi/internal/package/fmu_ports.hpp"
#include "hearth/components/internal/named_file.hpp"

namespace hearth::fmi {
namespace {

namespace fs = std::filesystem;

/// An FMU as a component type, with what there is to say about it.
struct KnownFmu {
  fs::file_time_type changed{};
  std::shared_ptr<const ComponentType> type{};
  Diagnostics notes{};
};

std::string summary_of(const ModelDescription& description) {
  if (description.description.empty()) return description.model_name;
  return description.model_name + ": " + description.description;
}

KnownFmu read_fmu(const fs::path& path, fs::file_time_type changed) {
  const auto fmu = std::make_shared<const Fmu>(path);
  const auto ports = std::make_shared<const FmuPorts>(ports_of(fmu->description(), path.string()));
  auto make = [fmu, ports](const std::string& id) {
    return std::make_unique<FmuStepper>(fmu, ports, id);
  };
  std::vector<StepperPort> all{file_port()};
  all.insert(all.end(), ports->ports.begin(), ports->ports.end());
  ComponentType type =
      stepping_type("Fmu", summary_of(fmu->description()), std::move(all), std::move(make));
  return {changed, std::make_shared<const ComponentType>(std::move(type)), ports->notes};
}

/// Returns the type of a file, read once as long as it does not change.
KnownFmu known_fmu(const fs::path& path) {
  static std::mutex mutex;
  static std::map<fs::path, KnownFmu> known;
  std::error_code error;
  const fs::path canonical = fs::canonical(path, error);
  if (error) throw InputError("file.missing", {.file = path.string()}, "does not exist");
  if (!fs::is_regular_file(canonical)) {
    throw InputError("fmi.archive_invalid", {.file = path.string()}, "is no file");
  }
  const fs::file_time_type changed = fs::last_write_time(canonical, error);
  const std::lock_guard lock(mutex);
  KnownFmu& entry = known[canonical];
  if (!entry.type || entry.changed != changed) entry = read_fmu(canonical, changed);
  return entry;
}

}  // namespace

std::shared_ptr<const ComponentType> specialize(const Component& component,
                                                Diagnostics& diagnostics) {
  const FileName* name = named_file(component, kFile, "an FMU file", diagnostics);
  if (name == nullptr) return nullptr;
  const fs::path path = path_of(component, *name);
  try {
    const KnownFmu fmu = known_fmu(path);
    append_for(component, path, fmu.notes, diagnostics);
    return fmu.type;
  } catch (const Error& error) {
    append_for(component, path, error.diagnostics(), diagnostics);
    return nullptr;
  }
}

}  // namespace hearth::fmi
