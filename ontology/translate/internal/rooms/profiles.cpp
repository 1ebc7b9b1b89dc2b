// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/rooms/profiles.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/ontology/translate/internal/instances/stated_numbers.hpp"
#include "hearth/ontology/translate/internal/rooms/hours.hpp"
#include "hearth/ontology/translate/internal/rooms/us_units.hpp"

namespace hearth {
namespace {

/// The settings that make up a profile.
struct ProfileNames {
  const char* inside;
  const char* outside;
  Unit unit;
};

ProfileNames names_of(const std::string& profile) {
  if (profile == "heatingSetpoint") return {"heatingSetpoint", "heatingSetback", unit::degC};
  if (profile == "coolingSetpoint") return {"coolingSetpoint", "coolingSetback", unit::degC};
  return {"presence", "presenceOutside", unit::one};
}

/// 1 in the occupied hours, 0 at other times.
RoomProfile operation(const std::pair<std::string, std::string>& hours, std::string label) {
  RoomProfile result;
  result.label = std::move(label);
  result.source = fmt::format("{} ({})", hours.first, hours.second);
  result.series.source = 1.0;
  if (const std::optional<Hours> parsed = parse_hours(hours.first)) {
    result.series.source = weekly(*parsed, 1.0, 0.0);
  }
  return result;
}

}  // namespace

std::optional<RoomProfiles::Setting> RoomProfiles::number(int room, const std::string& name,
                                                          const Unit& unit) const {
  const Instance& instance = instances_.all()[room];
  const SideValue* given = side_.find(instance, name);
  if (given != nullptr && given->quantity() != nullptr) {
    const Quantity quantity = *given->quantity();
    const Unit own = quantity.unit.value_or(side_.states_us_units() ? us_unit(unit) : unit);
    if (own.compatible(unit)) {
      return Setting{convert(quantity.value, own, unit), true, given->place};
    }
    report_.add({.code = "import.value_unfit",
                 .message = fmt::format("{} is in [{}] in {}, expected [{}]", name, own.symbol,
                                        given->place, unit.symbol),
                 .nodes = {},
                 .consequence = "not used"});
  }
  const std::optional<UsualValue> usual = uses_.usual(room, name);
  if (!usual || !usual->value->quantity) return std::nullopt;
  const Quantity& quantity = *usual->value->quantity;
  return Setting{convert(quantity.value, quantity.unit.value_or(unit), unit), false,
                 usual->value->source};
}

std::optional<std::pair<std::string, std::string>> RoomProfiles::hours(int room) const {
  const SideValue* given = side_.find(instances_.all()[room], "hours");
  if (given != nullptr && given->text() != nullptr) {
    return std::pair(*given->text(), given->place);
  }
  const std::optional<UsualValue> usual = uses_.usual(room, "hours");
  if (!usual) return std::nullopt;
  return std::pair(usual->value->text, usual->value->source);
}

std::optional<RoomProfile> RoomProfiles::find(int room, const std::string& profile) const {
  const ProfileNames names = names_of(profile);
  const RoomUse* use = uses_.of(room);
  const Instance& instance = instances_.all()[room];
  RoomProfile result;
  result.label = use != nullptr && use->kind != nullptr ? use->kind->name : instance.id;
  const SideValue* series = side_.find(instance, profile);
  if (series != nullptr && series->series() != nullptr) {
    result.series = *series->series();
    const bool in_file = std::holds_alternative<FileColumn>(result.series.source);
    if (!result.series.unit && !in_file && side_.states_us_units() && names.unit.point) {
      result.series.unit = us_unit(names.unit);
    }
    result.source = series->place;
    result.given = true;
    return result;
  }
  if (profile == "occupancy" && series != nullptr && series->quantity() != nullptr) {
    result.series = {series->quantity()->value, std::nullopt};
    result.source = series->place;
    result.given = true;
    return result;
  }
  const auto when = hours(room);
  if (profile == "hours") {
    if (!when) return std::nullopt;
    return operation(*when, std::move(result.label));
  }
  const std::optional<Setting> inside = number(room, names.inside, names.unit);
  std::optional<Setting> outside = number(room, names.outside, names.unit);
  if (!inside) return std::nullopt;
  if (!outside) outside = inside;
  result.given = inside->given || outside->given;
  // A setback that is only usual must not cross a given setpoint.
  if (!outside->given && profile == "heatingSetpoint") {
    outside->value = std::min(outside->value, inside->value);
  }
  if (!outside->given && profile == "coolingSetpoint") {
    outside->value = std::max(outside->value, inside->value);
  }
  if (!(names.unit == unit::one)) result.series.unit = names.unit;
  const std::optional<Hours> parsed = when ? parse_hours(when->first) : std::nullopt;
  if (!parsed || inside->value == outside->value) {
    result.series.source = inside->value;
    result.source = fmt::format("{} ({})", with_unit(inside->value, names.unit), inside->source);
    return result;
  }
  result.series.source = weekly(*parsed, inside->value, outside->value);
  std::string sources = inside->source;
  for (const std::string& source : {outside->source, when->second}) {
    if (sources.find(source) == std::string::npos) sources += "; " + source;
  }
  result.source =
      fmt::format("{} {}, otherwise {} ({})", when->first, with_unit(inside->value, names.unit),
                  with_unit(outside->value, names.unit), sources);
  return result;
}

}  // namespace hearth
