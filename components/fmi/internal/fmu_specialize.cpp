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
#include "hearth/framework/base/read_confinement.hpp"
#include "hearth/framework/confinement/fixed_confinement.hpp"

namespace hearth::fmi {
namespace {

namespace fs = std::filesystem;

/// The type of an FMU with certain settings, and its ports with them.
struct KnownType {
  std::shared_ptr<const FmuPorts> ports{};
  std::shared_ptr<const ComponentType> type{};
};

/// An FMU with its types by settings.
struct KnownFmu {
  fs::file_time_type changed{};
  std::shared_ptr<const Fmu> fmu{};
  std::map<FmuSettings, KnownType> types{};
};

std::string summary_of(const ModelDescription& description) {
  if (description.description.empty()) return description.model_name;
  return description.model_name + ": " + description.description;
}

KnownType type_of(const KnownFmu& known, const FmuSettings& settings) {
  const auto own = std::make_shared<const FmuPorts>(
      ports_of(known.fmu->description(), known.fmu->path().string(), settings.values));
  auto make = [fmu = known.fmu, ports = own, settings](const std::string& id) {
    return std::make_unique<FmuStepper>(fmu, ports, id, settings);
  };
  std::vector<StepperPort> all = configuration_ports();
  all.insert(all.end(), own->ports.begin(), own->ports.end());
  ComponentType type =
      stepping_type("Fmu", summary_of(known.fmu->description()), std::move(all), std::move(make));
  type.explain_absence = [fmu = known.fmu](std::string_view name) {
    return why_absent(fmu->description(), name);
  };
  return {own, std::make_shared<const ComponentType>(std::move(type))};
}

/// Returns the type of a file and settings; the file is read again only if it changed.
KnownType known_fmu(const fs::path& path, const FmuSettings& settings) {
  static std::mutex mutex;
  static std::map<std::pair<fs::path, Interface>, KnownFmu> files;
  check_not_hidden(path);
  if (!may_run_foreign_code()) {
    throw InputError("fmi.not_allowed", {.file = path.string()},
                     "was not run: an FMU is a program, which --confine does not confine; if you "
                     "trust the model, add --allow-fmus, or --client-fmus to a service");
  }
  std::error_code error;
  const fs::path canonical = fs::canonical(path, error);
  if (error) throw InputError("file.missing", {.file = path.string()}, "does not exist");
  if (!fs::is_regular_file(canonical)) {
    throw InputError("fmi.archive_invalid", {.file = path.string()}, "is not a regular file");
  }
  const fs::file_time_type changed = fs::last_write_time(canonical, error);
  const std::lock_guard lock(mutex);
  KnownFmu& known = files[{canonical, settings.interface}];
  if (!known.fmu || known.changed != changed) {
    known = {changed, std::make_shared<const Fmu>(canonical, settings.interface), {}};
  }
  const auto found = known.types.find(settings);
  if (found != known.types.end()) return found->second;
  return known.types.emplace(settings, type_of(known, settings)).first->second;
}

}  // namespace

std::shared_ptr<const ComponentType> specialize(const Component& component,
                                                Diagnostics& diagnostics) {
  const FileName* name = named_file(component, kFile, "an FMU file", diagnostics);
  if (name == nullptr) return nullptr;
  const fs::path path = path_of(component, *name);
  try {
    const KnownType known = known_fmu(path, settings_of(component));
    append_for(component, path, known.ports->notes, diagnostics);
    return known.type;
  } catch (const Error& error) {
    append_for(component, path, error.diagnostics(), diagnostics);
    return nullptr;
  }
}

}  // namespace hearth::fmi
