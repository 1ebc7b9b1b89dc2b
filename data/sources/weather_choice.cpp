// SPDX-License-Identifier: MIT
#include "hearth/data/sources/weather_choice.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/weather/weather_file.hpp"
#include "hearth/framework/base/text.hpp"
#include "hearth/framework/model/component_series.hpp"

namespace hearth {
namespace {

/// A series of an OutdoorEnvironment and the corresponding column of weather.
struct OutdoorColumn {
  const char *name, *of_weather;
  Unit unit;
};
constexpr std::array kOutdoorColumns{
    OutdoorColumn{"outdoorTemperature", "dryBulbTemperature", unit::degC},
    OutdoorColumn{"globalIrradiation", "globalHorizontalRadiation", unit::W_per_m2}};

/// Replaces the weather file of a model.
class WeatherTaker {
 public:
  WeatherTaker(const std::string& file, const Registry& registry, const DataFiles& files,
               SimulationModel& model)
      : file_(file), registry_(registry), files_(files), model_(model), reading_(files.options()) {}

  void take() {
    for (const auto& [id, unused] : model_.components()) give_name(model_.component(id));
    const bool named = taken_;
    const bool weather = is_weather(file_);
    for (const auto& [id, unused] : model_.components()) {
      Component& component = model_.component(id);
      if (!named && component.type == "OutdoorEnvironment") {
        weather ? give_columns(component) : give_file(component);
      }
      replace_columns(component);
    }
    for (const auto& [id, unused] : model_.components()) {
      Component& component = model_.component(id);
      if (component.type == "CorrectedSeries") replace_corrected(id, component, weather);
    }
    if (taken_) return;
    if (!files_.find(file_)) throw files_.missing_file(file_, {});
    const auto& components = model_.components();
    const bool environment = std::any_of(components.begin(), components.end(), [](const auto& own) {
      return own.second.type == "OutdoorEnvironment";
    });
    throw InputError("model.weather_unused", {.file = file_},
                     environment
                         ? "the file has no column 'outdoorTemperature' or 'dryBulbTemperature' "
                           "(degC), nor 'globalIrradiation' or 'globalHorizontalRadiation' (W/m2); "
                           "rename its columns accordingly"
                         : "nothing in the model reads weather: add a component 'Weather' "
                           "(or an 'OutdoorEnvironment') and connect it");
  }

 private:
  /// Sets the new file in a component that corrects a series of the weather; throws if that is a
  /// weather file.
  void replace_corrected(const std::string& id, Component& component, bool weather) {
    SeriesSpec* spec = series_of(component, "series");
    auto* column = spec ? std::get_if<FileColumn>(&spec->source) : nullptr;
    if (column == nullptr || column->file == file_ || !replaced_.contains(column->file)) return;
    if (weather) {
      throw InputError(
          "model.weather_corrected", {.file = file_, .component = id},
          fmt::format(
              "'{}' corrects a column of '{}', which a weather file does not have; choose a file "
              "with the same columns, or set the column of the new file in the component",
              id, column->file));
    }
    column->file = file_;
    taken_ = true;
  }

  /// Returns whether a file is a weather file, by its extension or, if it is found, by its content.
  bool is_weather(const std::string& file) const {
    if (has_weather_ending(file)) return true;
    const auto path = files_.find(file);
    try {
      return path && !is_sqlite_file(*path) && is_weather_file(*path, read_text_file(*path));
    } catch (const InputError&) {
      return false;  // reported when it is read
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
      ConfigSetting& setting = component.config[std::string(field.file)];
      if (const auto* old = std::get_if<FileName>(&setting)) replaced_.insert(old->path);
      setting = FileName{file_, ""};
      taken_ = true;
    }
  }

  void give_columns(Component& component) {
    for (const auto& [name, column, unit] : kOutdoorColumns) {
      SeriesSpec spec;
      if (const auto known = component.config.find(name); known != component.config.end()) {
        if (const auto* old = std::get_if<SeriesSpec>(&known->second)) {
          spec.sample = old->sample;
          const auto* column_of_old = std::get_if<FileColumn>(&old->source);
          if (column_of_old != nullptr) replaced_.insert(column_of_old->file);
        }
      }
      FileColumn from;
      from.file = file_;
      from.column = std::string(column);
      spec.source = std::move(from);
      component.config[name] = std::move(spec);
    }
    taken_ = true;
  }

  /// Takes from the new file the columns that the component has, and replaces constants by columns
  /// of the same names or of weather.
  void give_file(Component& component) {
    for (const auto& [name, of_weather, own] : kOutdoorColumns) {
      SeriesSpec* spec = series_of(component, name);
      if (spec == nullptr) continue;
      if (auto* column = std::get_if<FileColumn>(&spec->source)) {
        replaced_.insert(column->file);
        column->file = file_;
        taken_ = true;
      } else if (const auto found = first_column({name, of_weather})) {
        FileColumn column;
        column.file = file_;
        column.column = *found;
        column.unit = own;
        column.resample = Resample::Linear;
        spec->source = std::move(column);
        spec->unit.reset();
        taken_ = true;
      }
    }
  }

  /// Returns the first of these columns that the new file has.
  std::optional<std::string> first_column(std::initializer_list<const char*> names) {
    const auto path = files_.find(file_);
    if (!path) return std::nullopt;
    for (const char* name : names) {
      FileColumn column;
      column.file = file_;
      column.column = std::string(name);
      Diagnostics ignored;
      if (!reading_.lacks(*path, column, ignored)) return name;
    }
    return std::nullopt;
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
  DataFiles reading_;               // of the new file, once
  std::set<std::string> replaced_;  // files of the weather so far
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
