// SPDX-License-Identifier: MIT
#include "hearth/apps/views/file_check.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/report/content/report_config.hpp"
#include "hearth/apps/session/messages.hpp"
#include "hearth/apps/views/fmu_view.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/data/results/read_results.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/weather/weather_file.hpp"
#include "hearth/estimation/calibration/residuals.hpp"
#include "hearth/estimation/control/prepared_control.hpp"
#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

/// Returns whether a text begins like JSON: an object, possibly after comments.
bool is_json(std::string_view text) {
  text = content_of(text);
  return text.starts_with('{') || text.starts_with("//") || text.starts_with("/*");
}

FileKind json_kind(const fs::path& file, const std::string& text) {
  const JsonDocument document = JsonDocument::parse(text, file.string());
  const JsonNode root = document.root();
  const std::optional<JsonFileKind> kind = json_file_kind(root);
  if (!kind) {
    const bool problem = root.find("model") || root.find("parameters");
    return problem ? FileKind::Calibration : FileKind::Model;
  }
  switch (*kind) {
    case JsonFileKind::Mapping:
      return FileKind::Mapping;
    case JsonFileKind::Scenarios:
      return FileKind::Scenarios;
    case JsonFileKind::Model:
      return FileKind::Model;
    case JsonFileKind::ReportConfig:
      return FileKind::Report;
    case JsonFileKind::Kpis:
      return FileKind::Kpis;
    case JsonFileKind::Control:
      return FileKind::Control;
    case JsonFileKind::Calibration:
      return FileKind::Calibration;
    default:
      throw InputError("json.other_kind", root.where(),
                       fmt::format("this is {}, which 'hearth check' does not check; {}",
                                   name_of(*kind), use_of(*kind)));
  }
}

FileKind kind_of(const fs::path& file) {
  std::error_code ignored;
  if (is_fmu_file(file)) return FileKind::Fmu;
  if (fs::is_regular_file(file, ignored) && is_binary_results(file)) return FileKind::Data;
  const std::string text = read_text_file(file);
  std::string ending = lower_case(file.extension().string());
  if (ending == ".gz") ending = lower_case(file.stem().extension().string());
  if (ending == ".json" || is_json(text)) return json_kind(file, text);
  if (is_weather_file(file, text)) return FileKind::Data;
  if (ending == ".csv" || ending == ".tsv" || ending == ".txt") return FileKind::Data;
  return FileKind::Model;  // load_model reports files that it cannot read
}

/// Checks the files of the series and measurements of a model, without a period.
class SourceCheck {
 public:
  SourceCheck(const Plan& plan, const ModelOptions& options, Diagnostics& diagnostics)
      : plan_(plan), files_(data_options(options)), diagnostics_(diagnostics) {}

  void run() {
    for (const PlannedInstance& instance : plan_.instances) {
      if (diagnostics_.full()) return;
      check_instance(instance);
    }
    for (const auto& [port, measurement] : plan_.model.measurements) {
      if (diagnostics_.full()) return;
      check_measurement(port, measurement);
    }
  }

 private:
  void check_instance(const PlannedInstance& instance) {
    const Component& component = plan_.model.component(instance.id);
    for (const auto& [name, setting] : component.config) {
      const auto* series = std::get_if<SeriesSpec>(&setting);
      if (series == nullptr) continue;
      const auto* column = std::get_if<FileColumn>(&series->source);
      if (column == nullptr || instance.replaces(name)) continue;
      const Where where = component.where.at(instance.id, name);
      const Field* field = instance.type->schema.find(Role::Config, name);
      check_column(*column, where, Severity::Error, units_of(instance, field));
    }
  }

  void check_measurement(const std::string& port, const Measurement& measurement) {
    const Where where =
        measurement.where.at(port.substr(0, port.rfind('.')), port.substr(port.rfind('.') + 1));
    const auto cell = static_cast<std::size_t>(plan_.signal(port));
    check_column(measurement.column, where, Severity::Warning, {plan_.signals[cell].unit});
  }

  /// Returns the units in which a series is read: its own, or those of the ports that it feeds.
  static std::vector<Unit> units_of(const PlannedInstance& instance, const Field* field) {
    if (field == nullptr) return {};
    if (field->unit.any == 0) return {field->unit};
    return instance.any ? std::vector<Unit>{*instance.any} : instance.fed_units;
  }

  void check_column(const FileColumn& column, const Where& where, Severity missing,
                    const std::vector<Unit>& units) {
    const std::optional<fs::path> path = files_.find(column.file);
    if (!path) {
      const InputError error = files_.missing_file(column.file, where);
      const bool source = missing == Severity::Error;
      diagnostics_.add({missing, source ? error.code() : "data.measurement_missing", where,
                        error.diagnostics().items().front().message});
      return;
    }
    try {
      const bool absent = files_.lacks(*path, column, diagnostics_).has_value();
      if (column.missing_column && absent) return;
      const auto kept = files_.series(*path, column, {.site = plan_.model.site}, diagnostics_);
      const RawSeries& series = *kept;
      count(column, series, where);
      file_conversion(column, series.header_unit, std::nullopt, {.file = path->string()});
      for (const Unit& unit : units) {
        file_conversion(column, series.header_unit, unit, {.file = path->string()});
      }
      if (missing == Severity::Error) refuse_empty(series);
    } catch (const InputError& error) {
      if (error.code() == "limit.exceeded") throw;  // the next column would take as long
      for (Diagnostic item : error.diagnostics().items()) {
        item.where.component = where.component;
        item.where.port = where.port;
        diagnostics_.add(std::move(item));
      }
    }
  }

  /// In a run, a column that is read with several scales takes as much memory as several columns.
  void count(const FileColumn& column, const RawSeries& series, const Where& where) {
    SeriesSpec spec;
    spec.source = column;
    SeriesReport report;
    report.owner = where.component + "." + where.port;
    report.file = series.file;
    report.points = static_cast<long>(series.times.size());
    count_.add(spec, report, where, {});
  }

  static void refuse_empty(const RawSeries& series) {
    const bool empty = std::all_of(series.values.begin(), series.values.end(),
                                   [](double value) { return std::isnan(value); });
    if (!empty) return;
    throw InputError("data.no_values", {.file = series.file},
                     "the column has no value: name another column, or correct the file");
  }

  const Plan& plan_;
  DataFiles files_;
  SeriesCount count_;
  Diagnostics& diagnostics_;
};

/// Resolves the series for the period in the model file, if there is one.
void check_default_run(const Plan& plan, const ModelOptions& options, Diagnostics& diagnostics) {
  const RunDefaults& defaults = plan.model.defaults;
  if (!defaults.start || !defaults.end || !defaults.step) return;
  RunRequest request;
  request.period = {*defaults.start, *defaults.end, *defaults.step};
  request.timezone = plan.model.site.timezone.empty() ? options.timezone : plan.model.site.timezone;
  if (request.timezone.empty()) request.timezone = "UTC";
  DataResolver resolver(data_options(options));
  try {
    diagnostics.append(resolve_inputs(plan, request, &resolver).diagnostics);
  } catch (const InputError& error) {
    append_at({.file = options.file.string(), .pointer = "/simulation/end"}, error, diagnostics);
  }
}

void check_model(const ModelOptions& options, FileFindings& findings) {
  const SimulationModel model = read_model(options, findings.diagnostics);
  const Plan plan = compile(model, known_components(), options.compile);
  findings.diagnostics.append(plan.diagnostics);
  const EvaluationOrder order = evaluation_order(plan);
  findings.diagnostics.append(order.diagnostics);
  findings.summary = fmt::format("{}, {}, ", counted(plan.instances.size(), "component"),
                                 counted(model.connections().size(), "connection"));
  if (plan.options.engine == Engine::Continuous) {
    findings.summary += counted(order.loops.size(), "algebraic loop");
    if (!plan.lags.empty()) findings.summary += fmt::format(", {} delayed", plan.lags.size());
  } else {
    findings.summary += fmt::format("{} removed to break cycles", plan.lags.size());
  }
  const std::size_t before = findings.diagnostics.items().size();
  SourceCheck(plan, options, findings.diagnostics).run();
  const auto& items = findings.diagnostics.items();
  const bool readable =
      std::none_of(items.begin() + static_cast<long>(before), items.end(),
                   [](const Diagnostic& item) { return item.severity == Severity::Error; });
  if (readable) check_default_run(plan, options, findings.diagnostics);
}

void check_calibration(const ModelOptions& options, FileFindings& findings) {
  const CalibrationProblem problem = read_calibration(
      options.file, known_components(),
      {.data_dir = options.data_dir, .timezone = options.timezone, .weather = options.weather},
      findings.diagnostics);
  findings.summary = fmt::format("{}, {}, {}", counted(problem.parameters.size(), "parameter"),
                                 counted(problem.measurements.size(), "measurement"),
                                 counted(problem.periods.size(), "period"));
  PreparedProblem prepared(problem, known_components());
  findings.diagnostics.append(prepared.diagnostics());
  findings.diagnostics.append(estimation::validate(prepared.estimated()));
}

void check_control(const ModelOptions& options, FileFindings& findings) {
  const ControlProblem problem = read_control_problem(
      options.file, known_components(),
      {.data_dir = options.data_dir, .timezone = options.timezone, .weather = options.weather},
      findings.diagnostics);
  findings.summary = fmt::format("{}, {}, {}", counted(problem.decisions.size(), "decision"),
                                 counted(problem.costs.size(), "term"),
                                 counted(problem.limits.size(), "constraint"));
  const PreparedControl prepared(problem, known_components());
  findings.diagnostics.append(prepared.diagnostics());
}

/// Checks a mapping together with the built-in ones, as in `translate`.
void check_mapping(const ModelOptions& options, FileFindings& findings) {
  MappingReader reader(known_components());
  for (const std::string& name : builtin_mapping_names()) reader.add_builtin(name);
  reader.add_file(options.file);
  const JsonDocument document = JsonDocument::read(options.file);
  const std::vector<Mapping> mappings = reader.read(findings.diagnostics);
  const auto id = document.root().find("id");
  for (const Mapping& mapping : mappings) {
    if (!id || mapping.id != id->string()) continue;
    findings.summary = fmt::format("{}: {}, boundaries: {}, entries of derive: {}", mapping.id,
                                   counted(mapping.rules.size(), "rule"), mapping.boundaries.size(),
                                   mapping.derive.size());
  }
}

/// Resolves the series of runs of a set; an error in several runs is reported for the first.
class CaseCheck {
 public:
  CaseCheck(const ScenarioSet& set, Diagnostics& diagnostics)
      : set_(set), diagnostics_(diagnostics) {
    for (const ScenarioModel& model : set.models) {
      resolvers_.push_back(std::make_unique<DataResolver>(model.data));
    }
  }

  void check(const ScenarioRun& run) {
    const auto model = static_cast<std::size_t>(run.model);
    try {
      const ScenarioCase one = scenario_case(set_, run, known_components());
      const Plan plan = compile(one.model, known_components(), set_.compile);
      RunRequest request;
      request.period = {*one.period.start, *one.period.end, *one.period.step};
      request.timezone = zone_of_case(one.model, set_.models[model], *resolvers_[model]);
      diagnostics_.append(resolve_inputs(plan, request, resolvers_[model].get()).diagnostics);
    } catch (const Error& error) {
      for (const Diagnostic& item : error.diagnostics().items()) report(run, item);
    }
  }

 private:
  void report(const ScenarioRun& run, Diagnostic item) {
    if (item.severity != Severity::Error || !seen_.insert(to_string(item)).second) return;
    const std::string name = fmt::format("run '{}': ", run.id);
    if (!item.message.starts_with(name)) item.message = name + item.message;
    diagnostics_.add(std::move(item));
  }

  const ScenarioSet& set_;
  Diagnostics& diagnostics_;
  std::vector<std::unique_ptr<DataResolver>> resolvers_;  // by model
  std::set<std::string> seen_;
};

/// Returns `22 runs: 1 model x 2 shade x (3 scenarios + 8 samples)`.
std::string describe(const ScenarioSet& set) {
  std::string text = counted(run_count(set), "run") + ": " +
                     counted(static_cast<long>(set.models.size()), "model");
  for (const ScenarioAxis& axis : set.axes) {
    text += fmt::format(" x {} {}", axis.options.size(), axis.name);
  }
  const std::string scenarios = counted(static_cast<long>(set.scenarios.size()), "scenario");
  const std::string samples = set.sweep ? counted(set.sweep->n, "sample") : "";
  if (set.scenarios.empty()) return text + (set.sweep ? " x " + samples : "");
  if (!set.sweep) return text + " x " + scenarios;
  return text + (set.crossed ? " x " + scenarios + " x " + samples
                             : " x (" + scenarios + " + " + samples + ")");
}

/// Counts the runs of a set, and resolves the series of the first runs with different series.
void check_scenarios(const ModelOptions& options, FileFindings& findings) {
  constexpr std::size_t kMostCases = 100;
  constexpr long kMostRuns = 10'000;
  ScenarioFileOptions how;
  how.data_dir = options.data_dir;
  how.timezone = options.timezone;
  how.weather = options.weather;
  how.cycle_removal = options.compile.cycle_removal;
  how.engine = options.compile.engine;
  const ScenarioSet set =
      read_scenarios(options.file, known_components(), how, findings.diagnostics);
  findings.summary = describe(set);
  CaseCheck check(set, findings.diagnostics);
  std::set<std::string> cases;
  const long looked_at = std::min(run_count(set), kMostRuns);
  for (long i = 0; i < looked_at && cases.size() < kMostCases; ++i) {
    const ScenarioRun run = scenario_run(set, i);
    if (cases.insert(case_key(set, run)).second) check.check(run);
  }
}

void check_data(const ModelOptions& options, const FileColumn& column, FileFindings& findings) {
  findings.data =
      audit_data(options.file, {.timezone = options.timezone, .column = column, .recognise = true});
  findings.diagnostics.append(findings.data->diagnostics);
  findings.summary = fmt::format(
      "{}{}{}, {}", findings.data->description, findings.data->description.empty() ? "" : ", ",
      counted(findings.data->rows, "row"), counted(findings.data->columns.size(), "column"));
}

/// Checks settings of KPIs, and that their files contain the columns.
void check_kpis(KpiSettings settings, const ModelOptions& options, FileFindings& findings) {
  findings.summary = fmt::format("{}, {}, {}", counted(settings.zones.size(), "zone"),
                                 fmt::format("entries of energy: {}", settings.energy.size()),
                                 counted(settings.carriers.size(), "carrier"));
  DataFiles files(data_options(options));
  visit_kpi_files(settings, [&](FileColumn& column, const Where& where) {
    const std::optional<fs::path> path = files.find(column.file);
    if (!path) {
      findings.diagnostics.append(files.missing_file(column.file, where).diagnostics());
      return;
    }
    try {
      files.series(*path, column,
                   {.site = {.latitude = {}, .longitude = {}, .timezone = options.timezone}},
                   findings.diagnostics);
    } catch (const InputError& error) {
      findings.diagnostics.append(error.diagnostics());
    }
  });
}

void check_fmu(const ModelOptions& options, FileFindings& findings) {
  const FmuInfo info = read_fmu_info(options.file);
  std::map<Role, std::size_t> counts;
  for (const FmuVariable& variable : info.variables) ++counts[variable.role];
  findings.summary =
      fmt::format("{} of FMI {}, {}, {}, {}", info.model_name, info.fmi_version,
                  counted(counts[Role::Input], "input"), counted(counts[Role::Output], "output"),
                  counted(counts[Role::Parameter], "parameter"));
  findings.diagnostics.append(info.notes);
}

}  // namespace

const char* kind_name(FileKind kind) {
  switch (kind) {
    case FileKind::Model:
      return "model";
    case FileKind::Calibration:
      return "calibration";
    case FileKind::Control:
      return "control";
    case FileKind::Mapping:
      return "mapping";
    case FileKind::Scenarios:
      return "scenarios";
    case FileKind::Kpis:
      return "KPI settings";
    case FileKind::Report:
      return "report configuration";
    case FileKind::Fmu:
      return "FMU";
    default:
      return "data";
  }
}

FileFindings check_file(const fs::path& file, const ModelOptions& options,
                        const FileColumn& column) {
  FileFindings findings;
  findings.file = file;
  ModelOptions own = options;
  own.file = file;
  try {
    findings.kind = kind_of(file);
    switch (*findings.kind) {
      case FileKind::Model:
        check_model(own, findings);
        break;
      case FileKind::Calibration:
        check_calibration(own, findings);
        break;
      case FileKind::Control:
        check_control(own, findings);
        break;
      case FileKind::Data:
        check_data(own, column, findings);
        break;
      case FileKind::Mapping:
        check_mapping(own, findings);
        break;
      case FileKind::Scenarios:
        check_scenarios(own, findings);
        break;
      case FileKind::Kpis:
        check_kpis(read_kpi_file(own.file), own, findings);
        break;
      case FileKind::Report:
        check_kpis(read_report_config(own.file).kpi, own, findings);
        break;
      case FileKind::Fmu:
        check_fmu(own, findings);
        break;
    }
  } catch (const Error& error) {
    findings.diagnostics.append(error.diagnostics());
  } catch (const std::bad_alloc&) {
    findings.diagnostics.error(
        "limit.memory", {.file = file.string()},
        "there is not enough memory to read this file; check that it is the right file");
  }
  findings.diagnostics = without_rest(findings.diagnostics);
  return findings;
}

}  // namespace hearth::apps
