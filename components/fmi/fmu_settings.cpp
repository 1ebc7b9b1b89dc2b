// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/fmu_settings.hpp"

#include <string>
#include <utility>
#include <variant>

namespace hearth::fmi {
namespace {

constexpr const char* kYear = "year";

StepperPort configuration(const char* name, ConfigKind kind, Unit unit, Range range,
                          std::vector<std::string_view> words, const char* doc) {
  StepperPort port;
  port.role = Role::Config;
  port.name = name;
  port.kind = kind;
  port.unit = unit;
  port.range = range;
  port.words = std::move(words);
  port.doc = doc;
  port.open = kind != ConfigKind::File;
  return port;
}

template <class T>
const T* setting(const Component& component, const char* name) {
  const auto found = component.config.find(name);
  return found == component.config.end() ? nullptr : std::get_if<T>(&found->second);
}

}  // namespace

std::vector<StepperPort> configuration_ports() {
  return {
      configuration(kFile, ConfigKind::File, unit::one, {}, {},
                    "File of the FMU, relative to the model file"),
      configuration("startTime", ConfigKind::Number, unit::s, {.value = 0.0}, {kYear},
                    "Time of the FMU at the start of the run; with year, seconds since 1 January "
                    "00:00 in the standard time of the site"),
      configuration("stopTime", ConfigKind::Flag, unit::one, {.value = 1.0}, {},
                    "Pass the end of the run to the FMU (default: no if the FMU can save its "
                    "state, so that it can continue later)"),
      configuration("tolerance", ConfigKind::Number, unit::one,
                    {.value = 0.0, .min = 0.0, .max = 1.0}, {},
                    "Relative tolerance of the FMU's own solver, or of Hearth's with model "
                    "exchange; 0 selects the tolerance of the FMU, 1e-8 with model exchange"),
      configuration("values", ConfigKind::Formulas, unit::one, {}, {},
                    "Values of structural parameters and of parameters of type String, and names "
                    "of items of enumerations, by the names of the FMU's variables"),
      configuration("interface", ConfigKind::Choice, unit::one, {},
                    {"auto", "co-simulation", "model-exchange"},
                    "Interface that is used: co-simulation, in which the FMU steps itself, or "
                    "model exchange, in which Hearth integrates its states; auto selects "
                    "co-simulation if the FMU has both"),
      configuration("process", ConfigKind::Choice, unit::one, {}, {"auto", "own", "shared"},
                    "Process in which the code of the FMU runs: its own, which is slower but "
                    "isolates crashes, or the process of Hearth; auto selects its own in a set of "
                    "scenarios, and if symbol names of the FMU conflict with symbols of Hearth"),
  };
}

FmuSettings settings_of(const Component& component) {
  FmuSettings settings;
  if (const auto* word = setting<Word>(component, "startTime")) {
    settings.year = word->text == kYear;
    settings.start_given = true;
  }
  if (const auto* start = setting<Quantity>(component, "startTime")) {
    settings.start_time = start->unit ? convert(start->value, *start->unit, unit::s) : start->value;
    settings.start_given = true;
  }
  if (const auto* stop = setting<bool>(component, "stopTime")) settings.stop_time = *stop;
  if (const auto* tolerance = setting<Quantity>(component, "tolerance")) {
    settings.tolerance = tolerance->value;
  }
  if (const auto* process = setting<Word>(component, "process")) {
    if (process->text == "own") settings.process = FmuProcess::Own;
    if (process->text == "shared") settings.process = FmuProcess::Shared;
  }
  if (const auto* values = setting<FormulaTexts>(component, "values")) {
    settings.values = values->texts;
  }
  if (const auto* interface = setting<Word>(component, "interface")) {
    if (interface->text == "co-simulation") settings.interface = Interface::CoSimulation;
    if (interface->text == "model-exchange") settings.interface = Interface::ModelExchange;
  }
  return settings;
}

}  // namespace hearth::fmi
