// SPDX-License-Identifier: MIT
#include "hearth/framework/base/internal/om_unit.hpp"

#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

namespace hearth {
namespace {

using OmWord = std::pair<std::string_view, std::string_view>;  // of OM, of QUDT

constexpr std::array kOmNames{
    OmWord{"degreeCelsius", "DEG_C"},
    OmWord{"degree_Celsius", "DEG_C"},
    OmWord{"degreeFahrenheit", "DEG_F"},
    OmWord{"degree_Fahrenheit", "DEG_F"},
    OmWord{"one", "UNITLESS"},
    OmWord{"percent", "PERCENT"},
    OmWord{"partsPerMillion", "PPM"},
    OmWord{"parts_per_million", "PPM"},
    OmWord{"squareFoot", "FT2"},
    OmWord{"horsepower", "HP"},
    OmWord{"britishThermalUnit", "BTU_IT"},
};

constexpr std::array kOmUnits{
    OmWord{"metre", "M"},       OmWord{"meter", "M"},     OmWord{"gram", "GM"},
    OmWord{"second", "SEC"},    OmWord{"minute", "MIN"},  OmWord{"hour", "HR"},
    OmWord{"day", "DAY"},       OmWord{"watt", "W"},      OmWord{"joule", "J"},
    OmWord{"kelvin", "K"},      OmWord{"pascal", "PA"},   OmWord{"bar", "BAR"},
    OmWord{"litre", "L"},       OmWord{"liter", "L"},     OmWord{"degree", "DEG"},
    OmWord{"foot", "FT"},       OmWord{"tonne", "TONNE"}, OmWord{"hertz", "HZ"},
    OmWord{"newton", "N"},      OmWord{"inch", "IN"},     OmWord{"pound", "LB"},
    OmWord{"person", "PERSON"},
};

constexpr std::array kOmPrefixes{
    OmWord{"kilo", "Kilo"},   OmWord{"mega", "Mega"},   OmWord{"giga", "Giga"},
    OmWord{"milli", "Milli"}, OmWord{"centi", "Centi"}, OmWord{"deci", "Deci"},
    OmWord{"micro", "Micro"},
};

/// Returns the words of `cubicMetrePerSecond-Time` or `kilowatt_hour` in small letters.
std::vector<std::string> om_words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char letter : name) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool separates = letter == '-' || letter == '_';
    if ((separates || std::isupper(byte) != 0) && !words.back().empty()) words.emplace_back();
    if (!separates) words.back() += static_cast<char>(std::tolower(byte));
  }
  return words;
}

std::optional<std::string> om_unit_of(std::string_view word) {
  for (const auto& [known, qudt] : kOmUnits) {
    if (word == known) return std::string(qudt);
  }
  for (const auto& [prefix, qudt] : kOmPrefixes) {
    if (!word.starts_with(prefix)) continue;
    if (const auto unit = om_unit_of(word.substr(prefix.size()))) return std::string(qudt) + *unit;
  }
  return std::nullopt;
}

}  // namespace

std::string qudt_name_of_om_unit(std::string_view name) {
  for (const auto& [known, qudt] : kOmNames) {
    if (name == known) return std::string(qudt);
  }
  std::string out, power;
  for (const std::string& word : om_words_of(name)) {
    if (word == "time") continue;  // distinguishes seconds of time from those of angle
    std::string next;
    if (word == "per" || word == "reciprocal") {
      next = "PER";
    } else if (word == "square" || word == "cubic") {
      if (!power.empty()) return "";
      power = word == "square" ? "2" : "3";
      continue;
    } else {
      const std::optional<std::string> unit = om_unit_of(word);
      if (!unit) return "";
      next = *unit + std::exchange(power, "");
    }
    out += (out.empty() ? "" : "-") + next;
  }
  return power.empty() ? out : "";
}

}  // namespace hearth
