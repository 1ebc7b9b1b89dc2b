// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/sources/file_rules.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/internal/noise_records.hpp"
#include "hearth/estimation/calibration/internal/problem_model.hpp"
#include "hearth/estimation/control/control_problem.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_words.hpp"

namespace hearth {
namespace {

JsonForm<std::string> port() {
  return forms::with_schema(forms::name(), schema_parts::refer_to("endpoint"));
}

JsonForm<Quantity> quantity_form() {
  return forms::read_by(read_quantity, schema_parts::refer_to("quantity"));
}

JsonForm<SeriesSpec> series() {
  return forms::read_by(read_series, schema_parts::refer_to("series"));
}

JsonForm<double> positive() {
  return forms::with_schema(forms::number(), schema_parts::number_above(0));
}

const JsonRecord<ControlDecision>& decision_record() {
  static const auto record =
      JsonRecord<ControlDecision>()
          .required("target", &ControlDecision::target, port(),
                    "Output id.port that the decision replaces at all connected inputs, or input "
                    "id.in.port")
          .required("min", &ControlDecision::min, quantity_form())
          .required("max", &ControlDecision::max, quantity_form())
          .optional("block", &ControlDecision::block, forms::duration(),
                    "Time in which the decision does not change; default: a step")
          .optional("initial", &ControlDecision::initial, quantity_form(),
                    "Value at which the search begins; default: value in the model")
          .optional("max_change", &ControlDecision::max_change, quantity_form(),
                    "Largest change from block to block");
  return record;
}

/// A term of the objective as read from the file.
struct TermDraft {
  ControlCost cost;
  std::string kpi;
};

void check_term(TermDraft& draft, const JsonNode& node, JsonReading& reading) {
  draft.cost.where = node.where();
  const ControlCost& cost = draft.cost;
  if (cost.output.empty() == draft.kpi.empty()) {
    reading.diagnostics.error("control.term_kind", node.where(), "set either 'output' or 'kpi'");
  } else if (!draft.kpi.empty() && (cost.price || cost.reference || cost.unit)) {
    reading.diagnostics.error(
        "control.term_kind", node.where(),
        "'price', 'reference' and 'unit' are for terms with 'output'; prices of '" + draft.kpi +
            "' come from 'carriers' in 'kpi'");
  }
}

const JsonRecord<TermDraft>& term_record() {
  const auto given = [](auto ControlCost::*member) {
    return [member](TermDraft & draft) -> auto& { return draft.cost.*member; };
  };
  static const auto record =
      JsonRecord<TermDraft>()
          .optional("output", given(&ControlCost::output), port())
          .optional("kpi", &TermDraft::kpi, forms::name(),
                    "Key performance indicator, instead of 'output'")
          .optional("price", given(&ControlCost::price), series(),
                    "Price for each kWh of a power, otherwise for each unit and hour; default: "
                    "1")
          .optional("reference", given(&ControlCost::reference), series(),
                    "Reference value; the term is the square of the difference from it")
          .optional("weight", given(&ControlCost::weight), forms::number(),
                    "Weight of the term; default: 1")
          .optional("unit", given(&ControlCost::unit), forms::unit(),
                    "Unit of an output that has none")
          .then(check_term);
  return record;
}

void check_limit(ControlLimit& limit, const JsonNode& node, JsonReading& reading) {
  if (limit.penalty && !(*limit.penalty > 0.0)) {
    reading.diagnostics.error(
        "control.penalty_not_positive", node.where(),
        "the 'penalty' of '" + limit.output +
            "' is not above 0: violations of the limit would cost nothing; set a penalty above 0, "
            "or remove it for a limit that must not be violated");
  }
  if (limit.min || limit.max) return;
  reading.diagnostics.error("control.limit_empty", node.where(),
                            "set 'min', 'max' or both for '" + limit.output + "'");
}

const JsonRecord<ControlLimit>& limit_record() {
  static const auto record =
      JsonRecord<ControlLimit>()
          .required("output", &ControlLimit::output, port())
          .optional("min", &ControlLimit::min, series())
          .optional("max", &ControlLimit::max, series())
          .optional("at_end", &ControlLimit::at_end, forms::flag(),
                    "Apply the limit only in the last row of the horizon")
          .optional("penalty", &ControlLimit::penalty, positive(),
                    "Cost of a violation of one unit in an hour, or once with 'at_end'; "
                    "default: no violation is allowed")
          .then(check_limit);
  return record;
}

const JsonRecord<RecedingHorizon>& receding_record() {
  static const auto record = JsonRecord<RecedingHorizon>()
                                 .required("horizon", &RecedingHorizon::horizon, forms::duration(),
                                           "Time that each search looks ahead")
                                 .required("every", &RecedingHorizon::every, forms::duration(),
                                           "Time after which the search is repeated");
  return record;
}

const JsonRecord<PlantMeasurement>& plant_measurement_record() {
  static const auto record = JsonRecord<PlantMeasurement>()
                                 .required("output", &PlantMeasurement::output, port(),
                                           "Output of the model that is measured in the plant")
                                 .required("sd", &PlantMeasurement::sd, quantity_form());
  return record;
}

/// A plant as read from the file.
struct PlantDraft {
  ControlPlant plant;
  std::string file;
};

const JsonRecord<PlantDraft>& plant_record() {
  const auto given = [](auto ControlPlant::*member) {
    return [member](PlantDraft & draft) -> auto& { return draft.plant.*member; };
  };
  static const auto record =
      JsonRecord<PlantDraft>()
          .required("model", &PlantDraft::file, forms::name(), "Path from the folder of this file")
          .optional("names", given(&ControlPlant::names), forms::map(port()),
                    "Ports of the plant by ports of the model, if they differ")
          .required("measured", given(&ControlPlant::measured),
                    forms::with_schema(
                        forms::list(plant_measurement_record().form()),
                        schema_parts::list_of(schema_parts::refer_to("plant_measurement"), 1)),
                    "Outputs whose measurements correct the state of the model")
          .required("process_noise", given(&ControlPlant::process_noise),
                    forms::with_schema(forms::list(process_noise_record().form()),
                                       schema_parts::list_of(schema_parts::refer_to("noise"), 1)),
                    "Disturbances of states of the model")
          .optional("initial_sd", given(&ControlPlant::initial_sds),
                    forms::with_schema(forms::list(initial_sd_record().form()),
                                       schema_parts::list_of(schema_parts::refer_to("initial_sd"))),
                    "Standard deviations of initial values; default: exactly known")
          .then([](PlantDraft& draft, const JsonNode& node, JsonReading&) {
            draft.plant.where = node.where();
          });
  return record;
}

/// Reads one control problem; collects all problems and throws once.
class ControlReader {
 public:
  ControlReader(const std::filesystem::path& path, const Registry& registry,
                const CalibrationFileOptions& options, Diagnostics& diagnostics)
      : document_(JsonDocument::read(path)),
        path_(path),
        registry_(registry),
        options_(options),
        diagnostics_(diagnostics) {}

  static const JsonRecord<ControlReader>& record();

  ControlProblem read() {
    problem_.name = path_.stem().string();
    require_file_kind(document_.root(), JsonFileKind::Control);
    problem_.where = document_.root().where();
    JsonReading reading{diagnostics_};
    record().read(document_.root(), *this, reading);
    check_times();
    if (!diagnostics_.has_errors()) add_terms();
    check_lists();
    if (diagnostics_.has_errors()) throw InputError(diagnostics_);
    problem_.data.timezone = problem_.timezone;
    if (problem_.timezone.empty()) {
      // Without a site, local time is that of the start.
      problem_.timezone = zone_of_stamp(reading.first_stamp);
    }
    return std::move(problem_);
  }

 private:
  void read_step(const JsonNode& node, JsonReading&) {
    problem_.step = read_problem_step(node, diagnostics_).value_or(problem_.step);
  }

  void read_data_dir(const JsonNode& node, JsonReading&) {
    const auto folder = read_name(node, diagnostics_);
    if (folder) problem_.data.data_dir = path_.parent_path() / *folder;
  }

  void read_model(const JsonNode& node, JsonReading&) {
    const auto name = read_name(node, diagnostics_);
    if (!name) return;
    const std::filesystem::path file = path_.parent_path() / *name;
    problem_.data.folders = {path_.parent_path(), file.parent_path()};
    if (options_.data_dir) problem_.data.data_dir = options_.data_dir;
    problem_.model_file = file;
    load(file, node.where(), problem_.model);
    problem_.timezone = zone_of_problem(problem_.model, problem_.data, options_);
  }

  void read_kpi(const JsonNode& node, JsonReading&) {
    try {
      problem_.kpi_settings = read_kpi_settings(node, diagnostics_);
    } catch (const Error& error) {
      append_at(node.where(), error, diagnostics_);
    }
  }

  /// Adds terms in the order of the file; a KPI is replaced by the terms whose sum it is.
  void add_terms() {
    std::optional<Plan> plan;
    Diagnostics notes;
    for (TermDraft& draft : terms_) {
      if (draft.kpi.empty()) {
        problem_.costs.push_back(std::move(draft.cost));
        continue;
      }
      try {
        if (!plan) plan = compile(problem_.model, registry_, problem_.compile);
        Diagnostics own;
        add_kpi({draft.kpi, draft.cost.weight, draft.cost.where}, *plan, problem_, own);
        if (notes.items().empty()) notes = std::move(own);
      } catch (const Error& error) {
        append_at(draft.cost.where, error, diagnostics_);
      }
    }
    diagnostics_.append(notes);
  }

  void read_plant(const JsonNode& node, JsonReading& reading) {
    PlantDraft draft;
    if (!plant_record().read(node, draft, reading)) return;
    const std::filesystem::path file = path_.parent_path() / draft.file;
    problem_.data.folders.push_back(file.parent_path());
    load(file, draft.plant.where, draft.plant.model);
    problem_.plant = std::move(draft.plant);
  }

  void load(const std::filesystem::path& file, const Where& where, SimulationModel& model) {
    auto loaded = load_problem_model(file, where, "control problem", problem_.data, registry_,
                                     options_, diagnostics_);
    if (loaded) model = *std::move(loaded);
  }

  /// Instants are read after the model, whose time zone applies to those without offset.
  bool read_instant_into(Instant& target, const JsonNode& node, JsonReading& reading) {
    if (!problem_.timezone.empty()) reading.zone = Zone(problem_.timezone);
    const auto instant = forms::instant().read(node, reading);
    if (instant) target = *instant;
    return instant.has_value();
  }
  void read_start(const JsonNode& node, JsonReading& reading) {
    has_start_ = read_instant_into(problem_.start, node, reading);
  }
  void read_end(const JsonNode& node, JsonReading& reading) {
    has_end_ = read_instant_into(problem_.end, node, reading);
  }
  /// The time zone of the command line takes precedence.
  void read_timezone(const JsonNode& node, JsonReading&) {
    const auto zone = read_zone_name(node, diagnostics_);
    if (zone && options_.timezone.empty()) problem_.timezone = *zone;
  }

  void require_steps(Duration time, const Where& where, const std::string& what) {
    if (problem_.step.count() <= 0) return;  // reported already
    if (time.count() > 0 && time % problem_.step == Duration::zero()) return;
    diagnostics_.error("control.off_grid", where,
                       fmt::format("{} must be a whole number of steps of {}, at least one", what,
                                   describe(problem_.step)));
  }

  void require_one(bool empty, const Where& where, const char* key) {
    if (!empty) return;
    diagnostics_.error("control.list_empty", where,
                       fmt::format("'{}' needs at least one entry", key));
  }
  void check_lists() {
    if (diagnostics_.has_errors()) return;
    require_one(problem_.decisions.empty(), problem_.where, "decisions");
    require_one(terms_.empty(), problem_.where, "objective");
    if (!problem_.plant) return;
    const ControlPlant& plant = *problem_.plant;
    require_one(plant.measured.empty(), plant.where, "measured");
    require_one(plant.process_noise.empty(), plant.where, "process_noise");
    std::set<std::string> known;
    for (const ControlDecision& decision : problem_.decisions) known.insert(decision.target);
    for (const ControlCost& cost : problem_.costs) known.insert(cost.output);
    for (const ControlLimit& limit : problem_.limits) known.insert(limit.output);
    for (const PlantMeasurement& measured : plant.measured) known.insert(measured.output);
    for (const auto& [name, own] : plant.names) {
      if (known.count(name) > 0) continue;
      diagnostics_.error("control.name_unknown", plant.where,
                         fmt::format("'names' maps '{}', which the problem does not use{}", name,
                                     expected_name(name, {known.begin(), known.end()})));
    }
  }

  void check_times() {
    if (!has_start_ || !has_end_) return;  // reported already
    if (problem_.end <= problem_.start) {
      diagnostics_.error("simulation.end_before_start", problem_.where,
                         "the end must be after the start; set a later 'end'");
    } else {
      require_steps(problem_.end - problem_.start, problem_.where, "the time from start to end");
    }
    if (problem_.warmup.count() > 0) require_steps(problem_.warmup, problem_.where, "'warmup'");
    for (const ControlDecision& decision : problem_.decisions) {
      if (decision.block) require_steps(*decision.block, decision.where, "'block'");
    }
    if (problem_.receding) check_receding(*problem_.receding);
    if (!problem_.plant || problem_.receding) return;
    diagnostics_.error(
        "control.plant_without_horizon", problem_.plant->where,
        "a plant needs repeated searches, which correct the decisions: set 'receding_horizon'");
  }

  void check_receding(const RecedingHorizon& receding) {
    require_steps(receding.horizon, receding.where, "'horizon'");
    require_steps(receding.every, receding.where, "'every'");
    if (receding.every <= receding.horizon) return;
    diagnostics_.error(
        "control.horizon_short", receding.where,
        "'every' is longer than 'horizon', so that some time would have no decision; lengthen "
        "'horizon', or shorten 'every'");
  }

  JsonDocument document_;
  std::filesystem::path path_;
  const Registry& registry_;
  const CalibrationFileOptions& options_;
  Diagnostics& diagnostics_;
  ControlProblem problem_;
  std::vector<TermDraft> terms_;
  bool has_start_ = false, has_end_ = false;
};

const JsonRecord<ControlReader>& ControlReader::record() {
  using Reader = ControlReader;
  const auto problem = [](auto ControlProblem::*member) {
    return [member](Reader & reader) -> auto& { return reader.problem_.*member; };
  };
  const auto compile = [](auto CompileOptions::*member) {
    return [member](Reader & reader) -> auto& { return reader.problem_.compile.*member; };
  };
  const auto list = [](auto form, const char* name, int least) {
    return forms::with_schema(forms::list(form, least),
                              schema_parts::list_of(schema_parts::refer_to(name), least));
  };
  static const auto record =
      JsonRecord<Reader>()
          .required("hearth", forms::version(), "Version of the format")
          .optional("$schema", forms::anything({{"type", "string"}}))
          .optional("name", problem(&ControlProblem::name), forms::name())
          .required("step", &Reader::read_step, schema_parts::refer_to("step"))
          .optional("data_dir", &Reader::read_data_dir, schema_parts::text(),
                    "Folder in which files are found by their name")
          .required("model", &Reader::read_model, schema_parts::text(),
                    "Path from the folder of this file")
          .optional("timezone", &Reader::read_timezone, schema_parts::refer_to("zone"))
          .required("start", &Reader::read_start, schema_parts::refer_to("instant"))
          .required("end", &Reader::read_end, schema_parts::refer_to("instant"),
                    "End, a whole number of steps after the start")
          .optional("warmup", problem(&ControlProblem::warmup), forms::duration(),
                    "Time that is simulated before the start, without decisions")
          .required("decisions", problem(&ControlProblem::decisions),
                    list(decision_record().form(), "decision", 1),
                    "Inputs whose values the search decides")
          .required("objective", &Reader::terms_, list(term_record().form(), "term", 1),
                    "Terms whose sum is minimised")
          .optional("kpi", &Reader::read_kpi, kpi_settings_schema(),
                    "Meaning of the signals, for terms that are KPIs")
          .optional("constraints", problem(&ControlProblem::limits),
                    list(limit_record().form(), "limit", 0), "Bounds of outputs")
          .optional("receding_horizon", problem(&ControlProblem::receding),
                    forms::with_schema(receding_record().form(), receding_record().schema()),
                    "Repetition of the search with a receding horizon")
          .optional("plant", &Reader::read_plant, plant_record().schema(),
                    "Another model, to which the decisions are applied")
          .optional("tolerance", problem(&ControlProblem::tolerance),
                    forms::number({.min = 1e-12, .max = 0.01}),
                    "Tolerance of the solver; default 1e-5")
          .optional("max_iterations", problem(&ControlProblem::max_iterations),
                    forms::integer({.min = 1, .max = 1000000}),
                    "Largest number of iterations of each search; default 300")
          .optional("files", problem(&ControlProblem::files), file_rules_form(),
                    "How data files are read, by name or pattern (*, ?)")
          .optional("input_hold", problem(&ControlProblem::input_hold),
                    forms::choice(kInputHoldWords), "Values of sources inside a step")
          .optional("coupling", compile(&CompileOptions::coupling), forms::choice(kCouplingWords))
          .optional("substeps", compile(&CompileOptions::substeps), substeps_form())
          .optional("cycle_removal", compile(&CompileOptions::cycle_removal),
                    forms::choice(kCycleRemovalWords));
  return record;
}

}  // namespace

ControlProblem read_control_problem(const std::filesystem::path& path, const Registry& registry,
                                    const CalibrationFileOptions& options,
                                    Diagnostics& diagnostics) {
  return ControlReader(path, registry, options, diagnostics).read();
}

std::string control_problem_schema() {
  nlohmann::ordered_json definitions = schema_parts::common_definitions();
  definitions["series"] = series_schema();
  definitions["decision"] = decision_record().schema();
  definitions["term"] = term_record().schema();
  definitions["limit"] = limit_record().schema();
  definitions["plant_measurement"] = plant_measurement_record().schema();
  definitions["noise"] = process_noise_record().schema();
  definitions["initial_sd"] = initial_sd_record().schema();
  return schema_parts::schema_text("Hearth control problem", ControlReader::record().schema(),
                                   definitions);
}

}  // namespace hearth
