// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "hearth/components/physics/air.hpp"

namespace hearth::twin4build {
namespace {

constexpr double kPerMillion = 1e-6;

constexpr std::array kRoom = {
    ParameterTerm{"C_air", "thermal.", Scale::Same, 1e6},
    ParameterTerm{"C_wall", "thermal.", Scale::Same, 1e6},
    ParameterTerm{"C_int", "thermal.", Scale::Same, 1e5},
    ParameterTerm{"C_boundary", "thermal.", Scale::Same, 1e6},
    ParameterTerm{"R_out", "thermal.", Scale::Same, 0.05},
    ParameterTerm{"R_in", "thermal.", Scale::Same, 0.05},
    ParameterTerm{"R_int", "thermal.", Scale::Same, 0.01},
    ParameterTerm{"R_boundary", "thermal.", Scale::Same, 0.01},
    ParameterTerm{"f_wall", "thermal.", Scale::Same, 0.3},
    ParameterTerm{"f_air", "thermal.", Scale::Same, 0.1},
    ParameterTerm{"Q_occ_gain", "thermal.", Scale::Same, 100.0},
    ParameterTerm{"V", "mass.", Scale::AirMass, 100.0},  // a mass under the name of a volume
    ParameterTerm{"G_occ", "mass.", Scale::PerMillion, 5e-6},
    ParameterTerm{"m_inf", "mass.", Scale::Same, 0.001},
};
constexpr std::array kRadiator = {
    ParameterTerm{"Q_flow_nominal_sh", "", Scale::Same, 1000.0},
    ParameterTerm{"T_a_nominal_sh", "", Scale::Same, 60.0},
    ParameterTerm{"T_b_nominal_sh", "", Scale::Same, 45.0},
    ParameterTerm{"TAir_nominal_sh", "", Scale::Same, 21.0},
    ParameterTerm{"thermalMassHeatCapacity", "", Scale::Same, 5e5},
    ParameterTerm{"UA", "", Scale::Same, std::nullopt},
};
constexpr std::array kValve = {
    ParameterTerm{"waterFlowRateMax", "", Scale::Same, 1000.0 / (15.0 * 4180.0)},
    ParameterTerm{"valveAuthority", "", Scale::Same, 1.0},
};
constexpr std::array kDamper = {
    ParameterTerm{"a", "", Scale::Same, 1.0},
    ParameterTerm{"nominalAirFlowRate", "", Scale::Same, 100.0 * 1.225 / 3600.0},
};
constexpr std::array kController = {
    ParameterTerm{"kp", "", Scale::Same, 0.001},
    ParameterTerm{"Ti", "", Scale::Same, 10.0},
    ParameterTerm{"Td", "", Scale::Same, 0.0},
};
constexpr std::array kWeather = {
    ParameterTerm{"a", "", Scale::Same, 1.0},
    ParameterTerm{"b", "", Scale::Same, 0.0},
};

constexpr std::array kOwnSeries = {SeriesTerm{"value", "", std::nullopt, std::nullopt}};
constexpr std::array kWeatherSeries = {
    SeriesTerm{"outdoorTemperature", "_outdoorTemperature", unit::degC, std::nullopt},
    SeriesTerm{"globalIrradiation", "_globalIrradiation", unit::W_per_m2, std::nullopt},
    SeriesTerm{"outdoorCo2Concentration", "_outdoorCo2Concentration", unit::ppm, 400.0},
};

constexpr std::array kClasses = {
    ClassTerm{"BuildingSpaceTorchSystem", "BuildingSpace", kRoom, {}, "", ""},
    ClassTerm{"SpaceHeaterTorchSystem", "SpaceHeater", kRadiator, {}, "", "nelements"},
    ClassTerm{"ValveTorchSystem", "Valve", kValve, {}, "", ""},
    ClassTerm{"DamperTorchSystem", "Damper", kDamper, {}, "", ""},
    ClassTerm{"PIDControllerSystem", "PidController", kController, {}, "isReverse", ""},
    ClassTerm{"SensorSystem", "Sensor", {}, kOwnSeries, "", ""},
    ClassTerm{"ScheduleSystem", "Schedule", {}, kOwnSeries, "", ""},
    ClassTerm{"OutdoorEnvironmentSystem", "OutdoorEnvironment", kWeather, kWeatherSeries,
              "apply_correction", ""},
};

constexpr std::array<std::string_view, 25> kWithoutComponent = {
    "BuildingSpaceThermalTorchSystem",
    "BuildingSpaceMassTorchSystem",
    "CoilTorchSystem",
    "FanTorchSystem",
    "AirToAirHeatRecoverySystem",
    "SupplyFlowJunctionSystem",
    "ReturnFlowJunctionSystem",
    "OnOffControllerSystem",
    "RulebasedControllerSystem",
    "RulebasedSetpointInputControllerSystem",
    "SequenceControllerSystem",
    "ClassificationAnnControllerSystem",
    "NeuralPolicyControllerSystem",
    "PiecewiseLinearScheduleSystem",
    "PiecewiseLinearSystem",
    "OccupancySystem",
    "ShadingDeviceSystem",
    "MaxSystem",
    "OnOffSystem",
    "PassInputToOutput",
    "TimeSeriesInputSystem",
    "DiscreteStatespaceSystem",
    "MeterSystem",
    "PumpSystem",
    "fmuSystem",
};

constexpr std::array<std::string_view, 14> kBookkeeping = {
    "useSpreadsheet",
    "useDatabase",
    "filename",
    "datecolumn",
    "valuecolumn",
    "uuid",
    "name",
    "dbconfig",
    "add_noise",
    "id",
    "saveSimulationResult",
    "doUncertaintyAnalysis",
    "n_adjacent_zones",
    "n_boundary_temperature",
};

std::string_view without_prefix(std::string_view attribute) {
  for (const std::string_view prefix : {"thermal.", "mass."}) {
    if (attribute.starts_with(prefix)) return attribute.substr(prefix.size());
  }
  return attribute;
}

// `DamperTorchSystem` and `DamperSystem` are one class in two versions.
std::string_view stem(std::string_view name) {
  for (const std::string_view ending : {"System", "Torch"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  return name;
}

template <class T>
T scaled(Scale scale, T number) {
  switch (scale) {
    case Scale::AirMass:
      return number / T(kAirDensity);
    case Scale::PerMillion:
      return number * T(kPerMillion);
    case Scale::Same:
      break;
  }
  return number;
}

template <class T>
T unscaled(Scale scale, T value) {
  switch (scale) {
    case Scale::AirMass:
      return value * T(kAirDensity);
    case Scale::PerMillion:
      return value / T(kPerMillion);
    case Scale::Same:
      break;
  }
  return value;
}

// More digits than any double needs mark a number of extended precision.
constexpr std::size_t kDoubleDigits = 17;
constexpr int kExtendedDigits = 21;

std::string shortest_text(double number) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::scientific)
                       .ptr;
  return {buffer.data(), end};
}

std::string extended_text(long double number) {
  std::array<char, 64> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::scientific, kExtendedDigits - 1)
                       .ptr;
  return {buffer.data(), end};
}

std::size_t significant_digits(std::string_view text) {
  text = text.substr(0, text.find_first_of("eE"));
  text.remove_prefix(std::min(text.find_first_of("123456789"), text.size()));
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }));
}

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string sim(std::string_view name) { return std::string(kSim).append(name); }
std::string s4syst(std::string_view name) { return std::string(kS4syst).append(name); }

double from_graph(Scale scale, long double number) {
  const auto plain = static_cast<double>(number);
  if (static_cast<long double>(plain) == number) return scaled(scale, plain);
  return static_cast<double>(scaled(scale, number));
}

std::optional<std::string> to_graph(Scale scale, double value) {
  if (!std::isfinite(value)) return std::nullopt;
  const double nearest = unscaled(scale, value);
  const double infinity = std::numeric_limits<double>::infinity();
  std::optional<std::string> best;
  for (const double number :
       {nearest, std::nextafter(nearest, -infinity), std::nextafter(nearest, infinity)}) {
    if (!std::isfinite(number) || from_graph(scale, number) != value) continue;
    std::string text = shortest_text(number);
    if (!best || text.size() < best->size()) best = std::move(text);
  }
  if (best) return best;
  // Of some values, one in ten at most, no double is the scaled one, but a number between two.
  std::string text = extended_text(unscaled(scale, static_cast<long double>(value)));
  const std::optional<long double> number = parse_number(text);
  if (number && from_graph(scale, *number) == value) return text;
  return std::nullopt;
}

std::optional<long double> parse_number(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  const std::optional<double> plain = parse_whole<double>(text);
  if (!plain || !std::isfinite(*plain)) return std::nullopt;
  if (significant_digits(text) <= kDoubleDigits) return *plain;
  return parse_whole<long double>(text);
}

const ClassTerm* find_class(std::string_view name) {
  if (!name.ends_with("System")) return nullptr;
  const auto found = std::find_if(kClasses.begin(), kClasses.end(), [name](const ClassTerm& term) {
    return stem(term.name) == stem(name);
  });
  return found == kClasses.end() ? nullptr : &*found;
}

const ClassTerm* find_type(std::string_view type) {
  const auto found = std::find_if(kClasses.begin(), kClasses.end(),
                                  [type](const ClassTerm& term) { return term.type == type; });
  return found == kClasses.end() ? nullptr : &*found;
}

bool is_without_component(std::string_view name) {
  return std::any_of(
      kWithoutComponent.begin(), kWithoutComponent.end(),
      [name](std::string_view known) { return known == name || stem(known) == stem(name); });
}

std::vector<std::string> class_names() {
  std::vector<std::string> names(kWithoutComponent.begin(), kWithoutComponent.end());
  for (const ClassTerm& term : kClasses) names.emplace_back(term.name);
  return names;
}

const ParameterTerm* find_parameter(const ClassTerm& term, std::string_view attribute) {
  const std::string_view name = without_prefix(attribute);
  for (const ParameterTerm& parameter : term.parameters) {
    const bool part = name.size() == attribute.size() || attribute.starts_with(parameter.prefix);
    if (parameter.name == name && part) return &parameter;
  }
  return nullptr;
}

bool is_bookkeeping(std::string_view attribute) {
  const std::string_view name = without_prefix(attribute);
  if (name.ends_with("RulesetDict")) return true;
  return std::any_of(kBookkeeping.begin(), kBookkeeping.end(), [name](std::string_view known) {
    if (known == name) return true;
    return std::any_of(kWeatherSeries.begin(), kWeatherSeries.end(), [&](const SeriesTerm& series) {
      return name.starts_with(known) && name.substr(known.size()) == series.suffix;
    });
  });
}

bool has_input(const SimulationModel& model, const std::string& id, std::string_view port) {
  // Connections are sorted by their target.
  const auto& connections = model.connections();
  const Endpoint input{id, std::string(port), ""};
  const auto found =
      std::lower_bound(connections.begin(), connections.end(), input,
                       [](const Connection& c, const Endpoint& end) { return c.to < end; });
  return found != connections.end() && found->to.component == id && found->to.port == port;
}

std::map<std::string, Entries> implied_initial(const SimulationModel& model,
                                               const Component& component) {
  const auto all = [](double value, std::initializer_list<const char*> names) {
    std::map<std::string, Entries> values;
    for (const char* name : names) values[name] = Quantity{value, std::nullopt};
    return values;
  };
  const std::string& id = component.id;
  if (component.type == "BuildingSpace") {
    auto values = all(20.0, {"indoorTemperature", "wallTemperature"});  // degC
    const Entries room_air = values["indoorTemperature"];
    if (has_input(model, id, "boundaryTemperature")) values["boundaryWallTemperature"] = room_air;
    if (has_input(model, id, "adjacentZoneTemperature")) {
      values["interiorWallTemperature"] = room_air;
    }
    values.merge(all(400.0, {"indoorCO2"}));  // ppm
    return values;
  }
  if (component.type == "SpaceHeater") {
    auto values = all(21.0, {"outletWaterTemperature", "elementTemperature"});  // degC
    values.merge(all(0.0, {"Power"}));
    return values;
  }
  if (component.type == "Valve") return all(0.0, {"valvePosition", "waterFlowRate"});
  if (component.type == "Damper") return all(0.0, {"damperPosition", "airFlowRate"});
  if (component.type == "PidController") {
    return all(0.0, {"inputSignal", "command", "error", "previousError"});
  }
  const bool passes = component.type == "Sensor" && has_input(model, id, "measuredValue");
  return passes ? all(0.0, {"measuredValue"}) : std::map<std::string, Entries>{};
}

}  // namespace hearth::twin4build
