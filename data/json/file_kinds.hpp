// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hearth/framework/base/function_ref.hpp"

namespace hearth {

class JsonNode;

/// Kinds of JSON files that Hearth reads or writes.
enum class JsonFileKind {
  SavedState,
  RunRecord,
  Mapping,
  CalibrationResult,
  Posterior,
  Sensitivity,
  ControlResult,
  ImportReport,
  SteadyState,
  Linearization,
  Scenarios,
  Model,
  ReportConfig,
  Control,
  Calibration,
  Kpis,
  SideFile,
};

/// Returns the kind of a file from the keys of its root object, or nothing if it is unknown.
/// `has(key)` returns whether the object has a key.
std::optional<JsonFileKind> json_file_kind(FunctionRef<bool(std::string_view)> has);
/// Returns the kind of a document, or nothing if it is unknown or its root is not an object.
std::optional<JsonFileKind> json_file_kind(const JsonNode& root);

/// Returns the name of a kind with its article, such as "a calibration problem".
std::string_view name_of(JsonFileKind kind);
/// Returns an instruction for a file of this kind, such as "run it with 'hearth calibrate'".
std::string_view use_of(JsonFileKind kind);

/// Throws InputError `json.other_kind` if a document is recognised as a file of a kind other than
/// `expected`.
void require_file_kind(const JsonNode& root, JsonFileKind expected);

}  // namespace hearth
