// SPDX-License-Identifier: MIT
#include "hearth/data/sources/weather_choice.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/weather/weather_file.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

/// Gives a model another weather file.
class WeatherTaker {
 public:
  WeatherTaker(const std::string& file, const Registry& registry, const DataFiles& files,
               SimulationModel& model)
      : file_(file), registry_(registry), files_(files), model_(model) {}

  void take() {
    find_present_files();
    for (const auto& [id, unused] : model_.components()) give_name(model_.component(id));
    const bool named = taken_;
    const bool weather = is_weather(file_);
    for (const auto& [id, unused] : model_.components()) {
      Component& component = model_.component(id);
      if (!named && component.type == "OutdoorEnvironment") {
        weather ? give_columns(component) : give_file(component);
      }
      replace_columns(component);
      if (component.type == kCorrected) replace_corrected(id, component, weather);
    }
    if (taken_) return;
    throw InputError("model.weather_unused", {.file = file_},
                     "nothing in the model reads weather: add a component 'Weather' (or an "
                     "'OutdoorEnvironment') and connect it");
  }

 private:
  /// Stands between a source of weather and its receivers, with a series of its own.
  static constexpr const char* kCorrected = "CorrectedSeries";

  /// Finds the files that the weather is read from now.
  void find_present_files() {
    for (const auto& [id, component] : model_.components()) {
      const ComponentType* type = registry_.find(component.type);
      for (const auto& [name, setting] : component.config) {
        const auto* file = std::get_if<FileName>(&setting);
        const bool of_columns =
            type != nullptr &&
            std::any_of(type->schema.begin(), type->schema.end(),
                        [&n = name](const Field& field) { return field.file == n; });
        if (file != nullptr && of_columns) present_.insert(file->path);
        const auto* spec = std::get_if<SeriesSpec>(&setting);
        const auto* column = spec ? std::get_if<FileColumn>(&spec->source) : nullptr;
        if (column != nullptr && component.type == "OutdoorEnvironment") {
          present_.insert(column->file);
        }
      }
    }
  }

  void replace_corrected(const std::string& id, Component& component, bool weather) {
    const auto known = component.config.find("series");
    auto* spec =
        known == component.config.end() ? nullptr : std::get_if<SeriesSpec>(&known->second);
    auto* column = spec ? std::get_if<FileColumn>(&spec->source) : nullptr;
    if (column == nullptr || column->file == file_ || !present_.contains(column->file)) return;
    if (weather) {
      throw InputError("model.weather_corrected", {.file = file_, .component = id},
                       fmt::format("'{}' corrects a column of '{}', which a weather file does not "
                                   "have; name a file with the same columns, or give the component "
                                   "its column of the new file",
                                   id, column->file));
    }
    column->file = file_;
    taken_ = true;
  }

  /// Whether a file holds weather, by its ending or, where it is found, by its content.
  bool is_weather(const std::string& file) const {
    if (has_weather_ending(file)) return true;
    const auto path = files_.find(file);
    try {
      return path && !is_sqlite_file(*path) && is_weather_file(*path, read_text_file(*path));
    } catch (const InputError&) {
      return false;  // told when it is read
    }
  }

  /// Sets the file of a component whose columns come from one file.
  void give_name(Component& component) {
    const ComponentType* type = registry_.find(component.type);
    if (type == nullptr) return;
    for (const Field& field : type->schema) {
      if (field.role != Role::Config || field.kind != ConfigKind::Series || field.file.empty()) {
        continue;
      }
      component.config[std::string(field.file)] = FileName{file_, ""};
      taken_ = true;
    }
  }

  void give_columns(Component& component) {
    for (const auto& [name, column] :
         {std::pair("outdoorTemperature", "dryBulbTemperature"),
          std::pair("globalIrradiation", "globalHorizontalRadiation")}) {
      SeriesSpec spec;
      if (const auto known = component.config.find(name); known != component.config.end()) {
        if (const auto* old = std::get_if<SeriesSpec>(&known->second)) spec.sample = old->sample;
      }
      FileColumn from;
      from.file = file_;
      from.column = std::string(column);
      spec.source = std::move(from);
      component.config[name] = std::move(spec);
    }
    taken_ = true;
  }

  /// Takes the columns that the component has from the new file.
  void give_file(Component& component) {
    for (const char* name : {"outdoorTemperature", "globalIrradiation"}) {
      const auto known = component.config.find(name);
      if (known == component.config.end()) continue;
      auto* spec = std::get_if<SeriesSpec>(&known->second);
      auto* column = spec ? std::get_if<FileColumn>(&spec->source) : nullptr;
      if (column == nullptr) continue;
      column->file = file_;
      taken_ = true;
    }
  }

  void replace_columns(Component& component) {
    for (auto& [name, setting] : component.config) {
      auto* spec = std::get_if<SeriesSpec>(&setting);
      auto* column = spec ? std::get_if<FileColumn>(&spec->source) : nullptr;
      if (column == nullptr || !is_weather(column->file)) continue;
      column->file = file_;
      taken_ = true;
    }
  }

  const std::string& file_;
  const Registry& registry_;
  const DataFiles& files_;
  SimulationModel& model_;
  std::set<std::string> present_;  // files of the weather so far
  bool taken_ = false;
};

}  // namespace

bool has_weather_ending(const std::string& file) {
  std::string lower = lower_case(file);
  if (lower.ends_with(".gz")) lower.resize(lower.size() - 3);
  return lower.ends_with(".epw") || lower.ends_with(".tmy");
}

void take_weather(const std::string& file, const Registry& registry, const DataFiles& files,
                  SimulationModel& model) {
  WeatherTaker(file, registry, files, model).take();
}

}  // namespace hearth
