// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/component_reader.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/twin4build/internal/graph/rulesets.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"

namespace hearth::twin4build {
namespace {

constexpr std::array<const char*, 7> kDays = {"monday", "tuesday",  "wednesday", "thursday",
                                              "friday", "saturday", "sunday"};

/// Returns the attribute `key`, or null if it is absent or "None".
const AttributeValue* given(const SystemNode& node, const std::string& key) {
  const auto found = node.attributes.find(key);
  if (found == node.attributes.end()) return nullptr;
  const AttributeValue& value = found->second.front();
  return value.literal && value.text == "None" ? nullptr : &value;
}

std::optional<bool> parse_flag(const AttributeValue& value) {
  if (!value.literal) return std::nullopt;
  if (value.text == "true" || value.text == "True" || value.text == "1") return true;
  if (value.text == "false" || value.text == "False" || value.text == "0") return false;
  return std::nullopt;
}

/// Reads one component: class, parameters, configuration.
class ComponentReader {
 public:
  ComponentReader(const SystemNode& node, const std::string& file, const Registry& registry,
                  Diagnostics& errors, Diagnostics& warnings)
      : node_(node), file_(file), registry_(registry), errors_(errors), warnings_(warnings) {}

  std::optional<ReadComponent> read();

 private:
  const ClassTerm* find_term();
  void class_error(const std::string& name, const std::string& message);
  void check_attributes();
  void read_parameters();
  void read_parameter(const ParameterTerm& parameter);
  bool is_configuration(const std::string& key) const;
  void read_flags();
  std::optional<std::vector<double>> read_numbers(const std::string& key);
  void read_points();
  void read_time_series();
  void read_count();
  void read_weather();
  void read_schedule();
  std::optional<FileColumn> read_column(const SeriesTerm& series);
  std::optional<FileColumn> own_column();
  std::optional<std::variant<std::string, int>> column_number(const std::string& key, int standard);
  std::optional<Week> read_week();
  std::optional<Ruleset> read_ruleset(const std::string& key);
  bool flag(const std::string& key);
  void warn_about_sources();

  Where where(int line, const std::string& port = "") const {
    return {.file = file_, .line = line, .pointer = {}, .component = node_.id, .port = port};
  }
  void value_error(const std::string& key, const AttributeValue& value,
                   const std::string& expected) {
    errors_.error("t4b.value_invalid", where(value.line, key),
                  "'" + value.text + "' is not " + expected);
  }

  const SystemNode& node_;
  const std::string& file_;
  const Registry& registry_;
  Diagnostics& errors_;
  Diagnostics& warnings_;
  const ClassTerm* term_ = nullptr;
  const ComponentType* type_ = nullptr;
  Component component_;
};

void ComponentReader::class_error(const std::string& name, const std::string& message) {
  errors_.error("t4b.class_unknown", where(node_.classes.at(name)), message);
}

const ClassTerm* ComponentReader::find_term() {
  if (node_.classes.size() > 1) {
    errors_.error("t4b.class_ambiguous", where(node_.line),
                  "the component has several classes: sim:" + node_.classes.begin()->first +
                      ", sim:" + std::next(node_.classes.begin())->first + "; keep only one");
    return nullptr;
  }
  const std::string& name = node_.classes.begin()->first;
  const ClassTerm* term = find_class(name);
  const std::string reason(missing_reason(name));
  if (term == nullptr && !reason.empty()) {
    class_error(name, "sim:" + name + " has no component in Hearth: " + reason);
    return nullptr;
  }
  if (term == nullptr) {
    const std::string near = did_you_mean(name, class_names());
    class_error(name, "sim:" + name + " is not a class of Twin4Build" +
                          (near.empty() ? "; remove the node, or correct its class" : near));
    return nullptr;
  }
  type_ = registry_.find(term->type);
  if (type_ == nullptr) {
    class_error(name, "sim:" + name + " needs the component type '" + std::string(term->type) +
                          "', which is not built in");
    return nullptr;
  }
  return term;
}

std::optional<ReadComponent> ComponentReader::read() {
  term_ = find_term();
  if (term_ == nullptr) return std::nullopt;
  component_.id = node_.id;
  component_.type = term_->type;
  component_.iri = node_.iri;
  component_.where = where(node_.line);
  check_attributes();
  warn_about_sources();
  read_parameters();
  read_flags();
  read_count();
  if (!term_->points.empty()) read_points();
  std::optional<FileColumn> column;
  if (component_.type == "OutdoorEnvironment") read_weather();
  if (component_.type == "Schedule") read_schedule();
  if (component_.type == "TimeSeries") read_time_series();
  if (component_.type == "Sensor") column = own_column();
  return ReadComponent{std::move(component_), std::move(column)};
}

void ComponentReader::check_attributes() {
  for (const auto& [key, values] : node_.attributes) {
    if (values.size() > 1) {
      errors_.error("t4b.value_ambiguous", where(values[1].line, key),
                    "sim:" + key + " has several values; keep only one, with a decimal point");
    }
    if (is_configuration(key) || is_bookkeeping(key)) continue;
    if (find_parameter(*term_, key) != nullptr) continue;
    std::vector<std::string> known;
    for (const ParameterTerm& parameter : term_->parameters) known.emplace_back(parameter.name);
    warnings_.warning("t4b.parameter_ignored", where(values[0].line, key),
                      "sim:" + std::string(term_->name) + " has no parameter '" + key + "'" +
                          did_you_mean(key, known) + "; it has no effect");
  }
}

bool ComponentReader::is_configuration(const std::string& key) const {
  if (key == term_->count || (!term_->points.empty() && (key == "X" || key == "Y"))) return true;
  return std::find(term_->flags.begin(), term_->flags.end(), key) != term_->flags.end();
}

void ComponentReader::warn_about_sources() {
  if (flag("useDatabase")) {
    warnings_.warning(
        "t4b.database_ignored", where(given(node_, "useDatabase")->line),
        "data are not read from a database: set sim:useSpreadsheet to true, and name a "
        "CSV file with sim:filename");
  }
  if (flag("add_noise")) {
    warnings_.warning("t4b.noise_ignored", where(given(node_, "add_noise")->line),
                      "noise is not added to the schedule");
  }
}

void ComponentReader::read_parameters() {
  for (const ParameterTerm& parameter : term_->parameters) read_parameter(parameter);
}

void ComponentReader::read_parameter(const ParameterTerm& parameter) {
  const std::string name(parameter.name);
  const std::string dotted = std::string(parameter.prefix) + name;
  const AttributeValue* value = given(node_, dotted);
  const AttributeValue* plain = given(node_, name);
  if (value == nullptr) value = plain;
  if (value != plain && plain != nullptr && value->text != plain->text) {
    errors_.error("t4b.value_ambiguous", where(plain->line, name),
                  "sim:" + name + " and sim:" + dotted + " differ; keep only one");
    return;
  }
  if (value != nullptr) {
    const auto number = value->literal ? parse_number(value->text) : std::nullopt;
    if (!number)
      return value_error(dotted, *value, "a number; expected a finite number without a unit");
    component_.parameters[name].value = Quantity{from_graph(parameter.scale, *number), {}};
    return;
  }
  if (!parameter.standard) return;
  const double standard = from_graph(parameter.scale, *parameter.standard);
  const Field* field = type_->schema.find(Role::Parameter, parameter.name);
  if (field != nullptr && field->range.value == standard) return;
  component_.parameters[name] = {
      .value = Quantity{standard, {}}, .min = {}, .max = {}, .source = std::string(kDefaultSource)};
}

bool ComponentReader::flag(const std::string& key) {
  const AttributeValue* value = given(node_, key);
  if (value == nullptr) return false;
  const std::optional<bool> set = parse_flag(*value);
  if (!set) value_error(key, *value, "true or false");
  return set.value_or(false);
}

void ComponentReader::read_flags() {
  for (const std::string_view name : term_->flags) {
    const std::string key(name);
    if (given(node_, key) != nullptr) component_.config[key] = flag(key);
  }
  for (const ImpliedWord& implied : term_->words) {
    component_.config[std::string(implied.config)] = Word{std::string(implied.word)};
  }
}

// Returns the numbers of a JSON array; if the text is not one, reports an error and returns
// nothing.
std::optional<std::vector<double>> ComponentReader::read_numbers(const std::string& key) {
  const AttributeValue* value = given(node_, key);
  if (value == nullptr) {
    errors_.error("t4b.points_missing", where(node_.line),
                  "sim:" + key + " is missing; expected an array of numbers as rdf:JSON");
    return std::nullopt;
  }
  if (value->literal) {
    try {
      auto numbers = numbers_of(JsonDocument::parse(value->text, "").root());
      if (numbers && !numbers->empty()) return numbers;
    } catch (const InputError&) {  // not JSON; the error is reported below
    }
  }
  value_error(key, *value, "an array of numbers, [0, 0.5, 1]");
  return std::nullopt;
}

void ComponentReader::read_points() {
  const auto x = read_numbers("X");
  const auto y = read_numbers("Y");
  if (!x || !y) return;
  if (x->size() != y->size()) {
    return value_error("Y", *given(node_, "Y"), "as long as sim:X");
  }
  std::vector<double> cells;
  for (std::size_t i = 0; i < x->size(); ++i) cells.insert(cells.end(), {(*x)[i], (*y)[i]});
  component_.config[std::string(term_->points)] =
      Table(static_cast<int>(x->size()), 2, std::move(cells));
}

void ComponentReader::read_time_series() {
  if (given(node_, "filename") == nullptr) {
    errors_.error("t4b.filename_missing", where(node_.line), "a time series needs sim:filename");
    return;
  }
  std::optional<FileColumn> column = read_column(term_->series[0]);
  if (column) component_.config["value"] = source_series(std::move(*column));
}

void ComponentReader::read_count() {
  const std::string key(term_->count);
  const AttributeValue* value = key.empty() ? nullptr : given(node_, key);
  if (value == nullptr) return;
  const auto number = value->literal ? parse_number(value->text) : std::nullopt;
  constexpr long double kMost = 10000.0L;  // size of an index set
  if (!number || *number < 1.0L || *number > kMost ||
      *number != static_cast<long double>(static_cast<int>(*number))) {
    return value_error(key, *value, "a whole number from 1 to 10000");
  }
  component_.config[key] = static_cast<int>(*number);
}

std::optional<std::variant<std::string, int>> ComponentReader::column_number(const std::string& key,
                                                                             int standard) {
  const AttributeValue* value = given(node_, key);
  if (value == nullptr) return standard;
  const auto number = value->literal ? parse_number(value->text) : std::nullopt;
  constexpr long double kMost = 1e6L;
  if (!number || *number < 0.0L || *number > kMost ||
      *number != static_cast<long double>(static_cast<int>(*number))) {
    value_error(key, *value, "the number of a column, counted from 0");
    return std::nullopt;
  }
  return static_cast<int>(*number);
}

std::optional<FileColumn> ComponentReader::read_column(const SeriesTerm& series) {
  const std::string suffix(series.suffix);
  const AttributeValue* name = given(node_, "filename" + suffix);
  if (name == nullptr) return std::nullopt;
  if (!name->literal || name->text.empty()) {
    value_error("filename" + suffix, *name, "the name of a file");
    return std::nullopt;
  }
  const auto time = column_number("datecolumn" + suffix, 0);
  const auto value = column_number("valuecolumn" + suffix, 1);
  if (!time || !value) return std::nullopt;
  FileColumn column;
  column.file = name->text;
  if (*time != ColumnName(0)) column.time_column = *time;
  column.column = *value;
  column.unit = series.unit;
  return column;
}

std::optional<FileColumn> ComponentReader::own_column() {
  if (!flag("useSpreadsheet")) return std::nullopt;
  const AttributeValue* use = given(node_, "useSpreadsheet");
  if (given(node_, "filename") == nullptr) {
    errors_.error("t4b.filename_missing", where(use->line),
                  "useSpreadsheet is true, but sim:filename is missing; add it, or set "
                  "useSpreadsheet to false");
    return std::nullopt;
  }
  return read_column(term_->series[0]);
}

void ComponentReader::read_weather() {
  const bool from_files = flag("useSpreadsheet");
  for (const SeriesTerm& series : term_->series) {
    const std::string key = "filename" + std::string(series.suffix);
    std::optional<FileColumn> column;
    if (from_files) column = read_column(series);
    if (column) {
      column->missing_column = series.missing_column;
      if (series.missing_column) column->missing_code = kNoCo2Column;
      component_.config[std::string(series.config)] = source_series(std::move(*column));
    } else if (series.missing_column) {
      warnings_.warning(
          std::string(kNoCo2Column), where(node_.line, std::string(series.config)),
          "no file contains the outdoor CO2 concentration; the constant 400 ppm is used");
    } else if (given(node_, key) == nullptr || !from_files) {
      errors_.error("t4b.filename_missing", where(node_.line, std::string(series.config)),
                    "weather needs sim:useSpreadsheet true and sim:" + key);
    }
  }
}

std::optional<Ruleset> ComponentReader::read_ruleset(const std::string& key) {
  const AttributeValue* value = given(node_, key);
  auto parsed = value->literal ? parse_ruleset(value->text) : "a rule set must be a literal";
  if (const std::string* problem = std::get_if<std::string>(&parsed)) {
    errors_.error("t4b.ruleset_invalid", where(value->line, key), *problem);
    return std::nullopt;
  }
  return std::get<Ruleset>(std::move(parsed));
}

std::optional<Week> ComponentReader::read_week() {
  Week week;
  bool good = true;
  // each attribute is read once, so that errors are reported once
  std::map<std::string, std::optional<Ruleset>> read;
  for (std::size_t d = 0; d < 7; ++d) {
    const bool weekend = d >= 5;
    std::string key = kDays[d] + std::string("RulesetDict");
    if (given(node_, key) == nullptr && weekend) key = "weekendRulesetDict";
    if (given(node_, key) == nullptr) key = "weekDayRulesetDict";
    if (given(node_, key) == nullptr) {
      errors_.error("t4b.schedule_empty", where(node_.line),
                    std::string("the schedule has neither a file nor a rule set for ") + kDays[d] +
                        "; add sim:weekDayRulesetDict");
      return std::nullopt;
    }
    if (!read.contains(key)) read[key] = read_ruleset(key);
    good = good && read[key].has_value();
    if (read[key]) week[d] = *read[key];
  }
  return good ? std::optional(week) : std::nullopt;
}

void ComponentReader::read_schedule() {
  if (flag("useSpreadsheet")) {
    std::optional<FileColumn> column = own_column();
    if (column) component_.config["value"] = source_series(std::move(*column));
    return;
  }
  const std::optional<Week> week = read_week();
  if (!week) return;
  const WeeklyRules rules = to_weekly_rules(*week);
  SeriesSpec series{.source = rules.otherwise, .unit = {}, .sample = Sample::End};
  if (!rules.rules.empty()) series.source = rules;
  component_.config["value"] = std::move(series);
}

}  // namespace

std::optional<ReadComponent> read_component(const SystemNode& node, const std::string& file,
                                            const Registry& registry, Diagnostics& errors,
                                            Diagnostics& warnings) {
  return ComponentReader(node, file, registry, errors, warnings).read();
}

SeriesSpec source_series(FileColumn column) {
  column.resample = Resample::Linear;
  column.outside = Outside::Hold;
  return {.source = std::move(column), .unit = {}, .sample = Sample::End};
}

}  // namespace hearth::twin4build
