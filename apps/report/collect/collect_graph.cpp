// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/apps/views/graph_view.hpp"
#include "hearth/apps/views/model_view.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/component/schema.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/ontology/model_files/weekly_rules_json.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kShownPoints = 6;

std::string with_unit(const std::string& text, const std::optional<Unit>& unit) {
  return unit && *unit != unit::one ? text + " " + unit->symbol : text;
}

std::string rules_words(const WeeklyRules& rules, const std::optional<Unit>& unit) {
  std::string text = with_unit(number_text(rules.otherwise), unit);
  for (const WeeklyRule& rule : rules.rules) {
    text +=
        fmt::format("; {} {} to {}: {}", days_text(rule.days), time_of_day_text(rule.from_minute),
                    time_of_day_text(rule.to_minute), with_unit(number_text(rule.value), unit));
  }
  if (rules.end_inclusive) text += "; the last minute of a rule belongs to the rule";
  return text;
}

std::string resample_words(const FileColumn& column) {
  std::string text;
  if (column.resample == Resample::Linear) text += ", linearly interpolated";
  if (column.resample == Resample::Hold) text += ", held";
  if (column.resample == Resample::Mean) text += ", averaged";
  if (column.stamp == Stamp::MeanBefore) text += ", means over the time before the stamp";
  if (column.stamp == Stamp::MeanAfter) text += ", means over the time after the stamp";
  if (column.max_gap) text += fmt::format(", gaps up to {} s", number_text(*column.max_gap));
  if (column.outside == Outside::Hold) text += ", held before its start and after its end";
  return text;
}

std::string column_words(const FileColumn& column) {
  const auto* name = std::get_if<std::string>(&column.column);
  const std::string which =
      name != nullptr ? *name : fmt::format("number {}", std::get<int>(column.column));
  std::string text = fmt::format("column {} of {}", which, base_name(column.file));
  if (column.unit) text += fmt::format(" [{}]", column.unit->symbol);
  return text + resample_words(column);
}

std::string points_words(const TimeTable& table, const std::optional<Unit>& unit) {
  std::string text =
      fmt::format("{} points{}", table.times.size(),
                  table.shape == Series::Shape::Linear ? ", linearly interpolated" : "");
  for (std::size_t i = 0; i < table.times.size() && i < kShownPoints; ++i) {
    text += fmt::format("{} {} at {} s", i == 0 ? ":" : ",",
                        with_unit(number_text(table.values[i]), unit), number_text(table.times[i]));
  }
  return table.times.size() > kShownPoints ? text + ", ..." : text;
}

struct SourceWords {
  const std::optional<Unit>& unit;
  std::string operator()(double value) const { return with_unit(number_text(value), unit); }
  std::string operator()(const WeeklyRules& rules) const { return rules_words(rules, unit); }
  std::string operator()(const FileColumn& column) const { return column_words(column); }
  std::string operator()(const TimeTable& table) const { return points_words(table, unit); }
  std::string operator()(const SunAngle& sun) const {
    return sun.angle == SunAngle::Angle::Zenith ? "zenith angle of the sun"
                                                : "azimuth angle of the sun";
  }
};

struct SettingWords {
  std::string operator()(const SeriesSpec& series) const {
    return std::visit(SourceWords{series.unit}, series.source);
  }
  std::string operator()(int value) const { return fmt::format("{}", value); }
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(const Table& table) const {
    return fmt::format("table of {} rows and {} columns", table.rows(), table.columns());
  }
  std::string operator()(const FileName& file) const { return base_name(file.path); }
  std::string operator()(const Word& word) const { return word.text; }
  std::string operator()(const FormulaTexts& formulas) const {
    std::string all;
    for (const auto& [name, text] : formulas.texts) {
      all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", name, text);
    }
    return all;
  }
  std::string operator()(const Quantity& value) const {
    return with_unit(number_text(value.value), value.unit);
  }
};

/// Returns a setting of a configuration in words: `18 degC; Mon-Fri 06:00 to 18:00: 21`,
/// `column t_out of weather.csv, linear`.
std::string config_words(const ConfigSetting& setting) {
  return std::visit(SettingWords{}, setting);
}

using Ends = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

std::string short_text(const std::string& digits) {
  return fmt::format("{:.4g}", std::strtod(digits.c_str(), nullptr));
}

std::string bounds_text(const std::optional<double>& min, const std::optional<double>& max) {
  if (min && max) return fmt::format("{:g} to {:g}", *min, *max);
  if (min) return fmt::format("at least {:g}", *min);
  return max ? fmt::format("at most {:g}", *max) : "";
}

std::string range_text(const Range& range) {
  const auto finite = [](double bound) {
    return std::isfinite(bound) ? std::optional(bound) : std::nullopt;
  };
  return bounds_text(finite(range.min), finite(range.max));
}

/// The bounds that the model sets, otherwise the range in which the equations are valid.
std::string bounds_of(const Component& component, const Field& field) {
  const auto setting = component.parameters.find(std::string(field.name));
  if (setting == component.parameters.end()) return range_text(field.range);
  const auto number = [](const std::optional<Quantity>& bound) {
    return bound ? std::optional(bound->value) : std::nullopt;
  };
  const std::string text = bounds_text(number(setting->second.min), number(setting->second.max));
  return text.empty() ? range_text(field.range) : text;
}

std::string certainty_text(const CalibratedValue& value) {
  std::string text = fmt::format("calibrated from {}", short_text(value.initial));
  if (!value.sd.empty()) text += fmt::format(", sd {}", short_text(value.sd));
  if (!value.low.empty()) {
    text += fmt::format(", 95 % {} to {}", short_text(value.low), short_text(value.high));
  }
  if (value.sd.empty()) text += ", the data do not determine it";
  if (!value.at_bound.empty()) text += fmt::format(", at its {} bound", value.at_bound);
  return text;
}

/// Makes the nodes of a plan, one after the other.
class NodeMaker {
 public:
  NodeMaker(const ViewedPlan& viewed, const std::map<std::string, CalibratedValue>& calibrated)
      : viewed_(viewed), plan_(*viewed.plan), calibrated_(calibrated) {
    for (const Connection& connection : plan_.model.connections()) {
      feeds_[{connection.from.component, connection.from.port}].push_back(
          input_name(plan_, connection));
      fed_by_[{connection.to.component, connection.to.port}].push_back(to_string(connection.from));
    }
    for (const NamedValue& value : parameter_values(plan_)) {
      parameters_[component_of(value.name)].push_back(value);
    }
    for (const NamedValue& value : state_values(plan_)) {
      states_[component_of(value.name)].push_back(value);
    }
    for (const InitialOutput& output : initial_outputs(viewed_)) {
      outputs_[component_of(output.output)].push_back(output);
    }
  }

  ReportNode node(const PlannedInstance& instance) const {
    ReportNode node;
    node.id = instance.id;
    node.type = instance.type->name;
    node.iri = plan_.model.component(instance.id).iri;
    node.doc = instance.type->schema.summary();
    node.level = instance.level;
    for (const Field& field : instance.type->schema) add_port(instance, field, node);
    add_parameters(instance, node);
    add_initial(instance, node);
    add_config(instance, node);
    return node;
  }

 private:
  static std::string component_of(const std::string& name) {
    return name.substr(0, name.find('.'));
  }
  /// Returns `C_air` for `room.C_air`; `[key]` remains.
  static std::string local_name(const std::string& name) { return name.substr(name.find('.') + 1); }
  static std::string field_name(const std::string& local) {
    return local.substr(0, local.find('['));
  }

  void add_port(const PlannedInstance& instance, const Field& field, ReportNode& node) const {
    if (field.role != Role::Input && field.role != Role::Output) return;
    const bool input = field.role == Role::Input;
    const Ends& all = input ? fed_by_ : feeds_;
    const auto ends = all.find({instance.id, std::string(field.name)});
    ReportPort port{std::string(field.name), resolve_any(field.unit, instance.any).symbol,
                    std::string(field.doc),
                    ends == all.end() ? std::vector<std::string>{} : ends->second};
    (input ? node.inputs : node.outputs).push_back(std::move(port));
  }

  const CalibratedValue* calibrated(const std::string& target) const {
    const auto found = calibrated_.find(target);
    return found == calibrated_.end() ? nullptr : &found->second;
  }

  template <class Values>
  static const typename Values::mapped_type& of(const Values& values, const std::string& id) {
    static const typename Values::mapped_type none;
    const auto found = values.find(id);
    return found == values.end() ? none : found->second;
  }

  void add_parameters(const PlannedInstance& instance, ReportNode& node) const {
    const Component& component = plan_.model.component(instance.id);
    for (const NamedValue& value : of(parameters_, instance.id)) {
      const std::string name = local_name(value.name);
      const Field* field = instance.type->schema.find(Role::Parameter, field_name(name));
      ReportValue shown{name, number_text(value.value), value.unit, value.source, "", ""};
      if (field != nullptr) {
        shown.doc = field->doc;
        shown.note = bounds_of(component, *field);
      }
      const CalibratedValue* found = calibrated(value.name);
      if (found == nullptr) found = calibrated(instance.id + "." + field_name(name));
      if (found != nullptr) {
        shown.source = "calibrated";
        shown.note = certainty_text(*found);
      }
      node.parameters.push_back(std::move(shown));
    }
  }

  void add_initial(const PlannedInstance& instance, ReportNode& node) const {
    for (const NamedValue& value : of(states_, instance.id)) {
      const std::string name = local_name(value.name);
      const SchemaView& schema = instance.type->schema;
      const Field* field = schema.find(Role::State, field_name(name));
      if (field == nullptr) field = schema.find(Role::Held, field_name(name));
      const bool given = plan_.model.component(instance.id).initial.count(field_name(name)) > 0;
      ReportValue shown{name,
                        number_text(value.value),
                        value.unit,
                        given ? "model" : "default",
                        field == nullptr ? "" : std::string(field->doc),
                        ""};
      if (const CalibratedValue* found = calibrated(instance.id + "@" + name)) {
        shown.source = "calibrated";
        shown.note = certainty_text(*found);
      }
      node.initial.push_back(std::move(shown));
    }
    for (const InitialOutput& output : of(outputs_, instance.id)) {
      if (output.source == "computed") continue;
      node.initial.push_back({local_name(output.output),
                              output.value ? number_text(*output.value) : "", output.unit.symbol,
                              output.source == "given" ? "model" : "missing",
                              "first value of a removed connection", ""});
    }
  }

  void add_config(const PlannedInstance& instance, ReportNode& node) const {
    const Component& component = plan_.model.component(instance.id);
    for (const auto& [name, setting] : component.config) {
      const Field* field = instance.type->schema.find(Role::Config, name);
      ReportValue shown{name, config_words(setting), "", "model", "", ""};
      if (field != nullptr) shown.doc = field->doc;
      node.config.push_back(std::move(shown));
    }
    if (!component.clock) return;
    node.config.push_back({"clock", fmt::format("every {} s", number_text(component.clock->period)),
                           "", "model", "when it samples", ""});
  }

  const ViewedPlan& viewed_;
  const Plan& plan_;
  const std::map<std::string, CalibratedValue>& calibrated_;
  Ends feeds_, fed_by_;
  std::map<std::string, std::vector<NamedValue>> parameters_, states_;
  std::map<std::string, std::vector<InitialOutput>> outputs_;
};

}  // namespace

ReportGraph collect_graph(const ViewedPlan& viewed,
                          const std::map<std::string, CalibratedValue>& calibrated) {
  const GraphView view = graph_view(*viewed.plan);
  const NodeMaker maker(viewed, calibrated);
  ReportGraph graph;
  graph.model = view.name;
  graph.levels = view.levels;
  graph.svg = graph_svg(view);
  std::map<std::string, const PlannedInstance*> instances;
  for (const PlannedInstance& instance : viewed.plan->instances) instances[instance.id] = &instance;
  for (const GraphNode& node : view.nodes)
    graph.nodes.push_back(maker.node(*instances.at(node.id)));
  for (const GraphEdge& edge : view.edges) {
    graph.edges.push_back({edge.from, edge.to, edge.removed,
                           edge.removed ? carrier_name(edge.carrier) : "", edge.ports});
  }
  return graph;
}

}  // namespace hearth::apps
