// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/file_rules.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/sources/weather_choice.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/estimation/scenarios/internal/file/scenario_checks.hpp"
#include "hearth/estimation/scenarios/internal/file/scenario_readers.hpp"
#include "hearth/estimation/scenarios/internal/file/scenario_words.hpp"
#include "hearth/estimation/scenarios/run/prepared_case.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/model_files/model_words.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

/// Reads one scenario file; collects all problems and throws once.
class ScenarioReader {
 public:
  ScenarioReader(const fs::path& path, const Registry& registry, const ScenarioFileOptions& options,
                 Diagnostics& diagnostics)
      : document_(JsonDocument::read(path)),
        folder_(path.parent_path()),
        registry_(registry),
        options_(options),
        diagnostics_(diagnostics) {
    set_.file = path;
  }

  ScenarioSet read() {
    const JsonNode root = document_.root();
    require_file_kind(root, JsonFileKind::Scenarios);
    if (!require_object(root, diagnostics_)) throw InputError(diagnostics_);
    check_keys(root,
               {"hearth",        "$schema",   "name",     "base",     "models",   "period",
                "axes",          "scenarios", "sweep",    "combine",  "record",   "kpis",
                "kpi",           "files",     "engine",   "coupling", "substeps", "cycle_removal",
                "locate_events", "data_dir",  "timezone", "every"},
               diagnostics_);
    read_header(root);
    read_engine(root);
    read_models(root);
    ChangeReader changes(data_options({}), zone(), diagnostics_);
    read_changes(root, changes);
    if (const auto sweep = root.find("sweep")) set_.sweep = read_sweep(*sweep, diagnostics_);
    read_outputs(root);
    set_zones(changes.first_stamp());
    check_names(set_, diagnostics_);
    check_count(root);
    check_models();
    sort_settings(set_, registry_);
    note_alike();
    try_changes(set_, root, registry_, diagnostics_);
    note_kpi_files();
    if (!diagnostics_.has_errors()) try_kpis(root);
    if (diagnostics_.has_errors()) throw InputError(diagnostics_);
    for (auto& [path, hash] : set_.inputs) hash = hashed_data_file(path).hash;
    set_.text = to_text(root);
    return std::move(set_);
  }

 private:
  void read_header(const JsonNode& root) {
    if (const auto version = require_member(root, "hearth", diagnostics_)) {
      const auto number = read_integer(*version, diagnostics_);
      if (number && *number != 1) {
        diagnostics_.error("json.version", version->where(), "only version 1 is supported");
      }
    }
    set_.name = set_.file.stem().string();
    const auto name = [&](const JsonNode& node) { return read_name(node, diagnostics_); };
    read_member(root, "name", set_.name, name);
    data_dir_ = options_.data_dir;
    if (const auto folder = root.find("data_dir")) {
      const auto text = name(*folder);
      if (text && !options_.data_dir) data_dir_ = folder_ / *text;
    }
    timezone_ = options_.timezone;
    if (const auto zone = root.find("timezone")) {
      const auto text = read_zone_name(*zone, diagnostics_);
      if (text && timezone_.empty()) timezone_ = *text;
    }
    if (const auto files = root.find("files")) {
      JsonReading reading{diagnostics_};
      set_.files = file_rules_form().read(*files, reading).value_or(std::vector<FileColumn>{});
    }
    read_member(root, "combine", set_.crossed, [&](const JsonNode& node) {
      return read_choice(node, kCombineWords, diagnostics_);
    });
  }

  void read_engine(const JsonNode& root) {
    CompileOptions& compile = set_.compile;
    read_member(root, "engine", compile.engine, [&](const JsonNode& node) {
      return read_choice(node, kEngineWords, diagnostics_);
    });
    read_member(root, "coupling", compile.coupling, [&](const JsonNode& node) {
      return read_choice(node, kCouplingWords, diagnostics_);
    });
    read_member(root, "substeps", compile.substeps,
                [&](const JsonNode& node) { return read_substeps(node, diagnostics_); });
    read_member(root, "cycle_removal", compile.cycle_removal, [&](const JsonNode& node) {
      return read_choice(node, kCycleRemovalWords, diagnostics_);
    });
    read_member(root, "locate_events", set_.locate_events,
                [&](const JsonNode& node) { return read_flag(node, diagnostics_); });
    read_member(root, "every", set_.every,
                [&](const JsonNode& node) { return read_every(node, diagnostics_); });
    if (options_.every) set_.every = options_.every;
    if (options_.engine) compile.engine = options_.engine;
    if (options_.coupling) compile.coupling = options_.coupling;
    if (options_.substeps) compile.substeps = options_.substeps;
    if (options_.cycle_removal) compile.cycle_removal = options_.cycle_removal;
    if (compile.engine == Engine::Continuous && compile.coupling) {
      diagnostics_.error("scenarios.coupling_unused", root.where(),
                         "only the engine 'stepwise' has a coupling; remove 'coupling'");
    }
    if (compile.engine == Engine::Continuous && compile.substeps) {
      diagnostics_.error("scenarios.substeps_unused", root.where(),
                         "only the engine 'stepwise' has substeps; remove 'substeps'");
    }
  }

  /// Returns the folders of the files of a model in that folder; without it, those of the set.
  DataOptions data_options(const std::optional<fs::path>& model_folder) const {
    DataOptions data;
    if (model_folder) data.folders.push_back(*model_folder);
    data.folders.push_back(folder_);
    data.data_dir = data_dir_;
    data.timezone = timezone_;
    return data;
  }

  void read_models(const JsonNode& root) {
    const auto base = root.find("base");
    const auto models = root.find("models");
    if (base && models) {
      diagnostics_.error("scenarios.model_missing", models->where(),
                         "set either 'base', one model, or 'models', several models by their ids");
    } else if (base) {
      const auto name = read_name(*base, diagnostics_);
      if (name) add_model("", options_.base.value_or(folder_ / *name), *base, *base);
    } else if (models) {
      if (!require_object(*models, diagnostics_)) return;
      if (options_.base) {
        diagnostics_.error(
            "scenarios.model_missing", models->where(),
            "the set names several models, but --base can replace a single model 'base' only");
      }
      for (const JsonNode model : models->members()) {
        if (enough_errors(model.where(), diagnostics_)) break;
        if (!is_extension(model.key())) read_model(model);
      }
      if (models->size() == 0) {
        diagnostics_.error("scenarios.model_missing", models->where(),
                           "at least one model is needed");
      }
    } else {
      diagnostics_.error("scenarios.model_missing", root.where(),
                         "the set names no model; set \"base\": \"model.hearth.json\"");
    }
  }

  void read_model(const JsonNode& node) {
    if (node.is(JsonKind::String)) {
      const auto name = read_name(node, diagnostics_);
      if (name) add_model(node.key(), folder_ / *name, node, node);
      return;
    }
    if (!require_object(node, diagnostics_)) return;
    std::vector<std::string_view> keys{"file", "data_dir"};
    keys.insert(keys.end(), ChangeReader::keys().begin(), ChangeReader::keys().end());
    check_keys(node, keys, diagnostics_);
    const auto file = require_member(node, "file", diagnostics_);
    const auto name = file ? read_name(*file, diagnostics_) : std::nullopt;
    if (name) add_model(node.key(), folder_ / *name, node, *file);
  }

  /// `place` is the node with the path of the model.
  void add_model(const std::string& id, const fs::path& file, const JsonNode& node,
                 const JsonNode& place) {
    ScenarioModel model;
    model.id = id;
    model.file = file;
    model.where = node.where();
    model.data = data_options(model.file.parent_path());
    model.files = set_.files;
    if (const auto folder = node.find("data_dir")) {
      const auto text = read_name(*folder, diagnostics_);
      if (text && !options_.data_dir) model.data.data_dir = folder_ / *text;
    }
    if (std::error_code error; !fs::exists(model.file, error)) {
      diagnostics_.error("input.file_missing", place.where(),
                         fmt::format("the file '{}' does not exist{}", model.file.string(),
                                     options_.base ? ""
                                                   : "; the path starts at the folder of the "
                                                     "scenario file"));
      return;
    }
    if (load_once(model)) {
      set_.models.push_back(std::move(model));
      nodes_.push_back(node);
    }
  }

  /// Reads each file once; many models may be variants of one file.
  bool load_once(ScenarioModel& model) {
    const auto real = [](const fs::path& path) {
      std::error_code error;
      const fs::path found = fs::weakly_canonical(path, error);
      return error ? path : found;
    };
    // a link may be in another folder
    const fs::path folder = fs::absolute(model.file).parent_path();
    const fs::path data = model.data.data_dir.value_or(fs::path());
    const auto [known, is_new] =
        loaded_.try_emplace(std::array{real(model.file), real(folder), real(data)});
    if (is_new && load(model)) known->second = model;
    if (!known->second) return false;
    const ScenarioModel& first = *known->second;
    model.model = first.model;
    model.text = first.text;
    model.timezone = first.timezone;
    model.civil_start = first.civil_start;
    model.civil_end = first.civil_end;
    return true;
  }

  /// Returns whether the model can be used. Its validity is determined when it is tried with its
  /// own changes.
  bool load(ScenarioModel& model) {
    try {
      TextFile file = read_model_file(model.file);
      SimulationModel content = load_model(file, registry_,
                                           {.timezone = timezone_,
                                            .data_dir = model.data.data_dir,
                                            .side_file = {},
                                            .weather = options_.weather},
                                           diagnostics_);
      note_civil_times(file, model);
      const DataFiles files(model.data);
      if (options_.weather) {
        take_weather(fs::absolute(*options_.weather).string(), registry_, files, content);
      }
      model.text = std::make_shared<const std::string>(is_json_model(file) && !options_.weather
                                                           ? std::move(file.text)
                                                           : write_model_json(content));
      locate_files(content, files);
      model.model = std::make_shared<const SimulationModel>(std::move(content));
    } catch (const Error& error) {
      diagnostics_.append(error.diagnostics());
      return false;
    }
    model.timezone = model.model->site.timezone;
    if (model.timezone.empty()) model.timezone = timezone_;
    if (model.timezone.empty()) {
      DataResolver resolver(model.data);
      model.timezone = completed_site(*model.model, resolver).timezone;
    }
    if (!options_.timezone.empty() && model.timezone != options_.timezone) {
      diagnostics_.warning("simulation.timezone_unused", {.pointer = "--timezone"},
                           fmt::format("the time zone of the site of '{}', '{}', is used; remove "
                                       "--timezone, or change the site",
                                       model.file.string(), model.timezone));
    }
    return true;
  }

  /// Notes which times of `simulation` in a model file have no offset.
  static void note_civil_times(const TextFile& file, ScenarioModel& model) {
    if (!is_json_model(file)) return;
    const JsonDocument document = JsonDocument::parse(file.text, model.file.string());
    const auto simulation = document.root().find("simulation");
    if (!simulation) return;
    const auto is_civil = [&](const char* key) {
      const auto node = simulation->find(key);
      return node && node->is(JsonKind::String) && is_local_time(node->string());
    };
    model.civil_start = is_civil("start");
    model.civil_end = is_civil("end");
  }

  /// Returns the time zone of local times in the set, if all models share one.
  std::optional<Zone> zone() const {
    std::set<std::string> zones;
    for (const ScenarioModel& model : set_.models) zones.insert(model.timezone);
    if (zones.size() == 1 && !zones.begin()->empty()) return Zone(*zones.begin());
    if (!timezone_.empty()) return Zone(timezone_);
    return std::nullopt;
  }

  void read_changes(const JsonNode& root, ChangeReader& changes) {
    if (const auto period = root.find("period")) set_.period = changes.read_period(*period);
    override_period();
    for (std::size_t m = 0; m < set_.models.size(); ++m) {
      const std::string& own = set_.models[m].timezone;
      const std::optional<Zone> own_zone = own.empty() ? zone() : std::optional<Zone>(Zone(own));
      set_.models[m].change = changes.read_in(own_zone, nodes_[m]);
    }
    if (const auto axes = root.find("axes"); axes && require_object(*axes, diagnostics_)) {
      for (const JsonNode axis : axes->members()) {
        if (is_extension(axis.key())) continue;
        if (set_.axes.size() == kMostAxes) {
          diagnostics_.error("scenarios.too_many", axes->where(),
                             fmt::format("the set has more than {} axes; combine the options of "
                                         "several axes in one axis, or write them as scenarios",
                                         kMostAxes));
          break;
        }
        set_.axes.push_back({axis.key(), named_changes(axis, changes)});
        if (axis.is(JsonKind::Array) && axis.size() == 0) {
          diagnostics_.error(
              "scenarios.no_run", axis.where(),
              "an axis without options leaves no runs; add options, or remove the axis");
        }
      }
    }
    if (const auto scenarios = root.find("scenarios")) {
      set_.scenarios = named_changes(*scenarios, changes);
      if (scenarios->is(JsonKind::Array) && scenarios->size() == 0 && !root.find("sweep")) {
        diagnostics_.error(
            "scenarios.no_run", scenarios->where(),
            "the list of scenarios is empty; add {\"id\": \"base\"} for the unchanged model");
      }
    }
  }

  void override_period() {
    ScenarioPeriod& period = set_.period;
    override_time("--start", options_.start, period.start, period.start_zone);
    override_time("--end", options_.end, period.end, period.end_zone);
    if (options_.step) period.step = options_.step;
    if (period.where.file.empty()) period.where = document_.root().where();
  }

  /// Replaces a time of the set by one of the command line, in the time zone of the set.
  void override_time(const char* option, const std::string& text, std::optional<Instant>& time,
                     std::string& civil_zone) const {
    if (text.empty()) return;
    const std::optional<Zone> local = zone();
    time = read_instant(text, local, {.pointer = option});
    civil_zone = local && is_local_time(text) ? local->name() : "";
  }

  std::vector<NamedChange> named_changes(const JsonNode& list, ChangeReader& changes) {
    std::vector<NamedChange> result;
    if (!require_array(list, diagnostics_)) return result;
    std::vector<std::string_view> keys{"id"};
    keys.insert(keys.end(), ChangeReader::keys().begin(), ChangeReader::keys().end());
    for (const JsonNode node : list.elements()) {
      if (enough_errors(node.where(), diagnostics_)) break;
      if (!require_object(node, diagnostics_)) continue;
      check_keys(node, keys, diagnostics_);
      const auto member = require_member(node, "id", diagnostics_);
      const auto id = member ? read_name(*member, diagnostics_) : std::nullopt;
      result.push_back({id.value_or(""), changes.read(node)});
    }
    return result;
  }

  void read_outputs(const JsonNode& root) {
    if (const auto record = root.find("record")) set_.record = names(*record);
    if (const auto kpis = root.find("kpis")) {
      set_.kpis = names(*kpis);
      check_kpis(*kpis);
    }
    if (const auto kpi = root.find("kpi")) {
      try {
        set_.kpi = read_kpi_settings(*kpi, diagnostics_);
      } catch (const Error& error) {
        append_at(kpi->where(), error, diagnostics_);
      }
    }
  }

  std::vector<std::string> names(const JsonNode& list) {
    std::vector<std::string> result;
    std::set<std::string> seen;
    if (!require_array(list, diagnostics_)) return result;
    for (const JsonNode node : list.elements()) {
      if (enough_errors(node.where(), diagnostics_)) break;
      const auto name = read_name(node, diagnostics_);
      if (!name) continue;
      if (!seen.insert(*name).second) {
        diagnostics_.error("scenarios.value_duplicate", node.where(),
                           "'" + *name + "' appears twice; remove one");
      }
      result.push_back(*name);
    }
    return result;
  }

  void check_kpis(const JsonNode& list) {
    if (!list.is(JsonKind::Array)) return;
    std::vector<std::string> known;
    for (const Kpi& kpi : known_kpis()) known.push_back(kpi.name);
    for (const JsonNode node : list.elements()) {
      if (!node.is(JsonKind::String)) continue;
      if (may_be_kpi(node.string())) continue;  // its carriers and end uses depend on the models
      if (enough_errors(node.where(), diagnostics_)) break;
      diagnostics_.error("kpi.unknown", node.where(),
                         fmt::format("no KPI is named '{}'{}", node.string(),
                                     expected_name(node.string(), known)));
    }
  }

  /// Reports KPIs that would make every run of a model fail.
  void try_kpis(const JsonNode& root) {
    for (int m = 0; m < static_cast<int>(set_.models.size()); ++m) {
      if (set_.models[m].like >= 0) continue;  // the same as for the model that it is like
      Diagnostics found;
      if (kpis_of_model(set_, m, registry_, found)) continue;
      const std::string& id = set_.models[m].id;
      for (Diagnostic item : found.items()) {
        const auto kpis = root.find("kpis");
        if (item.where.file.empty() && kpis) item.where = kpis->where();
        if (!id.empty()) item.message += fmt::format(" (model '{}')", id);
        diagnostics_.add(std::move(item));
      }
    }
  }

  /// Models without a time zone use the offset of the first start in the set.
  void set_zones(const std::string& first_stamp) {
    for (ScenarioModel& model : set_.models) {
      if (!model.timezone.empty()) continue;
      const std::optional<TimeStamp> stamp = parse_time(first_stamp);
      const RunDefaults& defaults = model.model->defaults;
      if (stamp && stamp->offset) {
        model.timezone = format_offset(*stamp->offset);
      } else if (defaults.start) {
        model.timezone = format_offset(defaults.offset.value_or(Duration{}));
      }
      model.data.timezone = model.timezone;
    }
  }

  void check_count(const JsonNode& root) {
    if (set_.models.empty() || run_count(set_) <= kMostRuns) return;
    diagnostics_.error("scenarios.too_many", root.where(),
                       fmt::format("the set has more than {} runs; use fewer points or options, or "
                                   "set \"combine\": \"union\"",
                                   kMostRuns));
  }

  /// Refuses equal models, which would be run twice.
  void check_models() {
    std::map<std::string, std::string> seen;
    for (std::size_t m = 0; m < set_.models.size(); ++m) {
      const ScenarioModel& model = set_.models[m];
      std::string what = fs::absolute(model.file).lexically_normal().string();
      if (nodes_[m].is(JsonKind::Object)) {
        for (const JsonNode member : nodes_[m].members()) {
          if (member.key() != "file") what += "\n" + member.key() + to_text(member);
        }
      }
      const auto [first, is_new] = seen.emplace(what, model.id);
      if (is_new) continue;
      if (enough_errors(nodes_[m].where(), diagnostics_)) break;
      diagnostics_.error("scenarios.model_duplicate", model.where,
                         fmt::format("this is the same model as '{}'; change or remove one of them",
                                     first->second));
    }
  }

  /// Determines which models are simulated with one plan.
  void note_alike() {
    std::map<const SimulationModel*, int> first;
    for (std::size_t m = 0; m < set_.models.size(); ++m) {
      ScenarioModel& model = set_.models[m];
      if (model.change.changes_model()) continue;
      const auto [known, is_new] = first.emplace(model.model.get(), static_cast<int>(m));
      if (!is_new) model.like = known->second;
    }
  }

  /// Adds the series of prices, limits and other settings, which are not part of a model.
  void note_kpi_files() {
    DataFiles files(data_options({}));
    visit_kpi_files(set_.kpi, [&](FileColumn& column, const Where& where) {
      const auto found = files.find(column.file);
      if (!found) {
        diagnostics_.append(files.missing_file(column.file, where).diagnostics());
        return;
      }
      column = with_file_rules(std::move(column), set_.files);
      check_kpi_column(files, *found, column, where);
      column.file = fs::absolute(*found).lexically_normal().string();
      set_.inputs.emplace(column.file, 0);
    });
  }

  void check_kpi_column(DataFiles& files, const fs::path& path, const FileColumn& column,
                        const Where& where) {
    if (column.missing_column) return;
    Diagnostics notes;
    try {
      const std::optional<InputError> error = files.lacks(path, column, notes);
      if (!error) return;
      Diagnostic item = error->diagnostics().items().front();
      item.message = "'" + base_name(path.string()) + "': " + item.message;
      item.where = where;
      diagnostics_.add(std::move(item));
    } catch (const InputError& error) {
      diagnostics_.append(error.diagnostics());
    }
  }

  JsonDocument document_;
  fs::path folder_;
  const Registry& registry_;
  const ScenarioFileOptions& options_;
  Diagnostics& diagnostics_;
  ScenarioSet set_;
  std::vector<JsonNode> nodes_;  // nodes of the models
  /// Models by file, folder of the model and folder of the data; empty if the model cannot be read.
  std::map<std::array<fs::path, 3>, std::optional<ScenarioModel>> loaded_;
  std::optional<fs::path> data_dir_;
  std::string timezone_;
};

}  // namespace

ScenarioSet read_scenarios(const fs::path& path, const Registry& registry,
                           const ScenarioFileOptions& options, Diagnostics& diagnostics) {
  return ScenarioReader(path, registry, options, diagnostics).read();
}

}  // namespace hearth
