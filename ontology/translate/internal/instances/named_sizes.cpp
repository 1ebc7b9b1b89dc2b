// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/instances/named_sizes.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/rdf/name_words.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/translate/internal/instances/sizes_in_texts.hpp"
#include "hearth/ontology/translate/internal/instances/stated_numbers.hpp"

namespace hearth {
namespace {

using Words = std::vector<std::string>;
using Phrases = std::vector<Words>;
using Texts = std::span<const std::string_view>;

/// A unit at the end of names, in lower case and without separators.
struct NameUnit {
  std::string_view spelling, symbol;
  double factor = 1.0;  ///< number of units of `symbol`
};

/// Sizes in Btu are powers per hour, as it is usual for equipment.
constexpr std::array kUnits = std::to_array<NameUnit>({
    {"w", "W"},
    {"watt", "W"},
    {"watts", "W"},
    {"kw", "kW"},
    {"kilowatt", "kW"},
    {"kilowatts", "kW"},
    {"mw", "MW"},
    {"megawatt", "MW"},
    {"megawatts", "MW"},
    {"kcalh", "W", 1.163},
    {"kcalhr", "W", 1.163},
    {"kcalperhour", "W", 1.163},
    {"btu", "Btu/h"},
    {"btuh", "Btu/h"},
    {"btuhr", "Btu/h"},
    {"btuperhour", "Btu/h"},
    {"mbh", "MBH"},
    {"kbtu", "MBH"},
    {"kbtuh", "MBH"},
    {"kbtuhr", "MBH"},
    {"kbtuperhour", "MBH"},
    {"ton", "tonR"},
    {"tons", "tonR"},
    {"tonr", "tonR"},
    {"tr", "tonR"},
    {"rt", "tonR"},
    {"tonsref", "tonR"},
    {"tonsrefrigeration", "tonR"},
    {"cfm", "cfm"},
    {"scfm", "cfm"},
    {"m3h", "m3/h"},
    {"m3hr", "m3/h"},
    {"m3perh", "m3/h"},
    {"m3perhour", "m3/h"},
    {"cmh", "m3/h"},
    {"m3s", "m3/s"},
    {"m3pers", "m3/s"},
    {"m3persec", "m3/s"},
    {"ls", "l/s"},
    {"lps", "l/s"},
    {"lpers", "l/s"},
    {"litrespersecond", "l/s"},
    {"literspersecond", "l/s"},
    {"gpm", "gpm"},
    {"m2", "m2"},
    {"sqm", "m2"},
    {"ft2", "ft2"},
    {"sf", "ft2"},
    {"sqft", "ft2"},
    {"squarefeet", "ft2"},
    {"squaremetre", "m2"},
    {"squaremeter", "m2"},
    {"squaremetres", "m2"},
    {"squaremeters", "m2"},
    {"sqyd", "m2", 0.83612736},
    {"squareyards", "m2", 0.83612736},
    {"acre", "m2", 4046.8564224},
    {"acres", "m2", 4046.8564224},
    {"ha", "m2", 1e4},
    {"hectare", "m2", 1e4},
    {"hectares", "m2", 1e4},
    {"m3", "m3"},
    {"ft3", "ft3"},
});

/// Words that make a name that of a size.
constexpr std::array kSizes = std::to_array<std::string_view>({
    "capacity",      "capacities",    "tonnage",
    "tons",          "mbh",           "btuh",
    "cfm",           "airflow",       "flow rate",
    "flowrate",      "air flow",      "water flow",
    "design flow",   "nominal flow",  "rated flow",
    "power",         "wattage",       "kw",
    "heat output",   "power output",  "heating load",
    "cooling load",  "design load",   "efficiency",
    "effectiveness", "cop",           "eer",
    "seer",          "area",          "volume",
    "kapazität",     "leistung",      "nennleistung",
    "heizleistung",  "wärmeleistung", "waermeleistung",
    "kühlleistung",  "kälteleistung", "volumenstrom",
    "luftmenge",     "wirkungsgrad",  "fläche",
    "nutzfläche",    "nutzflaeche",   "grundfläche",
    "effekt",        "varmeeffekt",   "køleeffekt",
    "luftmængde",    "virkningsgrad", "areal",
    "vermogen",      "debiet",        "puissance",
    "débit",         "rendement",     "potencia",
    "caudal",        "potenza",       "portata",
    "teho",          "výkon",
});

/// Words that make a name that of something else: identifiers, readings, limits of signals, shares,
/// prices, dates and other quantities.
constexpr std::array kOthers = std::to_array<std::string_view>({
    // Identifiers and descriptions.
    "id",
    "ids",
    "identifier",
    "uuid",
    "guid",
    "number",
    "nr",
    "no",
    "code",
    "tag",
    "name",
    "type",
    "version",
    "revision",
    "rev",
    "index",
    "count",
    "serial",
    "series",
    "order",
    "priority",
    "address",
    "port",
    "register",
    "channel",
    "class",
    "label",
    "ref",
    "reference",
    "seriennummer",
    "nummer",
    "manager",
    "contact",
    "phone",
    "telefon",
    "email",
    "knob",
    "position",
    "latitude",
    "longitude",
    "coordinate",
    "coordinates",
    // Dates.
    "year",
    "date",
    "time",
    "timestamp",
    "updated",
    "survey",
    "audit",
    "audited",
    "last",
    "baujahr",
    "jahr",
    "datum",
    "interval",
    "age",
    "warranty",
    // Readings and signals.
    "current",
    "present",
    "actual",
    "measured",
    "reading",
    "status",
    "sensor",
    "setpoint",
    "meter",
    "consumption",
    "energy",
    "usage",
    "demand",
    "aktuell",
    "gemessen",
    "gemessene",
    "schedule",
    "verbrauch",
    // Shares, prices and specific sizes.
    "factor",
    "fraction",
    "ratio",
    "percent",
    "percentage",
    "share",
    "anteil",
    "price",
    "cost",
    "costs",
    "preis",
    "kosten",
    "rent",
    "per",
    "pro",
    "specific",
    "spezifisch",
    "spezifische",
    "density",
    "intensity",
    // Other quantities.
    "temperature",
    "temp",
    "temperatur",
    "voltage",
    "volts",
    "volt",
    "spannung",
    "amps",
    "ampere",
    "frequency",
    "hz",
    "phase",
    "phases",
    "pressure",
    "druck",
    "speed",
    "rpm",
    "drehzahl",
    "humidity",
    "delta t",
    "weight",
    "height",
    "width",
    "length",
    "depth",
    "diameter",
    "sound",
    "noise",
    "level",
    "thermal mass",
});

/// Words of other powers than the nominal one that heats or cools.
constexpr std::array kOtherPowers = std::to_array<std::string_view>({
    "electric",      "electrical",
    "electricity",   "input",
    "elektrisch",    "elektrische",
    "elektro",       "el",
    "strom",         "anschlussleistung",
    "burner",        "pump",
    "fan",           "motor",
    "standby",       "stand by",
    "auxiliary",     "aux",
    "backup",        "supplemental",
    "brenner",       "brennerleistung",
    "pumpe",         "pumpenleistung",
    "hilfsleistung", "standbyleistung",
    "ventilator",    "brander",
    "pomp",          "brûleur",
    "pompe",         "quemador",
    "bomba",         "příkon",
    "prikon",        "minimum",
    "min",           "minimal",
    "minimale",      "loss",
    "losses",        "verlust",
    "part load",     "teillast",
    "turndown",      "sensible",
    "latent",        "stage",
    "reserve",       "storage",
    "hot water",     "water",
    "lighting",      "light",
    "plug",          "section",
});

/// Words of what may be in J/K, unless its unit is that of a power.
constexpr std::array kHeatCapacities = std::to_array<std::string_view>(
    {"heat capacity", "heatcapacity", "thermal capacity", "wärmekapazität", "waermekapazitaet"});

/// Words of other flows than the largest one of supply air.
constexpr std::array kOtherFlows = std::to_array<std::string_view>({
    "min",
    "minimum",
    "outdoor",
    "outside",
    "oa",
    "fresh",
    "heating",
    "water",
    "leakage",
    "transfer",
    "außenluft",
    "aussenluft",
    "loss",
});

/// Words of other areas than that of a floor within its walls.
constexpr std::array kOtherAreas = std::to_array<std::string_view>({
    "window",   "glazing",    "facade",       "wall",    "roof",    "door",   "gross",
    "envelope", "exterior",   "surface area", "fenster", "fassade", "wand",   "dach",
    "brutto",   "vindue",     "façade",       "fenêtre", "ventana", "served", "fire",
    "smoke",    "collection", "occupant",     "person",  "people",  "duct",
});

constexpr std::array kOtherVolumes = std::to_array<std::string_view>({
    "flow",
    "rate",
    "gross",
    "brutto",
    "occupant",
    "person",
    "people",
    "water",
    "tank",
    "duct",
});

/// Words that may be behind a size without another meaning: `capacityNominal`.
constexpr std::array kQualifiers = std::to_array<std::string_view>({
    "nominal", "nominale",  "nominel",   "nominell",   "nominelle", "nominaal", "nenn",   "rated",
    "design",  "installed", "total",     "totale",     "totaal",    "gesamt",   "net",    "netto",
    "max",     "maximum",   "maximal",   "maximale",   "full load", "value",    "wert",   "heating",
    "cooling", "thermal",   "thermisch", "thermische", "thermique", "floor",    "usable", "utile",
});

Phrases phrases_of(Texts texts) {
  Phrases phrases;
  for (const std::string_view text : texts) phrases.push_back(plain_words(text));
  return phrases;
}

using WordSpan = std::span<const std::string>;

bool ends_with(WordSpan words, const Words& phrase) {
  return phrase.size() <= words.size() &&
         std::equal(phrase.begin(), phrase.end(), words.end() - std::ssize(phrase));
}

/// Calls `at` for each place of a phrase in words.
template <typename Function>
void for_each_place(WordSpan words, const Phrases& phrases, Function at) {
  for (const Words& phrase : phrases) {
    if (phrase.empty()) continue;
    auto place = words.begin();
    while ((place = std::search(place, words.end(), phrase.begin(), phrase.end())) != words.end()) {
      at(static_cast<std::size_t>(place - words.begin()), phrase.size());
      ++place;
    }
  }
}

bool has_any(WordSpan words, const Phrases& phrases) {
  bool found = false;
  for_each_place(words, phrases, [&found](std::size_t, std::size_t) { found = true; });
  return found;
}

/// Returns whether the words end with one of the phrases, or with qualifiers of it.
bool ends_with_size(WordSpan words, const Phrases& sizes) {
  static const Phrases qualifiers = phrases_of(kQualifiers);
  const auto is_end = [&words](const Words& phrase) { return ends_with(words, phrase); };
  while (!std::any_of(sizes.begin(), sizes.end(), is_end)) {
    const auto last = std::find_if(qualifiers.begin(), qualifiers.end(), is_end);
    if (last == qualifiers.end()) return false;
    words = words.first(words.size() - last->size());
  }
  return true;
}

/// The words of a name and the unit at its end.
struct SizeName {
  explicit SizeName(std::string_view name) : words(plain_words(name)), before(words.size()) {
    if (name.ends_with("mW")) return;  // hardly megawatts
    std::string tail;
    // The longest end that is a unit: `flow_m3_h` ends with `h`, `3h` and `m3h`.
    for (std::size_t i = words.size(); i > 0 && words.size() - i < 4; --i) {
      tail = words[i - 1] + tail;
      for (const NameUnit& known : kUnits) {
        if (tail != known.spelling) continue;
        unit = parse_unit(known.symbol);
        factor = known.factor;
        before = i - 1;
      }
    }
  }

  /// Returns the words without the unit.
  WordSpan without_unit() const { return WordSpan(words).first(before); }

  Words words;
  std::size_t before;
  std::optional<Unit> unit;
  double factor = 1.0;
};

/// Returns whether a name contains a phrase, apart from its unit, that is not a part of one of
/// `known`.
bool has_any_besides(const SizeName& name, const Phrases& phrases, const Phrases& known) {
  std::vector<bool> is_known(name.words.size(), false);
  for_each_place(name.words, known, [&](std::size_t begin, std::size_t count) {
    std::fill_n(is_known.begin() + static_cast<std::ptrdiff_t>(begin), count, true);
  });
  bool found = false;
  for_each_place(name.without_unit(), phrases, [&](std::size_t begin, std::size_t count) {
    for (std::size_t i = begin; i < begin + count; ++i) found = found || !is_known[i];
  });
  return found;
}

const Phrases& others() {
  static const Phrases phrases = phrases_of(kOthers);
  return phrases;
}

/// Returns the words of other sizes of the same kind.
const Phrases& other_sizes(const Unit& kind) {
  static const Phrases powers = phrases_of(kOtherPowers), flows = phrases_of(kOtherFlows),
                       areas = phrases_of(kOtherAreas), volumes = phrases_of(kOtherVolumes), none;
  if (kind.compatible(unit::W)) return powers;
  if (kind.compatible(unit::m3_per_s)) return flows;
  if (kind.compatible(unit::m2)) return areas;
  return kind.compatible(unit::m3) ? volumes : none;
}

/// Returns the phrases by which a derivation finds a property.
Phrases sizes_of(const Derivation& derivation) {
  Phrases phrases;
  for (const PatternName& name : derivation.pattern.names) {
    if (name.variable != derivation.pattern.steps.front().property) continue;
    phrases.insert(phrases.end(), name.phrases.begin(), name.phrases.end());
  }
  return phrases.empty() ? phrases_of(kSizes) : phrases;
}

/// Returns whether the last separator of a text may separate thousands: `1.200`, `12,500 kW`.
bool is_ambiguous(std::string_view text) {
  text = trimmed(text);
  const std::size_t at = text.find_first_of(".,");
  if (at == std::string_view::npos || at == 0 || at > 3 || text.front() == '0') return false;
  const auto digit = [&text](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  for (std::size_t i = 0; i < at; ++i) {
    if (!digit(i)) return false;
  }
  if (!digit(at + 1) || !digit(at + 2) || !digit(at + 3) || digit(at + 4)) return false;
  return at + 4 >= text.size() || (text[at + 4] != '.' && text[at + 4] != ',');
}

/// Reads a number alone, also one with a decimal comma.
std::optional<Quantity> number_alone(std::string_view text) {
  std::string plain(text);
  const std::size_t comma = plain.find(',');
  if (comma != std::string::npos && plain.find('.') == std::string::npos) plain[comma] = '.';
  return parse_quantity(plain);
}

}  // namespace

std::vector<std::string> names_of_property(const TripleStore& graph, TermId property) {
  std::vector<std::string> names{std::string(local_name(graph.term(property).text))};
  const TermId label = graph.find_iri(rdf::kLabel);
  if (label == kNoTerm) return names;
  for (const Triple& triple : graph.match({.subject = property, .predicate = label})) {
    names.emplace_back(graph.term(triple.object).text);
  }
  return names;
}

std::optional<Unit> unit_in_name(std::string_view name) { return SizeName(name).unit; }

std::optional<std::string> named_size(const std::vector<std::string>& names, const Term& number,
                                      const Derivation& derivation) {
  const Unit& kind = *derivation.unit;
  static const Phrases heat_capacities = phrases_of(kHeatCapacities);
  const Phrases sizes = sizes_of(derivation);
  std::optional<SizeName> stated;
  bool bare = derivation.bare, found = false;
  for (const std::string& text : names) {
    SizeName name(text);
    if (has_any_besides(name, others(), sizes) || has_any_besides(name, other_sizes(kind), sizes)) {
      return std::nullopt;
    }
    if (has_any(name.words, heat_capacities)) bare = false;
    if (has_any(name.words, sizes)) {
      found = true;
      bare = bare && ends_with_size(name.words, sizes);
    }
    if (name.unit && !stated) stated = std::move(name);
  }
  const bool is_text =
      number.datatype.empty() || number.datatype.ends_with("#string") || !number.language.empty();
  if (is_text && is_ambiguous(number.text)) return std::nullopt;
  const std::optional<Quantity> alone = number_alone(number.text);
  if (alone && !alone->unit) {
    if (alone->value <= 0.0) return std::nullopt;
    if (stated) {
      if (!stated->unit->compatible(kind)) return std::nullopt;
      return with_unit(alone->value * stated->factor, stated->unit);
    }
    return bare && found ? std::optional(with_unit(alone->value, std::nullopt)) : std::nullopt;
  }
  const std::optional<Quantity> sized = alone ? alone : size_within(number.text, kind);
  if (!sized || sized->value <= 0.0 || !sized->unit->compatible(kind)) return std::nullopt;
  return with_unit(sized->value, sized->unit);
}

bool is_size_name(std::string_view text) {
  static const Phrases sizes = phrases_of(kSizes);
  const SizeName name(text);
  const bool is_size = has_any(name.words, sizes) || (name.unit && name.before > 0);
  return is_size && !has_any(name.without_unit(), others());
}

}  // namespace hearth
