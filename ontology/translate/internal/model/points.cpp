// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_groups.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/translate/internal/model/model_builder.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr double kAirDensity = 1.2, kWaterDensity = 1000.0;  // kg/m3, of standard air and water

/// Returns the density of what flows through a port of this name.
double density_at(std::string_view port) {
  return lower_case(port).find("water") == std::string::npos ? kAirDensity : kWaterDensity;
}

/// Reads a column of volume flow as a mass flow of this density: in a unit of mass flow with a
/// name, otherwise scaled to kg/s. A scale also shows that the header of the file may differ.
void read_as_mass_flow(FileColumn& column, double density, bool unit_in_header) {
  const Unit volume = *column.unit;
  const bool scaled = column.scale || column.offset;
  for (const char* symbol : {"scfm", "sm3/h", "sm3/s", "sl/s", "l/s water", "l/min water",
                             "l/h water", "m3/h water", "m3/s water", "gpm water"}) {
    const std::optional<Unit> mass = parse_unit(symbol);
    if (!mass || std::abs(mass->scale / density / volume.scale - 1.0) > 1e-9) continue;
    column.unit = mass;
    if (unit_in_header && !scaled) column.scale = 1.0;
    return;
  }
  const double factor = volume.scale * density;
  column.unit = unit::kg_per_s;
  column.scale = column.scale.value_or(1.0) * factor;
  if (column.offset) column.offset = *column.offset * factor;
}

/// Words of the names of ports that are shares from 0 to 1.
constexpr std::array<std::string_view, 5> kShares{"position", "signal", "speed", "fraction",
                                                  "opening"};

class PointFinder {
 public:
  PointFinder(SimulationModel& model, const BuildContext& context, const SeriesPlace& place)
      : model_(model), context_(context), place_(place) {
    if (place.data_dir) folder_ = DataFolder(*place.data_dir);
  }

  FoundPoints run() {
    for (const Instance& instance : context_.instances.all()) {
      for (const PointRule& rule : instance.rule->points) look(instance, rule);
    }
    rewire();
    report_repeated();
    return std::move(found_);
  }

 private:
  /// Reports series that several files contain, of which the first is used.
  void report_repeated() {
    std::vector<DataFolder::Repeated> used;
    for (const DataFolder::Repeated& one : folder_.repeated()) {
      if (used_series_.contains(one.id)) used.push_back(one);
    }
    if (used.empty()) return;
    const auto name = [](const std::string& file) {
      return std::filesystem::path(file).filename().string();
    };
    context_.report.add(
        {.code = "import.series_repeated",
         .message = fmt::format("series are in several files of the data folder, such as '{}' in "
                                "{} and {}",
                                used.front().id, name(used.front().used), name(used.front().other)),
         .consequence = "only the first file is used; join the files to use all of their rows"});
  }

  void look(const Instance& instance, const PointRule& rule) {
    for (const TermId node : instance.of(rule.of)) {
      for (const TermId point : points_of(instance, rule, node)) {
        found_.known.try_emplace(point);
        if (!rule.config.port.empty()) {
          configure(instance, rule, point);
        } else if (rule.tap.port.empty()) {
          drive(instance, rule, point);
        } else {
          measure(instance, rule, point);
        }
      }
    }
  }

  std::vector<TermId> points_of(const Instance& instance, const PointRule& rule,
                                TermId node) const {
    std::vector<TermId> points;
    if (!rule.find.steps.empty()) {
      Binding given(rule.find.variables.size(), kNoTerm);
      given.front() = node;
      const PatternMatcher matcher(context_.names.graph(), rule.find);
      points = values_of(matcher, given, rule.find.variable(rule.point));
    } else if (!rule.point.empty()) {
      points = {node};
    } else if (instance.mapping->point_of) {
      points = path_ends(context_.names.graph(), node, *instance.mapping->point_of);
    }
    sort_by_name(points, context_.names);
    if (rule.classes.empty()) return points;
    std::erase_if(points, [&](TermId point) {
      return std::none_of(rule.classes.begin(), rule.classes.end(), [&](const std::string& iri) {
        const TermId type = context_.names.graph().find_iri(iri);
        return type != kNoTerm && context_.names.is_a(point, type);
      });
    });
    return points;
  }

  /// Returns the output that replaces an output of an absent part: the source of the input that is
  /// bypassed to it. Returns null if there is none.
  const PortRef* let_through(const Instance& instance, const PortRef& output) const {
    const Group& group = instance.rule->group;
    const GroupPart* part = group.part(output.part);
    if (part == nullptr || model_.find(part_id(instance, output.part)) != nullptr) return nullptr;
    const auto input = part->bypass.find(output.port);
    if (input == part->bypass.end()) return nullptr;
    for (const Wire& wire : group.wires) {
      if (wire.to.part != output.part || wire.to.port != input->second) continue;
      if (instance.holds(wire.when)) return &wire.from.front();
    }
    return nullptr;
  }

  /// Returns the actual place of the output, in an existing part of the instance.
  std::optional<Endpoint> place_of(const Instance& instance, const PortRef& ref) const {
    PortRef inside = ref;
    const Group& group = instance.rule->group;
    const auto output = ref.part.empty() ? group.outputs.find(ref.port) : group.outputs.end();
    if (output != group.outputs.end()) {
      inside = output->second;
      for (std::size_t passed = 0; passed < group.parts.size(); ++passed) {
        const PortRef* source = let_through(instance, inside);
        if (source == nullptr) break;
        inside = *source;
      }
    }
    const std::string id = part_id(instance, inside.part);
    const Component* component = model_.find(id);
    if (component == nullptr) return std::nullopt;
    return Endpoint{id, inside.port, {}};
  }

  const Field* field_of(const Endpoint& end, Role role) const {
    const Component* component = model_.find(end.component);
    const ComponentType* type =
        component == nullptr ? nullptr : context_.registry.find(component->type);
    return type == nullptr ? nullptr : type->schema.find(role, end.port);
  }

  /// Returns the id of the point's series in the graph; "" if it has none.
  std::string series_id(const Instance& instance, TermId point) const {
    if (!instance.mapping->timeseries) return "";
    const auto ends = path_ends(context_.names.graph(), point, *instance.mapping->timeseries);
    return ends.empty() ? "" : std::string(context_.names.graph().term(ends.front()).text);
  }

  /// Returns the column of a point's series. If it is missing in the data folder, reports that and
  /// returns nothing.
  std::optional<FileColumn> column_of(const Instance& instance, TermId point) {
    const std::string id = series_id(instance, point);
    if (id.empty()) return std::nullopt;
    if (!place_.data_dir) {
      FileColumn column;
      column.file = id + ".csv";
      return column;
    }
    std::optional<FileColumn> column = folder_.find(id);
    if (column) {
      used_series_.insert(id);
      report_first_column(id, *column, point);
    }
    if (!column) {
      report_unused(Severity::Warning, "import.series_missing",
                    "the data folder has no series of this id", point, "no measurement",
                    fmt::format("# {}: {}", context_.names.name(point), id));
      return std::nullopt;
    }
    if (!place_.model_folder.empty()) column->file = name_from(place_.model_folder, column->file);
    return column;
  }

  /// Reports that the first of several columns of a file is the series of its name.
  void report_first_column(const std::string& id, const FileColumn& column, TermId point) {
    const std::string first = folder_.first_of_several(id);
    if (first.empty()) return;
    context_.report.add(
        {.code = "import.series_column",
         .message = fmt::format("'{}' has several columns, and the name of the file is that of a "
                                "series; its first column '{}' was used",
                                fs::path(column.file).filename().string(), first),
         .nodes = {context_.names.node(point)},
         .consequence = "name the column of the numbers 'value', or like the series"});
  }

  /// Reports that the header of a file contradicts the unit of the graph, or has an unknown unit.
  void report_header(const Instance& instance, TermId point, const FileColumn& column,
                     const std::string& unknown) {
    const std::optional<Unit> stated = stated_unit(context_.names, point, instance.mapping->unit);
    std::string message;
    if (!unknown.empty()) {
      message = fmt::format("the header of a series has the unknown unit '{}'; read as {}", unknown,
                            column.unit ? column.unit->symbol : "numbers without a unit");
    } else if (stated && column.unit && stated->compatible(*column.unit) &&
               (stated->scale != column.unit->scale || stated->offset != column.unit->offset)) {
      message = fmt::format(
          "the graph states {} for a series, the header of its file {}; read as "
          "{}",
          stated->symbol, column.unit->symbol, column.unit->symbol);
    } else {
      return;
    }
    context_.report.add({.code = "import.unit_assumed",
                         .message = std::move(message),
                         .nodes = {context_.names.node(point)},
                         .consequence = "correct the unit in the file or in the graph"});
  }

  /// Checks the numbers of a series against its port. Returns false, with a report, if they cannot
  /// be its values; reads a share between 1 and 100 as percent, with a report.
  bool judge(const Instance& instance, const PointRule& rule, TermId point, const Field& field,
             FileColumn& column) {
    const bool share = is_share(field) && column.unit && *column.unit == unit::one;
    const std::optional<std::pair<double, double>> within = range_of(rule, field);
    if (!place_.data_dir || !column.unit || (!share && !within)) return true;
    if (!share && !column.unit->compatible(unit::degC)) return true;
    std::vector<double> numbers = folder_.numbers(series_id(instance, point));
    if (numbers.empty()) return true;
    std::sort(numbers.begin(), numbers.end());
    if (share) {
      // single wrong values do not count
      const std::size_t beyond = numbers.size() / 50;
      return judge_share(point, field, numbers[beyond], numbers[numbers.size() - 1 - beyond],
                         column);
    }
    const double median = numbers[numbers.size() / 2];
    const auto fits = [&within, median](const Unit& unit) {
      const double value = convert(median, unit, unit::degC);
      return value >= within->first && value <= within->second;
    };
    if (fits(*column.unit)) return true;
    const char* hint = *column.unit == unit::degC && fits(*parse_unit("degF"))
                           ? "; its unit is probably degF"
                           : "";
    report_unused(
        Severity::Warning, "import.unit_unfit",
        fmt::format("the median of a series is {:.4g} {}, but {} is from {:.4g} to {:.4g} "
                    "degC{}",
                    median, column.unit->symbol, field.name, within->first, within->second, hint),
        point, "not used: correct its unit in the graph or in the header of its file");
    return false;
  }

  /// Returns the range of temperatures in degC in which half of the values of a port are.
  static std::optional<std::pair<double, double>> range_of(const PointRule& rule,
                                                           const Field& field) {
    if (rule.within && rule.unit && rule.unit->point) {
      return std::pair(convert(rule.within->first, *rule.unit, unit::degC),
                       convert(rule.within->second, *rule.unit, unit::degC));
    }
    constexpr double kColdest = 5.0, kWarmest = 40.0;  // of rooms
    if (field.name != "indoorTemperature") return std::nullopt;
    return std::pair(kColdest, kWarmest);
  }

  /// Returns whether a port is a position, speed or signal from 0 to 1.
  static bool is_share(const Field& field) {
    const std::string name = lower_case(field.name);
    return field.unit == unit::one &&
           std::any_of(kShares.begin(), kShares.end(), [&name](std::string_view word) {
             return name.find(word) != std::string::npos;
           });
  }

  bool judge_share(TermId point, const Field& field, double least, double most,
                   FileColumn& column) {
    constexpr double kOne = 1.5, kPercent = 101.0;  // with the errors of sensors
    if (most <= kOne || column.scale || column.offset) return true;
    if (least >= -1.0 && most <= kPercent) {
      column.scale = 0.01;
      context_.report.add(
          {.code = "import.unit_assumed",
           .message = fmt::format("series of {} have no unit, but values above 1; read as percent",
                                  field.name),
           .nodes = {context_.names.node(point)},
           .consequence = "state unit:PERCENT in the graph"});
      return true;
    }
    report_unused(
        Severity::Warning, "import.unit_unfit",
        fmt::format("the values of a series are between {:.4g} and {:.4g}, but {} is from "
                    "0 to 1",
                    least, most, field.name),
        point, "not used: correct its unit in the graph");
    return false;
  }

  /// Reports why a point is not used.
  void report_unused(Severity severity, std::string code, std::string message, TermId point,
                     std::string consequence, std::string line = {}) {
    ImportItem item{.severity = severity,
                    .code = std::move(code),
                    .message = std::move(message),
                    .nodes = {context_.names.node(point)},
                    .consequence = std::move(consequence),
                    .omits = true};
    if (!line.empty()) item.add.push_back(std::move(line));
    context_.report.add(std::move(item));
  }

  /// Sets the unit of a column: that of the file, otherwise that of the graph, otherwise, with a
  /// report, that of the rule. If the graph states an unknown unit, reports that and returns false.
  bool find_unit(const Instance& instance, const PointRule& rule, TermId point,
                 FileColumn& column) {
    if (column.unit) {
      report_header(instance, point, column, "");
      return true;
    }
    const bool found = find_unit_of_graph(instance, rule, point, column);
    const std::string unknown = folder_.unknown_unit(series_id(instance, point));
    if (found && !unknown.empty()) report_header(instance, point, column, unknown);
    return found;
  }

  bool find_unit_of_graph(const Instance& instance, const PointRule& rule, TermId point,
                          FileColumn& column) {
    column.unit = stated_unit(context_.names, point, instance.mapping->unit);
    if (column.unit) return true;
    const std::string unknown = unknown_unit(context_.names, point, instance.mapping->unit);
    if (!unknown.empty()) {
      report_unused(Severity::Warning, "import.unit_unfit",
                    fmt::format("the series is in [{}], an unknown unit", unknown), point,
                    "not used");
      return false;
    }
    column.unit = context_.side.us_units() && rule.unit_us ? rule.unit_us : rule.unit;
    if (!column.unit) return true;
    const std::vector<TermId> classes = context_.names.stated_classes(point);
    context_.report.add(
        {.code = "import.unit_assumed",
         .message = fmt::format("series of {} have no unit; read as {}",
                                classes.empty() ? "points" : context_.names.name(classes.front()),
                                column.unit->symbol),
         .nodes = {context_.names.node(point)},
         .consequence = "set \"units\": \"us\" in the side file, or add units to the graph"});
    return true;
  }

  /// Sets the unit of a column; if it does not fit the port, reports that and returns false.
  bool set_unit(const Instance& instance, const PointRule& rule, TermId point, const Field& field,
                FileColumn& column) {
    const bool unit_in_header = column.unit.has_value();
    if (!find_unit(instance, rule, point, column)) return false;
    if (!column.unit) return true;
    if (field.unit.any != 0 || column.unit->compatible(field.unit)) {
      return judge(instance, rule, point, field, column);
    }
    if (field.unit.compatible(unit::kg_per_s) && column.unit->compatible(unit::m3_per_s)) {
      read_as_mass_flow(column, density_at(field.name), unit_in_header);
      return true;
    }
    report_unfit(column, point, fmt::format("{} [{}]", field.name, field.unit.symbol));
    return false;
  }

  void report_unfit(const FileColumn& column, TermId point, const std::string& target) {
    report_unused(
        Severity::Warning, "import.unit_unfit",
        fmt::format("a series in [{}] cannot be compared with {}", column.unit->symbol, target),
        point, "no measurement");
  }

  void measure(const Instance& instance, const PointRule& rule, TermId point) {
    const std::optional<Endpoint> end = place_of(instance, rule.tap);
    const Field* field = end ? field_of(*end, Role::Output) : nullptr;
    if (field == nullptr) return;
    const std::string port = end->component + "." + end->port;
    if (model_.measurements.contains(port)) {
      if (!series_id(instance, point).empty()) {
        report_unused(Severity::Note, "import.several_points",
                      fmt::format("rule {} measures {} once, but the graph has more points for it",
                                  instance.rule->id, rule.tap.port),
                      point, "the first one is compared");
      }
      return;
    }
    std::optional<FileColumn> column = column_of(instance, point);
    const std::string id = series_id(instance, point);
    if (!column && !id.empty()) found_.missing.emplace(port, id);
    if (!column || !set_unit(instance, rule, point, *field, *column)) return;
    found_.missing.erase(port);
    model_.measurements[port] = Measurement{*column, std::nullopt, {}};
    found_.known[point] = {ImportNode::Fate::Measurement, port};
  }

  void drive(const Instance& instance, const PointRule& rule, TermId point) {
    if (!place_.data_dir && !rule.value) return;
    const std::vector<Endpoint> ends = inputs_of(instance, rule.drives);
    if (ends.empty()) return;
    const Endpoint& first = ends.front();
    if (fed_.contains(first)) {
      if (model_.component(fed_.at(first).component).iri == iri_of(point)) return;
      report_unused(
          Severity::Note, "import.several_points",
          fmt::format("rule {} feeds {} from one point, but the graph has more points for it",
                      instance.rule->id, rule.drives.port),
          point, "the first one is used");
      return;
    }
    const Field& field = *field_of(first, Role::Input);
    const bool done = (place_.data_dir && drive_by_series(instance, rule, point, first, field)) ||
                      (rule.value && drive_by_number(instance, rule, point, first));
    if (!done) return;
    found_.known[point] = {ImportNode::Fate::Source, fed_.at(first).component};
    if (ends.size() == 1) return;
    const Endpoint source = fed_.at(first);
    for (std::size_t i = 1; i < ends.size(); ++i) connect_instead(source, ends[i]);
  }

  /// Returns the inputs that a port represents: all existing inputs behind an input of a group.
  std::vector<Endpoint> inputs_of(const Instance& instance, const PortRef& ref) const {
    std::vector<PortRef> inside{ref};
    const auto& inputs = instance.rule->group.inputs;
    if (ref.part.empty() && inputs.contains(ref.port)) inside = inputs.at(ref.port);
    std::vector<Endpoint> ends;
    for (const PortRef& port : inside) {
      const Endpoint end{part_id(instance, port.part), port.port, {}};
      const Field* field = field_of(end, Role::Input);
      if (field != nullptr && !field->many) ends.push_back(end);
    }
    return ends;
  }

  std::string iri_of(TermId point) const {
    return std::string(context_.names.graph().term(point).text);
  }

  /// Returns the id of a source for one input of an instance.
  static std::string id_for_input(const Instance& instance, const PointRule& rule) {
    const std::string part = rule.drives.part.empty() ? "" : rule.drives.part + "_";
    return instance.id + "/" + part + rule.drives.port;
  }

  /// Feeds an input with the number of a point in the graph, if there is one.
  bool drive_by_number(const Instance& instance, const PointRule& rule, TermId point,
                       const Endpoint& end) {
    const std::string id = id_for_input(instance, rule);
    if (model_.find(id) != nullptr) return false;
    const std::optional<double> value = number_of(instance, rule, point);
    if (!value) return false;
    Component source;
    source.id = id;
    source.type = "Schedule";
    source.iri = iri_of(point);
    SeriesSpec spec;
    spec.source = *value;
    spec.unit = rule.unit;
    source.config.emplace("value", spec);
    context_.report.values.push_back({id + ".value", *value, std::string(rule.unit->symbol),
                                      "graph " + context_.names.name(point)});
    replace_source(end, std::move(source), "scheduleValue");
    return true;
  }

  /// Returns the number of a point in the unit of the rule; if it is implausible, reports that and
  /// returns nothing.
  std::optional<double> number_of(const Instance& instance, const PointRule& rule, TermId point) {
    if (const auto number = number_at(context_.names, point, *rule.value, *instance.mapping, 1)) {
      context_.read.add(*number);
      if (!number->problem.empty()) {
        report_unused(Severity::Warning, "import.value_unfit",
                      fmt::format("the value of {} cannot be read: {}", context_.names.name(point),
                                  number->problem),
                      point,
                      "not used: write one number with a decimal point and without separators of "
                      "thousands");
        return std::nullopt;
      }
      const Quantity& quantity = number->quantity;
      const bool us = context_.side.us_units() && rule.unit_us;
      const Unit unit = quantity.unit.value_or(us ? *rule.unit_us : *rule.unit);
      const bool known = number->unknown_unit.empty() && unit.compatible(*rule.unit);
      const double value = known ? convert(quantity.value, unit, *rule.unit) + rule.shift
                                 : std::numeric_limits<double>::quiet_NaN();
      const bool fits =
          std::isfinite(value) &&
          (!rule.within || (value >= rule.within->first && value <= rule.within->second));
      if (fits) return value;
      report_unused(Severity::Warning, "import.value_unfit",
                    fmt::format("{} = {} {} is not a valid value of {}", context_.names.name(point),
                                number_text(quantity.value),
                                number->unknown_unit.empty() ? unit.symbol : number->unknown_unit,
                                rule.drives.port),
                    point, "not used");
    }
    return std::nullopt;
  }

  /// Feeds an input with the series of a point, if the data folder contains it.
  bool drive_by_series(const Instance& instance, const PointRule& rule, TermId point,
                       const Endpoint& end, const Field& field) {
    std::optional<FileColumn> column = column_of(instance, point);
    if (!column || !set_unit(instance, rule, point, field, *column)) return false;
    const std::string id = rule.shift == 0.0 ? instance.id + "/" + context_.names.id_for(point)
                                             : id_for_input(instance, rule);
    if (model_.find(id) != nullptr) return false;
    if (rule.shift != 0.0) {
      column->offset =
          column->offset.value_or(0.0) + rule.shift * rule.unit->scale / column->unit->scale;
    }
    column->resample = Resample::Hold;
    column->outside = Outside::Hold;
    Component source;
    source.id = id;
    source.type = "TimeSeries";
    source.iri = iri_of(point);
    SeriesSpec spec;
    spec.source = *column;
    source.config.emplace("value", spec);
    replace_source(end, std::move(source), "value");
    return true;
  }

  /// Makes the point's series a configuration, if the data folder contains it.
  void configure(const Instance& instance, const PointRule& rule, TermId point) {
    if (!place_.data_dir) return;
    const std::string id = part_id(instance, rule.config.part);
    if (model_.find(id) == nullptr) return;
    std::optional<FileColumn> column = column_of(instance, point);
    if (!column || !find_unit(instance, rule, point, *column)) return;
    if (column->unit && rule.unit && !column->unit->compatible(*rule.unit)) {
      return report_unfit(*column, point,
                          fmt::format("{} [{}]", rule.config.port, rule.unit->symbol));
    }
    column->outside = Outside::Hold;
    SeriesSpec spec;
    spec.source = *column;
    model_.component(id).config.insert_or_assign(rule.config.port, spec);
    found_.known[point] = {ImportNode::Fate::Source, id};
    context_.report.withdraw_guess(setting_name(rule.config.part, rule.config.port),
                                   context_.names.node(instance.root));
  }

  void replace_source(const Endpoint& end, Component source, const char* port) {
    const std::string id = source.id;
    model_.add_component(std::move(source));
    connect_instead({id, port, {}}, end);
  }

  /// Replaces the connection of an input by one from an output; `rewire` applies all replacements.
  void connect_instead(const Endpoint& from, const Endpoint& end) { fed_[end] = from; }

  void rewire() {
    for (const auto& [to, from] : fed_) {
      std::vector<Connection> replaced;
      for (const Connection& connection : model_.connections_to(to.component, to.port)) {
        if (connection.to == to) replaced.push_back(connection);
      }
      for (const Connection& connection : replaced) {
        found_.replaced.push_back({from, to, connection.from.component});
        model_.remove_connection(connection);
      }
      model_.add_connection({from, to});
    }
  }

  SimulationModel& model_;
  const BuildContext& context_;
  const SeriesPlace& place_;
  DataFolder folder_;
  std::set<std::string> used_series_;
  FoundPoints found_;
  std::map<Endpoint, Endpoint> fed_;  // from input to the output that now feeds it
};

}  // namespace

FoundPoints add_points(SimulationModel& model, const BuildContext& context,
                       const SeriesPlace& place) {
  return PointFinder(model, context, place).run();
}

}  // namespace hearth
