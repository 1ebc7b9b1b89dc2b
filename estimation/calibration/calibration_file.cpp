// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>

#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/file_rules.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/calibration_words.hpp"
#include "hearth/estimation/calibration/internal/judgement_forms.hpp"
#include "hearth/estimation/calibration/internal/noise_records.hpp"
#include "hearth/estimation/calibration/internal/problem_model.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_words.hpp"

namespace hearth {

namespace {

constexpr Choices<estimation::Scale, 3> kScaleWords{{{"linear", estimation::Scale::Linear},
                                                     {"log", estimation::Scale::Log},
                                                     {"logit", estimation::Scale::Logit}}};
JsonForm<std::string> endpoint() {
  return forms::with_schema(forms::name(), schema_parts::refer_to("endpoint"));
}

const JsonRecord<CalibrationPeriod>& period_record() {
  static const auto record =
      JsonRecord<CalibrationPeriod>()
          .required("start", &CalibrationPeriod::start, forms::instant())
          .required("end", &CalibrationPeriod::end, forms::instant(),
                    "End of the period, a whole number of steps after the start")
          .optional("warmup", &CalibrationPeriod::warmup, forms::duration(),
                    "Time after the start that is simulated, but not compared");
  return record;
}

/// A parameter as read from the file: numbers with their units, before the conversion to one unit.
struct ParameterDraft {
  CalibrationParameter given;
  std::optional<Quantity> initial, min, max;
  struct PriorDraft {
    Quantity mean, sd;
  };
  std::optional<PriorDraft> prior;
};

JsonForm<Quantity> quantity() {
  return forms::read_by(read_quantity, schema_parts::refer_to("quantity"));
}

JsonForm<ParameterDraft::PriorDraft> prior() {
  using Prior = ParameterDraft::PriorDraft;
  return JsonRecord<Prior>()
      .required("mean", &Prior::mean, quantity())
      .required("sd", &Prior::sd, quantity())
      .form();
}

/// Converts the numbers of a parameter to its unit.
class ParameterUnits {
 public:
  ParameterUnits(ParameterDraft& draft, const JsonNode& node, JsonReading& reading)
      : draft_(draft), node_(node), reading_(reading) {}

  bool apply() {
    const std::vector<const Quantity*> given = numbers();
    std::optional<Unit>& unit = draft_.given.unit;
    if (!unit && !choose_unit(given)) return false;
    for (const Quantity* number : given) {
      const bool is_sd = draft_.prior && number == &draft_.prior->sd;
      if (number->unit && !fits(*number->unit, is_sd)) return false;
    }
    estimation::Parameter& own = draft_.given.parameter;
    if (draft_.initial) own.initial = value(*draft_.initial);
    if (draft_.min) own.min = value(*draft_.min);
    if (draft_.max) own.max = value(*draft_.max);
    if (draft_.prior) own.prior = {value(draft_.prior->mean), deviation(draft_.prior->sd)};
    return true;
  }

 private:
  std::vector<const Quantity*> numbers() const {
    std::vector<const Quantity*> list;
    for (const auto* number : {&draft_.initial, &draft_.min, &draft_.max}) {
      if (*number) list.push_back(&**number);
    }
    if (draft_.prior) list.insert(list.end(), {&draft_.prior->mean, &draft_.prior->sd});
    return list;
  }

  /// Without `unit`, either all numbers have a unit or none: a bare number next to "2 kW" could be
  /// in W.
  bool choose_unit(const std::vector<const Quantity*>& given) {
    const auto named = std::find_if(given.begin(), given.end(), [](const Quantity* number) {
      return number->unit.has_value();
    });
    if (named == given.end()) return true;
    const bool all = std::all_of(given.begin(), given.end(),
                                 [](const Quantity* number) { return number->unit.has_value(); });
    if (all) {
      draft_.given.unit = (*named)->unit;
      return true;
    }
    reading_.diagnostics.error("calibration.unit_mixed", node_.where(),
                               "some numbers have a unit and others do not: write the unit of each "
                               "number, or set 'unit' for those without");
    return false;
  }

  bool fits(const Unit& unit, bool is_sd) {
    const Unit& own = *draft_.given.unit;
    if (is_sd ? difference_factor(unit, own).has_value() : unit.compatible(own)) return true;
    reading_.diagnostics.error("calibration.unit_mismatch", node_.where(),
                               std::string("found a number in [") + unit.symbol +
                                   "], expected one in [" + own.symbol +
                                   "]; correct the number or 'unit'");
    return false;
  }

  double value(const Quantity& number) const {
    return number.unit ? convert(number.value, *number.unit, *draft_.given.unit) : number.value;
  }
  double deviation(const Quantity& number) const {
    if (!number.unit) return number.value;
    return number.value * difference_factor(*number.unit, *draft_.given.unit).value_or(1.0);
  }

  ParameterDraft& draft_;
  const JsonNode& node_;
  JsonReading& reading_;
};

/// Returns the default name of a parameter.
std::string default_name(const CalibrationParameter& parameter) {
  if (!parameter.targets.empty()) return parameter.targets.front();
  if (!parameter.scale_of.empty()) return "scale of " + parameter.scale_of.front();
  return parameter.bias_of.empty() ? "" : "bias of " + parameter.bias_of.front();
}

void check_parameter(ParameterDraft& draft, const JsonNode& node, JsonReading& reading) {
  CalibrationParameter& parameter = draft.given;
  parameter.where = node.where();
  if (!ParameterUnits(draft, node, reading).apply()) return;
  estimation::Parameter& own = parameter.parameter;
  if (own.name.empty()) own.name = default_name(parameter);
  const Diagnostics found = estimation::validate({own});
  for (Diagnostic item : found.items()) {
    item.where = node.where();
    reading.diagnostics.add(std::move(item));
  }
}

const JsonRecord<ParameterDraft>& parameter_record() {
  using estimation::Parameter;
  const auto given = [](auto CalibrationParameter::*member) {
    return [member](ParameterDraft & draft) -> auto& { return draft.given.*member; };
  };
  const auto own = [](auto Parameter::*member) {
    return [member](ParameterDraft & draft) -> auto& { return draft.given.parameter.*member; };
  };
  static const auto record =
      JsonRecord<ParameterDraft>()
          .optional("unit", given(&CalibrationParameter::unit), forms::unit(),
                    "Unit of numbers without a unit; default: unit of the first target")
          .optional("targets", given(&CalibrationParameter::targets), forms::list(endpoint(), 1),
                    "Targets that receive the number: id.parameter, id@state for an initial value, "
                    "or a constant of a series: id.config, id.config[default] or id.config[2] of "
                    "weekly rules. Omit them if expressions use the parameter")
          .optional("name", own(&Parameter::name), forms::name(),
                    "Name of the parameter; default: the first target, or the corrected output")
          .required("initial", &ParameterDraft::initial, quantity(),
                    "Value at which the search begins")
          .optional("min", &ParameterDraft::min, quantity())
          .optional("max", &ParameterDraft::max, quantity())
          .optional("scale", own(&Parameter::scale), forms::choice(kScaleWords),
                    "Scale of the search; default: log if min > 0, otherwise linear")
          .optional("per_period", given(&CalibrationParameter::per_period), forms::flag(),
                    "Estimate a number for each period; default: true if all targets are "
                    "initial values")
          .optional("process_noise_of", given(&CalibrationParameter::process_noise_of),
                    forms::list(endpoint(), 1),
                    "States id@state; the number is the standard deviation that noise alone causes "
                    "in each of them in 'noise_time'")
          .optional("noise_time", given(&CalibrationParameter::noise_time), forms::duration(),
                    "Time in which noise reaches the standard deviation; default: PT1H")
          .optional("sd_of", given(&CalibrationParameter::sd_of), forms::list(endpoint(), 1),
                    "Outputs id.port; the number is the standard deviation of their "
                    "measurements")
          .optional("scale_of", given(&CalibrationParameter::scale_of), forms::list(endpoint(), 1),
                    "Sources id.port; the number multiplies their series")
          .optional("bias_of", given(&CalibrationParameter::bias_of), forms::list(endpoint(), 1),
                    "Sources id.port, to whose series the number is added, or measurements, "
                    "whose sensor shows values that are too high by the number")
          .optional("prior", &ParameterDraft::prior, prior(),
                    "Knowledge of the parameter before the data, as a normal distribution")
          .then(check_parameter);
  return record;
}

const JsonRecord<CalibrationExpression>& expression_record() {
  static const auto record =
      JsonRecord<CalibrationExpression>()
          .required(
              "targets", &CalibrationExpression::targets, forms::list(endpoint(), 1),
              "Targets that receive the value: id.parameter, or id@state for an initial value")
          .required("value", &CalibrationExpression::value, forms::name(),
                    "Expression such as '0.3 * C_wall': numbers, names of parameters, + - * / "
                    "^, parentheses, abs, exp, log, sqrt, min, max")
          .optional("unit", &CalibrationExpression::unit, forms::unit(),
                    "Unit of the value; default: unit of the first target")
          .then([](CalibrationExpression& expression, const JsonNode& node, JsonReading&) {
            expression.where = node.where();
          });
  return record;
}

/// A compared output and the settings of its measurement.
struct MeasurementDraft {
  std::string port;
  Measurement given;
  std::vector<Stretch> excluded{};
};

const JsonRecord<Stretch>& stretch_record() {
  static const auto record = JsonRecord<Stretch>()
                                 .required("start", &Stretch::start, forms::instant())
                                 .required("end", &Stretch::end, forms::instant());
  return record;
}

JsonRecord<MeasurementDraft> port_record() {
  return JsonRecord<MeasurementDraft>()
      .required("port", &MeasurementDraft::port, endpoint(), "Output that is compared")
      .optional("exclude", &MeasurementDraft::excluded, forms::list(stretch_record().form()),
                "Times at which the output is not compared");
}

/// A measurement that is in the model.
const JsonRecord<MeasurementDraft>& known_measurement_record() {
  static const auto record = port_record().members_of(deviation_record(), &MeasurementDraft::given);
  return record;
}

/// A measurement with its file.
const JsonRecord<MeasurementDraft>& file_measurement_record() {
  static const auto record =
      port_record().members_of(measurement_record(), &MeasurementDraft::given);
  return record;
}

nlohmann::ordered_json measurement_schema() {
  nlohmann::ordered_json with_file = file_measurement_record().schema();
  with_file["required"].push_back("sd");
  return schema_parts::either({known_measurement_record().schema(), with_file});
}

JsonForm<estimation::Loss> loss() {
  using estimation::Loss;
  return JsonRecord<Loss>()
      .optional("kind", &Loss::kind, forms::choice(kLossWords))
      .optional("scale", &Loss::scale,
                forms::with_schema(forms::number({.min = 1e-300}), schema_parts::number_above(0)))
      .shorthand("kind")
      .form();
}

const JsonRecord<CalibrationProblem>& multistart_record() {
  static const auto record =
      JsonRecord<CalibrationProblem>()
          .optional("n", &CalibrationProblem::starts, forms::integer({.min = 1, .max = 100000}),
                    "Number of starts, including the start at the initial values")
          .optional("seed", &CalibrationProblem::seed,
                    forms::integer({.min = 0, .max = 2147483647}));
  return record;
}

/// Reads one calibration file; collects all problems and throws once.
class CalibrationReader {
 public:
  CalibrationReader(const std::filesystem::path& path, const Registry& registry,
                    const CalibrationFileOptions& options, Diagnostics& diagnostics)
      : document_(JsonDocument::read(path)),
        path_(path),
        registry_(registry),
        options_(options),
        diagnostics_(diagnostics) {}

  static const JsonRecord<CalibrationReader>& record();

  CalibrationProblem read() {
    problem_.name = path_.stem().string();
    require_file_kind(document_.root(), JsonFileKind::Calibration);
    problem_.where = document_.root().where();
    JsonReading reading{diagnostics_};
    record().read(document_.root(), *this, reading);
    if (diagnostics_.has_errors()) {
      // The model is checked again when the problem is prepared; checking it here reports all
      // errors at once.
      if (loaded_) diagnostics_.append(at_fixed(problem_, validate(problem_.model, registry_)));
      throw InputError(diagnostics_);
    }
    count_rows();
    problem_.data.timezone = problem_.timezone;
    if (problem_.timezone.empty()) {
      // Without a site, local time is that of the start of the first period.
      problem_.timezone = zone_of_stamp(reading.first_stamp);
    }
    return std::move(problem_);
  }

 private:
  std::filesystem::path beside(const std::string& name) const { return path_.parent_path() / name; }

  void read_step(const JsonNode& node, JsonReading&) {
    problem_.step = read_problem_step(node, diagnostics_).value_or(problem_.step);
  }

  void read_tolerance(const JsonNode& node, JsonReading&) {
    const auto tolerance = read_number(node, diagnostics_, kTolerances);
    if (tolerance) problem_.solve.set_tolerance(*tolerance);
  }

  void read_time_limit(const JsonNode& node, JsonReading&) {
    const auto limit = read_duration(node, diagnostics_);
    if (!limit) return;
    problem_.time_limit = *limit;
    if (limit->count() <= 0) {
      diagnostics_.error(
          "calibration.time_limit_invalid", node.where(),
          "the time limit must be longer than 0 s; set a duration such as \"PT10M\"");
    }
  }

  void read_data_dir(const JsonNode& node, JsonReading&) {
    const auto folder = read_name(node, diagnostics_);
    if (folder) problem_.data.data_dir = beside(*folder);
  }

  void read_model(const JsonNode& node, JsonReading&) {
    const auto name = read_name(node, diagnostics_);
    if (!name) return;
    const std::filesystem::path file = beside(*name);
    problem_.data.folders = {path_.parent_path(), file.parent_path()};
    if (options_.data_dir) problem_.data.data_dir = options_.data_dir;
    auto model = load_problem_model(file, node.where(), "calibration file", problem_.data,
                                    registry_, options_, diagnostics_);
    loaded_ = model.has_value();
    if (model) problem_.model = *std::move(model);
    problem_.timezone = zone_of_problem(problem_.model, problem_.data, options_);
  }

  std::optional<Zone> zone() const {
    if (problem_.timezone.empty()) return std::nullopt;
    return Zone(problem_.timezone);
  }

  void require_one(const JsonNode& list, const char* code, const char* message) {
    if (!list.is(JsonKind::Array) || list.size() > 0) return;
    diagnostics_.error(code, list.where(), message);
  }

  void read_periods(const JsonNode& node, JsonReading& reading) {
    require_one(node, "calibration.no_period", "add at least one period");
    problem_.periods = periods(node, reading);
  }
  void read_validation(const JsonNode& node, JsonReading& reading) {
    problem_.validation = periods(node, reading);
  }
  std::vector<CalibrationPeriod> periods(const JsonNode& node, JsonReading& reading) {
    reading.zone = zone();
    auto periods = forms::list(period_record().form()).read(node, reading);
    if (!periods) return {};
    for (const CalibrationPeriod& period : *periods) check_period(period);
    return *std::move(periods);
  }
  void check_period(const CalibrationPeriod& period) {
    if (period.end <= period.start) {
      diagnostics_.error("simulation.end_before_start", period.where,
                         "the end must be after the start; set a later 'end'");
    } else if (problem_.step.count() > 0 &&
               (period.end - period.start) % problem_.step != Duration::zero()) {
      diagnostics_.error("simulation.end_off_grid", period.where,
                         "the time from start to end must be a whole number of steps of " +
                             describe(problem_.step) + "; move 'start' or 'end', or change 'step'");
    } else if (period.start + period.warmup > period.end) {
      diagnostics_.error("calibration.warmup_too_long", period.where,
                         "no rows remain for the comparison after the warm-up; shorten 'warmup', "
                         "or lengthen the period");
    }
  }

  /// Each row of a period requires memory for a number of each measurement, even if nothing was
  /// measured.
  void count_rows() const {
    const auto measured = std::max<std::int64_t>(1, std::ssize(problem_.measurements));
    std::int64_t rows = 0;
    for (const auto* periods : {&problem_.periods, &problem_.validation}) {
      for (const CalibrationPeriod& period : *periods) {
        rows += (period.end - period.start) / problem_.step + 1;
        const std::int64_t most = limit_of(WorkLimit::ComparedRows) / measured;
        if (rows > most) refuse_limit(WorkLimit::ComparedRows, period.where);
      }
    }
  }

  void read_parameters(const JsonNode& node, JsonReading& reading) {
    require_one(node, "calibration.no_parameter", "add at least one parameter that is estimated");
    auto parameters = forms::list(parameter_record().form()).read(node, reading);
    if (!parameters) return;
    std::set<std::string> names;
    for (ParameterDraft& draft : *parameters) {
      CalibrationParameter& parameter = draft.given;
      if (!names.insert(parameter.parameter.name).second) {
        diagnostics_.error(
            "calibration.parameter_duplicate", parameter.where,
            "'" + parameter.parameter.name + "' appears twice; remove one, or set another 'name'");
      }
      problem_.parameters.push_back(std::move(parameter));
    }
  }

  void read_measurements(const JsonNode& node, JsonReading& reading) {
    require_one(node, "calibration.no_measurement", "add at least one measured output");
    if (!require_array(node, diagnostics_)) return;
    reading.zone = zone();
    for (const JsonNode element : node.elements()) read_one_measurement(element, reading);
  }
  void read_one_measurement(const JsonNode& node, JsonReading& reading) {
    MeasurementDraft draft;
    const bool with_file = node.find("file").has_value();
    const auto& record = with_file ? file_measurement_record() : known_measurement_record();
    if (!record.read(node, draft, reading)) return;
    for (const Stretch& stretch : draft.excluded) {
      if (stretch.end >= stretch.start) continue;
      diagnostics_.error("calibration.exclude_reversed", node.where(),
                         "an interval of 'exclude' ends before it starts; set a later 'end'");
    }
    auto& [column, sd, where, sd_unit] = draft.given;
    if (!with_file) {
      const auto known = problem_.model.measurements.find(draft.port);
      if (known == problem_.model.measurements.end()) {
        diagnostics_.error(
            "calibration.no_file", node.where(),
            "the model has no measurement of " + draft.port + "; set 'file' and 'column'");
        return;
      }
      column = known->second.column;
      if (!sd) {
        sd = known->second.sd;
        sd_unit = known->second.sd_unit;
      }
    }
    if (!sd || !(*sd > 0.0)) {
      diagnostics_.error("calibration.sd_missing", node.where(),
                         "set 'sd' > 0, the standard deviation of the measurement");
      return;
    }
    column = with_file_rules(std::move(column), problem_.files);
    column = with_file_rules(std::move(column), problem_.model.files);
    problem_.measurements.push_back(
        {draft.port, column, *sd, node.where(), sd_unit, std::move(draft.excluded)});
  }

  void read_multistart(const JsonNode& node, JsonReading& reading) {
    multistart_record().read(node, problem_, reading);
  }

  void apply_fixed(const JsonNode& fixed, JsonReading&) {
    if (!require_object(fixed, diagnostics_) || !loaded_) return;
    for (const JsonNode node : fixed.members()) {
      const auto value = read_number_or_boolean(node, diagnostics_);
      if (!value) continue;
      const std::string path = node.key();
      try {
        if (path.find('@') != std::string::npos) {
          problem_.model.set_initial(path, *value);
        } else {
          problem_.model.set_parameter(path, *value);
        }
        problem_.fixed.push_back({path, *value, node.where()});
      } catch (const Error& error) {
        append_at(node.where(), error, diagnostics_);
      }
    }
  }

  JsonDocument document_;
  std::filesystem::path path_;
  const Registry& registry_;
  const CalibrationFileOptions& options_;
  Diagnostics& diagnostics_;
  CalibrationProblem problem_;
  bool loaded_ = false;  // whether the model could be read
};

const JsonRecord<CalibrationReader>& CalibrationReader::record() {
  using Reader = CalibrationReader;
  const auto problem = [](auto CalibrationProblem::*member) {
    return [member](Reader & reader) -> auto& { return reader.problem_.*member; };
  };
  const auto compile = [](auto CompileOptions::*member) {
    return [member](Reader & reader) -> auto& { return reader.problem_.compile.*member; };
  };
  const auto solve = [](auto estimation::SolveOptions::*member) {
    return [member](Reader & reader) -> auto& { return reader.problem_.solve.*member; };
  };
  static const auto record =
      JsonRecord<Reader>()
          .required("hearth", forms::version(), "Version of the format")
          .optional("$schema", forms::anything({{"type", "string"}}))
          .optional("name", problem(&CalibrationProblem::name), forms::name())
          .required("step", &Reader::read_step, schema_parts::refer_to("step"))
          .optional("error_model", problem(&CalibrationProblem::error_model),
                    forms::choice(kErrorModelWords),
                    "Model of the differences between model and measurements; default: "
                    "output_error")
          .optional("process_noise", problem(&CalibrationProblem::process_noise),
                    forms::with_schema(forms::list(process_noise_record().form()),
                                       schema_parts::list_of(schema_parts::refer_to("noise"))),
                    "Disturbances of states, for error_model kalman")
          .optional("initial_sd", problem(&CalibrationProblem::initial_sds),
                    forms::with_schema(forms::list(initial_sd_record().form()),
                                       schema_parts::list_of(schema_parts::refer_to("initial_sd"))),
                    "Standard deviations of initial values, for error_model kalman; default: "
                    "exactly known")
          .optional("outlier_limit", problem(&CalibrationProblem::outlier_limit),
                    forms::number({.min = 1.0, .max = 1e6}),
                    "Number of standard deviations from the expected value beyond which a measured "
                    "value has less weight, such as 3, for error_model kalman; default: "
                    "none")
          .optional("data_dir", &Reader::read_data_dir, schema_parts::text(),
                    "Folder in which files are found by their name")
          .required("model", &Reader::read_model, schema_parts::text(),
                    "Path from the folder of this file")
          .optional("timezone", problem(&CalibrationProblem::timezone), forms::zone_name())
          .required("periods", &Reader::read_periods,
                    schema_parts::list_of(schema_parts::refer_to("period"), 1),
                    "Periods that are compared with measurements")
          .optional("validation", &Reader::read_validation,
                    schema_parts::list_of(schema_parts::refer_to("period")),
                    "Validation periods, which do not affect the estimates")
          .required("parameters", &Reader::read_parameters,
                    schema_parts::list_of(schema_parts::refer_to("parameter"), 1),
                    "Parameters that are estimated")
          .optional("expressions", problem(&CalibrationProblem::expressions),
                    forms::with_schema(forms::list(expression_record().form()),
                                       schema_parts::list_of(schema_parts::refer_to("expression"))),
                    "Parameters that are computed from the estimated ones")
          .optional("files", problem(&CalibrationProblem::files), file_rules_form(),
                    "How data files are read, by name or pattern (*, ?)")
          .required("measurements", &Reader::read_measurements,
                    schema_parts::list_of(schema_parts::refer_to("measurement"), 1),
                    "Measurements; those without a file are defined in the model")
          .optional("solver", solve(&estimation::SolveOptions::solver), forms::choice(kSolverWords))
          .optional("tolerance", &Reader::read_tolerance, schema_parts::number_above(0),
                    "Relative change of objective and parameters at which a search ends; default "
                    "1e-10")
          .optional("max_evaluations", solve(&estimation::SolveOptions::max_evaluations),
                    forms::integer(kEvaluations),
                    "Largest number of evaluations of each search, derivatives not counted; "
                    "default 1000")
          .optional("time_limit", &Reader::read_time_limit, schema_parts::refer_to("step"),
                    "Time after which all searches end")
          .optional("derivatives", problem(&CalibrationProblem::derivatives),
                    forms::choice(kDerivativesWords), "Kind of derivatives; default: exact")
          .optional("input_hold", problem(&CalibrationProblem::input_hold),
                    forms::choice(kInputHoldWords), "How sources vary within a step")
          .optional("coupling", compile(&CompileOptions::coupling), forms::choice(kCouplingWords))
          .optional("substeps", compile(&CompileOptions::substeps), substeps_form())
          .optional("cycle_removal", compile(&CompileOptions::cycle_removal),
                    forms::choice(kCycleRemovalWords))
          .optional("loss", solve(&estimation::SolveOptions::loss), loss())
          .optional("multistart", &Reader::read_multistart, multistart_record().schema())
          .optional("profile", problem(&CalibrationProblem::profile), profile_form(),
                    "Parameters whose likelihood profiles are computed, or all")
          .optional("folds", problem(&CalibrationProblem::folds), folds_form(),
                    "Number of blocks of time, each of which is left out once and predicted")
          .optional("rolling", problem(&CalibrationProblem::rolling), rolling_form(),
                    "Intervals of time that are predicted one after the other")
          .optional("fixed", &Reader::apply_fixed,
                    schema_parts::map_of(schema_parts::either(
                        {schema_parts::refer_to("quantity"), schema_parts::flag()})),
                    "Parameters that are set before the run, by id.name");
  return record;
}

}  // namespace

CalibrationProblem read_calibration(const std::filesystem::path& path, const Registry& registry,
                                    const CalibrationFileOptions& options,
                                    Diagnostics& diagnostics) {
  return CalibrationReader(path, registry, options, diagnostics).read();
}

std::string calibration_schema() {
  nlohmann::ordered_json definitions = schema_parts::common_definitions();
  definitions["period"] = period_record().schema();
  definitions["parameter"] = parameter_record().schema();
  definitions["expression"] = expression_record().schema();
  definitions["noise"] = process_noise_record().schema();
  definitions["initial_sd"] = initial_sd_record().schema();
  definitions["measurement"] = measurement_schema();
  return schema_parts::schema_text("Hearth calibration file", CalibrationReader::record().schema(),
                                   definitions);
}

}  // namespace hearth
