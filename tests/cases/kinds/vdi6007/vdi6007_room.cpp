// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/kinds/vdi6007/vdi6007_room.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "hearth/components/physics/psychrometrics.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;

// Air of the cases where the file does not say: 0.000330375898 kg/s for 1 m3/h (case 12).
constexpr double kAirHeatCapacity = 1005.45;          // J/(kg K)
constexpr double kMassOfVolumeFlow = 0.000330375898;  // kg/s per m3/h
// Sky as a black body from its radiation H [W/m2] at an emissivity of 0.93: T = 65.99 H^(1/4) K.
constexpr double kSkyFactor = 65.99081593;

std::vector<double> list(const json& value) {
  if (value.is_array()) return value.get<std::vector<double>>();
  return {value.get<double>()};
}
double sum(const json& value) {
  const std::vector<double> parts = list(value);
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}
bool all_zero(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value == 0.0; });
}
// Entry k of a list of lists of hours; a single list of hours is that of the first orientation.
const json& orientation(const json& values, std::size_t k) {
  return values.at(0).is_array() ? values.at(k) : values;
}
std::size_t orientations(const json& values) { return values.at(0).is_array() ? values.size() : 1; }
std::string number(std::size_t k) { return std::to_string(k + 1); }

}  // namespace

VdiRoom::VdiRoom(const json& file)
    : parameters_(file.at("parameters")),
      daily_(file.at("inputs_hourly_periodic")),
      start_(file.at("initial").at("T_all_nodes_K").get<double>() - physics::kKelvin),
      inputs_(file.at("run").at("duration_days").get<int>()),
      leaves_(leaves(daily_)) {
  const std::vector<Leaf> more = leaves(parameters_);
  leaves_.insert(leaves_.end(), more.begin(), more.end());
  model_.add_component(test::instance("room", "TwoElementZone"));
  set_parameters();
  add_outdoors();
  add_gains();
  add_sun();
  add_conditioning();
  add_ventilation();
}

const Leaf* VdiRoom::find_input(const std::vector<std::string>& parts) const {
  for (const Leaf& leaf : leaves_) {
    const bool all = std::all_of(parts.begin(), parts.end(),
                                 [&leaf](const std::string& part) { return leaf.has(part); });
    if (all) return &leaf;
  }
  return nullptr;
}

void VdiRoom::set_parameters() {
  const json& outer = parameters_.at("ext_wall");
  const json& inner = parameters_.at("int_wall");
  const auto set = [this](const std::string& name, double value) {
    model_.set_parameter("room." + name, {value, {}});
  };
  set("A_ext", sum(outer.at("area_m2")));
  set("h_ext", outer.at("h_conv_in_W_m2K"));
  set("R1_ext", outer.at("R1_K_W"));
  set("C1_ext", outer.at("C1_J_K"));
  set("R_rem", outer.at("R_rem_K_W"));
  set("H_out", outer.at("outdoor_conductance_W_K"));
  set("A_int", sum(inner.at("area_m2")));
  set("h_int", inner.at("h_conv_in_W_m2K"));
  set("R1_int", inner.at("R1_K_W"));
  set("C1_int", inner.at("C1_J_K"));
  set("h_rad", parameters_.at("h_rad_between_walls_W_m2K"));
  const double volume = parameters_.at("air_volume_m3");
  model_.component("room").config["airCapacity"] = volume > 0.0;
  if (volume > 0.0) set("V", volume);
  const Leaf* heat = find_input({"J_kgK"});
  heat_capacity_ = heat != nullptr ? heat->value->get<double>() : kAirHeatCapacity;
  set("c_air", heat_capacity_);
  const Leaf* density = find_input({"kg_m3"});
  set("rho_air", density != nullptr ? density->value->get<double>() : kMassOfVolumeFlow * 3600.0);
  const json& window = parameters_.at("window");
  if (sum(window.at("area_as_element_m2")) != 0.0) {
    throw std::invalid_argument("windows as an element of their own are not in this format");
  }
  set("g", window.at("g_value"));
  set("f_sol_air", window.at("convective_share_of_solar"));
  for (const char* node :
       {"exteriorWallTemperature", "interiorWallTemperature", "indoorTemperature"}) {
    model_.set_initial("room@" + std::string(node), {start_, {}});
  }
}

void VdiRoom::add_outdoors() {
  if (daily_.contains("equivalent_outdoor_temperature")) {
    add_equivalent_temperature(daily_["equivalent_outdoor_temperature"]);
    return;
  }
  const std::string name = "outdoor_air_temperature_K";
  inputs_.feed(model_, "outdoors", DailyInputs::temperatures(daily_.at(name), name),
               {"room.outdoorTemperature"});
}

void VdiRoom::add_equivalent_temperature(const json& equivalent) {
  const bool longwave = equivalent.at("with_longwave").get<bool>();
  // The sky: a temperature, or radiation.
  const Leaf* sky = find_input({"sky", "_K"});
  const Leaf* radiation = nullptr;
  for (const char* name : {"sky", "infrared", "longwave", "long_wave", "horizontal_ir"}) {
    if (radiation == nullptr) radiation = find_input({name, "W_m2"});
  }
  if (longwave && sky == nullptr && radiation == nullptr) {
    inputs_.feed(model_, "outdoors", DailyInputs::temperatures(equivalent.at("T_eq_K"), "T_eq_K"),
                 {"room.outdoorTemperature"});
    return;
  }
  model_.add_component(test::instance("outdoors", "EquivalentOutdoorTemperature"));
  model_.add_connection("outdoors.equivalentOutdoorTemperature -> room.outdoorTemperature");
  const auto set = [this](const std::string& name, const json& value) {
    model_.set_parameter("outdoors." + name, {value.get<double>(), {}});
  };
  set("a_ext", equivalent.at("a_ext"));
  set("h_conv_out", equivalent.at("h_conv_out_W_m2K"));
  set("h_rad_out", equivalent.at("h_rad_out_W_m2K"));
  set("wf_ground", equivalent.at("wf_ground"));
  const std::string name = "outdoor_air_temperature_K";
  inputs_.feed(model_, "outdoor_air", DailyInputs::temperatures(daily_.at(name), name),
               {"outdoors.outdoorTemperature"});
  inputs_.feed(model_, "ground", DailyInputs::temperatures(equivalent.at("T_ground_K"), "_K"),
               {"outdoors.groundTemperature"});
  if (longwave) {
    const auto black_body = [](double h) {
      return kSkyFactor * std::pow(h, 0.25) - physics::kKelvin;
    };
    inputs_.feed(model_, "sky",
                 sky != nullptr ? DailyInputs::temperatures(*sky->value, sky->path)
                                : DailyInputs::values(*radiation->value, black_body),
                 {"outdoors.skyTemperature"});
  }
  add_facades(equivalent, longwave);
}

void VdiRoom::add_facades(const json& equivalent, bool longwave) {
  const std::vector<double> walls = list(equivalent.at("wf_wall"));
  const std::vector<double> windows = list(equivalent.at("wf_win"));
  const json none = json::array({0.0});
  const json& sun =
      equivalent.contains("solar_on_wall_W_m2") ? equivalent["solar_on_wall_W_m2"] : none;
  // Sunblinds matter to long-wave exchange alone: what falls through the windows is given.
  const json& blinds =
      longwave && equivalent.contains("sunblind_position") ? equivalent["sunblind_position"] : none;
  const auto feed = [this](const json& days, std::size_t k, const std::string& id,
                           const std::string& port) {
    const bool given = k < orientations(days);
    inputs_.feed(model_, id + number(k),
                 given ? DailyInputs::values(orientation(days, k)) : std::vector<double>{0.0},
                 {"outdoors." + port + "[" + number(k) + "]"});
  };
  for (std::size_t k = 0; k < std::max(walls.size(), windows.size()); ++k) {
    feed(sun, k, "facade_sun", "facadeIrradiation");
    feed(blinds, k, "sunblind", "sunblindPosition");
    const std::string key = "[" + number(k) + "]";
    model_.set_parameter("outdoors.wf_wall" + key, {k < walls.size() ? walls[k] : 0.0, {}});
    // The sky of the cases fills the view of the facades.
    model_.set_parameter("outdoors.tilt" + key, {0.0, {}});
    model_.set_parameter("outdoors.wf_win" + key, {k < windows.size() ? windows[k] : 0.0, {}});
  }
}

void VdiRoom::add_gains() {
  for (const auto& [name, port] :
       {std::pair("gain_convective_W", "heatGain"), {"gain_radiative_W", "radiantHeatGain"}}) {
    if (!daily_.contains(name)) continue;
    const std::vector<double> gain = DailyInputs::values(daily_[name]);
    if (!all_zero(gain)) inputs_.feed(model_, name, gain, {"room." + std::string(port)});
  }
}

void VdiRoom::add_sun() {
  if (!daily_.contains("solar_on_window_after_shading_W_m2")) return;
  const json& sun = daily_["solar_on_window_after_shading_W_m2"];
  const std::vector<double> glass = list(parameters_.at("window").at("transparent_area_m2"));
  const std::vector<double> facades = list(parameters_.at("ext_wall").at("area_m2"));
  for (std::size_t k = 0; k < orientations(sun); ++k) {
    const std::vector<double> irradiation = DailyInputs::values(orientation(sun, k));
    if (all_zero(irradiation) || glass.at(k) == 0.0) continue;
    const std::string key = "[" + number(k) + "]";
    inputs_.feed(model_, "sun" + number(k), irradiation, {"room.windowIrradiation" + key});
    model_.set_parameter("room.A_window" + key, {glass.at(k), {}});
    model_.set_parameter("room.A_facade" + key, {facades.at(k), {}});
  }
}

void VdiRoom::add_conditioning() {
  if (find_input({"setpoint"}) == nullptr) return;
  const json none = json::object();  // ideal, without limits, on the air
  const json* found = &none;
  for (const json* part : {&daily_, &parameters_}) {
    if (part->contains("conditioning")) found = &part->at("conditioning");
  }
  const json& conditioning = *found;
  for (const std::string way : {"heating", "cooling"}) {
    // A setpoint for this way alone, or one for both.
    const Leaf* setpoint = find_input({"setpoint", way});
    if (setpoint == nullptr) setpoint = find_input({"setpoint"});
    inputs_.feed(model_, way + "_setpoint",
                 DailyInputs::temperatures(*setpoint->value, setpoint->path),
                 {"room." + way + "Setpoint"});
    const std::string limit = "max_" + way + "_W";
    if (conditioning.contains(limit) && conditioning[limit].is_number()) {
      model_.set_parameter("room.Q_" + way + "_max",
                           {std::abs(conditioning[limit].get<double>()), {}});
    }
    const std::string node = conditioning.value(way + "_node", "air");
    const bool on_surface = node.find("interior") != std::string::npos;
    if (!on_surface && node.find("air") == std::string::npos) {
      throw std::invalid_argument("conditioning acts on '" + node + "'");
    }
    model_.set_parameter("room.f_" + way + "_air", {on_surface ? 0.0 : 1.0, {}});
  }
}

void VdiRoom::add_ventilation() {
  const auto is_mass_of_volume = [](const Leaf& leaf) {
    return leaf.has("kg_s_per_m3") || leaf.has("per_m3_h");
  };
  const auto about_flow = [&](const Leaf& leaf) {
    static const std::vector<std::string> names{"ventilation", "infiltration", "air_exchange",
                                                "air_change",  "air_flow",     "volume_flow",
                                                "mass_flow"};
    const bool named = std::any_of(names.begin(), names.end(),
                                   [&leaf](const std::string& name) { return leaf.has(name); });
    return named && !is_mass_of_volume(leaf) && !leaf.has("emperature");
  };
  const auto mass_of_volume = std::find_if(leaves_.begin(), leaves_.end(), is_mass_of_volume);
  const double density = mass_of_volume != leaves_.end() ? mass_of_volume->value->get<double>()
                                                         : kMassOfVolumeFlow;  // kg/s per m3/h
  const double volume = parameters_.at("air_volume_m3").get<double>();
  const std::vector<std::pair<std::string, double>> units{{"kg_s", 1.0},
                                                          {"m3_h", density},
                                                          {"m3_per_h", density},
                                                          {"m3h", density},
                                                          {"m3_s", 3600.0 * density},
                                                          {"_W_K", 1.0 / heat_capacity_},
                                                          {"1_h", volume * density}};
  for (const Leaf& leaf : leaves_) {
    if (!about_flow(leaf)) continue;
    const auto unit = std::find_if(units.begin(), units.end(),
                                   [&](const auto& known) { return leaf.ends(known.first); });
    if (unit == units.end()) continue;
    inputs_.feed(model_, "ventilation",
                 DailyInputs::values(*leaf.value, [&](double flow) { return flow * unit->second; }),
                 {"room.supplyAirFlowRate[ventilation]"});
    const Leaf* supply = find_input({"ventilation", "emperature"});
    const std::string outdoors = "outdoor_air_temperature_K";
    inputs_.feed(model_, "ventilation_air",
                 supply != nullptr ? DailyInputs::temperatures(*supply->value, supply->path)
                                   : DailyInputs::temperatures(daily_.at(outdoors), outdoors),
                 {"room.supplyAirTemperature[ventilation]"});
    return;
  }
}

}  // namespace hearth::cases
