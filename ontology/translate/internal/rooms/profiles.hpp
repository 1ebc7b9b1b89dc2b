// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hearth/ontology/translate/internal/rooms/room_uses.hpp"
#include "hearth/ontology/translate/internal/rooms/side_file.hpp"

namespace hearth {

/// The course of a room's occupancy or setpoint, and its origin.
struct RoomProfile {
  SeriesSpec series;
  std::string label;   ///< kind of room or node to which it belongs
  bool given = false;  ///< whether the side file states it, at least in part
  std::string source;  ///< `21 degC Mon-Fri 07:00-18:00, else 17 degC (office: ...)`
};

/// Finds profiles (`kProfiles`) of rooms: series or numbers of the side file, otherwise those of
/// the kind of room.
class RoomProfiles {
 public:
  RoomProfiles(const Instances& instances, const SideFile& side, const RoomUses& uses,
               ImportReport& report)
      : instances_(instances), side_(side), uses_(uses), report_(report) {}

  /// Returns a room's profile; nothing if neither the side file nor its kind has one.
  std::optional<RoomProfile> find(int room, const std::string& profile) const;

 private:
  /// A setting of a room: that of the side file, otherwise the usual one.
  struct Setting {
    double value = 0.0;
    bool given = false;
    std::string source;
  };
  std::optional<Setting> number(int room, const std::string& name, const Unit& unit) const;
  std::optional<std::pair<std::string, std::string>> hours(int room) const;

  const Instances& instances_;
  const SideFile& side_;
  const RoomUses& uses_;
  ImportReport& report_;
};

}  // namespace hearth
