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

/// Returns the keys of an RFC 6901 pointer, with `~1` and `~0` decoded.
std::vector<std::string> pointer_keys(const std::string& pointer);

/// Returns the text of a model file as a document without comments. The text must have been read
/// successfully before.
nlohmann::json model_document(const std::string& text);

/// Counts the work of patches against `WorkLimit::PatchWork`, for one model or for all models that
/// are tried.
class PatchWork {
 public:
  /// Throws InputError `limit.exceeded` if the limit is exceeded.
  void add(std::int64_t values, const Where& where);

 private:
  std::int64_t done_ = 0;
};

/// Applies RFC 6902 operations, given as the text of a validated array. Throws InputError
/// `scenarios.patch_failed` at `where` with the number of the operation.
void apply_patch(const std::string& operations, const Where& where, nlohmann::json& document,
                 PatchWork& work);

/// Replaces the number at a pointer: a bare number, the number of `"21 degC"`, or the `value` of an
/// object. A bare number is written with its unit if the quantity has one. Throws InputError
/// `scenarios.target_invalid`.
void set_number(const std::string& pointer, const Quantity& quantity, const Where& where,
                nlohmann::json& document);

/// Returns the unit of the number at a pointer; nothing if it has none.
std::optional<Unit> unit_at(const std::string& pointer, const nlohmann::json& document);

/// Replaces files of a model according to `files` and `weather` of the changes. File names refer to
/// the present model; later changes override earlier ones. The model's weather file is that of its
/// `OutdoorEnvironment` or one of a weather format; if there is none, its only file. If a file of a
/// weather format replaces another kind of file, it is used as in `take_weather`. Throws InputError
/// `scenarios.file_unnamed`, `scenarios.weather_missing` or `scenarios.weather_several`.
///
/// `rules` describe how files are read. For replacement files, they take precedence over the
/// settings of columns; for other files, they only complete these settings.
void swap_files(const std::vector<const ScenarioChange*>& changes,
                const std::vector<FileColumn>& rules, const Registry& registry,
                const DataFiles& files, SimulationModel& model);

}  // namespace hearth
