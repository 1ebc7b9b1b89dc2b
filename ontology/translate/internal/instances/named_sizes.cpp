// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/instances/named_sizes.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "hearth/ontology/rdf/name_words.hpp"
#include "hearth/ontology/translate/internal/instances/sizes_in_texts.hpp"
#include "hearth/ontology/translate/internal/instances/stated_numbers.hpp"

namespace hearth {
namespace {

using Words = std::vector<std::string>;

/// Units at the end of names, in lower case and without separators.
constexpr std::array<std::pair<std::string_view, std::string_view>, 41> kUnits = {
    {{"w", "W"},
     {"watt", "W"},
     {"watts", "W"},
     {"kw", "kW"},
     {"kilowatt", "kW"},
     {"kilowatts", "kW"},
     {"btuh", "Btu/h"},
     {"btuhr", "Btu/h"},
     {"btuperhour", "Btu/h"},
     {"mbh", "MBH"},
     {"kbtuh", "MBH"},
     {"ton", "tonR"},
     {"tons", "tonR"},
     {"tonr", "tonR"},
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
     {"sqft", "ft2"},
     {"squarefeet", "ft2"},
     {"squaremetres", "m2"},
     {"squaremeters", "m2"},
     {"m3", "m3"},
     {"ft3", "ft3"}}};

/// Words that make a name that of a size.
constexpr std::array<std::string_view, 60> kSizes = {
    "capacity",      "capacities",   "tonnage",       "tons",
    "mbh",           "btuh",         "cfm",           "airflow",
    "flow rate",     "flowrate",     "air flow",      "water flow",
    "design flow",   "nominal flow", "rated flow",    "power",
    "wattage",       "kw",           "heat output",   "power output",
    "heating load",  "cooling load", "design load",   "efficiency",
    "effectiveness", "cop",          "eer",           "seer",
    "area",          "volume",       "kapazität",     "leistung",
    "nennleistung",  "heizleistung", "wärmeleistung", "kühlleistung",
    "kälteleistung", "volumenstrom", "luftmenge",     "wirkungsgrad",
    "fläche",        "nutzfläche",   "grundfläche",   "effekt",
    "varmeeffekt",   "køleeffekt",   "luftmængde",    "virkningsgrad",
    "areal",         "vermogen",     "debiet",        "puissance",
    "débit",         "rendement",    "potencia",      "caudal",
    "potenza",       "portata",      "teho",          "výkon"};

/// Words that make a name that of something else: identifiers, readings, limits of signals.
constexpr std::array<std::string_view, 61> kOthers = {
    "id",          "ids",         "identifier", "uuid",      "guid",           "number",
    "nr",          "no",          "code",       "tag",       "name",           "version",
    "revision",    "rev",         "year",       "date",      "time",           "timestamp",
    "updated",     "index",       "count",      "current",   "present",        "actual",
    "measured",    "last",        "reading",    "status",    "sensor",         "setpoint",
    "factor",      "series",      "interval",   "serial",    "order",          "priority",
    "address",     "port",        "register",   "channel",   "latitude",       "longitude",
    "coordinate",  "coordinates", "phase",      "phases",    "supply voltage", "meter",
    "consumption", "energy",      "usage",      "demand",    "price",          "cost",
    "class",       "label",       "ref",        "reference", "aktuell",        "seriennummer",
    "nummer"};

template <std::size_t kCount>
bool has_any(const Words& words, const std::array<std::string_view, kCount>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&words](std::string_view phrase) {
    const Words parts = plain_words(phrase);
    return std::search(words.begin(), words.end(), parts.begin(), parts.end()) != words.end();
  });
}

}  // namespace

std::optional<Unit> unit_in_name(std::string_view name) {
  const Words words = plain_words(name);
  std::optional<Unit> found;
  std::string tail;
  // The longest end that is a unit: `flow_m3_h` ends with `h`, `3h` and `m3h`.
  for (std::size_t i = words.size(); i > 0 && words.size() - i < 4; --i) {
    tail = words[i - 1] + tail;
    for (const auto& [spelling, symbol] : kUnits) {
      if (tail == spelling) found = parse_unit(symbol);
    }
  }
  return found;
}

std::optional<std::string> named_size(std::string_view name, std::string_view text,
                                      const Unit& kind, bool bare) {
  const std::optional<Quantity> number = parse_quantity(text);
  if (number && !number->unit) {
    if (number->value <= 0.0) return std::nullopt;
    const std::optional<Unit> unit = unit_in_name(name);
    if (unit && unit->compatible(kind)) return with_unit(number->value, unit);
    return bare && !unit ? std::optional(std::string(text)) : std::nullopt;
  }
  const std::optional<Quantity> stated = number ? number : size_within(text, kind);
  if (!stated || stated->value <= 0.0 || !stated->unit->compatible(kind)) return std::nullopt;
  return with_unit(stated->value, stated->unit);
}

bool is_size_name(std::string_view name) {
  const Words words = plain_words(name);
  return has_any(words, kSizes) && !has_any(words, kOthers);
}

}  // namespace hearth
