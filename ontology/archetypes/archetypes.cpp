// SPDX-License-Identifier: MIT
#include "hearth/ontology/archetypes/archetypes.hpp"

#include <algorithm>
#include <tuple>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/rdf/name_words.hpp"

namespace hearth {
namespace embedded {
std::string_view archetypes(std::string_view name);
}  // namespace embedded

namespace {

class ArchetypeReader {
 public:
  Archetypes run(const JsonNode& root) {
    read_all(root, "rooms", result_.rooms);
    read_all(root, "buildings", result_.buildings);
    read_all(root, "exposures", result_.exposures);
    read_all(root, "orientations", result_.orientations);
    for (const JsonNode node : root.find("envelopes")->elements()) read_envelope(node);
    result_.sun = values(*root.find("sun"));
    if (diagnostics_.has_errors()) throw InputError(std::move(diagnostics_));
    return std::move(result_);
  }

 private:
  ArchetypeValue value(const JsonNode& node) {
    ArchetypeValue result;
    if (const auto formula = node.find("formula")) {
      const auto parsed = Formula::parse(formula->string());
      if (parsed) result.formula = *parsed;
    } else if (const auto given = require_member(node, "value", diagnostics_)) {
      if (given->is(JsonKind::String)) result.text = given->string();
      const bool number = given->is(JsonKind::Number) || parse_quantity(result.text).has_value();
      if (number) result.quantity = read_quantity(*given, diagnostics_);
    }
    if (const auto source = require_member(node, "source", diagnostics_)) {
      result.source = read_string(*source, diagnostics_).value_or("");
    }
    return result;
  }

  ArchetypeValues values(const JsonNode& node) {
    ArchetypeValues all;
    for (const JsonNode member : node.members()) {
      const bool is_value = member.is(JsonKind::Object) && member.key() != "as";
      if (is_value) all[member.key()] = value(member);
    }
    return all;
  }

  void read_all(const JsonNode& root, const char* key, std::vector<Archetype>& all) {
    for (const JsonNode node : root.find(key)->members()) {
      Archetype& archetype = all.emplace_back();
      archetype.name = node.key();
      for (const JsonNode words : node.find("words")->elements()) {
        archetype.phrases.push_back(plain_words(words.string()));
      }
      if (const auto room = node.find("room")) archetype.room = room->string();
      if (const auto as = node.find("as")) {
        for (const JsonNode kind : as->members()) archetype.as[kind.key()] = kind.string();
      }
      if (const auto azimuth = node.find("azimuth")) archetype.azimuth = azimuth->number();
      archetype.values = values(node);
    }
  }

  void read_envelope(const JsonNode& node) {
    EnvelopeArchetype& envelope = result_.envelopes.emplace_back();
    envelope.until = read_integer(*node.find("until"), diagnostics_).value_or(0);
    if (const auto region = node.find("region")) envelope.region = region->string();
    if (const auto given = node.find("values")) envelope.values = values(*given);
    if (const auto climates = node.find("climates")) {
      for (const JsonNode climate : climates->members()) {
        envelope.climates[climate.key()] = values(climate);
      }
    }
  }

  Archetypes result_;
  Diagnostics diagnostics_;
};

const Archetype* named(const std::vector<Archetype>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [name](const Archetype& archetype) {
    return archetype.name == name;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const Archetype* Archetypes::room(std::string_view name) const { return named(rooms, name); }
const Archetype* Archetypes::building(std::string_view name) const {
  return named(buildings, name);
}

const ArchetypeValues& Archetypes::envelope(int year, std::string_view region,
                                            const std::string& climate) const {
  for (const EnvelopeArchetype& candidate : envelopes) {
    if (year > candidate.until) continue;
    if (!candidate.region.empty() && candidate.region != region) continue;
    const auto own = candidate.climates.find(climate);
    if (own != candidate.climates.end()) return own->second;
    if (!candidate.values.empty()) return candidate.values;
  }
  return envelopes.back().values;
}

const JsonDocument& archetypes_document() {
  static const JsonDocument document = JsonDocument::parse(embedded::archetypes("archetypes"),
                                                           "archetypes/archetypes.json (built in)");
  return document;
}

const Archetypes& archetypes() {
  static const Archetypes all = ArchetypeReader().run(archetypes_document().root());
  return all;
}

std::vector<std::string> archetype_names(const std::vector<Archetype>& all) {
  std::vector<std::string> names;
  for (const Archetype& archetype : all) names.push_back(archetype.name);
  return names;
}

const Archetype* archetype_in(std::string_view name, const std::vector<Archetype>& all) {
  const std::vector<std::string> words = plain_words(name);
  const Archetype* best = nullptr;
  // number of words of the phrase, and the position of its end
  std::pair<std::size_t, std::ptrdiff_t> rank{0, 0};
  for (const Archetype& archetype : all) {
    for (const std::vector<std::string>& phrase : archetype.phrases) {
      const auto found = std::find_end(words.begin(), words.end(), phrase.begin(), phrase.end());
      if (phrase.empty() || found == words.end()) continue;
      const std::pair<std::size_t, std::ptrdiff_t> own{phrase.size(), found - words.begin()};
      if (best != nullptr && own <= rank) continue;
      best = &archetype;
      rank = own;
    }
  }
  return best;
}

}  // namespace hearth
