// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns the keys of an RFC 6901 pointer, `~1` and `~0` replaced.
std::vector<std::string> pointer_keys(const std::string& pointer);

/// Returns the text of a model file as a document; comments are passed over. The text is one that
/// was read before.
nlohmann::json model_document(const std::string& text);

/// What patches did, counted against `WorkLimit::PatchWork`: of one model, or of all that are
/// tried.
class PatchWork {
 public:
  /// Throws InputError `limit.exceeded` if it is too much.
  void add(std::int64_t values, const Where& where);

 private:
  std::int64_t done_ = 0;
};

/// Applies RFC 6902 operations, the text of an array whose form was checked. InputError
/// `scenarios.patch_failed` at `where` with the number of the operation.
void apply_patch(const std::string& operations, const Where& where, nlohmann::json& document,
                 PatchWork& work);

/// Replaces the number at a pointer: a plain number, the number of `"21 degC"`, or the `value` of
/// an object; a plain one is written with its unit where the quantity has one. InputError
/// `scenarios.target_invalid`.
void set_number(const std::string& pointer, const Quantity& quantity, const Where& where,
                nlohmann::json& document);

/// Returns the unit that is written with the number at a pointer; nothing if there is none.
std::optional<Unit> unit_at(const std::string& pointer, const nlohmann::json& document);

/// Puts other files in the place of those a model names, by `files` and `weather` of the changes:
/// all by the names the model has now, the later change wins. The model's weather file is the one
/// of its `OutdoorEnvironment` or of a weather format; if there is none, its only file. A file
/// of a weather format instead of one that is not is taken as by `take_weather`.
/// InputError `scenarios.file_unnamed`, `scenarios.weather_missing` or `scenarios.weather_several`.
///
/// `rules` say how files are read: of those that were put in they count before what the columns
/// say, of others they fill what the columns leave open.
void swap_files(const std::vector<const ScenarioChange*>& changes,
                const std::vector<FileColumn>& rules, const Registry& registry,
                const DataFiles& files, SimulationModel& model);

}  // namespace hearth
