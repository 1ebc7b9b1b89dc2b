// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/archetypes/archetypes.hpp"
#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"
#include "hearth/ontology/translate/internal/instances/stated_numbers.hpp"
#include "hearth/ontology/translate/internal/rooms/side_file.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"

namespace hearth {

/// Facts of a weather file about its place.
struct WeatherFacts {
  std::string climate;  ///< ASHRAE climate zone, 1 to 8; "" if not known
  std::optional<double> latitude, longitude;
  std::optional<Duration> offset;  ///< offset of local standard time from UTC
  bool sun = false;                ///< whether it has the data for the solar radiation on walls
  /// whether it has the radiation on the horizontal, which is split using the position of the sun
  bool global = false;
};

/// Returns the ASHRAE climate zone from daily mean temperatures of a year in degC: thermal criteria
/// of ASHRAE 169-2013, table A-3 (degree days above 10 degC, below 18.3 degC). Zone 0 is returned
/// as 1.
std::string climate_zone(const std::vector<double>& days);

/// The use and the orientation of a room, and the source of this information.
struct RoomUse {
  const Archetype* kind = nullptr;
  std::string kind_by;
  TermId kind_class = kNoTerm;  ///< the class whose name determined the kind
  const Archetype* exposure = nullptr;
  std::optional<double> azimuth;  ///< degrees clockwise from north
};

/// The building as a whole.
struct BuildingUse {
  const Archetype* type = nullptr;
  int year = 0;
  std::string region, climate;
};

/// A usual value, and the kind to which it belongs.
struct UsualValue {
  const ArchetypeValue* value = nullptr;
  std::string of;  ///< `office (kind of room)`
};

/// Determines the kinds of rooms and of their building: from the side file, from classes of the
/// graph, from names, or as usual for the building. Reports which of these was used.
class RoomUses {
 public:
  RoomUses(const std::vector<Mapping>& mappings, const GraphNames& names,
           const Instances& instances, SideFile& side, const WeatherFacts& weather,
           ReadNumbers& read, ImportReport& report);

  /// Returns the use of an instance that is a room, otherwise nullptr.
  const RoomUse* of(int instance) const;
  /// Returns the usual value of a room's quantity, or nothing.
  std::optional<UsualValue> usual(int instance, const std::string& name) const;
  /// Returns the room that an instance represents, or the rooms that it serves, which are the
  /// instances of the nodes of the first variable of its rule that has rooms.
  std::vector<int> rooms_of(int instance) const;
  /// Returns the classes whose names determined the kinds of rooms.
  std::set<TermId> kind_classes() const;
  const BuildingUse& building() const { return building_; }
  /// Returns the site of the building, as far as the side file and the graph state it.
  const Site& site() const { return site_; }
  /// Returns whether a room receives the solar radiation of the side that it faces.
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
