// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "hearth/ontology/turtle_characters.hpp"
#include "hearth/ontology/turtle_writer.hpp"
#include "hearth/ontology/twin4build.hpp"
#include "hearth/ontology/twin4build_graph.hpp"
#include "hearth/ontology/twin4build_rulesets.hpp"
#include "hearth/ontology/twin4build_vocabulary.hpp"
#include "hearth/ontology/vocabulary.hpp"

namespace hearth {
namespace {

using namespace twin4build;

/// Returns the id as the local name of an IRI.
std::string encoded(std::string_view id) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string text;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80 || c == '_' || c == '-') {
      text += c;
    } else {
      text += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return text;
}

bool is_iri(std::string_view text) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    const turtle::Character character = turtle::decode_utf8(at, end);
    if (character.bytes == 0 || !turtle::is_iri_character(character.code)) return false;
    at += character.bytes;
  }
  return text.find(':') != std::string_view::npos;
}

/// What the graph can say about reading a file; what else a column asks for, in words.
std::string column_problem(const FileColumn& column, const FileColumn& sayable) {
  if (!std::holds_alternative<int>(column.column) ||
      !std::holds_alternative<int>(column.time_column)) {
    return "columns by name: give their numbers";
  }
  if (column.unit && !(column.unit == sayable.unit)) {
    return std::string("numbers in ") + column.unit->symbol;
  }
  if (column.resample != sayable.resample) {
    return sayable.resample == Resample::Linear ? "anything but \"resample\": \"linear\""
                                                : "a resampled measurement";
  }
  if (column.outside != sayable.outside && sayable.outside == Outside::Hold) {
    return "anything but \"outside\": \"hold\"";
  }
  if (column.max_gap) return "\"max_gap\"";
  if (column.stamp != Stamp::Instant) return "\"stamp\"";
  if (column.duplicates != Duplicates::Error) return "\"duplicates\"";
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

class GraphWriter {
 public:
  GraphWriter(const SimulationModel& model, const Registry& registry, Diagnostics& warnings)
      : model_(model), registry_(registry), warnings_(warnings) {}

  TripleStore write();

 private:
  void declare_prefixes();
  void name_nodes();
  void check_model();
  void check_measurements();
  void write_component(const Component& component);
  void write_parameters();
  void write_parameter(const ParameterTerm& term);
  void write_configuration();
  void write_schedule();
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

  void write_connections();
  bool is_sayable(const Connection& connection);
  TermId node(const char* kind, const std::string& component, const std::string& port);

  void refuse(const std::string& port, const std::string& message) {
    Where where = component_->where;
    where.component = component_->id;
    where.port = port;
    errors_.error("t4b.not_expressible", where, message);
  }
  void leave_out(Where where, const std::string& message) {
    warnings_.warning("t4b.not_written", std::move(where), message);
  }
  void relate(TermId subject, const std::string& predicate, TermId object) {
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

  const SimulationModel& model_;
  const Registry& registry_;
  Diagnostics& warnings_;
  Diagnostics errors_;
  TripleStoreBuilder graph_;
  std::map<std::string, std::string> iris_;  // by id
  std::map<std::tuple<std::string, std::string, std::string>, TermId> joints_;
  std::set<std::string> taken_;

  // Of the component being written.
  const Component* component_ = nullptr;
  const ClassTerm* term_ = nullptr;
  const ComponentType* type_ = nullptr;
  TermId subject_ = kNoTerm;
};

void GraphWriter::declare_prefixes() {
  graph_.prefix("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#");
  graph_.prefix("rdfs", "http://www.w3.org/2000/01/rdf-schema#");
  graph_.prefix("s4syst", kS4syst);
  graph_.prefix("sim", kSim);
  graph_.prefix("xsd", "http://www.w3.org/2001/XMLSchema#");
}

// Nodes are named so that reading gives the ids back.
void GraphWriter::name_nodes() {
  std::vector<std::pair<std::string, std::string>> nodes;  // IRI, id
  for (const auto& [id, component] : model_.components()) {
    nodes.emplace_back(component.iri.empty() ? sim(encoded(id)) : component.iri, id);
  }
  std::sort(nodes.begin(), nodes.end());
  std::vector<std::string> iris;
  for (const auto& [iri, id] : nodes) iris.push_back(iri);
  const std::vector<std::string> ids = node_ids(iris);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& [iri, id] = nodes[i];
    iris_[id] = iri;
    component_ = model_.find(id);
    if (!is_iri(iri)) {
      refuse("", "'" + iri + "' is no IRI: the id must be the last part of the component's IRI");
    } else if (!taken_.insert(iri).second) {
      refuse("", "another component has the IRI '" + iri + "' too");
    } else if (ids[i] != id) {
      refuse("", "reading '" + iri + "' gives the id '" + ids[i] +
                     "': the id must be the last part of the component's IRI");
    }
  }
}

void GraphWriter::check_model() {
  const Site nowhere;
  if (!(model_.site == nowhere)) {
    const std::string zone =
        model_.site.timezone.empty() ? "" : "; run with --timezone " + model_.site.timezone;
    leave_out({}, "the site is not part of the graph" + zone);
  }
  if (!(model_.defaults == RunDefaults{})) {
    leave_out({}, "start, end and step are not part of the graph: give them when you run it");
  }
  for (const std::string& input : model_.inputs) {
    errors_.error("t4b.not_expressible", {.pointer = input},
                  "inputs that are set from outside are not part of the graph");
  }
  check_measurements();
}

void GraphWriter::check_measurements() {
  for (const auto& [port, measurement] : model_.measurements) {
    const std::optional<Endpoint> end = parse_endpoint(port);
    const Component* sensor = end ? model_.find(end->component) : nullptr;
    if (sensor == nullptr || sensor->type != "Sensor" || end->port != "measuredValue" ||
        !has_input(model_, sensor->id, "measuredValue")) {
      Where where = measurement.where;
      where.pointer = port;
      errors_.error("t4b.not_expressible", where,
                    "only a connected Sensor has a measurement, of its measuredValue");
    } else if (measurement.sd) {
      leave_out({.component = sensor->id}, "the standard deviation is not part of the graph");
    }
  }
}

void GraphWriter::write_component(const Component& component) {
  component_ = &component;
  term_ = find_type(component.type);
  type_ = registry_.find(component.type);
  if (term_ == nullptr || type_ == nullptr) {
    refuse("", "Twin4Build has no class for the type '" + component.type + "'");
    return;
  }
  subject_ = graph_.iri(iris_.at(component.id));
  const TermId class_term = graph_.iri(sim(term_->name));
  relate(subject_, std::string(rdf::kType), class_term);
  relate(class_term, std::string(kSubClassOf), graph_.iri(s4syst("System")));
  check_component();
  check_initial();
  write_parameters();
  write_configuration();
}

void GraphWriter::check_component() {
  if (component_->clock) refuse("", "every controller runs once per step: it has no clock");
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

bool GraphWriter::is_known(const std::string& config) const {
  if (config == term_->flag || config == term_->count) return true;
  return std::any_of(term_->series.begin(), term_->series.end(),
                     [&](const SeriesTerm& series) { return series.config == config; });
}

std::optional<double> GraphWriter::in_schema_unit(const Entries& entries,
                                                  const Field* field) const {
  const Quantity* quantity = std::get_if<Quantity>(&entries);
  if (quantity == nullptr || field == nullptr) return std::nullopt;
  if (!quantity->unit) return quantity->value;
  if (!quantity->unit->compatible(field->unit)) return std::nullopt;
  return convert(quantity->value, *quantity->unit, field->unit);
}

void GraphWriter::check_initial() {
  const auto implied = implied_initial(model_, *component_);
  for (const auto& [name, entries] : component_->initial) {
    const auto expected = implied.find(name);
    if (expected == implied.end()) {
      refuse(name, "the initial value is not part of the graph");
    } else {
      check_initial_value(name, entries, expected->second);
    }
  }
  std::string missing;
  for (const auto& [name, value] : implied) {
    if (component_->initial.contains(name)) continue;
    missing += (missing.empty() ? "" : ", ") + name;
  }
  if (missing.empty()) return;
  Where where = component_->where;
  where.component = component_->id;
  leave_out(where, "no initial value is given; Twin4Build starts with its own: " + missing);
}

void GraphWriter::check_initial_value(const std::string& name, const Entries& given,
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

void GraphWriter::write_parameters() {
  for (const ParameterTerm& term : term_->parameters) write_parameter(term);
}

void GraphWriter::write_parameter(const ParameterTerm& term) {
  const std::string name(term.name);
  const Field* field = type_->schema.find(Role::Parameter, term.name);
  const auto setting = component_->parameters.find(name);
  std::optional<double> value;
  bool by_default = false;
  if (setting != component_->parameters.end()) {
    value = in_schema_unit(setting->second.value, field);
    if (!value) return refuse(name, "only one number in a unit of this parameter can be written");
    by_default = setting->second.source == kDefaultSource;
    const bool remarks = setting->second.min || setting->second.max ||
                         (!setting->second.source.empty() && !by_default);
    if (remarks) {
      leave_out({.component = component_->id, .port = name},
                "limits and source of a parameter are not part of the graph");
    }
  } else {
    if (field == nullptr || field->computed || !term.standard) return;
    value = field->range.value;
    by_default = true;
  }
  if (by_default && term.standard && *value == from_graph(term.scale, *term.standard)) return;
  const std::optional<std::string> text = to_graph(term.scale, *value);
  if (!text) return refuse(name, "no number of the graph has this value");
  attribute(std::string(term.prefix) + name, *text, xsd::kDouble);
}

void GraphWriter::write_configuration() {
  const auto& config = component_->config;
  if (const auto found = config.find(std::string(term_->flag)); found != config.end()) {
    const bool* flag = std::get_if<bool>(&found->second);
    if (flag != nullptr) attribute(found->first, *flag);
    if (flag == nullptr) refuse(found->first, "expected true or false");
  }
  if (const auto found = config.find(std::string(term_->count)); found != config.end()) {
    const int* count = std::get_if<int>(&found->second);
    if (count != nullptr) attribute(found->first, *count);
    if (count == nullptr) refuse(found->first, "expected a whole number");
  }
  if (component_->type == "Schedule") write_schedule();
  if (component_->type == "Sensor") write_sensor();
  if (component_->type == "OutdoorEnvironment") write_weather();
}

const SeriesSpec* GraphWriter::series(const std::string& name) const {
  const auto found = component_->config.find(name);
  return found == component_->config.end() ? nullptr : std::get_if<SeriesSpec>(&found->second);
}

// The column of a source that the graph can say; else null and an error.
const FileColumn* GraphWriter::source_column(const SeriesTerm& term, const SeriesSpec& spec) {
  const std::string name(term.config);
  const FileColumn* column = std::get_if<FileColumn>(&spec.source);
  if (column == nullptr) {
    refuse(name, "the series must be a file column");
    return nullptr;
  }
  if (spec.sample != Sample::End) {
    refuse(name, "sources deliver the value at the end of a step: say \"sample\": \"end\"");
    return nullptr;
  }
  FileColumn sayable;
  sayable.unit = term.unit;
  sayable.resample = Resample::Linear;
  sayable.outside = Outside::Hold;
  sayable.missing_column = term.missing_column;
  std::string problem = column_problem(*column, sayable);
  // A bare number is read in the port's unit, which may be another where the unit is fixed.
  if (problem.empty() && term.unit && !column->unit) {
    problem = std::string("bare numbers: say \"unit\": \"") + term.unit->symbol + "\"";
  }
  if (problem.empty()) return column;
  refuse(name, "the graph cannot say " + problem);
  return nullptr;
}

void GraphWriter::write_column(const SeriesTerm& term, const FileColumn& column) {
  const std::string suffix(term.suffix);
  attribute("filename" + suffix, column.file);
  attribute("datecolumn" + suffix, std::get<int>(column.time_column));
  attribute("valuecolumn" + suffix, std::get<int>(column.column));
}

void GraphWriter::write_rules(const WeeklyRules& rules) {
  if (!is_finite(rules)) return refuse("value", "the values must be finite numbers");
  attribute("useSpreadsheet", false);
  for (const auto& [days, ruleset] : rulesets_of(to_week(rules))) {
    attribute(days + "RulesetDict", to_json(ruleset), kJson);
  }
}

void GraphWriter::write_schedule() {
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
  if (spec->unit) return refuse("value", "numbers and rules are bare numbers: leave out the unit");
  if (const double* number = std::get_if<double>(&spec->source)) {
    return write_rules({.otherwise = *number, .rules = {}, .end_inclusive = true});
  }
  if (spec->sample != Sample::End) {
    return refuse("value",
                  "sources deliver the value at the end of a step: say \"sample\": \"end\"");
  }
  write_rules(std::get<WeeklyRules>(spec->source));
}

void GraphWriter::write_sensor() {
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
    if (!same) refuse("value", "a connected sensor has no series but its measurement");
  }
  if (!has_measurement) return;
  FileColumn column = measured->second.column;
  if (!column.resample) column.resample = Resample::None;
  FileColumn sayable;
  sayable.resample = Resample::None;
  const std::string problem = column_problem(column, sayable);
  if (!problem.empty()) return refuse("measuredValue", "the graph cannot say " + problem);
  write_column(term, column);
}

void GraphWriter::write_weather() {
  attribute("useDatabase", false);
  attribute("useSpreadsheet", true);
  for (const SeriesTerm& term : term_->series) {
    const std::string name(term.config);
    const SeriesSpec* spec = series(name);
    const double* number = spec == nullptr ? nullptr : std::get_if<double>(&spec->source);
    const bool constant = number != nullptr && (!spec->unit || spec->unit == term.unit);
    if (term.missing_column && (spec == nullptr || (constant && *number == *term.missing_column))) {
      continue;  // what reading a graph without this file gives
    }
    if (spec == nullptr) {
      refuse(name, "the weather needs a file for this");
    } else if (const FileColumn* column = source_column(term, *spec)) {
      write_column(term, *column);
    }
  }
}

TermId GraphWriter::node(const char* kind, const std::string& component, const std::string& port) {
  const auto [joint, added] = joints_.try_emplace({kind, component, port}, kNoTerm);
  if (!added) return joint->second;
  std::string iri;
  for (std::size_t number = joints_.size(); iri.empty() || taken_.contains(iri); ++number) {
    iri = sim((kind == std::string("Connection") ? "connection_" : "connection_point_") +
              std::to_string(number));
  }
  taken_.insert(iri);
  joint->second = graph_.iri(iri);
  relate(joint->second, std::string(rdf::kType), graph_.iri(s4syst(kind)));
  return joint->second;
}

bool GraphWriter::is_sayable(const Connection& connection) {
  component_ = model_.find(connection.to.component);
  const auto refuse_it = [&](const std::string& message) {
    refuse(connection.to.port, to_string(connection) + ": " + message);
    return false;
  };
  if (connection.cut != CutPin::Free) return refuse_it("\"cut\" is not part of the graph");
  if (!connection.from.key.empty()) return refuse_it("outputs have no keys in the graph");
  return true;
}

void GraphWriter::write_connections() {
  // Of one component only one output reaches an input: the component's id is the key on reading.
  std::set<std::tuple<std::string, std::string, std::string>> joined;
  for (const Connection& connection : model_.connections()) {
    if (!is_sayable(connection)) continue;
    const Endpoint& from = connection.from;
    const Endpoint& to = connection.to;
    if (!joined.emplace(from.component, to.component, to.port).second) {
      refuse(to.port, to_string(connection) + ": this component feeds the same input already");
    }
    const TermId source = graph_.iri(iris_.at(from.component));
    const TermId target = graph_.iri(iris_.at(to.component));
    const TermId joint = node("Connection", from.component, from.port);
    const TermId point = node("ConnectionPoint", to.component, to.port);
    relate(source, s4syst("connectedThrough"), joint);
    relate(joint, s4syst("connectsSystem"), source);
    relate(joint, sim("outputPort"), graph_.literal(from.port));
    relate(joint, s4syst("connectsSystemAt"), point);
    relate(point, s4syst("connectsSystemThrough"), joint);
    relate(point, sim("inputPort"), graph_.literal(to.port));
    relate(point, s4syst("connectionPointOf"), target);
    relate(target, s4syst("connectsAt"), point);
  }
}

TripleStore GraphWriter::write() {
  declare_prefixes();
  check_model();
  name_nodes();
  for (const auto& [id, component] : model_.components()) write_component(component);
  write_connections();
  if (errors_.has_errors()) throw ModelError(errors_);
  return std::move(graph_).build();
}

}  // namespace

TripleStore twin4build_graph(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics) {
  return GraphWriter(model, registry, diagnostics).write();
}

std::string write_twin4build(const SimulationModel& model, const Registry& registry,
                             Diagnostics& diagnostics) {
  return write_turtle(twin4build_graph(model, registry, diagnostics));
}

}  // namespace hearth
