// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/component_writer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/framework/model/component_series.hpp"
#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/twin4build/internal/graph/rulesets.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"

namespace hearth::twin4build {
namespace {

/// Returns, in words, the settings of a column that the graph cannot express, compared with
/// `sayable`.
std::string column_problem(const FileColumn& column, const FileColumn& sayable) {
  if (!std::holds_alternative<int>(column.column) ||
      !std::holds_alternative<int>(column.time_column.value_or(0))) {
    return "columns by name: use their numbers";
  }
  if (column.unit && !(column.unit == sayable.unit)) {
    return std::string("numbers in ") + column.unit->symbol;
  }
  if (column.resample != sayable.resample) {
    return sayable.resample == Resample::Linear ? "anything but \"resample\": \"linear\""
                                                : "a resampled measurement";
  }
  if (column.outside != Outside::Hold && sayable.outside == Outside::Hold) {
    return "anything but \"outside\": \"hold\"";
  }
  if (column.max_gap) return "\"max_gap\"";
  if (column.stamp.value_or(Stamp::Instant) != Stamp::Instant) return "\"stamp\"";
  if (column.duplicates.value_or(Duplicates::Error) != Duplicates::Error) {
    return "\"duplicates\"";
  }
  if (column.clock_column || !column.time_format.empty()) return "the format of time stamps";
  if (column.separator || column.decimal || column.thousands || !column.missing.empty()) {
    return "the format of numbers";
  }
  if (column.scale || column.offset) return "\"scale\" and \"offset\"";
  if (!column.timezone.empty()) return "the time zone of a file";
  if (column.missing_column && column.missing_column != sayable.missing_column) {
    return "\"missing_column\"";
  }
  return "";
}

bool is_finite(const WeeklyRules& rules) {
  return std::isfinite(rules.otherwise) &&
         std::all_of(rules.rules.begin(), rules.rules.end(),
                     [](const WeeklyRule& rule) { return std::isfinite(rule.value); });
}

std::vector<std::pair<std::string, Ruleset>> rulesets_of(const Week& week) {
  constexpr std::array<const char*, 7> kDays = {"monday", "tuesday",  "wednesday", "thursday",
                                                "friday", "saturday", "sunday"};
  std::vector<std::pair<std::string, Ruleset>> sets{{"weekDay", week[0]}};
  const bool one_weekend = week[5] == week[6];
  if (one_weekend && !(week[5] == week[0])) sets.emplace_back("weekend", week[5]);
  for (std::size_t d = 1; d < 7; ++d) {
    if (d >= 5 && one_weekend) continue;
    if (!(week[d] == week[0])) sets.emplace_back(kDays[d], week[d]);
  }
  return sets;
}

/// Writes the statements of one component.
class ComponentWriter {
 public:
  ComponentWriter(const Component& component, const WriterContext& to)
      : component_(&component),
        model_(to.model),
        registry_(to.registry),
        graph_(to.graph),
        errors_(to.errors) {}

  void write(TermId subject);

 private:
  void write_parameters();
  void write_parameter(const ParameterTerm& term);
  void write_configuration();
  void write_schedule();
  void write_time_series();
  void write_points();
  void write_sensor();
  void write_weather();
  void write_column(const SeriesTerm& term, const FileColumn& column);
  void write_rules(const WeeklyRules& rules);
  const SeriesSpec* series(const std::string& name) const;
  const FileColumn* source_column(const SeriesTerm& term, const SeriesSpec& spec);
  bool is_known(const std::string& config) const;
  void check_initial();
  void check_initial_value(const std::string& name, const Entries& given, const Entries& implied);
  void check_component();
  std::optional<double> in_schema_unit(const Entries& entries, const Field* field) const;
  bool needs_shared_unit() const;
  std::optional<Unit> shared_unit() const;

  Where where(const std::string& port) const {
    const Where where = component_->where.at(component_->id, port);
    return where;
  }
  void refuse(const std::string& port, const std::string& message) {
    errors_.error("t4b.not_expressible", where(port), message);
  }
  void relate(TermId subject, std::string_view predicate, TermId object) {
    graph_.add({subject, graph_.iri(predicate), object});
  }
  void attribute(const std::string& name, const std::string& text, std::string_view datatype) {
    relate(subject_, sim(name), graph_.literal(text, datatype));
  }
  void attribute(const std::string& name, const std::string& text) {
    relate(subject_, sim(name), graph_.literal(text));
  }
  void attribute(const std::string& name, bool value) {
    attribute(name, value ? "true" : "false", xsd::kBoolean);
  }
  void attribute(const std::string& name, int value) {
    attribute(name, std::to_string(value), xsd::kInteger);
  }

  const Component* component_;
  const SimulationModel& model_;
  const Registry& registry_;
  std::optional<Unit> any_;  // common unit of the ports of the component that accept any unit
  TripleStoreBuilder& graph_;
  Diagnostics& errors_;
  const ClassTerm* term_ = nullptr;
  const ComponentType* type_ = nullptr;
  TermId subject_ = kNoTerm;
};

void ComponentWriter::write(TermId subject) {
  term_ = find_type(component_->type);
  type_ = registry_.find(component_->type);
  if (needs_shared_unit()) any_ = shared_unit();
  if (term_ == nullptr || type_ == nullptr) {
    refuse("", "Twin4Build has no class for the type '" + component_->type + "'");
    return;
  }
  subject_ = subject;
  const TermId class_term = graph_.iri(sim(term_->name));
  relate(subject_, rdf::kType, class_term);
  relate(class_term, kSubClassOf, graph_.iri(s4syst("System")));
  check_component();
  check_initial();
  write_parameters();
  write_configuration();
}

void ComponentWriter::check_component() {
  if (component_->clock) refuse("", "every controller runs once per step and has no clock");
  for (const auto& [name, setting] : component_->parameters) {
    const bool known =
        std::any_of(term_->parameters.begin(), term_->parameters.end(),
                    [&name = name](const ParameterTerm& term) { return term.name == name; });
    if (!known) refuse(name, "sim:" + std::string(term_->name) + " has no such parameter");
  }
  for (const auto& [name, setting] : component_->config) {
    if (!is_known(name)) refuse(name, "sim:" + std::string(term_->name) + " has no such attribute");
  }
}

bool ComponentWriter::is_known(const std::string& config) const {
  if (config == term_->count || config == term_->points) return true;
  const auto implies = [&](const ImpliedWord& implied) { return implied.config == config; };
  if (std::any_of(term_->words.begin(), term_->words.end(), implies)) return true;
  if (std::find(term_->flags.begin(), term_->flags.end(), config) != term_->flags.end()) {
    return true;
  }
  return std::any_of(term_->series.begin(), term_->series.end(),
                     [&](const SeriesTerm& series) { return series.config == config; });
}

std::optional<double> ComponentWriter::in_schema_unit(const Entries& entries,
                                                      const Field* field) const {
  const Quantity* quantity = std::get_if<Quantity>(&entries);
  if (quantity == nullptr || field == nullptr) return std::nullopt;
  if (!quantity->unit) return quantity->value;
  // A gain is per unit of the controlled quantity, like its number in the graph.
  const Unit unit = resolve_any(field->unit, any_);
  if (!quantity->unit->compatible(unit)) return std::nullopt;
  return convert(quantity->value, *quantity->unit, unit);
}

// Finding that unit requires the connections of the whole model.
bool ComponentWriter::needs_shared_unit() const {
  if (type_ == nullptr) return false;
  for (const auto& [name, setting] : component_->parameters) {
    const Quantity* quantity = std::get_if<Quantity>(&setting.value);
    const Field* field = type_->schema.find(Role::Parameter, name);
    if (quantity != nullptr && quantity->unit && field != nullptr && field->unit.any != 0) {
      return true;
    }
  }
  return false;
}

std::optional<Unit> ComponentWriter::shared_unit() const {
  Diagnostics reported_elsewhere;
  const ResolvedModel wiring = look_up_names(model_, registry_, reported_elsewhere);
  const int index = wiring.index_of(component_->id);
  return index < 0 ? std::nullopt : wiring.components[index].any;
}

void ComponentWriter::check_initial() {
  const auto implied = implied_initial(model_, *component_);
  for (const auto& [name, entries] : component_->initial) {
    const auto expected = implied.find(name);
    if (expected == implied.end()) {
      refuse(name, "the initial value is not part of the graph");
    } else {
      check_initial_value(name, entries, expected->second);
    }
  }
}

void ComponentWriter::check_initial_value(const std::string& name, const Entries& given,
                                          const Entries& implied) {
  const Field* field = nullptr;
  for (const Role role : {Role::State, Role::Held, Role::Output}) {
    if (field == nullptr) field = type_->schema.find(role, name);
  }
  const std::optional<double> value = in_schema_unit(given, field);
  const double expected = std::get<Quantity>(implied).value;
  if (value == expected) return;
  refuse(name, "the initial value can only be " + std::to_string(expected) +
                   ", with which Twin4Build starts");
}

void ComponentWriter::write_parameters() {
  for (const ParameterTerm& term : term_->parameters) write_parameter(term);
}

void ComponentWriter::write_parameter(const ParameterTerm& term) {
  const std::string name(term.name);
  const Field* field = type_->schema.find(Role::Parameter, term.name);
  const auto setting = component_->parameters.find(name);
  std::optional<double> value;
  bool by_default = false;
  if (setting != component_->parameters.end()) {
    value = in_schema_unit(setting->second.value, field);
    if (!value) return refuse(name, "only one number in a unit of this parameter can be written");
    by_default = setting->second.source == kDefaultSource;
  } else {
    if (term.required && (field == nullptr || field->computed)) {
      return refuse(name, "Twin4Build needs a number for this parameter");
    }
    if (field == nullptr || field->computed || !(term.standard || term.required)) return;
    value = field->range.value;
    by_default = true;
  }
  if (by_default && term.standard && *value == from_graph(term.scale, *term.standard)) return;
  const std::optional<std::string> text = to_graph(term.scale, *value);
  if (!text) return refuse(name, "this value cannot be written as a number of the graph");
  attribute(std::string(term.prefix) + name, *text, xsd::kDouble);
}

void ComponentWriter::write_configuration() {
  const auto& config = component_->config;
  for (const ImpliedWord& implied : term_->words) {
    const auto found = config.find(std::string(implied.config));
    const Word* word = found == config.end() ? nullptr : std::get_if<Word>(&found->second);
    if (word != nullptr && word->text == implied.word) continue;
    refuse(std::string(implied.config), "sim:" + std::string(term_->name) + " has '" +
                                            std::string(implied.word) +
                                            "' only: set it in the model");
  }
  for (const std::string_view name : term_->flags) {
    const auto found = config.find(std::string(name));
    if (found == config.end()) continue;
    const bool* flag = std::get_if<bool>(&found->second);
    if (flag != nullptr) attribute(found->first, *flag);
    if (flag == nullptr) refuse(found->first, "expected true or false");
  }
  if (const auto found = config.find(std::string(term_->count)); found != config.end()) {
    const int* count = std::get_if<int>(&found->second);
    if (count != nullptr) attribute(found->first, *count);
    if (count == nullptr) refuse(found->first, "expected a whole number");
  }
  if (!term_->points.empty()) write_points();
  if (component_->type == "Schedule") write_schedule();
  if (component_->type == "TimeSeries") write_time_series();
  if (component_->type == "Sensor") write_sensor();
  if (component_->type == "OutdoorEnvironment") write_weather();
}

const SeriesSpec* ComponentWriter::series(const std::string& name) const {
  return series_of(*component_, name);
}

// Returns the column of a source if the graph can express it; otherwise reports an error and
// returns null.
const FileColumn* ComponentWriter::source_column(const SeriesTerm& term, const SeriesSpec& spec) {
  const std::string name(term.config);
  const FileColumn* column = std::get_if<FileColumn>(&spec.source);
  if (column == nullptr) {
    refuse(name, "the series must be a file column");
    return nullptr;
  }
  if (spec.sample != Sample::End) {
    refuse(name, "sources deliver the value at the end of a step: set \"sample\": \"end\"");
    return nullptr;
  }
  FileColumn sayable;
  sayable.unit = term.unit;
  sayable.resample = Resample::Linear;
  sayable.outside = Outside::Hold;
  sayable.missing_column = term.missing_column;
  std::string problem = column_problem(*column, sayable);
  // A bare number is read in the unit of the port, which may differ if that unit is fixed.
  if (problem.empty() && term.unit && !column->unit) {
    problem = std::string("numbers without a unit: set \"unit\": \"") + term.unit->symbol + "\"";
  }
  if (problem.empty()) return column;
  refuse(name, "the graph cannot express " + problem);
  return nullptr;
}

void ComponentWriter::write_column(const SeriesTerm& term, const FileColumn& column) {
  const std::string suffix(term.suffix);
  attribute("filename" + suffix, column.file);
  attribute("datecolumn" + suffix, std::get<int>(column.time_column.value_or(0)));
  attribute("valuecolumn" + suffix, std::get<int>(column.column));
}

void ComponentWriter::write_rules(const WeeklyRules& rules) {
  if (!is_finite(rules)) return refuse("value", "the values must be finite numbers");
  attribute("useSpreadsheet", false);
  for (const auto& [days, ruleset] : rulesets_of(to_week(rules))) {
    attribute(days + "RulesetDict", to_json(ruleset), kJson);
  }
}

void ComponentWriter::write_schedule() {
  attribute("useDatabase", false);
  attribute("add_noise", false);
  const SeriesSpec* spec = series("value");
  if (spec == nullptr) return refuse("value", "a schedule needs a value");
  if (std::holds_alternative<FileColumn>(spec->source)) {
    const FileColumn* column = source_column(term_->series[0], *spec);
    if (column == nullptr) return;
    attribute("useSpreadsheet", true);
    return write_column(term_->series[0], *column);
  }
  if (spec->unit)
    return refuse("value", "numbers and rules have no unit in the graph: remove the unit");
  if (const double* number = std::get_if<double>(&spec->source)) {
    return write_rules({.otherwise = *number, .rules = {}, .end_inclusive = true});
  }
  if (spec->sample != Sample::End) {
    return refuse("value",
                  "sources deliver the value at the end of a step: set \"sample\": \"end\"");
  }
  if (std::holds_alternative<TimeTable>(spec->source)) {
    return refuse("value",
                  "points in the model cannot be expressed in the graph: write them to a file");
  }
  if (std::holds_alternative<SunAngle>(spec->source)) {
    return refuse("value",
                  "positions of the sun cannot be expressed in the graph: write them to a file");
  }
  write_rules(std::get<WeeklyRules>(spec->source));
}

void ComponentWriter::write_time_series() {
  const SeriesSpec* spec = series("value");
  if (spec == nullptr) return refuse("value", "a time series needs a file");
  const FileColumn* column = source_column(term_->series[0], *spec);
  if (column != nullptr) write_column(term_->series[0], *column);
}

void ComponentWriter::write_points() {
  const std::string name(term_->points);
  const auto found = component_->config.find(name);
  const Table* table =
      found == component_->config.end() ? nullptr : std::get_if<Table>(&found->second);
  if (table == nullptr || table->rows() == 0 || table->columns() != 2) {
    return refuse(name, "expected rows of two numbers");
  }
  nlohmann::ordered_json x = nlohmann::ordered_json::array(), y = x;
  for (int i = 0; i < table->rows(); ++i) {
    x.push_back((*table)(i, 0));
    y.push_back((*table)(i, 1));
  }
  attribute("X", x.dump(), kJson);
  attribute("Y", y.dump(), kJson);
}

void ComponentWriter::write_sensor() {
  const SeriesTerm& term = term_->series[0];
  const SeriesSpec* spec = series("value");
  const auto measured = model_.measurements.find(component_->id + ".measuredValue");
  attribute("useDatabase", false);
  if (!has_input(model_, component_->id, "measuredValue")) {
    const FileColumn* column = spec == nullptr ? nullptr : source_column(term, *spec);
    attribute("useSpreadsheet", column != nullptr);
    if (column != nullptr) write_column(term, *column);
    return;
  }
  const bool has_measurement = measured != model_.measurements.end();
  attribute("useSpreadsheet", has_measurement);
  if (spec != nullptr) {
    const FileColumn* own = std::get_if<FileColumn>(&spec->source);
    const bool same = own != nullptr && has_measurement &&
                      own->file == measured->second.column.file &&
                      own->column == measured->second.column.column;
    if (!same) refuse("value", "a connected sensor has no series except its measurement");
  }
  if (!has_measurement) return;
  FileColumn column = measured->second.column;
  if (!column.resample) column.resample = Resample::None;
  FileColumn sayable;
  sayable.resample = Resample::None;
  const std::string problem = column_problem(column, sayable);
  if (!problem.empty()) return refuse("measuredValue", "the graph cannot express " + problem);
  write_column(term, column);
}

void ComponentWriter::write_weather() {
  attribute("useDatabase", false);
  attribute("useSpreadsheet", true);
  for (const SeriesTerm& term : term_->series) {
    const std::string name(term.config);
    const SeriesSpec* spec = series(name);
    const double* number = spec == nullptr ? nullptr : std::get_if<double>(&spec->source);
    const bool constant = number != nullptr && (!spec->unit || spec->unit == term.unit);
    if (term.missing_column && (spec == nullptr || (constant && *number == *term.missing_column))) {
      continue;  // equals the result of reading a graph without this file
    }
    if (spec == nullptr) {
      refuse(name, "the weather needs a file for this");
    } else if (const FileColumn* column = source_column(term, *spec)) {
      write_column(term, *column);
    }
  }
}

}  // namespace

void write_component(const Component& component, TermId subject, const WriterContext& to) {
  ComponentWriter(component, to).write(subject);
}

}  // namespace hearth::twin4build
