// SPDX-License-Identifier: MIT
#include <filesystem>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/models/model_input.hpp"
#include "hearth/apps/models/model_output.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/weather/design_day.hpp"
#include "hearth/data/weather/weather_series.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

void say_design_day(const WeatherFile& weather, DesignDay day, Session& session) {
  const DesignConditions conditions = design_conditions(weather, day);
  session.messages.say(fmt::format(
      "every day is the design day for {}: {}{}; simulate the days before and on the 21st of that "
      "month",
      day == DesignDay::Heating ? "heating" : "cooling", description(conditions, day),
      conditions.of_year ? ", estimated from the year of the file, which has no DESIGN CONDITIONS"
                         : ""));
}

/// Writes a weather file as CSV; returns false for other files.
bool convert_weather(const ConvertOptions& options, Session& session) {
  if (options.output.extension() != ".csv") {
    if (!options.design_day) return false;
    throw UsageError("usage.value", {.pointer = "--output"},
                     fmt::format("found '{}', expected the name of a CSV file: --design-day writes "
                                 "weather",
                                 options.output.string()));
  }
  const std::string text = read_text_file(options.model.file);
  if (!is_weather_file(options.model.file, text)) {
    throw UsageError(
        "usage.value", {.pointer = "--output"},
        fmt::format("'{}' is not a weather file: only weather files are converted to CSV",
                    options.model.file.string()));
  }
  session.files.prepare();
  const Site site{.latitude = {}, .longitude = {}, .timezone = options.model.timezone};
  WeatherFile weather = parse_weather(text, options.model.file);
  if (options.design_day) {
    say_design_day(weather, *options.design_day, session);
    weather = design_day_weather(weather, *options.design_day, site);
  }
  write_text_file(options.output, weather_csv(weather, site));
  session.messages.say(fmt::format("'{}' written", options.output.string()));
  return true;
}

}  // namespace

int run_verb(const ConvertOptions& options, Session& session) {
  if (convert_sheets(options, session) || convert_weather(options, session)) return kDone;
  const ModelFormat format = required_model_format(options.output, " (.csv for weather)");
  SimulationModel model = with_messages(session, [&options](Diagnostics& diagnostics) {
    return read_model(options.model, diagnostics);
  });
  const Diagnostics found = validate(model, known_components());
  write_model_file(options.output, format, std::move(model), options.model, found, session);
  session.messages.say(fmt::format("'{}' written", options.output.string()));
  return kDone;
}

}  // namespace hearth::apps
