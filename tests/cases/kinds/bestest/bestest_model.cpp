// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/glazing.hpp"
#include "hearth/tests/cases/kinds/bestest/bestest_building.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::cases {
namespace {

using nlohmann::json;
using test::instance;

/// Wind at half the height of the building over open country, as a share of what the station
/// measures 10 m above ground (ASHRAE Handbook Fundamentals 2017, chapter 24: exponent 0.14).
constexpr double kWindShare = 0.755;

/// Convection at smooth panes: 1.9 + 2.0 V in W/(m2 K) is within 0.5 of the mean of the windward
/// and leeward sides from 1 to 6 m/s (Yazdanian, Klems, ASHRAE Transactions 100 (1994), 1087, as in
/// the EnergyPlus Engineering Reference, "MoWiTT algorithm", 6 K warmer than the air).
constexpr double kGlassConvection = 1.9, kGlassWindConvection = 2.0;

constexpr std::array<std::pair<char, double>, 4> kOrientations{
    {{'N', 0.0}, {'E', 90.0}, {'S', 180.0}, {'W', 270.0}}};  // deg from north

struct Surface {
  std::string id;
  double area, tilt, absorptance;
};

/// A zone and what stands around it.
struct Zone {
  std::string id;
  double volume, floor_area, changes_per_hour;
  std::map<char, double> walls;  // m2 opaque
  std::map<char, double> windows;
  std::map<std::string, std::string> constructions;
  std::vector<Surface> surfaces{};
};

class Builder {
 public:
  Builder(const BestestCase& test, const json& building, std::string weather)
      : test_(test), building_(building), weather_(std::move(weather)) {}

  SimulationModel take() {
    const json& where = building_.at("weather");
    model_.site.latitude = where.at("latitude_deg");
    model_.site.longitude = where.at("longitude_deg");
    const int zone = where.at("time_zone_h");
    model_.site.timezone = fmt::format("Etc/GMT{:+d}", -zone);  // POSIX counts westwards
    add_weather();
    Zone main = main_zone();
    if (test_.sun_space) {
      Zone sun = sun_space();
      main.walls.erase('S');
      main.windows.clear();
      add_zone(main);
      add_zone(sun);
      add_partition(main, sun);
      finish(main);
      finish(sun);
    } else {
      add_zone(main);
      finish(main);
    }
    add_use(main);
    return std::move(model_);
  }

 private:
  // --- weather -----------------------------------------------------------------------------------

  Component from_file(const std::string& id, const std::string& column) {
    Component source = instance(id, "Schedule");
    SeriesSpec spec;
    FileColumn file;
    file.file = weather_;
    file.column = column;
    spec.source = file;
    source.config["value"] = spec;
    return source;
  }

  void add_weather() {
    for (const auto& [id, column] :
         std::map<std::string, std::string>{{"outdoors", "dryBulbTemperature"},
                                            {"sky", "skyTemperature"},
                                            {"wind10", "windSpeed"},
                                            {"beam", "directNormalRadiation"},
                                            {"diffuse", "diffuseHorizontalRadiation"},
                                            {"extraterrestrial", "extraterrestrialNormalRadiation"},
                                            {"zenith", "solarZenith"},
                                            {"azimuth", "solarAzimuth"}}) {
      model_.add_component(from_file(id, column));
    }
    model_.add_component(instance("wind", "Gain", {{"k", kWindShare}}));
    connect("wind10.scheduleValue", "wind.u");
    tilted("onN", 90.0, 0.0);
    tilted("onE", 90.0, 90.0);
    tilted("onS", 90.0, 180.0);
    tilted("onW", 90.0, 270.0);
    tilted("onroof", 0.0, 0.0);
  }

  void tilted(const std::string& id, double tilt, double azimuth) {
    model_.add_component(
        instance(id, "TiltedSurface",
                 {{"tilt", tilt},
                  {"azimuth", azimuth},
                  {"groundAlbedo", building_.at("weather").at("ground_albedo").get<double>()}}));
    connect("beam.scheduleValue", id + ".directNormalIrradiance");
    connect("diffuse.scheduleValue", id + ".diffuseHorizontalIrradiance");
    connect("extraterrestrial.scheduleValue", id + ".extraterrestrialNormalIrradiance");
    connect("zenith.scheduleValue", id + ".solarZenith");
    connect("azimuth.scheduleValue", id + ".solarAzimuth");
  }

  // --- geometry ----------------------------------------------------------------------------------

  Zone main_zone() const {
    const json& geometry = building_.at("geometry");
    Zone zone{"zone",
              geometry.at("volume_m3"),
              geometry.at("floor_area_m2"),
              building_.at("infiltration").at("ach_altitude_adjusted"),
              {},
              test_.windows,
              test_.constructions};
    for (const auto& [orientation, area] : geometry.at("gross_wall_area_m2").items()) {
      const auto window = test_.windows.find(orientation.front());
      zone.walls[orientation.front()] =
          area.get<double>() - (window == test_.windows.end() ? 0.0 : window->second);
    }
    return zone;
  }

  Zone sun_space() const {
    const json& space = building_.at("cases").at("960").at("sun_space");
    const double depth = space.at("depth_m"), length = space.at("length_m"),
                 height = space.at("height_m");
    const double south = test_.windows.at('S');
    return {"sunspace",
            depth * length * height,
            depth * length,
            space.at("infiltration_ach"),
            {{'E', depth * height}, {'W', depth * height}, {'S', length * height - south}},
            {{'S', south}},
            {{"wall", "wall_heavy"}, {"roof", "roof_light"}, {"floor", "floor_heavy"}}};
  }

  // --- walls and windows -------------------------------------------------------------------------

  Table layers(const std::string& construction) const {
    const json& list = building_.at("constructions").at(construction);
    std::vector<double> values;
    for (const json& layer : list) {
      values.insert(values.end(), {layer.at("thickness_m").get<double>(),
                                   layer.at("conductivity_W_mK").get<double>(),
                                   layer.at("density_kg_m3"), layer.at("specific_heat_J_kgK")});
    }
    return Table(static_cast<int>(list.size()), 4, std::move(values));
  }

  void add_zone(Zone& zone) {
    model_.add_component(instance(zone.id, "HeatBalanceZone"));
    for (const auto& [orientation, area] : zone.walls) {
      const std::string facing(1, orientation);
      wall(zone, "wall" + facing, zone.constructions.at("wall"), area, 90.0, "on" + facing);
    }
    wall(zone, "roof", zone.constructions.at("roof"), zone.floor_area, 0.0, "onroof");
    wall(zone, "floor", zone.constructions.at("floor"), zone.floor_area, 180.0, "");
    for (const auto& [orientation, azimuth] : kOrientations) {
      const auto area = zone.windows.find(orientation);
      if (area != zone.windows.end()) window(zone, orientation, azimuth, area->second);
    }
  }

  Component wall_of(const std::string& id, const std::string& construction, double area,
                    double tilt) {
    const json& surfaces = building_.at("surfaces");
    Component wall =
        instance(id, "LayeredWall",
                 {{"area", area},
                  {"tilt", tilt},
                  {"emissivity", surfaces.at("ir_emissivity_in_out").get<double>()},
                  {"solarAbsorptance", surfaces.at("solar_absorptance_in_out").get<double>()}});
    wall.config["layers"] = layers(construction);
    return wall;
  }

  /// A wall to outdoors; `sun` names what falls on it, "" for the floor, which sees neither sun nor
  /// sky nor wind.
  void wall(Zone& zone, const std::string& part, const std::string& construction, double area,
            double tilt, const std::string& sun) {
    const std::string id = zone.id + "_" + part;
    Component wall = wall_of(id, construction, area, tilt);
    if (sun.empty()) {
      for (const char* off : {"emissivity", "solarAbsorptance", "windConvection"}) {
        wall.parameters[off].value = Quantity{0.0, {}};
      }
    }
    model_.add_component(wall);
    connect("outdoors.scheduleValue", id + ".outdoorTemperature");
    if (!sun.empty()) {
      connect("wind.y", id + ".windSpeed");
      connect("sky.scheduleValue", id + ".skyTemperature");
      connect(sun + ".totalIrradiance", id + ".irradiance");
    }
    join(zone, {id, area, tilt, building_.at("surfaces").at("solar_absorptance_in_out")});
    feedback(zone.id, id);
  }

  void feedback(const std::string& zone, const std::string& wall) {
    Connection back{{zone, "surfaceTemperature", wall}, {wall, "surfaceTemperature", ""}};
    back.cut = CutPin::Prefer;
    model_.add_connection(back);
  }

  void join(Zone& zone, const Surface& surface) {
    const std::string key = "[" + surface.id + "]";
    connect(surface.id + ".conductance", zone.id + ".conductance" + key);
    connect(surface.id + ".equivalentTemperature", zone.id + ".equivalentTemperature" + key);
    zone.surfaces.push_back(surface);
  }

  void window(Zone& zone, char orientation, double azimuth, double area) {
    const std::string id = zone.id + "_window" + orientation;
    const std::string sun = std::string("on") + orientation;
    const json& glazing = building_.at("glazing").at(test_.glazing);
    double back_absorptance = 0.0;
    Component window = instance(id, "Window",
                                {{"area", area},
                                 {"stillConvectionCoefficient", kGlassConvection},
                                 {"windConvection", kGlassWindConvection}});
    window.config["panes"] = panes(glazing, back_absorptance);
    model_.add_component(window);
    connect("outdoors.scheduleValue", id + ".outdoorTemperature");
    connect("wind.y", id + ".windSpeed");
    connect("sky.scheduleValue", id + ".skyTemperature");
    connect(sun + ".incidenceAngle", id + ".incidenceAngle");
    const std::string diffuse = id + "_diffuse";
    model_.add_component(instance(diffuse, "Sum"));
    connect(sun + ".groundDiffuseIrradiance", diffuse + ".u[ground]");
    connect(diffuse + ".y", id + ".diffuseIrradiance");
    std::string source = sun;
    if (test_.overhang_depth > 0.0 || test_.fin_depth > 0.0) {
      source = id + "_shade";
      shade(source, sun, azimuth);
    }
    connect(source + ".beamIrradiance", id + ".beamIrradiance");
    connect(source + ".skyDiffuseIrradiance", diffuse + ".u[sky]");
    connect(id + ".solarGain", zone.id + ".solarGain[" + id + "]");
    join(zone, {id, area, 90.0, back_absorptance});
  }

  void shade(const std::string& id, const std::string& sun, double azimuth) {
    const json& geometry = building_.at("geometry");
    const json& one = test_.windows.count('S') != 0 ? geometry.at("windows_600").at("S")
                                                    : geometry.at("windows_620").at("E");
    const auto size = [&one](const char* name) {
      const std::string each = std::string("each_") + name;
      return one.at(one.contains(each) ? each : name).get<double>();
    };
    model_.add_component(instance(id, "FixedShade",
                                  {{"windowWidth", size("width_m")},
                                   {"windowHeight", size("height_m")},
                                   {"azimuth", azimuth},
                                   {"overhangDepth", test_.overhang_depth},
                                   {"overhangGap", test_.overhang_gap},
                                   {"finDepth", test_.fin_depth},
                                   {"finGap", test_.fin_gap}}));
    connect(sun + ".beamIrradiance", id + ".beamIrradiance");
    connect(sun + ".skyDiffuseIrradiance", id + ".skyDiffuseIrradiance");
    connect(sun + ".circumsolarIrradiance", id + ".circumsolarIrradiance");
    connect("zenith.scheduleValue", id + ".solarZenith");
    connect("azimuth.scheduleValue", id + ".solarAzimuth");
  }

  struct Pane {
    double transmittance, front, back, resistance, outer_emissivity, inner_emissivity;
  };
  static Pane pane(const json& glass) {
    const double reflectance = glass.value("solar_reflectance_each_side", -1.0);
    const double emissivity = glass.value("ir_emissivity", 0.84);
    return {glass.at("solar_transmittance"),
            reflectance >= 0.0 ? reflectance : glass.at("solar_reflectance_front").get<double>(),
            reflectance >= 0.0 ? reflectance : glass.at("solar_reflectance_back").get<double>(),
            glass.at("thickness_m").get<double>() / glass.at("conductivity_W_mK").get<double>(),
            glass.value("ir_emissivity_front", emissivity),
            glass.value("ir_emissivity_back", emissivity)};
  }

  Table panes(const json& glazing, double& back_absorptance) const {
    const Pane clear = pane(building_.at("glazing").at("double_clear_600").at("glass"));
    std::vector<Pane> list;
    if (glazing.contains("outer")) {
      list.push_back(pane(glazing.at("outer")));
      list.push_back(glazing.at("inner").is_object() ? pane(glazing.at("inner")) : clear);
    } else {
      const Pane one = glazing.at("glass").is_object() ? pane(glazing.at("glass")) : clear;
      list.assign(glazing.at("panes").get<std::size_t>(), one);
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < list.size(); ++i) {
      double gap = 0.0;
      if (i + 1 < list.size()) {
        const json& between = glazing.at("gap");
        gap = gap_conductance(gas(between.at("gas")), between.at("thickness_m"),
                              list[i].inner_emissivity, list[i + 1].outer_emissivity);
      }
      values.insert(values.end(),
                    {list[i].transmittance, list[i].front, list[i].back, list[i].resistance, gap});
    }
    const Table table(static_cast<int>(list.size()), 5, std::move(values));
    // What comes from inside, diffuse: the panes in reverse.
    std::vector<double> reversed;
    for (std::size_t i = list.size(); i-- > 0;) {
      reversed.insert(reversed.end(),
                      {list[i].transmittance, list[i].back, list[i].front, 0.0, 1.0});
    }
    const Table inside(table.rows(), 5, std::move(reversed));
    back_absorptance = 1.0 - window_optics(inside, 0.5).reflectance;
    return table;
  }

  static GapGas gas(const std::string& name) {
    if (name == "air") return kAirGap;
    if (name == "argon") return kArgonGap;
    if (name == "krypton") return kKryptonGap;
    if (name == "xenon") return kXenonGap;
    throw std::runtime_error("the gas '" + name + "' is not known");
  }

  // --- between two zones -------------------------------------------------------------------------

  void add_partition(Zone& zone, Zone& sun) {
    const json& geometry = building_.at("geometry");
    const double area = geometry.at("gross_wall_area_m2").at("S");
    const std::string id = "partition";
    Component wall = wall_of(id, "partition_960", area, 90.0);
    // The face towards the sun-space: convection and radiation to air and surfaces there (ISO
    // 6946:2017: 2.5 and 5.7 times emissivity), sun as its share of what comes in.
    wall.parameters["windConvection"].value = Quantity{0.0, {}};
    wall.parameters["emissivity"].value = Quantity{0.0, {}};
    wall.parameters["stillConvectionCoefficient"].value = Quantity{2.5 + 5.13, {}};
    model_.add_component(wall);
    connect("sunspace.operativeTemperature", id + ".outdoorTemperature");
    connect(id + ".outerHeatFlow", "sunspace.heatGain[partition]");
    const double opaque = 2.0 * sun.floor_area + sum(sun.walls) + area;
    partition_share_ = area / opaque;
    model_.add_component(instance("partition_sun", "Gain", {{"k", partition_share_ / area}}));
    connect("sunspace_windowS.solarGain", "partition_sun.u");
    connect("partition_sun.y", id + ".irradiance");
    join(zone, {id, area, 90.0, building_.at("surfaces").at("solar_absorptance_in_out")});
    feedback(zone.id, id);
  }
  static double sum(const std::map<char, double>& areas) {
    double total = 0.0;
    for (const auto& [orientation, area] : areas) total += area;
    return total;
  }

  // --- zone --------------------------------------------------------------------------------------

  /// Sun first falls on the floor; what it reflects spreads evenly over all surfaces until it is
  /// absorbed or leaves through the windows.
  void finish(Zone& zone) {
    std::map<std::string, Quantity> areas, tilts, shares, emissivities;
    double absorbing = 0.0;
    for (const Surface& surface : zone.surfaces) absorbing += surface.area * surface.absorptance;
    const double floor_absorptance = building_.at("surfaces").at("solar_absorptance_in_out");
    const double left = zone.id == "sunspace" ? 1.0 - partition_share_ * floor_absorptance : 1.0;
    for (const Surface& surface : zone.surfaces) {
      const bool window = surface.id.find("window") != std::string::npos;
      double share = (1.0 - floor_absorptance) * surface.area * surface.absorptance / absorbing;
      if (surface.tilt == 180.0) share += floor_absorptance;
      areas[surface.id] = Quantity{surface.area, {}};
      tilts[surface.id] = Quantity{surface.tilt, {}};
      shares[surface.id] = Quantity{window ? 0.0 : left * share, {}};
      emissivities[surface.id] = Quantity{
          window ? 0.84 : building_.at("surfaces").at("ir_emissivity_in_out").get<double>(), {}};
    }
    Component& component = model_.component(zone.id);
    component.parameters["area"].value = areas;
    component.parameters["tilt"].value = tilts;
    component.parameters["solarShare"].value = shares;
    component.parameters["emissivity"].value = emissivities;
    const json& infiltration = building_.at("infiltration");
    const double thin = infiltration.at("ach_altitude_adjusted").get<double>() /
                        infiltration.at("ach_at_sea_level").get<double>();
    component.parameters["airHeatCapacity"].value =
        Quantity{zone.volume * volume_heat() * thin, {}};
    connect("outdoors.scheduleValue", zone.id + ".outdoorTemperature");
    constant(zone.id + "_infiltration", air_mass(zone.changes_per_hour * zone.volume));
    connect(zone.id + "_infiltration.scheduleValue", zone.id + ".infiltrationAirFlowRate");
  }

  double volume_heat() const {  // J/(m3 K)
    return building_.at("iso13790_5r1c_parameterisation").value("ventilation_rho_cp_J_m3K", 1206.0);
  }
  /// kg/s of the zone's heat capacity that carry what `flow` m3/h do.
  double air_mass(double flow) const { return flow / 3600.0 * volume_heat() / kAirHeatCapacity; }

  // --- gains, setpoints, ventilation ------------------------------------------------------------

  void constant(const std::string& id, double value) {
    model_.add_component(test::constant(id, value));
  }

  static WeeklyRule minutes(int from, int to, double value) {
    WeeklyRule rule;
    rule.from_minute = from;
    rule.to_minute = to;
    rule.value = value;
    return rule;
  }
  static WeeklyRule rule(int from, int to, double value) {
    return minutes(from * 60, to * 60, value);
  }
  /// In the hour after a setback the setpoint rises in a line (editions from 2020 on), here in
  /// steps of ten minutes with the line's means.
  static std::vector<WeeklyRule> rise(int hour, double from, double to) {
    constexpr int kParts = 6;
    std::vector<WeeklyRule> rules;
    for (int k = 0; k < kParts; ++k) {
      rules.push_back(minutes(hour * 60 + 10 * k, hour * 60 + 10 * (k + 1),
                              from + (to - from) * (k + 0.5) / kParts));
    }
    return rules;
  }
  /// `inside` from one hour to another, over midnight where the second is earlier.
  void daily(const std::string& id, int from, int to, double inside, double otherwise,
             std::vector<WeeklyRule> first = {}) {
    WeeklyRules rules;
    rules.otherwise = otherwise;
    rules.rules = std::move(first);
    if (from < to) {
      rules.rules.push_back(rule(from, to, inside));
    } else if (from > to) {
      rules.rules.push_back(rule(from, 24, inside));
      rules.rules.push_back(rule(0, to, inside));
    }
    Component source = instance(id, "Schedule");
    SeriesSpec spec;
    spec.source = rules;
    source.config["value"] = spec;
    model_.add_component(source);
  }

  void add_use(const Zone& zone) {
    const json& gains = building_.at("internal_gains_W");
    constant("convective", gains.at("convective"));
    constant("radiative", gains.at("radiative"));
    connect("convective.scheduleValue", zone.id + ".heatGain[use]");
    connect("radiative.scheduleValue", zone.id + ".radiantHeatGain[use]");
    if (test_.vent_flow > 0.0) {
      daily("vent", test_.vent_from, test_.vent_to, air_mass(test_.vent_flow), 0.0);
      connect("vent.scheduleValue", zone.id + ".supplyAirFlowRate");
      connect("outdoors.scheduleValue", zone.id + ".supplyAirTemperature");
    }
    if (test_.free_floating) return;
    if (test_.heated) {
      daily("heating", test_.setback_from, test_.setback_to, test_.setback, test_.heating_setpoint,
            test_.setback_from == test_.setback_to
                ? std::vector<WeeklyRule>{}
                : rise(test_.setback_to, test_.setback, test_.heating_setpoint));
      connect("heating.scheduleValue", zone.id + ".heatingSetpoint");
    }
    constexpr double kOff = 1e6;  // degC
    daily("cooling", test_.cooling_from, test_.cooling_to, test_.cooling_setpoint, kOff);
    connect("cooling.scheduleValue", zone.id + ".coolingSetpoint");
  }

  void connect(const std::string& from, const std::string& to) {
    model_.add_connection(from + " -> " + to);
  }

  const BestestCase& test_;
  const json& building_;
  std::string weather_;
  SimulationModel model_;
  double partition_share_ = 0.0;
};

}  // namespace

SimulationModel bestest_model(const BestestCase& test, const nlohmann::json& building,
                              const std::filesystem::path& weather) {
  return Builder(test, building, weather.string()).take();
}

}  // namespace hearth::cases
