// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/moisture.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "hearth/framework/model/component_ids.hpp"
#include "hearth/framework/model/component_series.hpp"

namespace hearth {
namespace {

/// A room, and where its supply air comes from.
struct Room {
  std::string zone;
  Endpoint supplied;  ///< stream of a SupplyFlowJunction, its temperature
};

/// The parts of a unit through which its air passes.
struct AirPath {
  std::string mixing, returned, supply, coil;
  std::map<std::string, Room> rooms;  ///< by stream of the return
};

class Moistening {
 public:
  Moistening(PlantDraft& draft, const DataOptions& data) : draft_(draft), data_(data) {}

  void run(const std::vector<AirHandler>& units) {
    std::vector<AirPath> paths;
    for (const AirHandler& unit : units) {
      if (std::optional<AirPath> path = path_of(unit)) paths.push_back(std::move(*path));
    }
    if (paths.empty() || !find_weather()) return;
    for (const AirPath& path : paths) moisten(path);
  }

 private:
  std::optional<AirPath> path_of(const AirHandler& unit) const {
    const auto mixing = unit.part(draft_.source, "MixingBox");
    const auto returned = unit.part(draft_.source, "ReturnFlowJunction");
    const auto supply = unit.part(draft_.source, "SupplyFlowJunction");
    const auto coil = cooling_coil(unit);
    if (!mixing || !returned || !supply || !coil) return std::nullopt;
    if (draft_.trends.source_of(*coil, "inletAirHumidityRatio")) return std::nullopt;
    AirPath path{*mixing, *returned, *supply, *coil, {}};
    for (const Connection& connection : draft_.source.connections()) {
      if (connection.to.component != *returned || connection.to.port != "airTemperatureIn") {
        continue;
      }
      std::optional<Room> room = room_of(connection.from, *supply);
      if (!room) return std::nullopt;
      path.rooms.emplace(connection.to.key, std::move(*room));
    }
    return path.rooms.empty() ? std::nullopt : std::optional(std::move(path));
  }

  /// Returns the coil that cools the air of a unit: with water, or with a compressor.
  std::optional<std::string> cooling_coil(const AirHandler& unit) const {
    if (auto coil = unit.part(draft_.source, "CoolingCoil")) return coil;
    const auto ideal = unit.part(draft_.source, "Coil");
    if (!ideal) return std::nullopt;
    const auto& connections = draft_.source.connections();
    const bool cools =
        std::any_of(connections.begin(), connections.end(), [&](const Connection& connection) {
          return connection.from.component == *ideal && connection.from.port == "coolingPower";
        });
    return cools ? ideal : std::nullopt;
  }

  /// Returns the room that an output of air belongs to, if one terminal of a unit supplies it.
  std::optional<Room> room_of(const Endpoint& air, const std::string& supply) const {
    if (draft_.source.component(air.component).type != "BuildingSpace") return std::nullopt;
    std::optional<Endpoint> supplied;
    for (const Connection& connection : draft_.source.connections()) {
      if (connection.to.component != air.component ||
          connection.to.port != "supplyAirTemperature") {
        continue;
      }
      const std::string& terminal = connection.from.component;
      const std::string& type = draft_.source.component(terminal).type;
      if (type != "VavTerminal" && type != "VavReheatTerminal") return std::nullopt;
      supplied = draft_.trends.source_of(terminal, "supplyAirTemperature");
    }
    if (!supplied || supplied->component != supply) return std::nullopt;
    return Room{air.component, *supplied};
  }

  /// Finds the weather file, and whether its humidity is known.
  bool find_weather() {
    Component weather;
    for (const auto& [id, component] : draft_.source.components()) {
      if (component.type == "Weather") weather = component;
    }
    const bool is_new = weather.id.empty();
    if (is_new) {
      const std::optional<std::string> file = weather_file();
      if (!file) return false;
      weather.id = free_id(draft_.model, "weather");
      weather.type = "Weather";
      weather.config.emplace("file", FileName{*file, ""});
    }
    weather_ = weather.id;
    SimulationModel alone;
    alone.site = draft_.source.site;
    alone.add_component(weather);
    Trends trends(alone, draft_.registry, data_, draft_.trends.period());
    const auto humidity = trends.of({weather_, "outdoorHumidityRatio", ""}, unit::one);
    if (!humidity || !(quantile(*humidity, 0.95) > quantile(*humidity, 0.05))) return false;
    if (const auto pressure = trends.of({weather_, "atmosphericPressure", ""}, unit::Pa)) {
      pressure_ = quantile(*pressure, 0.5);
    }
    if (is_new) draft_.model.add_component(std::move(weather));
    return true;
  }

  /// Returns the file from which the outdoor temperature is.
  std::optional<std::string> weather_file() const {
    for (const auto& [id, component] : draft_.source.components()) {
      if (component.type != "OutdoorEnvironment") continue;
      const FileColumn* column = column_of(component, "outdoorTemperature");
      if (column != nullptr) return column->file;
    }
    return std::nullopt;
  }

  void moisten(const AirPath& path) {
    connect({weather_, "outdoorHumidityRatio", ""}, {path.mixing, "outdoorHumidityRatio", ""});
    connect({path.returned, "airHumidityRatioOut", ""},
            {path.mixing, "returnAirHumidityRatio", ""});
    connect({path.mixing, "mixedAirHumidityRatio", ""}, {path.coil, "inletAirHumidityRatio", ""});
    connect({path.coil, "outletAirHumidityRatio", ""}, {path.supply, "airHumidityRatioIn", ""});
    for (const auto& [stream, room] : path.rooms) {
      connect({moisture_of(room), "indoorHumidityRatio", ""},
              {path.returned, "airHumidityRatioIn", stream});
    }
    if (pressure_) {
      draft_.model.component(path.coil).parameters["atmosphericPressure"] = {
          Quantity{*pressure_, unit::Pa}, {}, {}, "weather file"};
    }
  }

  /// Returns the RoomMoisture of a room, which it gets.
  std::string moisture_of(const Room& room) {
    Component own;
    own.id = free_id(draft_.model, folder_of(room.zone) + "/moisture");
    own.type = "RoomMoisture";
    own.iri = draft_.source.component(room.zone).iri;
    for (const char* name : {"V", "m_inf"}) {
      const auto& known = draft_.source.component(room.zone).parameters;
      if (const auto found = known.find(name); found != known.end()) {
        own.parameters[name] = found->second;
      }
    }
    const std::string id = own.id;
    draft_.model.add_component(std::move(own));
    connect({weather_, "outdoorHumidityRatio", ""}, {id, "outdoorHumidityRatio", ""});
    connect({room.supplied.component, "airHumidityRatioOut", room.supplied.key},
            {id, "supplyAirHumidityRatio", ""});
    for (const char* port : {"supplyAirFlowRate", "exhaustAirFlowRate", "numberOfPeople"}) {
      if (const auto source = draft_.trends.source_of(room.zone, port)) {
        connect(*source, {id, port, ""});
      }
    }
    return id;
  }

  void connect(Endpoint from, Endpoint to) {
    draft_.model.add_connection(Connection{std::move(from), std::move(to)});
  }

  PlantDraft& draft_;
  const DataOptions& data_;
  std::string weather_;
  std::optional<double> pressure_;  // Pa, median over the period
};

}  // namespace

void add_moisture(PlantDraft& draft, const DataOptions& data,
                  const std::vector<AirHandler>& units) {
  Moistening(draft, data).run(units);
}

}  // namespace hearth
