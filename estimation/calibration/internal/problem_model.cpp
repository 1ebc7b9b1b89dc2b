// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/problem_model.hpp"

#include <system_error>

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/sources/weather_choice.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/ontology/load_model.hpp"

namespace hearth {

namespace fs = std::filesystem;

std::optional<Duration> read_problem_step(const JsonNode& node, Diagnostics& diagnostics) {
  const auto step = read_duration(node, diagnostics);
  if (step && step->count() <= 0) {
    diagnostics.error("simulation.step_invalid", node.where(),
                      "the step must be longer than 0 s; set a positive step");
  }
  return step;
}

std::optional<SimulationModel> load_problem_model(const fs::path& file, const Where& where,
                                                  const char* problem, const DataOptions& data,
                                                  const Registry& registry,
                                                  const CalibrationFileOptions& options,
                                                  Diagnostics& diagnostics) {
  if (std::error_code error; !fs::exists(file, error)) {
    diagnostics.error("input.file_missing", where,
                      "the file '" + file.string() +
                          "' does not exist; 'model' is a path from the folder of the " + problem);
    return std::nullopt;
  }
  try {
    SimulationModel model = load_model(file, registry,
                                       {.timezone = options.timezone,
                                        .data_dir = data.data_dir,
                                        .side_file = {},
                                        .weather = options.weather},
                                       diagnostics);
    const DataFiles files(data);
    if (options.weather) {
      take_weather(fs::absolute(*options.weather).string(), registry, files, model);
    }
    locate_files(model, files);
    return model;
  } catch (const Error& error) {
    diagnostics.append(error.diagnostics());
    return std::nullopt;
  }
}

std::string zone_of_problem(const SimulationModel& model, const DataOptions& data,
                            const CalibrationFileOptions& options) {
  DataResolver resolver(data);
  const std::string zone = completed_site(model, resolver).timezone;
  return options.timezone.empty() ? zone : options.timezone;
}

std::string zone_of_stamp(const std::string& first_stamp) {
  const auto stamp = parse_time(first_stamp);
  return stamp && stamp->offset ? format_offset(*stamp->offset) : "";
}

}  // namespace hearth
