// SPDX-License-Identifier: MIT
#include "hearth/apps/report/collect/collect_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/apps/report/collect/result_parts.hpp"
#include "hearth/apps/report/content/report_config.hpp"
#include "hearth/apps/report/figures/load_figures.hpp"
#include "hearth/apps/report/figures/result_figures.hpp"
#include "hearth/apps/report/figures/scenario_figures.hpp"
#include "hearth/apps/report/inputs/calibrated_values.hpp"
#include "hearth/apps/report/inputs/result_file.hpp"
#include "hearth/apps/report/inputs/run_series.hpp"
#include "hearth/data/json/read_json.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/time/time_zone.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

template <class Item>
void append(std::vector<Item> from, std::vector<Item>& to) {
  for (Item& item : from) to.push_back(std::move(item));
}

/// The name of the baseline: that of its folder for `results.csv`.
std::string baseline_name(const fs::path& file) {
  const fs::path folder = fs::absolute(file).parent_path().filename();
  return file.stem() == "results" && !folder.empty() ? folder.string() : file.stem().string();
}

std::vector<fs::path> all_results(const ReportRequest& request) {
  std::vector<fs::path> paths = request.results;
  if (request.import_report) paths.push_back(*request.import_report);
  return paths;
}

/// Whether a run shows nothing but rows of another run: the same signals and measurements with the
/// same values.
bool repeats(const RunSeries& part, const RunSeries& whole) {
  constexpr double kInvisible = 2e-3;  // share of the range of a signal
  const Results &a = part.results, &b = whole.results;
  if (!a.times.empty() || !b.times.empty() || a.step != b.step || a.rows() == 0) return false;
  const Duration late = a.start - b.start;
  if (late < Duration(0) || a.step.count() <= 0 || late % a.step != Duration(0)) return false;
  const long first = late / a.step;
  if (first + a.rows() > b.rows()) return false;
  for (const auto& [port, values] : part.measured) {
    const auto other = whole.measured.find(port);
    if (other == whole.measured.end()) return false;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double value = other->second[static_cast<std::size_t>(first) + k];
      const bool both = std::isfinite(values[k]) && std::isfinite(value);
      if (both && std::abs(values[k] - value) > 1e-6 * std::max(1.0, std::abs(value))) return false;
      if (!both && std::isfinite(values[k])) return false;
    }
  }
  for (std::size_t i = 0; i < a.signals.size(); ++i) {
    const auto same = [&](const Signal& signal) {
      return signal.name == a.signals[i].name && signal.statistic == a.signals[i].statistic &&
             signal.unit == a.signals[i].unit;
    };
    const auto found = std::find_if(b.signals.begin(), b.signals.end(), same);
    if (found == b.signals.end()) return false;
    const auto column = static_cast<std::size_t>(found - b.signals.begin());
    double low = INFINITY, high = -INFINITY, apart = 0.0;
    for (long k = 0; k < a.rows(); ++k) {
      const double own = a.row(k)[i], other = b.row(first + k)[column];
      low = std::min(low, own);
      high = std::max(high, own);
      if (std::isfinite(own) || std::isfinite(other))
        apart = std::max(apart, std::abs(own - other));
      if (std::isfinite(own) != std::isfinite(other)) return false;
    }
    if (apart > kInvisible * (high - low)) return false;
  }
  return true;
}

/// Makes one report; every step adds to the content.
class Collection {
 public:
  Collection(const ReportRequest& request, Diagnostics& diagnostics)
      : request_(request),
        diagnostics_(diagnostics),
        paths_(request.output.parent_path()),
        results_(find_results(all_results(request), diagnostics)) {
    if (request.config) config_ = read_report_config(*request.config);
    if (request.import_report) {
      require_result_kind(*request.import_report, ResultKind::Import, "--import-report");
    }
  }
  Collection(const ReportRequest& request, KnownResult known, Diagnostics& diagnostics)
      : request_(request),
        diagnostics_(diagnostics),
        known_(std::move(known)),
        paths_(request.output.parent_path()),
        results_{known_.file} {
    give_names(results_);
  }

  ReportContent collect() {
    content_.sections = config_.sections;
    for (const ResultFile& result : results_) add(result);
    add_baseline();
    if (count(ResultKind::Import) == static_cast<long>(results_.size()) && request_.model) {
      model_of(results_.front());  // the model that the import made
    }
    add_graph();
    add_results();
    std::vector<ReportTable> months = std::exchange(content_.kpis, kpi_tables(kpis_));
    append(std::move(months), content_.kpis);
    append(balance_tables(results_), content_.kpis);
    leave_out_repeated_runs();
    content_.series = collect_series(runs_);
    add_series(std::move(series_), content_.series);
    add_data();
    content_.provenance = provenance_tables(results_, paths_, diagnostics_);
    add_notes();
    add_facts();
    add_files();
    return std::move(content_);
  }

 private:
  /// A run of `simulate`.
  struct SimulatedRun {
    std::size_t run = 0;                ///< index in `runs_`
    std::optional<std::size_t> kpis{};  ///< index in `kpis_`, if its model is known
    std::optional<RowMeans> outdoor{};  ///< degC
  };

  long count(ResultKind kind) const {
    return std::count_if(results_.begin(), results_.end(),
                         [kind](const ResultFile& result) { return result.kind == kind; });
  }
  /// Returns the name of a result, or "" if it is the only one of its kind.
  std::string shown_name(const ResultFile& result) const {
    return count(result.kind) > 1 ? result.name : "";
  }

  void add(const ResultFile& result) {
    if (result.record) heard_.append(result.record->diagnostics);
    switch (result.kind) {
      case ResultKind::Run:
        return add_run(result);
      case ResultKind::Calibration:
        return add_calibration(result);
      case ResultKind::Scenarios:
        return add_scenarios(result);
      case ResultKind::Import:
        return add_import(result);
      case ResultKind::Posterior:
        return add_posterior(result);
      case ResultKind::Sensitivity:
        return add_parts(result, sensitivity_parts(read(result), shown_name(result)),
                         content_.sensitivity, content_.sensitivity_figures);
      case ResultKind::Control: {
        std::vector<ReportFigures> none;
        return add_parts(result, control_parts(read(result), shown_name(result)), content_.control,
                         none);
      }
      case ResultKind::Chains:
        return;  // it is shown with its posterior
    }
  }

  static Json read(const ResultFile& result) {
    return read_json(read_text_file(result.path), result.path.string());
  }

  void add_parts(const ResultFile& result, ResultParts parts, std::vector<ReportTable>& tables,
                 std::vector<ReportFigures>& figures) {
    append(std::move(parts.tables), tables);
    append(std::move(parts.searches), content_.searches);
    append(std::move(parts.figures), figures);
    append(std::move(parts.facts), late_facts_);
    require_zones(parts.series, result.path);
    add_series(std::move(parts.series), series_);
    model_of(result);
  }

  /// Throws if the time zone that a result names is unknown.
  static void require_zones(const ReportSeries& series, const fs::path& path) {
    for (const ReportTimes& times : series.times) {
      static_cast<void>(Zone(times.zone, {.file = path.string()}));
    }
  }

  void add_posterior(const ResultFile& result) {
    const Json json = read(result);
    const std::optional<ChainDraws> draws = draws_of(result, json);
    if (!draws) {
      diagnostics_.note("report.chains_missing", {.file = result.path.string()},
                        "traces and densities are not shown: sample with --chains-csv FILE, and "
                        "keep FILE next to this result or also name it on the command line");
    }
    add_parts(result, posterior_parts(json, draws, shown_name(result)), content_.posterior,
              content_.posterior_figures);
  }

  /// Returns the draws of a posterior from a file among the results, otherwise from the file that
  /// its record names.
  std::optional<ChainDraws> draws_of(const ResultFile& result, const Json& json) {
    std::vector<fs::path> files;
    for (const ResultFile& other : results_) {
      if (other.kind == ResultKind::Chains) files.push_back(other.path);
    }
    if (result.record) {
      const RunPlaces places(result);
      for (const std::string& output : result.record->outputs) {
        if (fs::path(output).extension() != ".csv") continue;
        if (const auto path = places.find(output)) files.push_back(*path);
      }
    }
    for (const fs::path& file : files) {
      ChainDraws draws = read_chains(file);
      const Json& parameters = member(json, "parameters");
      const auto known = [&](const std::string& name) { return parameters.contains(name); };
      if (draws.names.size() != parameters.size()) continue;
      if (!std::all_of(draws.names.begin(), draws.names.end(), known)) continue;
      chain_files_.push_back(file);
      return draws;
    }
    return std::nullopt;
  }

  /// Finds the model of a result and keeps it for `drawn_model`.
  const ReportedModel* model_of(const ResultFile& result) {
    const ModelChoice choice{request_.model, request_.data_dir, request_.weather};
    std::optional<ReportedModel> found = known_.model
                                             ? std::exchange(known_.model, std::nullopt)
                                             : reported_model(result, choice, diagnostics_);
    if (!found) return nullptr;
    note_readers(*found);
    models_.push_back({result.kind, std::move(*found)});
    return &models_.back().model;
  }

  /// Keeps the options with which a model reads its data files.
  void note_readers(const ReportedModel& model) {
    const DataFiles files(model.data);
    const auto note = [&](const FileColumn& column) {
      const auto path = files.find(column.file);
      if (!path) return;
      AuditOptions options;
      options.timezone = column.timezone.empty() ? model.timezone : column.timezone;
      options.column = column;
      readers_.emplace(fs::weakly_canonical(*path).string(), options);
    };
    std::for_each(model.measured.begin(), model.measured.end(), note);
    visit_file_columns(model.viewed.plan->model, note);
  }

  void add_run(const ResultFile& result) {
    RunSeries run = known_.run ? std::move(*known_.run) : read_run(result);
    run.run = count(ResultKind::Run) > 1 || count(ResultKind::Scenarios) > 0 ? result.name : "";
    if (!run.incomplete.empty()) {
      diagnostics_.warning("report.incomplete", {.file = result.path.string()},
                           "this run was stopped early: " + run.incomplete);
    }
    const ReportedModel* model = model_of(result);
    SimulatedRun own{.run = runs_.size()};
    if (model != nullptr) {
      add_measurements(*model, run, diagnostics_);
      zone_ = run.zone;
      own.kpis = kpis_.size();
      kpis_.push_back(kpis_of(*model, run));
    }
    own.outdoor = outdoor_temperature(model, run);
    simulated_.push_back(std::move(own));
    ReportTable agreement = agreement_table(run);
    if (!agreement.cells.empty()) content_.agreement.push_back(std::move(agreement));
    runs_.push_back(std::move(run));
  }

  RunKpis kpis_of(const ReportedModel& model, const RunSeries& run) {
    ReportedModel with_config = model;
    if (request_.config) with_config.data.folders.push_back(config_.folder);
    return run_kpis(with_config, run, config_.kpi, diagnostics_);
  }

  /// Reads the run with which the others are compared.
  void add_baseline() {
    if (!request_.baseline) return;
    require_result_kind(*request_.baseline, ResultKind::Run, "--baseline");
    const ResultFile result = run_result(*request_.baseline);
    RunSeries run = read_run(result);
    const ReportedModel* model = result.record ? model_of(result) : drawn_model();
    if (model == nullptr) {
      diagnostics_.warning(
          "report.baseline_unusable", {.file = request_.baseline->string()},
          "the model of the baseline is not known, so that the report does not show differences "
          "from it: keep the record of its run next to it, or set `--model`");
      return;
    }
    if (!model->timezone.empty()) run.zone = model->timezone;
    baseline_ = kpis_of(*model, run);
    baseline_->run = baseline_name(*request_.baseline);
    baseline_files_ = {*request_.baseline, result.record_file};
  }

  void add_results() {
    const RunKpis* baseline = baseline_ ? &*baseline_ : nullptr;
    if (kpis_.size() == 1) content_.facts = result_facts(kpis_.front(), baseline);
    content_.comparison = comparison_tables(kpis_, baseline);
    content_.results_figures = result_figures(kpis_, baseline);
    for (const SimulatedRun& run : simulated_) add_loads(run);
    append(flow_figures(results_), content_.results_figures);
  }

  /// Removes fitted periods that a simulated run shows too: one curve would hide the other.
  void leave_out_repeated_runs() {
    std::set<std::size_t> simulated;
    for (const SimulatedRun& own : simulated_) simulated.insert(own.run);
    std::vector<RunSeries> kept;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const bool repeated = !simulated.contains(i) &&
                            std::any_of(simulated.begin(), simulated.end(), [&](std::size_t run) {
                              return repeats(runs_[i], runs_[run]);
                            });
      if (!repeated) kept.push_back(runs_[i]);
    }
    runs_ = std::move(kept);
    simulated_.clear();
  }

  void add_loads(const SimulatedRun& own) {
    const RunKpis* kpis = own.kpis ? &kpis_[*own.kpis] : nullptr;
    append(load_figures(kpis, runs_[own.run], own.outdoor, config_.carpet, diagnostics_),
           content_.results_figures);
  }

  void add_calibration(const ResultFile& result) {
    const Json json = read_json(known_.text.empty() ? read_text_file(result.path) : known_.text,
                                result.path.string());
    const std::string name = shown_name(result);
    std::vector<RunSeries> runs = calibration_runs(json, name, result.path.string());
    for (const RunSeries& run : runs) {
      static_cast<void>(Zone(run.zone, {.file = result.path.string()}));  // throws if unknown
    }
    append(calibration_tables(json, name), content_.calibration);
    append(std::move(known_.tables), content_.calibration);
    append(calibration_agreement(json, name), content_.agreement);
    append(estimate_figures(json, name), content_.calibration_figures);
    append(calibration_facts(json), late_facts_);
    const std::string failed = text_member(member(json, "validation"), "failed");
    if (!failed.empty()) {
      diagnostics_.warning("report.validation_failed", {.file = result.path.string()}, failed);
    }
    for (auto& [target, value] : calibrated_values(json)) calibrated_[target] = value;
    append(std::move(runs), runs_);
    ResultParts residuals = residual_parts(json, name);
    append(std::move(residuals.figures), content_.agreement_figures);
    add_series(std::move(residuals.series), series_);
    model_of(result);
  }

  void add_scenarios(const ResultFile& result) {
    ScenarioResults set = read_scenario_results(result.path, shown_name(result));
    late_facts_.push_back({"Scenarios", set.failed.empty() ? fmt::format("{}", set.count)
                                                           : fmt::format("{}, {} failed", set.count,
                                                                         set.failed.size())});
    for (const auto& [id, reason] : set.failed) {
      heard_.error("report.scenario_failed", {.file = result.path.string(), .component = id},
                   reason);
    }
    append(scenario_figures(set.runs), content_.scenario_figures);
    if (count(ResultKind::Run) > 0) {
      set.runs.note += std::string(set.runs.note.empty() ? "" : " ") +
                       "KPIs with the settings of the set: its period, comfort limits and occupied "
                       "hours may differ from the settings of the runs.";
    }
    content_.scenarios.push_back(std::move(set.runs));
    if (!set.months.cells.empty()) content_.kpis.push_back(std::move(set.months));
    const ReportedModel* model = model_of(result);
    for (RunSeries& run : scenario_series(result.path, diagnostics_)) {
      if (model != nullptr && !model->timezone.empty()) run.zone = model->timezone;
      runs_.push_back(std::move(run));
    }
  }

  void add_import(const ResultFile& result) {
    const Json json = read_json(read_text_file(result.path), result.path.string());
    append(import_notes(json, paths_), import_notes_);
    append(import_facts(json), late_facts_);
    if (std::optional<ReportBuilding> building = import_building(json, paths_)) {
      content_.buildings.push_back(std::move(*building));
    }
  }

  /// The model that is drawn: that of a calibration with its estimates, otherwise the first one.
  const ReportedModel* drawn_model() const {
    for (const KnownModel& known : models_) {
      if (known.kind == ResultKind::Calibration) return &known.model;
    }
    return models_.empty() ? nullptr : &models_.front().model;
  }

  void add_graph() {
    const ReportedModel* model = drawn_model();
    if (model == nullptr) return;
    if (calibrated_.empty()) {
      content_.graph = collect_graph(model->viewed, calibrated_);
      return;
    }
    const Plan& plan = *model->viewed.plan;
    content_.graph = collect_graph(
        compile_for_view(with_calibrated_values(plan.model, calibrated_), plan.options),
        calibrated_);
  }

  /// Returns the options for reading a data file: those of a model, otherwise the zone of a run.
  AuditOptions reader_of(const std::string& path) const {
    const auto found = readers_.find(path);
    if (found != readers_.end() && !found->second.timezone.empty()) return found->second;
    AuditOptions options = found != readers_.end() ? found->second : AuditOptions{};
    options.timezone = zone_;
    return options;
  }

  void add_data() {
    std::vector<DataSource> sources;
    std::set<std::string> known;
    for (const ResultFile& result : results_) {
      if (!result.record) continue;
      const RunPlaces places(result);
      for (const InputFile& input : result.record->inputs) {
        if (!is_data_file(input.path)) continue;
        const auto path = places.find(input.path);
        if (!path) continue;
        const std::string full = fs::weakly_canonical(*path).string();
        if (known.insert(full).second) sources.push_back({input.path, *path, reader_of(full)});
      }
    }
    content_.data = data_tables(sources, paths_, diagnostics_);
    for (const ResultFile& result : results_) {
      if (!result.record) continue;
      ReportTable table =
          series_table(result.record->series, paths_,
                       results_.size() > 1 ? "Series of " + result.name : "Series of the run");
      if (!table.cells.empty()) content_.data.push_back(std::move(table));
    }
  }

  /// Lists the files from which the page is made.
  void add_files() {
    std::vector<fs::path>& files = content_.files;
    for (const ResultFile& result : results_) {
      if (result.kind == ResultKind::Scenarios) {
        for (const char* table : {"results.csv", "results.sqlite", "monthly.csv"}) {
          files.push_back(result.folder / table);
        }
      }
      files.push_back(result.path);
      files.push_back(result.record_file);
      if (!result.record) continue;
      const RunPlaces places(result);
      for (const InputFile& input : result.record->inputs) {
        if (const auto path = places.find(input.path)) files.push_back(*path);
      }
    }
    append(chain_files_, files);
    append(baseline_files_, files);
    if (request_.config) files.push_back(*request_.config);
    for (const KnownModel& known : models_) {
      files.push_back(known.model.file);
      append(named_files(known.model.viewed.plan->model, DataFiles(known.model.data)), files);
    }
  }

  /// Whether a run already reported, with the path it used, that this measurement lacks its file.
  bool was_heard(const Diagnostic& item) const {
    const auto& heard = heard_.items();
    return item.code == "data.measurement_missing" &&
           std::any_of(heard.begin(), heard.end(), [&item](const Diagnostic& other) {
             return other.code == item.code && other.where.pointer == item.where.pointer &&
                    other.where.component == item.where.component &&
                    other.where.port == item.where.port;
           });
  }

  void add_notes() {
    Diagnostics all;
    for (const Diagnostic& item : diagnostics_.items()) {
      if (!was_heard(item)) all.add(item);
    }
    all.append(heard_);
    content_.notes = report_notes(all, paths_);
    append(import_notes_, content_.notes);
  }

  void add_facts() {
    const ReportedModel* model = drawn_model();
    append(error_facts(content_.agreement), content_.facts);
    append(std::move(late_facts_), content_.facts);
    append(period_facts(runs_), content_.facts);
    if (model != nullptr) append(model_facts(*model), content_.about);
    append(run_facts(results_, runs_), content_.about);
    content_.title = request_.title;
    if (content_.title.empty() && model != nullptr) {
      content_.title = model->viewed.plan->model.name;
    }
    if (content_.title.empty()) content_.title = results_.front().name;
    content_.subtitle = subtitle();
  }

  std::string subtitle() const {
    std::string text;
    const auto add = [&text](long number, const char* one, const char* many) {
      if (number == 0) return;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, number == 1 ? one : many);
    };
    add(count(ResultKind::Run), "simulation", "simulations");
    add(count(ResultKind::Calibration), "calibration", "calibrations");
    add(count(ResultKind::Posterior), "posterior", "posteriors");
    add(count(ResultKind::Sensitivity), "sensitivity analysis", "sensitivity analyses");
    add(count(ResultKind::Control), "plan", "plans");
    add(count(ResultKind::Scenarios), "set of scenarios", "sets of scenarios");
    add(count(ResultKind::Import), "import", "imports");
    return text;
  }

  struct KnownModel {
    ResultKind kind;
    ReportedModel model;
  };

  const ReportRequest& request_;
  Diagnostics& diagnostics_;
  KnownResult known_;  // the result that is in memory, if there is one
  PathText paths_;
  std::vector<ResultFile> results_;
  ReportContent content_;
  std::vector<KnownModel> models_;
  std::vector<RunSeries> runs_;
  std::vector<SimulatedRun> simulated_;
  ReportSeries series_;  // series of estimation and control
  std::vector<fs::path> chain_files_;
  ReportConfig config_;
  std::optional<RunKpis> baseline_;
  std::vector<fs::path> baseline_files_;
  std::vector<RunKpis> kpis_;
  std::map<std::string, CalibratedValue> calibrated_;
  Diagnostics heard_;  // messages of the runs
  std::vector<ReportNote> import_notes_;
  std::vector<ReportFact> late_facts_;
  std::string zone_;                             // time zone of the last run
  std::map<std::string, AuditOptions> readers_;  // options for data files, by full path
};

}  // namespace

ReportContent collect_report(const ReportRequest& request, Diagnostics& diagnostics) {
  return Collection(request, diagnostics).collect();
}

ReportContent collect_report(const ReportRequest& request, KnownResult known,
                             Diagnostics& diagnostics) {
  return Collection(request, std::move(known), diagnostics).collect();
}

}  // namespace hearth::apps
