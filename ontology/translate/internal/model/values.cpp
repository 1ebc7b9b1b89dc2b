// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/values.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"

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

/// A value in the unit that a source counts in; bare numbers stay as they are.
double in_unit(const Quantity& quantity, const std::optional<Unit>& unit) {
  if (!quantity.unit || !unit || !quantity.unit->compatible(*unit)) return quantity.value;
  return convert(quantity.value, *quantity.unit, *unit);
}

double limited(double value, const ValueSource& source) {
  if (source.min) value = std::max(value, *source.min);
  if (source.max) value = std::min(value, *source.max);
  return value;
}

/// The number that other values are made of: in SI units, temperatures in degC.
double si_number(const Quantity& quantity) {
  if (!quantity.unit) return quantity.value;
  if (quantity.unit->point) return convert(quantity.value, *quantity.unit, unit::degC);
  return quantity.value * quantity.unit->scale;
}

/// A flow of volume as one of mass; other quantities as they are.
Quantity as_mass(const Quantity& quantity, double density) {
  if (!quantity.unit || !quantity.unit->compatible(unit::m3_per_s)) return quantity;
  return {convert(quantity.value, *quantity.unit, unit::m3_per_s) * density, unit::kg_per_s};
}

std::string formula(const ValueSource& source, const std::string& what) {
  std::string text = source.factor == 1.0 ? what : fmt::format("{} x {}", source.factor, what);
  if (!source.per_variable.empty()) text += fmt::format(" per ?{}", source.per_variable);
  if (source.power != 1.0) text += fmt::format("^{}", source.power);
  return text;
}

/// Returns the words after the only number of a text: `3 furlongs`; "" where they cannot be a unit.
std::string unit_words(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  const std::size_t length = number_length(text);
  text.remove_prefix(length);
  while (text.starts_with(' ')) text.remove_prefix(1);
  const bool word = !text.empty() && (std::isalpha(static_cast<unsigned char>(text.front())) != 0 ||
                                      static_cast<unsigned char>(text.front()) >= 0x80);
  if (length == 0 || !word) return "";
  for (std::size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1)) {
    if (number_length(text.substr(at + 1)) > 0) return "";  // `2 x 40 W`
  }
  return std::string(text);
}

/// Whether a unit is one of areas or volumes, which are more than nothing.
bool is_extent(const std::optional<Unit>& unit) {
  return unit && (unit->compatible(unit::m2) || unit->compatible(unit::m3));
}

const Quantity* plain(const ParameterSetting& setting) {
  return std::get_if<Quantity>(&setting.value);
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

std::optional<Unit> stated_unit(const GraphNames& names, TermId node,
                                const std::optional<PropertyPath>& path) {
  if (!path) return std::nullopt;
  for (const TermId end : path_ends(names.graph(), node, *path)) {
    const Term term = names.graph().term(end);
    const std::string text = term.kind == TermKind::Iri
                                 ? "unit:" + std::string(local_name(term.text))
                                 : std::string(term.text);
    if (const std::optional<Unit> unit = parse_unit(text)) return unit;
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
  const std::optional<Quantity> quantity = number_in(term.text, nth);
  if (!quantity || !std::isfinite(quantity->value)) return std::nullopt;
  StatedNumber number{*quantity, ""};
  if (quantity->unit) return number;
  if (nth == 1) number.unknown_unit = unit_words(term.text);
  if (!number.unknown_unit.empty()) return number;
  number.quantity.unit = stated_unit(names, owner, unit);
  number.unknown_unit = unknown_unit(names, owner, unit);
  return number;
}

const ValueSource* ValueFinder::source_of(const Instance& instance, const std::string& name) const {
  const Rule& rule = *instance.rule;
  for (const ValueSources* sources : {&rule.parameters, &rule.quantities, &rule.group.quantities}) {
    const auto found = sources->find(name);
    if (found != sources->end()) return &found->second;
  }
  const std::size_t dot = name.rfind('.');
  const std::string part_name = dot == std::string::npos ? "" : name.substr(0, dot);
  const GroupPart* part = rule.group.part(part_name);
  if (part == nullptr) return nullptr;
  const auto found = part->parameters.find(dot == std::string::npos ? name : name.substr(dot + 1));
  return found == part->parameters.end() ? nullptr : &found->second;
}

std::optional<FoundValue> ValueFinder::find(int number, const std::string& name) {
  const Key key{number, name};
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  known_[key] = std::nullopt;  // what asks for itself finds nothing
  const Instance& instance = instances_.all()[number];
  if (++depth_ > kMostDepth) {
    throw InputError("mapping.value_depth", instance.rule->where,
                     fmt::format("'{}' of the rule '{}' needs values of more than {} nodes one "
                                 "after the other, up to {}; do not add up along a chain",
                                 name, instance.rule->id, kMostDepth, names_.name(instance.root)));
  }
  const ValueSource* source = source_of(instance, name);
  std::optional<FoundValue> value =
      source == nullptr ? from_side(instance, name, nullptr) : evaluate(number, name, *source);
  --depth_;
  return known_[key] = std::move(value);
}

std::optional<FoundValue> ValueFinder::evaluate(int number, const std::string& name,
                                                const ValueSource& source) {
  const Instance& instance = instances_.all()[number];
  std::optional<FoundValue> side = from_side(instance, name, &source);
  if (side && side_.overwrites()) return side;
  if (std::optional<FoundValue> graph = from_graph(instance, name, source)) {
    return graph;
  }
  if (side) return side;
  if (source.fixed) {
    const Quantity* quantity = plain(source.setting);
    if (quantity == nullptr) return std::nullopt;
    return FoundValue{*quantity, "mapping " + instance.rule->id};
  }
  if (std::optional<FoundValue> other = from_others(number, source)) return other;
  if (!source.standard) return std::nullopt;
  report_guess(instance, name, source);
  Quantity quantity = *source.standard;
  if (!quantity.unit) quantity.unit = source.unit;
  return FoundValue{quantity, "default of " + instance.rule->id, true};
}

std::optional<FoundValue> ValueFinder::from_side(const Instance& instance, const std::string& name,
                                                 const ValueSource* source) {
  const ParameterSetting* setting = side_.find(instance.root, instance.rule->id, name);
  if (setting == nullptr || plain(*setting) == nullptr) return std::nullopt;
  Quantity quantity = *plain(*setting);
  if (source == nullptr) return FoundValue{quantity, side_.file()};
  std::optional<Unit> unit = source->unit;
  if (!unit && source->standard) unit = source->standard->unit;
  if (!quantity.unit) quantity.unit = unit;
  if (source->density) quantity = as_mass(quantity, *source->density);
  if (unit && !quantity.unit->compatible(*unit)) {
    report_unfit(instance, name, quantity.unit->symbol, unit, side_.file());
    return std::nullopt;
  }
  return FoundValue{quantity, side_.file()};
}

std::optional<StatedNumber> ValueFinder::number_at(TermId node, const PropertyPath& path,
                                                   const Mapping& mapping, int nth) const {
  std::vector<TermId> owners{node};
  PropertyPath last = path;
  if (path.kind == PropertyPath::Kind::Sequence && path.parts.size() >= 2) {
    PropertyPath before = path;
    last = before.parts.back();
    before.parts.pop_back();
    if (before.parts.size() == 1) before = PropertyPath(before.parts.front());
    owners = path_ends(names_.graph(), node, before);
  }
  for (const TermId owner : owners) {
    for (const TermId end : path_ends(names_.graph(), owner, last)) {
      if (const auto number = stated_number(names_, owner, end, nth, mapping.unit)) return number;
    }
  }
  return std::nullopt;
}

std::optional<double> ValueFinder::stated(const Instance& instance, const std::string& name,
                                          const ValueSource& source, const ValueSource::Path& way,
                                          TermId node, std::optional<Unit>& unit) {
  const auto number = number_at(node, way.path, *instance.mapping, source.nth);
  if (!number) return std::nullopt;
  Quantity quantity = number->quantity;
  if (!unit) unit = source.unit;
  if (!quantity.unit) quantity.unit = unit;
  if (source.density) quantity = as_mass(quantity, *source.density);
  if (is_extent(unit) && quantity.value <= 0.0) {
    report_not_positive(instance, name, quantity.value, unit);
    return std::nullopt;
  }
  if (is_extent(unit) && !number->quantity.unit && number->unknown_unit.empty()) {
    report_bare(instance, name, unit);
  }
  const bool known = number->unknown_unit.empty();
  if (!known || (unit && !quantity.unit->compatible(*unit))) {
    report_unfit(instance, name, known ? quantity.unit->symbol : number->unknown_unit, unit,
                 "the graph");
    return std::nullopt;
  }
  if (!unit) unit = quantity.unit;
  return in_unit(quantity, unit);
}

std::optional<FoundValue> ValueFinder::from_graph(const Instance& instance, const std::string& name,
                                                  const ValueSource& source) {
  const bool factor_of_others =
      !source.of.empty() || !source.sum_variable.empty() || !source.count_variable.empty();
  const double factor = factor_of_others ? 1.0 : source.factor;
  for (const ValueSource::Path& way : source.from) {
    double total = 0.0;
    std::string nodes;
    std::optional<Unit> unit;
    for (const TermId node : instance.of(way.variable)) {
      const std::optional<double> value = stated(instance, name, source, way, node, unit);
      if (!value) continue;
      total += *value;
      nodes += (nodes.empty() ? "" : ", ") + names_.name(node);
      if (!way.sum) break;
    }
    if (nodes.empty()) continue;
    return FoundValue{{limited(total * factor, source), unit}, "graph " + nodes};
  }
  return std::nullopt;
}

std::optional<FoundValue> ValueFinder::from_others(int number, const ValueSource& source) {
  const Instance& instance = instances_.all()[number];
  FoundValue result;
  double value = 0.0;
  if (!source.of.empty()) {
    const std::optional<FoundValue> other = find(number, source.of);
    if (!other) return std::nullopt;
    value = si_number(other->quantity);
    result.source = formula(source, source.of);
    result.guessed = other->guessed;
  } else if (!source.sum_variable.empty()) {
    bool any = false;
    std::set<int> counted;  // one instance may stand for several of the nodes
    for (const TermId node : instance.of(source.sum_variable)) {
      const int model = instances_.model_of(node);
      if (model < 0 || !counted.insert(model).second) continue;
      const std::optional<FoundValue> other = find(model, source.sum_name);
      if (!other) continue;
      any = true;
      value += si_number(other->quantity);
      result.guessed = result.guessed || other->guessed;
    }
    if (!any) return std::nullopt;
    result.source = formula(source, "sum of " + source.sum_name);
  } else if (!source.count_variable.empty()) {
    value = static_cast<double>(instance.of(source.count_variable).size());
    if (value == 0.0) return std::nullopt;
    result.source = formula(source, "number of ?" + source.count_variable);
  } else {
    return std::nullopt;
  }
  if (!source.per_variable.empty()) {
    value /= static_cast<double>(std::max<std::size_t>(1, instance.of(source.per_variable).size()));
  }
  value = source.factor * std::pow(value, source.power);
  if (!std::isfinite(value)) return std::nullopt;
  result.quantity = {limited(value, source), source.unit};
  return result;
}

void ValueFinder::report_unfit(const Instance& instance, const std::string& name,
                               const std::string& given, const std::optional<Unit>& expected,
                               const std::string& source) {
  const std::string wanted = expected ? fmt::format("[{}]", expected->symbol) : "a known unit";
  report_.add({.code = "import.value_unfit",
               .message = fmt::format("{} (rule {}) is in [{}] in {}, expected {}", name,
                                      instance.rule->id, given, source, wanted),
               .nodes = {names_.node(instance.root)},
               .consequence = "not used"});
}

void ValueFinder::report_not_positive(const Instance& instance, const std::string& name,
                                      double value, const std::optional<Unit>& unit) {
  report_.add({.code = "import.value_unfit",
               .message = fmt::format("{} (rule {}) is {} {} in the graph, and must be above 0",
                                      name, instance.rule->id, number_text(value), unit->symbol),
               .nodes = {names_.node(instance.root)},
               .consequence = "not used"});
}

void ValueFinder::report_bare(const Instance& instance, const std::string& name,
                              const std::optional<Unit>& unit) {
  report_.add({.code = "import.unit_assumed",
               .message = fmt::format("{} (rule {}) has no unit in the graph; read as {}", name,
                                      instance.rule->id, unit->symbol),
               .nodes = {names_.node(instance.root)},
               .consequence = "give its unit in the graph"});
}

void ValueFinder::report_guess(const Instance& instance, const std::string& name,
                               const ValueSource& source) {
  const Quantity& standard = *source.standard;
  const std::optional<Unit> unit = standard.unit ? standard.unit : source.unit;
  const std::string text =
      number_text(standard.value) + (unit ? std::string(" ") + unit->symbol : std::string());
  const GraphNode node = names_.node(instance.root);
  report_.add(
      {.code = "import.value_guessed",
       .message = fmt::format("{} not given (rule {}); used {}", name, instance.rule->id, text),
       .nodes = {node},
       .add = {fmt::format("\"{}\": {{\"{}\": \"{}\"}}", node.name, name, text)},
       .consequence = "a guess: give it in the graph or with --params"});
}

}  // namespace hearth
