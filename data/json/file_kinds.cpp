// SPDX-License-Identifier: MIT
#include "hearth/data/json/file_kinds.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace {

struct KindOfFile {
  JsonFileKind kind;
  std::string_view name;
  std::string_view use;
  /// Sets of keys, each of which identifies the kind.
  std::vector<std::vector<std::string_view>> keys;
};

/// Kinds with the most special keys first.
const std::vector<KindOfFile>& kinds() {
  using enum JsonFileKind;
  static const std::vector<KindOfFile> all{
      {SavedState,
       "a saved state",
       "continue a run from it with 'hearth simulate --load-state'",
       {{"hearth_state"}}},
      {RunRecord,
       "the record of a run",
       "pass the results next to it to 'hearth report' or 'hearth kpi'",
       {{"command", "status"}}},
      {Mapping, "a mapping", "pass it to 'hearth translate' with --mapping", {{"hearthMapping"}}},
      {CalibrationResult,
       "the result of 'hearth calibrate'",
       "pass it to 'hearth report', or to 'hearth apply' with its model",
       {{"objective", "parameters"}}},
      {Posterior,
       "the result of 'hearth sample'",
       "pass it to 'hearth report'",
       {{"chains", "predictive"}}},
      {Sensitivity,
       "the result of 'hearth sensitivity'",
       "pass it to 'hearth report'",
       {{"quantities", "method"}}},
      {ControlResult,
       "the result of 'hearth optimize'",
       "pass it to 'hearth report'",
       {{"decisions", "searches"}}},
      {ImportReport, "an import report", "pass it to 'hearth report'", {{"coverage", "items"}}},
      {SteadyState,
       "the result of 'hearth steady'",
       "it is meant for your own programs",
       {{"residual", "conditions", "values"}}},
      {Linearization,
       "the result of 'hearth linearize'",
       "it is meant for your own programs",
       {{"A", "B", "C", "D"}}},
      {Model, "a model", "pass it as MODEL, or with --model", {{"components"}}},
      {Scenarios,
       "a scenario set",
       "run it with 'hearth scenarios'",
       {{"scenarios"}, {"sweep"}, {"base"}, {"axes"}, {"models"}}},
      {ReportConfig,
       "a report configuration",
       "pass it to 'hearth report' with --config",
       {{"report"}}},
      {Control, "a control problem", "run it with 'hearth optimize'", {{"decisions"}}},
      {Calibration,
       "a calibration problem",
       "run it with 'hearth calibrate'",
       {{"periods"}, {"measurements", "parameters"}}},
      {Kpis,
       "settings of KPIs",
       "pass it to 'hearth kpi' with --settings",
       {{"kpi"}, {"energy"}, {"carriers"}, {"zones"}, {"comfort"}}},
      {SideFile, "a side file", "pass it to 'hearth translate' with --params", {{"kinds"}}},
  };
  return all;
}

const KindOfFile& entry_of(JsonFileKind kind) {
  return *std::find_if(kinds().begin(), kinds().end(),
                       [kind](const KindOfFile& entry) { return entry.kind == kind; });
}

bool has_keys(const KindOfFile& entry, FunctionRef<bool(std::string_view)> has) {
  return std::any_of(entry.keys.begin(), entry.keys.end(), [&](const auto& keys) {
    return std::all_of(keys.begin(), keys.end(), [&](std::string_view key) { return has(key); });
  });
}

}  // namespace

std::optional<JsonFileKind> json_file_kind(FunctionRef<bool(std::string_view)> has) {
  for (const KindOfFile& entry : kinds()) {
    if (has_keys(entry, has)) return entry.kind;
  }
  return std::nullopt;
}

std::optional<JsonFileKind> json_file_kind(const JsonNode& root) {
  if (!root.is(JsonKind::Object)) return std::nullopt;
  return json_file_kind([&](std::string_view key) { return root.find(key).has_value(); });
}

std::string_view name_of(JsonFileKind kind) { return entry_of(kind).name; }

std::string_view use_of(JsonFileKind kind) { return entry_of(kind).use; }

void require_file_kind(const JsonNode& root, JsonFileKind expected) {
  const auto kind = json_file_kind(root);
  const auto has = [&](std::string_view key) { return root.find(key).has_value(); };
  if (!kind || *kind == expected || has_keys(entry_of(expected), has)) return;
  throw InputError("json.other_kind", root.where(),
                   fmt::format("this is {}, and {} is expected here; {}", name_of(*kind),
                               name_of(expected), use_of(*kind)));
}

}  // namespace hearth
