// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/rooms/room_uses.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/translate/internal/instances/stated_numbers.hpp"
#include "hearth/ontology/translate/internal/instances/written_numbers.hpp"

namespace hearth {
namespace {

constexpr int kAssumedYear = 2000;
constexpr int kEarliestYear = 1000, kLatestYear = 2200;
constexpr const char* kAssumedClimate = "4";
constexpr const char* kAssumedType = "office";

bool in_europe(const Site& site, const WeatherFacts& weather) {
  if (!site.timezone.empty()) return site.timezone.starts_with("Europe/");
  const auto latitude = site.latitude ? site.latitude : weather.latitude;
  const auto longitude = site.longitude ? site.longitude : weather.longitude;
  return latitude && longitude && *latitude > 35.0 && *latitude < 72.0 && *longitude > -25.0 &&
         *longitude < 40.0;
}

/// Reads degrees with a sign, or with a letter for the direction: `-33.87`, `33.87 S`, `33.87° S`.
/// The second of the letters makes the number negative.
std::optional<double> degrees_in(std::string_view text, const char* letters) {
  text = trimmed(text);
  char direction = '\0';
  for (const char letter : {letters[0], letters[1]}) {
    if (!text.empty() && text.front() == letter) {
      direction = letter;
      text.remove_prefix(1);
    } else if (text.size() > 1 && text.back() == letter) {
      direction = letter;
      text.remove_suffix(1);
    }
  }
  const std::optional<WrittenNumber> number = written_number(text);
  if (!number || !number->problem.empty()) return std::nullopt;
  const std::string& unit = number->rest;
  const bool known = unit.empty() || unit == "\u00b0" || unit == "deg" || unit == "degrees";
  if (!known || (direction != '\0' && number->value < 0.0)) return std::nullopt;
  return direction == letters[1] ? -number->value : number->value;
}

bool is_zone(const std::string& name) {
  try {
    const Zone zone(name);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

std::string climate_zone(const std::vector<double>& days) {
  double cooling = 0.0, heating = 0.0;  // K d
  for (const double mean : days) {
    if (!std::isfinite(mean)) continue;
    cooling += std::max(mean - 10.0, 0.0);
    heating += std::max(18.3 - mean, 0.0);
  }
  if (cooling > 5000.0) return "1";
  if (cooling > 3500.0) return "2";
  if (heating <= 2000.0) return "3";
  if (heating <= 3000.0) return "4";
  if (heating <= 4000.0) return "5";
  if (heating <= 5000.0) return "6";
  return heating <= 7000.0 ? "7" : "8";
}

/// Computes the content of a `RoomUses`.
class UseFinder {
 public:
  UseFinder(RoomUses& result, const std::vector<Mapping>& mappings, const GraphNames& names,
            SideFile& side, const WeatherFacts& weather, ReadNumbers& read, ImportReport& report)
      : result_(result),
        mappings_(mappings),
        names_(names),
        side_(side),
        weather_(weather),
        read_(read),
        report_(report),
        label_(names.graph().find_iri(rdf::kLabel)) {}

  void run() {
    const std::vector<Instance>& instances = result_.instances_.all();
    for (int i = 0; i < static_cast<int>(instances.size()); ++i) {
      if (!instances[i].rule->rooms.empty()) find_room(i, instances[i]);
    }
    if (result_.uses_.empty()) return;
    find_site();
    if (weather_.global && result_.site_.latitude) result_.sun_ = true;
    find_building();
    for (auto& [number, use] : result_.uses_) complete(number, use);
    report();
  }

 private:
  struct Found {
    const Archetype* archetype = nullptr;
    std::string by;
    TermId type = kNoTerm;  // the class in whose name the word was found
  };

  std::vector<std::string> names_of(TermId node) const {
    std::vector<std::string> names;
    const Term term = names_.graph().term(node);
    if (term.kind == TermKind::Iri) names.emplace_back(local_name(term.text));
    if (label_ == kNoTerm) return names;
    for (const Triple& triple : names_.graph().match({.subject = node, .predicate = label_})) {
      names.emplace_back(names_.graph().term(triple.object).text);
    }
    return names;
  }

  /// Looks for words in the names of the classes of nodes.
  Found in_classes(const std::vector<TermId>& nodes, const std::vector<Archetype>& all) const {
    for (const TermId node : nodes) {
      for (const TermId type : names_.stated_classes(node)) {
        const auto* found = archetype_in(local_name(names_.graph().term(type).text), all);
        if (found != nullptr) return {found, "by class " + names_.name(type), type};
      }
    }
    return {};
  }

  /// Looks for words in the names of classes that a mapping derives, such as `hearth:Server_Room`.
  Found in_own_classes(const std::vector<TermId>& nodes) const {
    const TermId type = names_.graph().find_iri(rdf::kType);
    for (const TermId node : nodes) {
      for (const Triple& triple : names_.graph().match({.subject = node, .predicate = type})) {
        const Term term = names_.graph().term(triple.object);
        if (term.kind != TermKind::Iri || !term.text.starts_with("urn:hearth:")) continue;
        if (const auto* found = archetype_in(local_name(term.text), archetypes().rooms)) {
          return {found, "by what conditions it"};
        }
      }
    }
    return {};
  }

  Found in_names(const std::vector<TermId>& nodes, const std::vector<Archetype>& all) const {
    for (const TermId node : nodes) {
      for (const std::string& name : names_of(node)) {
        if (const auto* found = archetype_in(name, all)) return {found, "by name"};
      }
    }
    return {};
  }

  static std::vector<TermId> nodes_of(const Instance& instance) {
    std::vector<TermId> nodes;
    for (const std::string& variable : instance.rule->rooms) {
      for (const TermId node : instance.of(variable)) {
        if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
      }
    }
    return nodes;
  }

  bool is_zone_by_class(TermId node) const {
    const auto classes = names_.stated_classes(node);
    return std::any_of(classes.begin(), classes.end(), [this](TermId type) {
      return local_name(names_.graph().term(type).text).find("Zone") != std::string_view::npos;
    });
  }

  /// Returns the kind of a zone or room: its own, otherwise that of most of its rooms; classes
  /// count before names, and these before what a mapping derives. Rooms that serve others, such as
  /// the bathroom of a hotel room, count only if a zone has no other rooms.
  Found kind_of(TermId root, const std::vector<TermId>& nodes) const {
    Found serving;
    for (const bool by_class : {true, false}) {
      const auto find = [this, by_class](TermId node) {
        return by_class ? in_classes({node}, archetypes().rooms)
                        : in_names({node}, archetypes().rooms);
      };
      if (Found own = find(root); own.archetype != nullptr) return own;
      std::vector<Found> parts;
      for (const TermId node : nodes) {
        Found kind = node == root ? Found{} : find(node);
        if (kind.archetype == nullptr) continue;
        if (!serves_others(*kind.archetype)) {
          parts.push_back(std::move(kind));
        } else if (serving.archetype == nullptr) {
          serving = std::move(kind);
        }
      }
      if (!parts.empty()) return most_frequent(parts);
    }
    if (is_zone_by_class(root) && serving.archetype != nullptr) return serving;
    return in_own_classes(nodes);
  }

  /// Returns the most frequent kind, the first of equally frequent ones.
  static Found most_frequent(const std::vector<Found>& kinds) {
    const auto count = [&kinds](const Found& kind) {
      return std::count_if(kinds.begin(), kinds.end(), [&kind](const Found& other) {
        return other.archetype == kind.archetype;
      });
    };
    return *std::max_element(kinds.begin(), kinds.end(), [&count](const Found& a, const Found& b) {
      return count(a) < count(b);
    });
  }

  static bool serves_others(const Archetype& kind) {
    return kind.name == "restroom" || kind.name == "corridor" || kind.name == "storage";
  }

  void find_room(int number, const Instance& instance) {
    RoomUse& use = result_.uses_[number];
    const std::vector<TermId> nodes = nodes_of(instance);
    Found kind;
    if (const SideValue* given = side_.find(instance, "kind"); given && given->text()) {
      kind = {archetypes().room(*given->text()), given->place};
    }
    if (kind.archetype == nullptr) kind = kind_of(instance.root, nodes);
    set_kind(instance, use, kind);
    find_exposure(instance, nodes, use);
  }

  void set_kind(const Instance& instance, RoomUse& use, const Found& kind) {
    use.kind = kind.archetype;
    use.kind_by = kind.by;
    use.kind_class = kind.type;
    if (use.kind != nullptr) side_.set_kind(instance.root, use.kind->name);
  }

  /// Returns the direction that a room or its windows face according to the graph: the quantity
  /// `azimuth`.
  std::optional<double> stated_azimuth(const Instance& instance) const {
    const Rule& rule = *instance.rule;
    for (const ValueSources* sources : {&rule.quantities, &rule.group.quantities}) {
      const auto source = sources->find("azimuth");
      if (source == sources->end()) continue;
      for (const ValueSource::Path& way : source->second.from) {
        for (const TermId node : instance.of(way.variable)) {
          const auto number = number_at(names_, node, way.path, *instance.mapping, 1);
          if (!number) continue;
          read_.add(*number);
          const Unit unit = number->quantity.unit.value_or(unit::deg);
          if (!number->unknown_unit.empty() || !number->problem.empty() ||
              !unit.compatible(unit::deg)) {
            report_.add({.code = "import.value_unfit",
                         .message = "the azimuth of a room or window in the graph is not an angle",
                         .nodes = {names_.node(node)},
                         .consequence = "not used: write it in degrees clockwise from north"});
            continue;
          }
          const double angle = convert(number->quantity.value, unit, unit::deg);
          return std::remainder(angle - 180.0, 360.0) + 180.0;  // from 0 to 360
        }
      }
    }
    return std::nullopt;
  }

  void find_exposure(const Instance& instance, const std::vector<TermId>& nodes, RoomUse& use) {
    if (const SideValue* given = side_.find(instance, "orientation"); given && given->text()) {
      use.azimuth = azimuth_of(*given->text());
    }
    if (const SideValue* given = side_.find(instance, "exposure"); given && given->text()) {
      for (const Archetype& exposure : archetypes().exposures) {
        if (exposure.name == *given->text()) use.exposure = &exposure;
      }
    }
    if (!use.azimuth) use.azimuth = stated_azimuth(instance);
    if (use.exposure == nullptr) use.exposure = in_names(nodes, archetypes().exposures).archetype;
    const bool core = use.exposure != nullptr && use.exposure->name == "core";
    if (use.azimuth || core) return;
    const Archetype* faces = in_names(nodes, archetypes().orientations).archetype;
    if (faces != nullptr) use.azimuth = faces->azimuth;
  }

  /// Returns the first text that the mappings find for a fact of the building; adds the nodes of
  /// all buildings to `nodes`.
  std::string fact(const std::string& name, std::vector<TermId>& nodes) const {
    for (const Mapping& mapping : mappings_) {
      if (!mapping.building) continue;
      const BuildingFacts& facts = *mapping.building;
      const PatternMatcher matcher(names_.graph(), facts.find);
      std::vector<TermId> found = values_of(matcher, {}, facts.find.variable(facts.node));
      sort_by_name(found, names_);
      nodes.insert(nodes.end(), found.begin(), found.end());
      const auto from = facts.from.find(name);
      if (from == facts.from.end()) continue;
      for (const TermId node : found) {
        for (const ValueSource::Path& way : from->second) {
          for (const TermId end : path_ends(names_.graph(), node, way.path)) {
            const Term term = names_.graph().term(end);
            if (term.kind == TermKind::Blank) continue;
            return std::string(term.kind == TermKind::Iri ? local_name(term.text) : term.text);
          }
        }
      }
    }
    return "";
  }

  std::string fact(const std::string& name) const {
    std::vector<TermId> ignored;
    return fact(name, ignored);
  }

  /// Returns a coordinate in degrees north or east, from the side file or the graph.
  std::optional<double> coordinate(const std::string& name, double most, const char* letters) {
    const SideValue* given = side_.of_building(name);
    std::string text;
    std::optional<double> degrees;
    if (given != nullptr && given->quantity() != nullptr) {
      const Quantity& number = *given->quantity();
      const Unit unit = number.unit.value_or(unit::deg);
      text = with_unit(number.value, number.unit);
      if (unit.compatible(unit::deg)) degrees = convert(number.value, unit, unit::deg);
    } else {
      text = fact(name);
      if (text.empty()) return std::nullopt;
      degrees = degrees_in(text, letters);
    }
    if (degrees && std::abs(*degrees) <= most) return degrees;
    report_.add({.code = "import.value_unfit",
                 .message = fmt::format("{} {} cannot be read or is out of range: expected {} to "
                                        "{} degrees, or a number followed by {} or {}",
                                        name, text, -most, most, letters[0], letters[1]),
                 .nodes = {},
                 .consequence = "not used"});
    return std::nullopt;
  }

  void find_site() {
    Site& site = result_.site_;
    site.latitude = coordinate("latitude", 90.0, "NS");
    site.longitude = coordinate("longitude", 180.0, "EW");
    if (!site.latitude || !site.longitude) site.latitude = site.longitude = std::nullopt;
    const SideValue* given = side_.of_building("timezone");
    site.timezone = given != nullptr && given->text() ? *given->text() : fact("timezone");
    if (!site.timezone.empty() && !is_zone(site.timezone)) {
      report_.add(
          {.code = "import.value_unfit",
           .message = fmt::format("'{}' is not a time zone; expected a name such as Europe/Rome",
                                  site.timezone),
           .nodes = {},
           .consequence = "not used"});
      site.timezone.clear();
    }
  }

  /// Returns the type of building to which at least half of the rooms belong, not counting those
  /// that such a building usually has as well, such as the kitchen of a dwelling.
  const Archetype* type_of_rooms(bool by_class) const {
    std::map<std::string, int> counts;
    for (const auto& [number, use] : result_.uses_) {
      if (use.kind != nullptr && (!by_class || use.kind_class != kNoTerm)) {
        ++counts[use.kind->name];
      }
    }
    const Archetype* best = nullptr;
    int most = 0;
    for (const Archetype& type : archetypes().buildings) {
      const auto count = counts.find(type.room);
      if (count == counts.end() || count->second <= most) continue;
      most = count->second;
      best = &type;
    }
    if (best == nullptr) return nullptr;
    std::size_t rooms = result_.uses_.size();
    for (const auto& [kind, count] : counts) {
      const auto as = best->as.find(kind);
      if (as != best->as.end() && as->second == best->room)
        rooms -= static_cast<std::size_t>(count);
    }
    return 2 * static_cast<std::size_t>(most) >= rooms ? best : nullptr;
  }

  Found building_type() {
    if (const SideValue* given = side_.of_building("type"); given && given->text()) {
      if (const auto* type = archetype_in(*given->text(), archetypes().buildings)) {
        return {type, given->place};
      }
      report_.add({.code = "import.value_unfit",
                   .message = fmt::format(
                       "no type of building is named '{}'{}", *given->text(),
                       expected_name(*given->text(), archetype_names(archetypes().buildings))),
                   .nodes = {},
                   .consequence = "not used"});
    }
    std::vector<TermId> nodes;
    const std::string stated = fact("type", nodes);
    if (const auto* type = archetype_in(stated, archetypes().buildings)) {
      return {type, "the graph: " + stated};
    }
    Found found = in_classes(nodes, archetypes().buildings);
    // Names such as `Bush House` mislead; classes of rooms do not.
    if (found.archetype == nullptr) found = {type_of_rooms(true), "by most of its rooms"};
    if (found.archetype == nullptr) found = in_names(nodes, archetypes().buildings);
    if (found.archetype == nullptr) found = {type_of_rooms(false), "by most of its rooms"};
    return found.archetype != nullptr ? found
                                      : Found{archetypes().building(kAssumedType), "assumed"};
  }

  void find_building() {
    BuildingUse& building = result_.building_;
    const Found type = building_type();
    building.type = type.archetype;
    const SideValue* given = side_.of_building("year");
    std::string year_by = "assumed";
    const std::string stated = fact("year");
    const std::optional<Quantity> number = given != nullptr && given->quantity() != nullptr
                                               ? std::optional(*given->quantity())
                                               : number_in(stated, 1);
    building.year = kAssumedYear;
    if (number && number->value >= kEarliestYear && number->value <= kLatestYear) {
      building.year = static_cast<int>(number->value);
      year_by = given != nullptr ? given->place : "the graph";
    }
    building.region = in_europe(result_.site_, weather_) ? "europe" : "";
    const SideValue* climate = side_.of_building("climate");
    std::string climate_by = "the weather file";
    building.climate = weather_.climate;
    if (climate != nullptr && climate->text()) {
      building.climate = climate->text()->substr(0, 1);
      climate_by = climate->place;
    }
    if (building.climate.empty()) {
      building.climate = kAssumedClimate;
      climate_by = "assumed";
    }
    const bool assumed = type.by == "assumed" || year_by == "assumed" || climate_by == "assumed";
    report_.add(
        {.severity = assumed ? Severity::Warning : Severity::Note,
         .code = "import.building",
         .message = fmt::format(
             "typical envelope and form of: {} ({}), built in {} ({}), climate zone {} ({}){}",
             building.type->name, type.by, building.year, year_by, building.climate, climate_by,
             building.region.empty() ? "" : ", Europe"),
         .nodes = {},
         .add = assumed ? std::vector<std::string>{fmt::format(
                              "\"building\": {{\"type\": \"{}\", \"year\": {}}}",
                              building.type->name, building.year)}
                        : std::vector<std::string>{},
         .consequence = "set \"building\" in the side file"});
  }

  void complete(int number, RoomUse& use) {
    const Archetype& type = *result_.building_.type;
    if (use.kind != nullptr) {
      const auto as = type.as.find(use.kind->name);
      if (as == type.as.end() || !use.kind_by.starts_with("by ")) return;
      set_kind(
          result_.instances_.all()[number], use,
          {archetypes().room(as->second),
           fmt::format("{} {}, in a building of type {}", use.kind->name, use.kind_by, type.name)});
      return;
    }
    set_kind(result_.instances_.all()[number], use,
             {archetypes().room(result_.building_.type->room),
              "usual in a building of type " + result_.building_.type->name});
  }

  void report() {
    for (const auto& [number, use] : result_.uses_) {
      const GraphNode node = names_.node(result_.instances_.all()[number].root);
      report_.add(
          {.severity = Severity::Note,
           .code = "import.room_kind",
           .message = fmt::format("treated as {} ({})", use.kind->name, use.kind_by),
           .nodes = {node},
           .consequence = "it has the use and hours of that kind: set \"kind\" with --params"});
      if (use.exposure == nullptr && !use.azimuth) continue;
      std::string where = use.exposure == nullptr ? "" : use.exposure->name;
      if (use.azimuth) {
        where += fmt::format("{}facing {} degrees from north", where.empty() ? "" : ", ",
                             number_text(*use.azimuth));
      }
      report_.add({.severity = Severity::Note,
                   .code = "import.room_exposure",
                   .message = "treated as " + where,
                   .nodes = {node},
                   .consequence = "from its name or the side file: set \"orientation\" and "
                                  "\"exposure\" with --params"});
    }
  }

  RoomUses& result_;
  const std::vector<Mapping>& mappings_;
  const GraphNames& names_;
  SideFile& side_;
  const WeatherFacts& weather_;
  ReadNumbers& read_;
  ImportReport& report_;
  TermId label_;
};

RoomUses::RoomUses(const std::vector<Mapping>& mappings, const GraphNames& names,
                   const Instances& instances, SideFile& side, const WeatherFacts& weather,
                   ReadNumbers& read, ImportReport& report)
    : instances_(instances), sun_(weather.sun) {
  UseFinder(*this, mappings, names, side, weather, read, report).run();
}

const RoomUse* RoomUses::of(int instance) const {
  const auto found = uses_.find(instance);
  return found == uses_.end() ? nullptr : &found->second;
}

std::set<TermId> RoomUses::kind_classes() const {
  std::set<TermId> classes;
  for (const auto& [instance, use] : uses_) {
    if (use.kind_class != kNoTerm) classes.insert(use.kind_class);
  }
  return classes;
}

bool RoomUses::faces_sun(int instance) const {
  const RoomUse* use = of(instance);
  return sun_ && use != nullptr && use->azimuth.has_value();
}

std::optional<UsualValue> RoomUses::usual(int instance, const std::string& name) const {
  const RoomUse* use = of(instance);
  if (use == nullptr || use->kind == nullptr || building_.type == nullptr) return std::nullopt;
  const auto look = [&name](const ArchetypeValues& values,
                            const std::string& of) -> std::optional<UsualValue> {
    const auto value = values.find(name);
    if (value == values.end()) return std::nullopt;
    return UsualValue{&value->second, of};
  };
  if (name == "sunShare") {
    const bool faces = faces_sun(instance);
    const auto& value = archetypes().sun.at(faces ? "oriented" : "horizontal");
    return UsualValue{&value, faces ? "sun on the facade" : "sun on the horizontal"};
  }
  if (use->exposure != nullptr) {
    if (auto found = look(use->exposure->values, "exposure " + use->exposure->name)) return found;
  }
  if (auto found = look(use->kind->values, "kind of room " + use->kind->name)) return found;
  if (auto found = look(building_.type->values, "building " + building_.type->name)) return found;
  return look(archetypes().envelope(building_.year, building_.region, building_.climate),
              "envelope");
}

std::vector<int> RoomUses::rooms_of(int instance) const {
  if (of(instance) != nullptr) return {instance};
  const Instance& user = instances_.all()[instance];
  for (std::size_t i = 1; i < user.nodes.size(); ++i) {
    std::set<int> rooms;
    for (const TermId node : user.nodes[i]) {
      const int model = instances_.model_of(node);
      if (model >= 0 && of(model) != nullptr) rooms.insert(model);
    }
    if (!rooms.empty()) return {rooms.begin(), rooms.end()};
  }
  return {};
}

}  // namespace hearth
