// SPDX-License-Identifier: MIT
// The command lines of the verbs that need no model.
#include "hearth/apps/options/verbs.hpp"
#include "hearth/apps/report/content/report_config.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/estimation/bayes/sample.hpp"
#include "hearth/estimation/calibration/calibration.hpp"
#include "hearth/estimation/control/optimal_control.hpp"
#include "hearth/estimation/kpis/kpi_settings.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/estimation/sensitivity/sensitivity.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/model_files/model_schema.hpp"

namespace hearth::apps {
namespace {

std::string schema_of_models() { return model_schema(known_components()); }
std::string schema_of_mappings() { return mapping_schema(known_components()); }

constexpr Choices<std::string (*)(), 11> kSchemas{{{"model", schema_of_models},
                                                   {"calibration", calibration_schema},
                                                   {"result", calibration_result_schema},
                                                   {"sample", sample_result_schema},
                                                   {"control", control_problem_schema},
                                                   {"control_result", control_result_schema},
                                                   {"sensitivity", sensitivity_result_schema},
                                                   {"scenarios", scenario_schema},
                                                   {"kpi", kpi_file_schema},
                                                   {"report", report_config_schema},
                                                   {"mapping", schema_of_mappings}}};
constexpr Choices<Shell, 3> kShells{
    {{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}}};

}  // namespace

void describe(VerbLine& line, ComponentsOptions& options) {
  line.about("Print the reference of the component types: ports, parameters, units and ranges.",
             {"hearth components", "hearth components BuildingSpace"});
  line.argument("TYPE", options.type, read_text, "Component type (default: all)")
      .one_of(known_components().names());
  line.flag("--json", options.format, ReferenceFormat::Json, "Print JSON on stdout");
  line.flag("--markdown", options.format, ReferenceFormat::Markdown, "Print Markdown on stdout")
      .not_with("--json");
}

void describe(VerbLine& line, SchemaOptions& options) {
  line.about("Print the JSON Schema of a kind of file, for editors and validators.",
             {"hearth schema model > model.schema.json"});
  line.choice("KIND", options.schema, kSchemas, "KIND", "Kind of file: {}").required();
}

void describe(VerbLine& line, InitOptions& options) {
  line.about(
      "Write a small working project: a heated room with weather, measurements, a "
      "calibration and scenarios.",
      {"hearth init my_room", "hearth init my_room --name \"My room\""});
  line.argument("DIR", options.folder, read_path,
                "Folder of the project; created if it does not exist")
      .required()
      .folders();
  line.option("--name", options.name, read_name, "NAME",
              "Set the name of the project (default: name of the folder)");
  line.flag("--force", options.force, true, "Overwrite existing files");
}

void describe(VerbLine& line, CompletionOptions& options) {
  line.about("Print a script that makes a shell complete verbs, options and files.",
             {"source <(hearth completion bash)",
              "hearth completion fish > ~/.config/fish/completions/hearth.fish"});
  line.choice("SHELL", options.shell, kShells, "SHELL", "Shell: {}").required();
}

}  // namespace hearth::apps
