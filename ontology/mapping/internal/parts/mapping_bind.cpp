// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_rules.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_values.hpp"

namespace hearth {
namespace {

enum class Pick { Most, Nearest };
constexpr Choices<Pick, 2> kPickWords{{{"most", Pick::Most}, {"nearest", Pick::Nearest}}};

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Reads triples as a pattern that starts from `given` and determines `wanted`.
GraphPattern read_find(const JsonNode& triples, const std::vector<std::string>& given,
                       const std::string& wanted, MappingContext& context) {
  GraphPattern pattern;
  pattern.variables = given;
  pattern.variables.push_back(wanted);
  read_triples(triples, pattern, context);
  const int number = static_cast<int>(given.size());
  const bool found =
      std::any_of(pattern.steps.begin(), pattern.steps.end(), [number](const PatternStep& step) {
        return step.subject.variable == number || step.object.variable == number;
      });
  if (!found && !pattern.steps.empty()) {
    context.diagnostics.error(
        "mapping.variable_unbound", triples.where(),
        fmt::format("no triple contains '?{}', the variable to be found", wanted));
  }
  return pattern;
}

void refuse_later(const GraphPattern& pattern, const std::vector<std::string>& later,
                  const JsonNode& node, MappingContext& context) {
  for (const std::string& name : pattern.variables) {
    if (!contains(later, name)) continue;
    context.diagnostics.error(
        "mapping.variable_order", node.where(),
        fmt::format("'?{}' is bound further down; move its entry before this one", name));
  }
}

std::string read_bound_name(const JsonNode& node, MappingContext& context) {
  const std::string& key = node.key();
  if (key.starts_with('?') && is_plain_name(key.substr(1))) return key.substr(1);
  context.diagnostics.error("mapping.variable_malformed", node.where(),
                            fmt::format("'{}' is not a variable; expected \"?{}\"", key, key));
  return key;
}

/// Reads `tap`, `drives` or `config`; each entry has one of them.
void read_point_port(const JsonNode& node, PointRule& point, MappingContext& context) {
  int given = 0;
  const auto port = [&](const JsonNode& n) { return read_own_port(n, context); };
  const auto read = [&](const char* key, PortRef& target) {
    if (!node.find(key)) return;
    ++given;
    read_member(node, key, target, port);
  };
  read("tap", point.tap);
  read("drives", point.drives);
  read("config", point.config);
  if (given == 1) return;
  context.diagnostics.error(
      "mapping.point_port", node.where(),
      "expected one of 'tap' (an output that is measured), 'drives' (an input that the series "
      "feeds) and 'config' (the configuration that the point sets)");
}

/// Reads `find` and `point` of an entry of `points`.
void read_point_find(const JsonNode& node, const JsonNode& find,
                     const std::vector<std::string>& known, PointRule& point,
                     MappingContext& context) {
  if (const auto variable = require_member(node, "point", context.diagnostics)) {
    point.point = read_variable(*variable, context).value_or("");
  }
  if (point.point.empty()) return;
  for (const std::string& name : variables_used(find, known, context)) {
    if (name == point.of) continue;
    context.diagnostics.error(
        "mapping.variable_order", find.where(),
        fmt::format("'?{}' cannot be used here, only '?{}'; set \"of\": \"?{}\" to start there",
                    name, point.of, name));
  }
  point.find = read_find(find, {point.of}, point.point, context);
}

/// Reads a number or quantity as a number in the unit of the point; a `difference` has no zero
/// point.
std::optional<double> read_in_unit(const JsonNode& node, const PointRule& point, bool difference,
                                   MappingContext& context) {
  const std::optional<Quantity> quantity = read_quantity(node, context.diagnostics);
  if (!quantity || !quantity->unit) return quantity ? std::optional(quantity->value) : std::nullopt;
  Unit unit = point.unit.value_or(Unit{});
  if (difference) {
    unit.offset = 0.0;
    unit.point = false;
  }
  if (quantity->unit->compatible(unit)) return convert(quantity->value, *quantity->unit, unit);
  context.diagnostics.error(
      "mapping.unit_mismatch", node.where(),
      fmt::format("[{}] does not fit the unit of the point", quantity->unit->symbol));
  return std::nullopt;
}

/// Reads `value`, `shift` and `within`: a number of the graph for an input.
void read_point_value(const JsonNode& node, PointRule& point, MappingContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  const JsonNode value = *node.find("value");
  if (point.drives.port.empty() || !point.unit) {
    diagnostics.error("mapping.point_value", value.where(),
                      "a value of the graph is possible only for 'drives', with a 'unit'");
    return;
  }
  if (const auto text = read_name(value, diagnostics)) {
    point.value = read_path(*text, value.where(), context);
  }
  read_member(node, "shift", point.shift,
              [&](const JsonNode& n) { return read_in_unit(n, point, true, context); });
  const auto within = node.find("within");
  if (!within || !require_array(*within, diagnostics)) return;
  std::vector<double> ends;
  for (const JsonNode end : within->elements()) {
    if (const auto number = read_in_unit(end, point, false, context)) ends.push_back(*number);
  }
  if (ends.size() == 2 && ends[0] <= ends[1]) {
    point.within = {ends[0], ends[1]};
  } else {
    diagnostics.error("mapping.range", within->where(), "expected two limits, the lower one first");
  }
}

PointRule read_point(const JsonNode& node, const std::string& root,
                     const std::vector<std::string>& known, MappingContext& context) {
  PointRule point;
  point.of = root;
  point.where = node.where();
  if (!require_object(node, context.diagnostics)) return point;
  check_keys(node,
             {"class", "of", "find", "point", "tap", "drives", "config", "unit", "unitUs", "value",
              "shift", "within"},
             context.diagnostics);
  read_member(node, "of", point.of, [&](const JsonNode& n) { return read_variable(n, context); });
  if (const auto classes = node.find("class")) point.classes = read_classes(*classes, context);
  if (const auto find = node.find("find")) {
    read_point_find(node, *find, known, point, context);
  } else if (const auto self = node.find("point")) {
    point.point = read_variable(*self, context).value_or("");
    if (!point.point.empty() && point.point != point.of) {
      context.diagnostics.error("mapping.variable_order", self->where(),
                                fmt::format("'?{}' needs 'find'; without it the point is '?{}' "
                                            "itself",
                                            point.point, point.of));
    }
  } else if (!node.find("class")) {
    context.diagnostics.error("json.missing_key", node.where(),
                              "the key 'class' is missing (or 'find' and 'point')");
  }
  read_point_port(node, point, context);
  const auto unit = [&](const JsonNode& n) { return read_unit(n, context.diagnostics); };
  read_member(node, "unit", point.unit, unit);
  read_member(node, "unitUs", point.unit_us, unit);
  if (node.find("value")) read_point_value(node, point, context);
  return point;
}

}  // namespace

std::vector<std::string> variables_used(const JsonNode& triples,
                                        const std::vector<std::string>& known,
                                        const MappingContext& context) {
  Diagnostics reported_elsewhere;
  GraphPattern scratch;
  for (const JsonNode& text : read_texts(triples, reported_elsewhere)) {
    add_triples(scratch, {text.string()}, context.prefixes, text.where(), reported_elsewhere);
  }
  std::vector<std::string> used;
  std::copy_if(known.begin(), known.end(), std::back_inserter(used),
               [&](const std::string& name) { return contains(scratch.variables, name); });
  return used;
}

BoundVariable read_bound_variable(const JsonNode& node, const std::vector<std::string>& known,
                                  const std::vector<std::string>& later, MappingContext& context) {
  BoundVariable bound;
  bound.where = node.where();
  bound.name = read_bound_name(node, context);
  if (!require_object(node, context.diagnostics)) return bound;
  Diagnostics& diagnostics = context.diagnostics;
  check_keys(node, {"find", "count", "missing", "consequence", "add", "pick"}, diagnostics);
  if (const auto find = require_member(node, "find", diagnostics)) {
    bound.given = variables_used(*find, known, context);
    bound.find = read_find(*find, bound.given, bound.name, context);
    refuse_later(bound.find, later, *find, context);
  }
  read_member(node, "count", bound.count,
              [&](const JsonNode& n) { return read_cardinality(n, context); });
  Pick pick = Pick::Most;
  read_member(node, "pick", pick,
              [&](const JsonNode& n) { return read_choice(n, kPickWords, diagnostics); });
  bound.nearest = pick == Pick::Nearest;
  const auto text = [&](const JsonNode& n) { return read_string(n, diagnostics); };
  read_member(node, "missing", bound.missing, text);
  read_member(node, "consequence", bound.consequence, text);
  read_member(node, "add", bound.add, text);
  return bound;
}

std::vector<PointRule> read_points(const JsonNode& node, const std::string& root,
                                   const std::vector<std::string>& known, MappingContext& context) {
  std::vector<PointRule> points;
  if (!require_array(node, context.diagnostics)) return points;
  for (const JsonNode element : node.elements()) {
    points.push_back(read_point(element, root, known, context));
  }
  return points;
}

}  // namespace hearth
