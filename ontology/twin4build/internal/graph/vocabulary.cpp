// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"

#include <algorithm>
#include <array>

namespace hearth::twin4build {
namespace {

// Returns a parameter for which Twin4Build has no default.
constexpr ParameterTerm required(std::string_view name) {
  return {name, "", Scale::Same, std::nullopt, true};
}

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
    ParameterTerm{"V", "mass.", Scale::AirMass, 100.0},  // a mass with the name of a volume
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

constexpr std::array kFan = {
    required("nominalPowerRate"),
    required("nominalAirFlowRate"),
    required("c1"),
    required("c2"),
    required("c3"),
    required("c4"),
    required("f_total"),
};
constexpr std::array kHeatRecovery = {
    required("eps_75_h"),
    required("eps_100_h"),
    required("eps_75_c"),
    required("eps_100_c"),
    required("primaryAirFlowRateMax"),
    required("secondaryAirFlowRateMax"),
};
constexpr std::array kJunction = {
    ParameterTerm{"airFlowRateBias", "", Scale::Same, 0.0},
};
constexpr std::array kOnOffController = {
    ParameterTerm{"offValue", "", Scale::Same, 0.0},
    ParameterTerm{"onValue", "", Scale::Same, 1.0},
};
constexpr std::array kRulebased = {
    ParameterTerm{"interval", "", Scale::Same, 99.0},
};
constexpr std::array kSequence = {
    ParameterTerm{"kp", "", Scale::Same, 0.001},
    ParameterTerm{"Ti", "", Scale::Same, 10.0},
    ParameterTerm{"offValue", "", Scale::Same, 0.0},
    ParameterTerm{"onValue", "", Scale::Same, 1.0},
};
constexpr std::array kOnOff = {
    required("threshold"),
    required("is_off_value"),
    ParameterTerm{"is_on_value", "", Scale::Same, std::nullopt},
};
constexpr std::array kOccupancy = {
    required("V"),
    required("G_occ"),
    required("m_inf"),
};

constexpr std::array<std::string_view, 1> kReverse = {"isReverse"};
constexpr std::array<std::string_view, 1> kCorrection = {"apply_correction"};
constexpr std::array<std::string_view, 2> kReverseBoth = {"isReverseSetpointController",
                                                          "isReverseRulebasedController"};

constexpr std::array kControllerWords = {ImpliedWord{"form", "velocity"},
                                         ImpliedWord{"saturation", "smooth"}};

constexpr std::array kOwnSeries = {SeriesTerm{"value", "", std::nullopt, std::nullopt}};
constexpr std::array kWeatherSeries = {
    SeriesTerm{"outdoorTemperature", "_outdoorTemperature", unit::degC, std::nullopt},
    SeriesTerm{"globalIrradiation", "_globalIrradiation", unit::W_per_m2, std::nullopt},
    SeriesTerm{"outdoorCo2Concentration", "_outdoorCo2Concentration", unit::ppm, 400.0},
};

constexpr std::array kClasses = {
    ClassTerm{.name = "BuildingSpaceTorchSystem", .type = "BuildingSpace", .parameters = kRoom},
    ClassTerm{.name = "SpaceHeaterTorchSystem",
              .type = "SpaceHeater",
              .parameters = kRadiator,
              .count = "nelements"},
    ClassTerm{.name = "ValveTorchSystem", .type = "Valve", .parameters = kValve},
    ClassTerm{.name = "DamperTorchSystem", .type = "Damper", .parameters = kDamper},
    ClassTerm{.name = "PIDControllerSystem",
              .type = "PidController",
              .parameters = kController,
              .flags = kReverse,
              .words = kControllerWords},
    ClassTerm{.name = "SensorSystem", .type = "Sensor", .series = kOwnSeries},
    ClassTerm{.name = "ScheduleSystem", .type = "Schedule", .series = kOwnSeries},
    ClassTerm{.name = "OutdoorEnvironmentSystem",
              .type = "OutdoorEnvironment",
              .parameters = kWeather,
              .series = kWeatherSeries,
              .flags = kCorrection},
    ClassTerm{.name = "CoilTorchSystem", .type = "Coil"},
    ClassTerm{.name = "FanTorchSystem", .type = "Fan", .parameters = kFan},
    ClassTerm{.name = "AirToAirHeatRecoverySystem",
              .type = "AirToAirHeatRecovery",
              .parameters = kHeatRecovery},
    ClassTerm{
        .name = "SupplyFlowJunctionSystem", .type = "SupplyFlowJunction", .parameters = kJunction},
    ClassTerm{
        .name = "ReturnFlowJunctionSystem", .type = "ReturnFlowJunction", .parameters = kJunction},
    ClassTerm{.name = "OnOffControllerSystem",
              .type = "OnOffController",
              .parameters = kOnOffController,
              .flags = kReverse},
    ClassTerm{.name = "RulebasedControllerSystem",
              .type = "RulebasedController",
              .parameters = kRulebased},
    ClassTerm{.name = "RulebasedSetpointInputControllerSystem",
              .type = "RulebasedSetpointInputController",
              .parameters = kRulebased},
    ClassTerm{.name = "SequenceControllerSystem",
              .type = "SequenceController",
              .parameters = kSequence,
              .flags = kReverseBoth},
    ClassTerm{.name = "MaxSystem", .type = "Max"},
    ClassTerm{.name = "OnOffSystem", .type = "OnOff", .parameters = kOnOff},
    ClassTerm{.name = "PassInputToOutput", .type = "PassThrough"},
    ClassTerm{.name = "PiecewiseLinearSystem",
              .type = "PiecewiseLinear",
              .points = "points",
              .input = "u",
              .output = "y"},
    ClassTerm{.name = "TimeSeriesInputSystem", .type = "TimeSeries", .series = kOwnSeries},
    ClassTerm{.name = "MeterSystem", .type = "Meter"},
    ClassTerm{.name = "OccupancySystem", .type = "Occupancy", .parameters = kOccupancy},
    ClassTerm{.name = "ShadingDeviceSystem", .type = "ShadingDevice"},
};

/// A class of Twin4Build without a component, and the reason.
struct MissingClass {
  std::string_view name;
  std::string_view reason;
};
constexpr std::string_view kPartOfRoom =
    "it is a part of a room; use BuildingSpaceTorchSystem, which has both parts";
constexpr std::string_view kNetworkFile =
    "its network is a file of Python; write the network as JSON and the component as a hearth: "
    "class";
constexpr std::array kMissingClasses = {
    MissingClass{"BuildingSpaceThermalTorchSystem", kPartOfRoom},
    MissingClass{"BuildingSpaceMassTorchSystem", kPartOfRoom},
    MissingClass{"ClassificationAnnControllerSystem", kNetworkFile},
    MissingClass{"NeuralPolicyControllerSystem", kNetworkFile},
    MissingClass{"PiecewiseLinearScheduleSystem",
                 "its rule sets of curves cannot be written in a graph; use "
                 "hearth:PiecewiseLinearSchedule"},
    MissingClass{"DiscreteStatespaceSystem",
                 "a graph does not contain its matrices; use hearth:StateSpace"},
    MissingClass{"PumpSystem", "it has no ports in Twin4Build; use hearth:Pump"},
    MissingClass{"fmuSystem", "it is a base class without a file; use hearth:Fmu"},
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

// `DamperTorchSystem` and `DamperSystem` are two versions of one class.
std::string_view stem(std::string_view name) {
  for (const std::string_view ending : {"System", "Torch"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  return name;
}

}  // namespace

std::string sim(std::string_view name) { return std::string(kSim).append(name); }
std::string s4syst(std::string_view name) { return std::string(kS4syst).append(name); }

const ClassTerm* find_class(std::string_view name) {
  const auto found = std::find_if(kClasses.begin(), kClasses.end(), [name](const ClassTerm& term) {
    if (!name.ends_with("System")) return term.name == name;
    return term.name.ends_with("System") && stem(term.name) == stem(name);
  });
  return found == kClasses.end() ? nullptr : &*found;
}

const ClassTerm* find_type(std::string_view type) {
  const auto found = std::find_if(kClasses.begin(), kClasses.end(),
                                  [type](const ClassTerm& term) { return term.type == type; });
  return found == kClasses.end() ? nullptr : &*found;
}

std::string_view missing_reason(std::string_view name) {
  const auto found = std::find_if(
      kMissingClasses.begin(), kMissingClasses.end(),
      [name](const MissingClass& c) { return c.name == name || stem(c.name) == stem(name); });
  return found == kMissingClasses.end() ? std::string_view() : found->reason;
}

std::vector<std::string> class_names() {
  std::vector<std::string> names;
  for (const MissingClass& missing : kMissingClasses) names.emplace_back(missing.name);
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

}  // namespace hearth::twin4build
