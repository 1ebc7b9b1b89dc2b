// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/estimation/scenarios/set/internal/model_patch.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

/// Calls `visit` with each column of a file that the configuration or a measurement names.
template <class Model, class Visit>
void visit_files(Model& model, const Visit& visit) {
  for (const auto& [id, unused] : model.components()) {
    for (auto& [name, setting] : model.component(id).config) {
      if (auto* spec = std::get_if<SeriesSpec>(&setting)) {
        if (auto* column = std::get_if<FileColumn>(&spec->source)) visit(column->file, id);
      } else if (auto* file = std::get_if<FileName>(&setting)) {
        visit(file->path, id);
      }
    }
  }
}

bool has_weather_ending(const std::string& file) {
  std::string lower = lower_case(file);
  if (lower.ends_with(".gz")) lower.resize(lower.size() - 3);
  return lower.ends_with(".epw") || lower.ends_with(".tmy");
}

/// Returns the files that the configuration names, as it names them; each once.
std::vector<std::string> named_files(const SimulationModel& model) {
  std::set<std::string> files;
  visit_files(model, [&](const std::string& file, const std::string&) { files.insert(file); });
  return {files.begin(), files.end()};
}

/// Returns the files among them that hold weather.
std::vector<std::string> weather_files(const SimulationModel& model) {
  std::set<std::string> files;
  visit_files(model, [&](const std::string& file, const std::string& id) {
    const bool outdoors = model.component(id).type == "OutdoorEnvironment";
    if (outdoors || has_weather_ending(file)) files.insert(file);
  });
  if (!files.empty()) return {files.begin(), files.end()};
  const std::vector<std::string> all = named_files(model);
  return all.size() == 1 ? all : std::vector<std::string>{};
}

/// Which file takes the place of which: names as the model has them.
class Replacements {
 public:
  explicit Replacements(const SimulationModel& model) : model_(model), named_(named_files(model)) {
    for (const auto& [port, measurement] : model.measurements)
      measured_.insert(measurement.column.file);
  }

  void add(const ScenarioChange& change) {
    for (const auto& [from, to] : change.files) {
      const Where where = change.where.below("/files" + pointer_part(from));
      for (const std::string& name : matches(from, where)) by_name_[name] = to;
    }
    if (change.weather.empty()) return;
    const std::vector<std::string> files = weather_files(model_);
    const Where where = change.where.below("/weather");
    if (files.empty()) {
      throw InputError("scenarios.weather_missing", where,
                       fmt::format("the model names no weather file (one of an OutdoorEnvironment, "
                                   ".epw, .tmy); name the file in 'files'{}",
                                   named_.empty() ? "" : ": " + listed(named_)));
    }
    if (files.size() > 1) {
      throw InputError(
          "scenarios.weather_several", where,
          fmt::format("the model names several weather files: {}; say in 'files' which "
                      "is replaced",
                      fmt::join(files, ", ")));
    }
    by_name_[files.front()] = change.weather;
  }

  void apply(SimulationModel& model) const {
    if (by_name_.empty()) return;
    const auto replace = [&](std::string& file, const std::string&) {
      if (const auto found = by_name_.find(file); found != by_name_.end()) file = found->second;
    };
    visit_files(model, replace);
    for (auto& [port, measurement] : model.measurements) replace(measurement.column.file, port);
  }

 private:
  /// Names equal to `from`; where there is none, those with its base name.
  std::vector<std::string> matches(const std::string& from, const Where& where) const {
    std::set<std::string> all(named_.begin(), named_.end());
    all.insert(measured_.begin(), measured_.end());
    if (all.contains(from)) return {from};
    std::vector<std::string> found;
    for (const std::string& name : all) {
      if (base_name(name) == base_name(from)) found.push_back(name);
    }
    if (!found.empty()) return found;
    throw InputError("scenarios.file_unnamed", where,
                     fmt::format("the model names no file '{}'{}", from,
                                 expected_name(from, {all.begin(), all.end()})));
  }

  const SimulationModel& model_;
  std::vector<std::string> named_;
  std::set<std::string> measured_;
  std::map<std::string, std::string> by_name_;
};

}  // namespace

void swap_files(const std::vector<const ScenarioChange*>& changes, SimulationModel& model) {
  Replacements replacements(model);
  for (const ScenarioChange* change : changes) replacements.add(*change);
  replacements.apply(model);
}

}  // namespace hearth
