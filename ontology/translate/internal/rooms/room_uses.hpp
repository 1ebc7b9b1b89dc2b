// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/archetypes/archetypes.hpp"
#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"
#include "hearth/ontology/translate/internal/rooms/side_file.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Facts of a weather file on its place.
struct WeatherFacts {
  std::string climate;  ///< ASHRAE climate zone, 1 to 8; "" if not known
  std::optional<double> latitude, longitude;
  std::optional<Duration> offset;  ///< of local standard time from UTC
  bool sun = false;                ///< it has what is needed for the sun on walls
  bool global =
      false;  ///< it has the sun on the horizontal, which the place of the sun takes apart
};

/// Returns the ASHRAE climate zone of a year's mean temperatures of the day in degC: thermal
/// criteria of ASHRAE 169-2013, table A-3 (degree days above 10 degC, below 18.3 degC); zone 0 is
/// given as 1.
std::string climate_zone(const std::vector<double>& days);

/// What a room is used for and its position, and how that is known.
struct RoomUse {
  const Archetype* kind = nullptr;
  std::string kind_by;
  const Archetype* exposure = nullptr;
  std::optional<double> azimuth;  ///< degrees clockwise from north
};

/// The building as a whole.
struct BuildingUse {
  const Archetype* type = nullptr;
  int year = 0;
  std::string region, climate;
};

/// A usual value, and of what.
struct UsualValue {
  const ArchetypeValue* value = nullptr;
  std::string of;  ///< `office (kind of room)`
};

/// Finds out what rooms and their building are: in the side file, by classes of the graph, by
/// names, as usual of the building; reports which of these.
class RoomUses {
 public:
  RoomUses(const std::vector<Mapping>& mappings, const GraphNames& names,
           const Instances& instances, SideFile& side, const WeatherFacts& weather,
           ImportReport& report);

  /// Returns the use of an instance that is a room, otherwise nullptr.
  const RoomUse* of(int instance) const;
  /// Returns the usual value of a room's quantity, nothing if there is none.
  std::optional<UsualValue> usual(int instance, const std::string& name) const;
  /// Returns the room that an instance is, or those that it serves: what models the nodes of the
  /// first variable of its rule that has rooms.
  std::vector<int> rooms_of(int instance) const;
  const BuildingUse& building() const { return building_; }
  /// Returns where the building is, as far as the side file and the graph say it.
  const Site& site() const { return site_; }
  /// Whether rooms get the sun of the side they face.
  bool faces_sun(int instance) const;

 private:
  friend class UseFinder;

  const Instances& instances_;
  std::map<int, RoomUse> uses_;
  BuildingUse building_;
  Site site_;
  bool sun_ = false;
};

}  // namespace hearth
