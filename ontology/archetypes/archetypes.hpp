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

/// A number, a text or a formula that is usual of a kind, and the table that contains it.
struct ArchetypeValue {
  std::optional<Quantity> quantity;
  std::string text;
  Formula formula;  ///< of other quantities of the room
  std::string source;
};
using ArchetypeValues = std::map<std::string, ArchetypeValue>;

/// Words that represent something in names and classes; each phrase is a list of words.
using Phrases = std::vector<std::vector<std::string>>;

/// Something that rooms or buildings may be.
struct Archetype {
  std::string name;
  Phrases phrases;
  ArchetypeValues values;
  std::map<std::string, std::string> as;  ///< of a building: what kinds of rooms are there instead
  std::string room;      ///< of a building: the kind of its rooms if nothing else sets it
  double azimuth = 0.0;  ///< of an orientation, degrees clockwise from north
};

/// The walls and windows of an age.
struct EnvelopeArchetype {
  int until = 0;       ///< last year of construction
  std::string region;  ///< "" for all
  ArchetypeValues values;
  std::map<std::string, ArchetypeValues> climates;  ///< by ASHRAE climate zone, 1 to 8
};

/// What rooms and buildings are like without data: ontology/archetypes/archetypes.json.
struct Archetypes {
  std::vector<Archetype> rooms, buildings, exposures, orientations;
  std::vector<EnvelopeArchetype> envelopes;
  ArchetypeValues sun;  ///< share of the sun that rooms get: `horizontal`, `oriented`

  const Archetype* room(std::string_view name) const;
  const Archetype* building(std::string_view name) const;
  /// Returns the envelope of a year, a region ("" if not known) and a climate zone.
  const ArchetypeValues& envelope(int year, std::string_view region,
                                  const std::string& climate) const;
};

/// Returns the built-in archetypes.
const Archetypes& archetypes();
/// Returns their file: its `quantities` are read with each mapping.
const JsonDocument& archetypes_document();

/// Returns the names of some archetypes, for messages.
std::vector<std::string> archetype_names(const std::vector<Archetype>& all);

/// Returns the words of a name in lower case: `Conf_Room12` has `conf`, `room`, `12`.
std::vector<std::string> plain_words(std::string_view name);

/// Returns the archetype whose longest phrase is in a name, nullptr if there is none; of equal
/// phrases the one that comes last in the name, which names the kind of a thing.
const Archetype* archetype_in(std::string_view name, const std::vector<Archetype>& all);

}  // namespace hearth
