// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/config_values.hpp"

#include <charconv>
#include <cmath>
#include <string>

#include "hearth/framework/base/unit.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"

namespace hearth {
namespace {

std::optional<ConfigSetting> flag_of(std::string_view text) {
  if (text == "true" || text == "True" || text == "TRUE" || text == "1") return ConfigSetting(true);
  if (text == "false" || text == "False" || text == "FALSE" || text == "0") {
    return ConfigSetting(false);
  }
  return std::nullopt;
}

std::optional<ConfigSetting> integer_of(std::string_view text) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return ConfigSetting(value);
}

std::optional<ConfigSetting> series_of(std::string_view text, const SeriesSpec& like) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  if (!quantity || !std::isfinite(quantity->value)) return std::nullopt;
  if (quantity->unit && like.unit && !quantity->unit->compatible(*like.unit)) return std::nullopt;
  SeriesSpec spec = like;
  spec.source = quantity->value;
  if (quantity->unit) spec.unit = quantity->unit;
  return ConfigSetting(spec);
}

}  // namespace

std::optional<ConfigSetting> config_of_text(std::string_view text, const ConfigSetting& like) {
  if (std::holds_alternative<bool>(like)) return flag_of(text);
  if (std::holds_alternative<int>(like)) return integer_of(text);
  if (std::holds_alternative<Word>(like)) return ConfigSetting(Word{std::string(text)});
  if (std::holds_alternative<FileName>(like)) return ConfigSetting(FileName{std::string(text), {}});
  if (const auto* series = std::get_if<SeriesSpec>(&like)) return series_of(text, *series);
  return std::nullopt;
}

std::optional<ConfigSetting> config_from_graph(const GraphNames& names, const Instance& instance,
                                               const std::vector<ValueSource::Path>& from,
                                               const ConfigSetting& like) {
  for (const ValueSource::Path& way : from) {
    for (const TermId node : instance.of(way.variable)) {
      for (const TermId end : path_ends(names.graph(), node, way.path)) {
        const Term term = names.graph().term(end);
        if (term.kind != TermKind::Literal) continue;
        if (auto setting = config_of_text(term.text, like)) return setting;
      }
    }
  }
  return std::nullopt;
}

}  // namespace hearth
