// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/calibration/internal/calibration_words.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_words.hpp"

namespace hearth {
namespace {

/// Reads one calibration file; collects what is wrong and throws once.
class CalibrationReader {
 public:
  CalibrationReader(const std::filesystem::path& path, const Registry& registry,
                    const CalibrationFileOptions& options, Diagnostics& diagnostics)
      : document_(JsonDocument::read(path)),
        path_(path),
        registry_(registry),
        options_(options),
        diagnostics_(diagnostics) {}

  CalibrationProblem read() {
    const JsonNode root = document_.root();
    if (!require_object(root, diagnostics_)) throw InputError(diagnostics_);
    check_keys(root,
               {"hearth", "$schema", "name", "model", "step", "periods", "validation", "parameters",
                "measurements", "data_dir", "fixed", "solver", "loss", "error_model", "multistart",
                "input_hold", "timezone", "coupling", "cycle_removal"},
               diagnostics_);
    read_header(root);
    read_model(root);
    read_periods(root);
    read_parameters(root);
    read_measurements(root);
    read_solver(root);
    apply_fixed(root);
    if (diagnostics_.has_errors()) throw InputError(diagnostics_);
    return std::move(problem_);
  }

 private:
  std::filesystem::path beside(const std::string& name) const { return path_.parent_path() / name; }

  void read_header(const JsonNode& root) {
    if (const auto version = require_member(root, "hearth", diagnostics_)) {
      const auto number = read_integer(*version, diagnostics_);
      if (number && *number != 1) {
        diagnostics_.error("json.version", version->where(), "only version 1 is known");
      }
    }
    problem_.name = path_.stem().string();
    read_member(root, "name", problem_.name,
                [&](const JsonNode& node) { return read_name(node, diagnostics_); });
    if (const auto step = require_member(root, "step", diagnostics_)) {
      const auto duration = read_duration(*step, diagnostics_);
      if (duration) problem_.step = *duration;
      if (duration && duration->count() <= 0) {
        diagnostics_.error("simulation.step_invalid", step->where(),
                           "the step must be longer than 0 s");
      }
    }
    read_member(root, "error_model", unused_, [&](const JsonNode& node) {
      return read_choice(node, kErrorModelWords, diagnostics_);
    });
  }

  void read_model(const JsonNode& root) {
    const auto member = require_member(root, "model", diagnostics_);
    if (!member) return;
    const auto name = read_name(*member, diagnostics_);
    if (!name) return;
    const std::filesystem::path file = beside(*name);
    problem_.data.folders = {path_.parent_path(), file.parent_path()};
    problem_.data.data_dir = options_.data_dir;
    if (const auto folder = root.find("data_dir"); folder && !options_.data_dir) {
      if (const auto text = read_name(*folder, diagnostics_))
        problem_.data.data_dir = beside(*text);
    }
    load(file, member->where());
    problem_.timezone = problem_.model.site.timezone;
    if (!options_.timezone.empty()) problem_.timezone = options_.timezone;
    read_member(root, "timezone", problem_.timezone,
                [&](const JsonNode& node) { return read_zone_name(node, diagnostics_); });
    problem_.data.timezone = problem_.timezone;
  }

  void load(const std::filesystem::path& file, const Where& where) {
    if (std::error_code error; !std::filesystem::exists(file, error)) {
      diagnostics_.error("input.file_missing", where,
                         "there is no file '" + file.string() +
                             "'; 'model' is a path from the folder of the calibration file");
      return;
    }
    try {
      problem_.model = load_model(file, registry_, {.timezone = options_.timezone}, diagnostics_);
      locate_files(problem_.model, DataFiles(problem_.data));
      const Diagnostics checked = validate(problem_.model, registry_);
      model_valid_ = !checked.has_errors();
      diagnostics_.append(checked);
    } catch (const Error& error) {
      diagnostics_.append(error.diagnostics());
    }
  }

  std::optional<Zone> zone() const {
    if (problem_.timezone.empty()) return std::nullopt;
    return Zone(problem_.timezone);
  }

  void read_periods(const JsonNode& root) {
    if (const auto list = require_member(root, "periods", diagnostics_)) {
      problem_.periods = periods(*list);
      if (problem_.periods.empty() && list->size() == 0) {
        diagnostics_.error("calibration.no_period", list->where(), "at least one period is needed");
      }
    }
    if (const auto list = root.find("validation")) problem_.validation = periods(*list);
    if (!problem_.timezone.empty() || first_stamp_.empty()) return;
    // No site: civil time is that of the first period's start.
    if (const auto stamp = parse_time(first_stamp_); stamp && stamp->offset) {
      problem_.timezone = format_offset(*stamp->offset);
    }
  }

  std::vector<CalibrationPeriod> periods(const JsonNode& list) {
    std::vector<CalibrationPeriod> result;
    if (!require_array(list, diagnostics_)) return result;
    for (const JsonNode node : list.elements()) {
      if (!require_object(node, diagnostics_)) continue;
      check_keys(node, {"start", "end", "warmup"}, diagnostics_);
      CalibrationPeriod period;
      period.where = node.where();
      const auto start = instant(node, "start");
      const auto end = instant(node, "end");
      read_member(node, "warmup", period.warmup,
                  [&](const JsonNode& value) { return read_duration(value, diagnostics_); });
      if (!start || !end) continue;
      period.start = *start;
      period.end = *end;
      check_period(period);
      result.push_back(period);
    }
    return result;
  }
  std::optional<Instant> instant(const JsonNode& node, std::string_view key) {
    const auto member = require_member(node, key, diagnostics_);
    if (!member) return std::nullopt;
    if (first_stamp_.empty() && member->is(JsonKind::String)) first_stamp_ = member->string();
    return read_instant(*member, zone(), diagnostics_);
  }
  void check_period(const CalibrationPeriod& period) {
    if (period.end <= period.start) {
      diagnostics_.error("simulation.end_before_start", period.where,
                         "the end lies before the start");
    } else if (problem_.step.count() > 0 &&
               (period.end - period.start) % problem_.step != Duration::zero()) {
      diagnostics_.error(
          "simulation.end_off_grid", period.where,
          "from start to end must be a whole number of steps of " + describe(problem_.step));
    } else if (period.start + period.warmup > period.end) {
      diagnostics_.error("calibration.warmup_too_long", period.where,
                         "no row is left to compare after the warm-up");
    }
  }

  void read_parameters(const JsonNode& root) {
    const auto list = require_member(root, "parameters", diagnostics_);
    if (!list || !require_array(*list, diagnostics_)) return;
    std::set<std::string> names;
    for (const JsonNode node : list->elements()) {
      if (!require_object(node, diagnostics_)) continue;
      CalibrationParameter parameter = read_parameter(node);
      if (!names.insert(parameter.parameter.name).second) {
        diagnostics_.error("calibration.parameter_doubled", node.where(),
                           "'" + parameter.parameter.name + "' is given twice");
      }
      problem_.parameters.push_back(std::move(parameter));
    }
    if (list->size() == 0) {
      diagnostics_.error("calibration.no_parameter", list->where(), "at least one is needed");
    }
  }

  CalibrationParameter read_parameter(const JsonNode& node) {
    check_keys(node, {"name", "targets", "initial", "min", "max", "scale", "prior", "unit"},
               diagnostics_);
    CalibrationParameter parameter;
    parameter.where = node.where();
    estimation::Parameter& own = parameter.parameter;
    if (const auto unit = node.find("unit")) parameter.unit = read_unit(*unit, diagnostics_);
    if (const auto targets = require_member(node, "targets", diagnostics_);
        targets && require_array(*targets, diagnostics_)) {
      for (const JsonNode target : targets->elements()) {
        if (const auto text = read_name(target, diagnostics_)) parameter.targets.push_back(*text);
      }
    }
    own.name = parameter.targets.empty() ? "" : parameter.targets.front();
    read_member(node, "name", own.name,
                [&](const JsonNode& value) { return read_name(value, diagnostics_); });
    const auto number = [&](const JsonNode& value) { return read_number(value, diagnostics_); };
    if (const auto initial = require_member(node, "initial", diagnostics_)) {
      if (const auto value = number(*initial)) own.initial = *value;
    }
    read_member(node, "min", own.min, number);
    read_member(node, "max", own.max, number);
    if (const auto scale = node.find("scale"))
      own.scale = read_choice(*scale, kScaleWords, diagnostics_);
    if (const auto prior = node.find("prior"); prior && require_object(*prior, diagnostics_)) {
      check_keys(*prior, {"mean", "sd"}, diagnostics_);
      own.prior.emplace();
      const auto required = [&](std::string_view key, double& target) {
        const auto member = require_member(*prior, key, diagnostics_);
        if (const auto value = member ? number(*member) : std::nullopt) target = *value;
      };
      required("mean", own.prior->mean);
      required("sd", own.prior->sd);
    }
    report(estimation::validate({own}), node.where());
    return parameter;
  }

  void report(const Diagnostics& found, const Where& where) {
    for (Diagnostic item : found.items()) {
      item.where = where;
      diagnostics_.add(std::move(item));
    }
  }

  void read_measurements(const JsonNode& root) {
    const auto list = require_member(root, "measurements", diagnostics_);
    if (!list || !require_array(*list, diagnostics_)) return;
    for (const JsonNode node : list->elements()) {
      if (!require_object(node, diagnostics_)) continue;
      const auto port = require_member(node, "port", diagnostics_);
      const auto name = port ? read_name(*port, diagnostics_) : std::nullopt;
      if (name) read_one_measurement(node, *name);
    }
    if (list->size() == 0) {
      diagnostics_.error("calibration.no_measurement", list->where(), "at least one is needed");
    }
  }
  void read_one_measurement(const JsonNode& node, const std::string& port) {
    CalibrationMeasurement measurement;
    measurement.port = port;
    measurement.where = node.where();
    std::optional<double> sd;
    if (node.find("file")) {
      const auto read = read_measurement(node, {"port"}, diagnostics_);
      if (!read) return;
      measurement.column = read->column;
      sd = read->sd;
    } else {
      check_keys(node, {"port", "sd"}, diagnostics_);
      const auto known = problem_.model.measurements.find(port);
      if (known == problem_.model.measurements.end()) {
        diagnostics_.error(
            "calibration.no_file", node.where(),
            "the model has no measurement of " + port + "; give 'file' and 'column'");
        return;
      }
      measurement.column = known->second.column;
      sd = known->second.sd;
      if (const auto own = node.find("sd")) sd = read_number(*own, diagnostics_);
    }
    if (!sd || !(*sd > 0.0)) {
      diagnostics_.error("calibration.sd_missing", node.where(),
                         "give 'sd' > 0, the standard deviation of the measurement");
      return;
    }
    measurement.sd = *sd;
    problem_.measurements.push_back(std::move(measurement));
  }

  void read_solver(const JsonNode& root) {
    read_member(root, "solver", problem_.solve.solver, [&](const JsonNode& node) {
      return read_choice(node, kSolverWords, diagnostics_);
    });
    read_member(root, "input_hold", problem_.input_hold,
                [&](const JsonNode& node) { return read_choice(node, kHoldWords, diagnostics_); });
    read_member(root, "coupling", problem_.compile.coupling, [&](const JsonNode& node) {
      return read_choice(node, kCouplingWords, diagnostics_);
    });
    read_member(root, "cycle_removal", problem_.compile.cycle_removal, [&](const JsonNode& node) {
      return read_choice(node, kCycleRemovalWords, diagnostics_);
    });
    if (const auto loss = root.find("loss")) read_loss(*loss);
    const auto multistart = root.find("multistart");
    if (!multistart || !require_object(*multistart, diagnostics_)) return;
    check_keys(*multistart, {"n", "seed"}, diagnostics_);
    read_member(*multistart, "n", problem_.starts, [&](const JsonNode& node) {
      return read_integer(node, diagnostics_, {.min = 1, .max = 100000});
    });
    int seed = 1;
    read_member(*multistart, "seed", seed, [&](const JsonNode& node) {
      return read_integer(node, diagnostics_, {.min = 0, .max = 2147483647});
    });
    problem_.seed = static_cast<std::uint64_t>(seed);
  }
  void read_loss(const JsonNode& node) {
    estimation::Loss& loss = problem_.solve.loss;
    if (!node.is(JsonKind::Object)) {
      if (const auto kind = read_choice(node, kLossWords, diagnostics_)) loss.kind = *kind;
      return;
    }
    check_keys(node, {"kind", "scale"}, diagnostics_);
    read_member(node, "kind", loss.kind, [&](const JsonNode& value) {
      return read_choice(value, kLossWords, diagnostics_);
    });
    read_member(node, "scale", loss.scale, [&](const JsonNode& value) {
      return read_number(value, diagnostics_, {.min = 1e-300});
    });
  }

  void apply_fixed(const JsonNode& root) {
    const auto fixed = root.find("fixed");
    if (!fixed || !require_object(*fixed, diagnostics_) || !model_valid_) return;
    std::map<std::string, Where> places;  // by `component.name`
    for (const JsonNode node : fixed->members()) {
      const auto value = read_quantity(node, diagnostics_);
      if (!value) continue;
      std::string path = node.key();
      try {
        if (const auto mark = path.find('@'); mark != std::string::npos) {
          problem_.model.set_initial(path, *value);
          path[mark] = '.';
        } else {
          problem_.model.set_parameter(path, *value);
        }
        const std::optional<Endpoint> end = parse_endpoint(path);
        if (end) places[end->component + "." + end->port] = node.where();
      } catch (const Error& error) {
        append_at(node.where(), error, diagnostics_);
      }
    }
    check_fixed(places);
  }
  /// The model was valid before: what is wrong now is wrong in `fixed`.
  void check_fixed(const std::map<std::string, Where>& places) {
    const Diagnostics checked = validate(problem_.model, registry_);
    for (Diagnostic item : checked.items()) {
      if (item.severity != Severity::Error) continue;
      const auto place = places.find(item.where.component + "." + item.where.port);
      if (place != places.end()) {
        item.where.file = place->second.file;
        item.where.line = place->second.line;
        item.where.pointer = place->second.pointer;
      }
      diagnostics_.add(std::move(item));
    }
  }

  JsonDocument document_;
  std::filesystem::path path_;
  const Registry& registry_;
  const CalibrationFileOptions& options_;
  Diagnostics& diagnostics_;
  CalibrationProblem problem_;
  std::string first_stamp_;
  bool model_valid_ = false;
  int unused_ = 0;
};

}  // namespace

CalibrationProblem read_calibration(const std::filesystem::path& path, const Registry& registry,
                                    const CalibrationFileOptions& options,
                                    Diagnostics& diagnostics) {
  return CalibrationReader(path, registry, options, diagnostics).read();
}

}  // namespace hearth
