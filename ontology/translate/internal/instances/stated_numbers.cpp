// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/instances/stated_numbers.hpp"

#include <cctype>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/translate/internal/instances/written_numbers.hpp"

namespace hearth {
namespace {

/// Returns the length of the number at the start of a text, 0 if there is none.
std::size_t number_length(std::string_view text) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0) ++i;
    return i - start;
  };
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  std::size_t mantissa = digits();
  if (i + 1 < text.size() && text[i] == '.' &&
      std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0) {
    ++i;
    mantissa += digits();
  }
  if (mantissa == 0) return 0;
  const std::size_t end = i;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (digits() > 0) return i;
  }
  return end;
}

/// Returns the unit of a name of QUDT or OM, also of one with `_` before its power: `FT_2`.
std::optional<Unit> named_unit(std::string_view name) {
  std::string plain(name);
  for (std::size_t at = plain.find('_'); at != std::string::npos; at = plain.find('_', at + 1)) {
    if (at + 1 < plain.size() && (plain[at + 1] == '2' || plain[at + 1] == '3')) plain.erase(at, 1);
  }
  for (const char* vocabulary : {"unit:", "om:"}) {
    if (const std::optional<Unit> unit = parse_unit(vocabulary + std::string(name))) return unit;
    if (const std::optional<Unit> unit = parse_unit(vocabulary + plain)) return unit;
  }
  return std::nullopt;
}

/// Splits the last step from a sequence of steps.
bool split_last(const PropertyPath& path, PropertyPath& before, PropertyPath& last) {
  if (path.kind != PropertyPath::Kind::Sequence || path.parts.size() < 2) return false;
  before = path;
  last = before.parts.back();
  before.parts.pop_back();
  if (before.parts.size() == 1) before = PropertyPath(before.parts.front());
  return true;
}

/// Gives a number without a unit the unit that the node before its owner states: that of a point
/// whose value is a node.
void add_unit_before(StatedNumber& number, const GraphNames& names, TermId node,
                     const PropertyPath& before, const Mapping& mapping) {
  if (number.quantity.unit || !number.unknown_unit.empty()) return;
  PropertyPath earlier, step;
  std::vector<TermId> owners{node};
  if (split_last(before, earlier, step)) owners = path_ends(names.graph(), node, earlier);
  for (const TermId owner : owners) {
    number.quantity.unit = stated_unit(names, owner, mapping.unit);
    number.unknown_unit = unknown_unit(names, owner, mapping.unit);
    if (number.quantity.unit || !number.unknown_unit.empty()) return;
  }
}

}  // namespace

std::optional<Quantity> number_in(std::string_view text, int nth) {
  if (nth == 1) {
    if (const std::optional<Quantity> whole = parse_quantity(text)) return whole;
  }
  int seen = 0;
  for (std::size_t i = 0; i < text.size();) {
    // A sign right after a number or letter is a dash: `45/30-21`.
    const bool sign = text[i] == '-' || text[i] == '+';
    const bool dash = sign && i > 0 && std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0;
    const std::size_t length = dash ? 0 : number_length(text.substr(i));
    if (length == 0) {
      ++i;
      continue;
    }
    if (++seen == nth) {
      const std::optional<Quantity> number = parse_quantity(text.substr(i, length));
      return number;
    }
    i += length;
  }
  return std::nullopt;
}

std::string with_unit(double value, const std::optional<Unit>& unit) {
  const bool plain = !unit || *unit == unit::one;
  return plain ? number_text(value) : fmt::format("{} {}", number_text(value), unit->symbol);
}

std::optional<Unit> stated_unit(const GraphNames& names, TermId node,
                                const std::optional<PropertyPath>& path) {
  if (!path) return std::nullopt;
  for (const TermId end : path_ends(names.graph(), node, *path)) {
    const Term term = names.graph().term(end);
    if (term.kind != TermKind::Iri) {
      if (const std::optional<Unit> unit = parse_unit(term.text)) return unit;
      continue;
    }
    if (const std::optional<Unit> unit = named_unit(local_name(term.text))) return unit;
  }
  return std::nullopt;
}

std::string unknown_unit(const GraphNames& names, TermId node,
                         const std::optional<PropertyPath>& path) {
  if (!path || stated_unit(names, node, path)) return "";
  for (const TermId end : path_ends(names.graph(), node, *path)) {
    if (names.graph().term(end).kind != TermKind::Blank) return names.name(end);
  }
  return "";
}

std::optional<StatedNumber> stated_number(const GraphNames& names, TermId owner, TermId literal,
                                          int nth, const std::optional<PropertyPath>& unit) {
  const Term term = names.graph().term(literal);
  if (term.kind != TermKind::Literal) return std::nullopt;
  StatedNumber number{{}, "", "", owner, literal};
  if (nth > 1) {
    const std::optional<Quantity> quantity = number_in(term.text, nth);
    if (!quantity || !std::isfinite(quantity->value)) return std::nullopt;
    number.quantity = *quantity;
  } else {
    const std::optional<WrittenNumber> written = written_number(term.text);
    if (!written) return std::nullopt;
    number.quantity.value = written->value;
    if (!written->problem.empty()) {
      number.problem = fmt::format("'{}': {}", term.text, written->problem);
    } else if (!written->rest.empty()) {
      number.quantity.unit = parse_unit(written->rest);
      if (!number.quantity.unit) number.unknown_unit = written->rest;
      return number;
    }
  }
  number.quantity.unit = stated_unit(names, owner, unit);
  number.unknown_unit = unknown_unit(names, owner, unit);
  return number;
}

std::optional<StatedNumber> number_at(const GraphNames& names, TermId node,
                                      const PropertyPath& path, const Mapping& mapping, int nth) {
  PropertyPath last = path, before;
  const bool several = split_last(path, before, last);
  const std::vector<TermId> owners =
      several ? path_ends(names.graph(), node, before) : std::vector<TermId>{node};
  std::optional<StatedNumber> unread;
  for (const TermId owner : owners) {
    for (const TermId end : path_ends(names.graph(), owner, last)) {
      auto number = stated_number(names, owner, end, nth, mapping.unit);
      if (!number) continue;
      // Without an optional last step, the number and its unit belong to the step before.
      if (several && owner == end) return number_at(names, node, before, mapping, nth);
      if (!number->problem.empty()) {
        if (!unread) unread = std::move(number);
        continue;
      }
      if (several) add_unit_before(*number, names, node, before, mapping);
      return number;
    }
  }
  return unread;
}

}  // namespace hearth
