// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/mapping/formula.hpp"

namespace hearth {

/// A number, a text or a formula that is typical of a kind, and the table that contains it.
struct ArchetypeValue {
  std::optional<Quantity> quantity;
  std::string text;
  Formula formula;  ///< formula in other quantities of the room
  std::string source;
};
using ArchetypeValues = std::map<std::string, ArchetypeValue>;

/// Words by which something is recognised in names and classes; each phrase is a list of words.
using Phrases = std::vector<std::vector<std::string>>;

/// A kind of rooms, of buildings or of orientations.
struct Archetype {
  std::string name;
  Phrases phrases;
  ArchetypeValues values;
  /// For a building: replacements of kinds of rooms, from the replaced kind to the new one.
  std::map<std::string, std::string> as;
  std::string room;      ///< for a building: the kind of its rooms if nothing else sets it
  double azimuth = 0.0;  ///< for an orientation: degrees clockwise from north
};

/// The walls and windows of a period of construction.
struct EnvelopeArchetype {
  int until = 0;       ///< last year of construction
  std::string region;  ///< "" for all
  ArchetypeValues values;
  std::map<std::string, ArchetypeValues> climates;  ///< values by ASHRAE climate zone, 1 to 8
};

/// Typical properties of rooms and buildings without data: ontology/archetypes/archetypes.json.
struct Archetypes {
  std::vector<Archetype> rooms, buildings, exposures, orientations;
  std::vector<EnvelopeArchetype> envelopes;
  /// Share of the solar radiation that rooms receive: `horizontal`, `oriented`.
  ArchetypeValues sun;

  const Archetype* room(std::string_view name) const;
  const Archetype* building(std::string_view name) const;
  /// Returns the envelope for a year of construction, a region ("" if unknown) and a climate zone.
  const ArchetypeValues& envelope(int year, std::string_view region,
                                  const std::string& climate) const;
};

/// Returns the built-in archetypes.
const Archetypes& archetypes();
/// Returns the file of the archetypes, whose `quantities` are read with each mapping.
const JsonDocument& archetypes_document();

/// Returns the names of some archetypes, for messages.
std::vector<std::string> archetype_names(const std::vector<Archetype>& all);

/// Returns the archetype whose longest phrase occurs in a name, or nullptr. Of phrases of equal
/// length, the last one in the name counts, because it names the kind of a thing.
const Archetype* archetype_in(std::string_view name, const std::vector<Archetype>& all);

}  // namespace hearth
