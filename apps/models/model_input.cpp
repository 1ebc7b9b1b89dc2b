// SPDX-License-Identifier: MIT
#include "hearth/apps/models/model_input.hpp"

#include <set>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/sources/weather_choice.hpp"
#include "hearth/framework/base/read_confinement.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/ontology/load_model.hpp"

namespace hearth::apps {

namespace {

/// A data folder may come from another user's record, and may contain links to any place. Therefore
/// only files are permitted that the model names relative to its own folder.
void permit_named_files(const std::filesystem::path& file, SimulationModel& model) {
  const std::filesystem::path folder = file.parent_path();
  const DataFiles files({.folders = {folder}});
  locate_files(model, files);
  for (const std::filesystem::path& named : named_files(model, files)) {
    ReadConfinement::permit_in(folder, named);
  }
}

}  // namespace

SimulationModel read_model(const ModelOptions& options, Diagnostics& diagnostics,
                           NamedFiles named) {
  return read_model(read_model_file(options.file), options, diagnostics, named);
}

SimulationModel read_model(const TextFile& file, const ModelOptions& options,
                           Diagnostics& diagnostics, NamedFiles named) {
  SimulationModel model = load_model(file, known_components(),
                                     {.timezone = options.timezone,
                                      .data_dir = options.data_dir,
                                      .side_file = options.side_file,
                                      .weather = options.weather},
                                     diagnostics);
  if (named == NamedFiles::OfTheModel) permit_named_files(options.file, model);
  const DataFiles files(data_options(options));
  if (options.weather) {
    const std::string weather = std::filesystem::absolute(*options.weather).string();
    take_weather(weather, known_components(), files, model);
  }
  locate_files(model, files);
  DataResolver resolver(data_options(options));
  const std::string zone = options.timezone.empty() ? "" : model.site.timezone;
  model.site = completed_site(model, resolver);
  // the option takes precedence over the file
  if (!options.timezone.empty()) model.site.timezone = zone;
  if (!model.components().empty()) return model;
  throw InputError("model.empty", {.file = options.file.string(), .pointer = "/components"},
                   "the model has no components; add at least one");
}

SimulationModel with_settings(SimulationModel model, const std::vector<ModelSetting>& settings) {
  Diagnostics diagnostics;
  std::set<std::string> paths;
  for (const ModelSetting& setting : settings) {
    if (!paths.insert(setting.path).second) {
      refuse_value("--set", setting.path, "this value is set twice; set it once");
    }
    try {
      apply_setting(setting, known_components(), model);
    } catch (const ModelError& error) {
      if (error.code() == "model.setting_invalid") {
        refuse_value("--set", setting.path, error.diagnostics().items().front().message);
      }
      append_at({.pointer = "--set " + setting.path}, error, diagnostics);
    }
  }
  if (diagnostics.has_errors()) throw ModelError(diagnostics);
  return model;
}

DataOptions data_options(const ModelOptions& options) {
  DataOptions data;
  data.folders = {options.file.parent_path()};
  data.data_dir = options.data_dir;
  data.timezone = options.timezone;
  return data;
}

EvaluationOrder evaluation_order(const Plan& plan) {
  return plan.options.engine == Engine::Continuous ? make_evaluation_order(plan)
                                                   : EvaluationOrder{};
}

ViewedPlan compile_for_view(const SimulationModel& model, const CompileOptions& options) {
  ViewedPlan viewed;
  try {
    viewed.plan = std::make_shared<const Plan>(compile(model, known_components(), options));
    return viewed;
  } catch (const ModelError& error) {
    for (const Diagnostic& item : error.diagnostics().items()) {
      if (item.severity != Severity::Error) continue;
      if (item.code != "model.initial_missing") throw;
      viewed.missing.push_back(item.where.component + "." + item.where.port);
    }
  }
  SimulationModel complete = model;
  for (const std::string& output : viewed.missing) complete.set_initial(output, Quantity{});
  viewed.plan = std::make_shared<const Plan>(compile(complete, known_components(), options));
  return viewed;
}

}  // namespace hearth::apps
