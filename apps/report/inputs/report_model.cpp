// SPDX-License-Identifier: MIT
#include "hearth/apps/report/inputs/report_model.hpp"

#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/options/options.hpp"
#include "hearth/apps/report/content/json_members.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/read_json.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/calibration/estimated_values.hpp"
#include "hearth/estimation/control/control_problem.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

/// The settings of a recorded command line that select and change the model.
struct RecordedChoice {
  ModelOptions model{};                  ///< `file` of a calibration is the problem file
  std::optional<fs::path> parameters{};  ///< file of values that are set before `settings`
  std::vector<ModelSetting> settings{};
  /// Start of a scenario set, as written; "" if the command line does not set it.
  std::string start{};
  bool simulated = false;
};

template <class Options>
concept ReadsModel = requires(const Options& options) {
  { options.model } -> std::convertible_to<const ModelOptions&>;
};

/// Returns a recorded command line with the present place of its data folder, without the option if
/// the folder is not found: a folder that does not exist would be an error.
std::vector<std::string> with_present_folder(const std::vector<std::string>& command,
                                             const RunPlaces& places) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string& word = command[i];
    const std::string option = word.substr(0, word.find('='));
    if (option != "--data-dir" && option != "--data") {
      words.push_back(word);
      continue;
    }
    const bool apart = option.size() == word.size();
    if (apart && i + 1 == command.size()) break;
    const std::string named = apart ? command[++i] : word.substr(option.size() + 1);
    const auto folder = places.find_folder(named);
    if (!folder) continue;
    words.push_back(option);
    words.push_back(fs::absolute(*folder).string());
  }
  return words;
}

/// Parses a recorded command line again. If it is no longer valid, only its model is known.
RecordedChoice choice_of(const RunRecord& record, const RunPlaces& places) {
  RecordedChoice choice;
  choice.model.file = record.model;
  try {
    const auto parsed = parse_command(with_present_folder(record.command, places));
    const auto* invocation = std::get_if<Invocation>(&parsed);
    if (invocation == nullptr) return choice;
    std::visit(
        [&choice]<class Options>(const Options& options) {
          if constexpr (ReadsModel<Options>) choice.model = options.model;
          if constexpr (std::is_same_v<Options, SimulateOptions>) {
            choice.parameters = options.parameters;
            choice.settings = options.settings;
            choice.simulated = true;
          }
          if constexpr (std::is_same_v<Options, ScenariosOptions>) choice.start = options.start;
        },
        invocation->verb);
  } catch (const Error&) {  // an option of another version
  }
  if (!record.model.empty()) choice.model.file = record.model;
  return choice;
}

void warn(const char* code, const fs::path& file, const std::string& message,
          Diagnostics& diagnostics) {
  diagnostics.warning(code, {.file = file.string()}, message);
}

/// Finds the file that was run, and the present place of its data.
class ModelSearch {
 public:
  ModelSearch(const ResultFile& result, const ModelChoice& choice, Diagnostics& diagnostics)
      : result_(result), choice_(choice), diagnostics_(diagnostics), places_(result) {
    if (result.record) recorded_ = choice_of(*result.record, places_);
  }

  std::optional<ReportedModel> find() {
    const std::optional<fs::path> file = model_file();
    if (!file) return std::nullopt;
    recorded_.model.file = *file;
    recorded_.model.data_dir = data_dir();
    recorded_.model.weather = weather();
    try {
      return made();
    } catch (const Error& error) {
      warn("report.model_unusable", *file,
           "the report does not include the model: " +
               to_string(error.diagnostics().items().front()),
           diagnostics_);
      return std::nullopt;
    }
  }

 private:
  std::optional<fs::path> model_file() {
    if (choice_.model) return choice_.model;
    if (result_.kind == ResultKind::Scenarios && result_.record && result_.record->model.empty()) {
      return base_of_set();
    }
    const std::string named = recorded_.model.file.string();
    if (named.empty()) return std::nullopt;
    const std::optional<fs::path> found = places_.find(named);
    if (!found) {
      warn("report.model_missing", result_.path,
           "the model '" + named +
               "' of these results is not next to them, and it was moved or changed in its own "
               "folder; set it with --model",
           diagnostics_);
    }
    return found;
  }

  /// A scenario set among the inputs.
  struct SetFile {
    fs::path path;
    Json json;
  };

  std::optional<SetFile> set_file() const {
    if (!result_.record || result_.kind != ResultKind::Scenarios) return std::nullopt;
    for (const InputFile& input : result_.record->inputs) {
      const std::optional<fs::path> set = places_.find(input.path);
      if (!set || set->extension() != ".json") continue;
      Json json = read_json(read_text_file(*set), set->string());
      if (!text_member(json, "base").empty()) return SetFile{*set, std::move(json)};
    }
    return std::nullopt;
  }

  /// The base model of the set, if the record does not name a model.
  std::optional<fs::path> base_of_set() const {
    const std::optional<SetFile> set = set_file();
    if (!set) return std::nullopt;
    const fs::path model = set->path.parent_path() / text_member(set->json, "base");
    std::error_code ignored;
    return fs::exists(model, ignored) ? std::optional(model) : std::nullopt;
  }

  /// The zone of scenarios without a site: that of the set, otherwise the offset of its start.
  std::string timezone_of_set() const {
    const std::optional<SetFile> set = set_file();
    std::string zone = set ? text_member(set->json, "timezone") : "";
    if (!zone.empty()) return zone;
    std::string start = recorded_.start;
    if (start.empty() && set) start = text_member(member(set->json, "period"), "start");
    const auto stamp = parse_time(start);
    return stamp && stamp->offset ? format_offset(*stamp->offset) : "";
  }

  std::optional<fs::path> data_dir() const {
    if (choice_.data_dir) return choice_.data_dir;
    const std::optional<fs::path>& named = recorded_.model.data_dir;
    return named ? places_.find_folder(named->string()) : std::nullopt;
  }

  std::optional<fs::path> weather() const {
    if (choice_.weather) return choice_.weather;
    const std::optional<fs::path>& named = recorded_.model.weather;
    if (!named) return std::nullopt;
    const std::optional<fs::path> found = places_.find(named->string());
    return found ? found : named;
  }

  /// Sets the model of a problem in the form in which it is simulated.
  template <class Problem>
  static void view(const Problem& problem, ReportedModel& reported) {
    reported.data = problem.data;
    reported.timezone = problem.timezone;
    reported.viewed = compile_for_view(problem.model, problem.compile);
    reported.engine = engine_words(reported.viewed.plan->options);
  }

  ReportedModel made() {
    ReportedModel reported;
    reported.file = recorded_.model.file;
    Diagnostics heard;  // ignored: the record of the run has these messages
    if (is_problem()) {
      const CalibrationFileOptions how{.data_dir = recorded_.model.data_dir,
                                       .timezone = recorded_.model.timezone,
                                       .weather = recorded_.model.weather};
      const fs::path& file = recorded_.model.file;
      if (result_.kind == ResultKind::Control) {
        view(read_control_problem(file, known_components(), how, heard), reported);
      } else {
        const CalibrationProblem problem = read_calibration(file, known_components(), how, heard);
        view(problem, reported);
        reported.measured = measured_columns(problem);
      }
      return reported;
    }
    const NamedFiles named = choice_.model ? NamedFiles::OfTheModel : NamedFiles::Confined;
    SimulationModel as_read = read_model(recorded_.model, heard, named);
    if (recorded_.parameters) {
      const auto found = places_.find(recorded_.parameters->string());
      if (found) recorded_.parameters = *found;
      apply_estimated_values(read_estimated_values(*recorded_.parameters), known_components(),
                             as_read);
    }
    const SimulationModel model = with_settings(std::move(as_read), recorded_.settings);
    reported.data = data_options(recorded_.model);
    reported.timezone =
        model.site.timezone.empty() ? recorded_.model.timezone : model.site.timezone;
    reported.viewed = compile_for_view(model, recorded_.model.compile);
    if (reported.timezone.empty()) reported.timezone = timezone_of_set();
    if (recorded_.simulated) reported.engine = engine_words(reported.viewed.plan->options);
    return reported;
  }

  /// Commands of estimation and control read a problem, unless `--model` names a model.
  bool is_problem() const {
    const std::set kinds{ResultKind::Calibration, ResultKind::Posterior, ResultKind::Sensitivity,
                         ResultKind::Control};
    if (!kinds.contains(result_.kind)) return false;
    if (recorded_.model.file.extension() != ".json") return false;
    return !JsonDocument::read(recorded_.model.file).root().find("components");
  }

  const ResultFile& result_;
  const ModelChoice& choice_;
  Diagnostics& diagnostics_;
  RunPlaces places_;
  RecordedChoice recorded_;
};

}  // namespace

std::vector<FileColumn> measured_columns(const CalibrationProblem& problem) {
  std::vector<FileColumn> columns;
  for (const CalibrationMeasurement& measurement : problem.measurements) {
    columns.push_back(measurement.column);
  }
  return columns;
}

std::string engine_words(const CompileOptions& options) {
  std::string words(word_for(options.engine.value_or(Engine::Stepwise), kEngineWords));
  if (options.coupling) words += fmt::format(", {}", word_for(*options.coupling, kCouplingWords));
  if (options.substeps.value_or(0) > 1) words += fmt::format(", {} substeps", *options.substeps);
  return words;
}

std::optional<ReportedModel> reported_model(const ResultFile& result, const ModelChoice& choice,
                                            Diagnostics& diagnostics) {
  return ModelSearch(result, choice, diagnostics).find();
}

}  // namespace hearth::apps
