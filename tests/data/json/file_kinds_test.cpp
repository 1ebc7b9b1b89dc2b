// SPDX-License-Identifier: MIT
#include "hearth/data/json/file_kinds.hpp"

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/error.hpp"

namespace file_kinds_test {

using namespace hearth;

namespace {

using Kind = JsonFileKind;

/// A file of each kind, with the keys that each of them has.
const std::vector<std::pair<Kind, std::string>> kFiles{
    {Kind::SavedState, R"({"hearth_state": 1, "components": {}})"},
    {Kind::RunRecord, R"({"command": "hearth simulate", "status": "done", "outputs": []})"},
    {Kind::Mapping, R"({"hearthMapping": 1, "id": "own", "rules": []})"},
    {Kind::CalibrationResult, R"({"status": "converged", "objective": {}, "parameters": []})"},
    {Kind::Posterior, R"({"status": "done", "parameters": [], "chains": [], "predictive": {}})"},
    {Kind::Sensitivity, R"({"method": "morris", "parameters": [], "quantities": []})"},
    {Kind::ControlResult, R"({"objective": {}, "decisions": [], "searches": []})"},
    {Kind::ImportReport, R"({"coverage": {}, "items": []})"},
    {Kind::SteadyState, R"({"model": "m", "residual": 0, "conditions": [], "values": {}})"},
    {Kind::Linearization, R"({"model": "m", "A": [], "B": [], "C": [], "D": []})"},
    {Kind::Scenarios, R"({"hearth": 1, "base": "m.json", "scenarios": []})"},
    {Kind::Model, R"({"hearth": 1, "components": {}, "connections": []})"},
    {Kind::ReportConfig, R"({"hearth": 1, "report": {}})"},
    {Kind::Control, R"({"hearth": 1, "model": "m.json", "decisions": [], "objective": []})"},
    {Kind::Calibration, R"({"hearth": 1, "model": "m.json", "periods": [], "parameters": []})"},
    {Kind::Kpis, R"({"hearth": 1, "kpi": {}})"},
    {Kind::SideFile, R"({"kinds": {"office": {}}})"},
};

std::string refusal(const std::string& text, Kind expected) {
  const JsonDocument document = JsonDocument::parse(text, "own.json");
  try {
    require_file_kind(document.root(), expected);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the kind of a JSON file follows from its keys") {
  for (const auto& [kind, text] : kFiles) {
    CAPTURE(text);
    CHECK(json_file_kind(JsonDocument::parse(text, "own.json").root()) == kind);
  }
  for (const char* text : {R"({"hearth": 1})", R"([1])", R"("components")", R"({})"}) {
    CHECK_FALSE(json_file_kind(JsonDocument::parse(text, "own.json").root()));
  }
}

TEST_CASE("a file of another kind is refused with its kind and its use") {
  for (const auto& [kind, text] : kFiles) {
    CAPTURE(text);
    CHECK(refusal(text, kind).empty());
    const Kind other = kind == Kind::Model ? Kind::Calibration : Kind::Model;
    if (kind == Kind::SavedState) continue;  // it has the key of a model, too
    const std::string message = refusal(text, other);
    CHECK_THAT(message, Catch::Contains("json.other_kind") && Catch::Contains("own.json") &&
                            Catch::Contains(std::string(name_of(kind))) &&
                            Catch::Contains(std::string(use_of(kind))));
  }
  // Mistakes in a file of the expected kind are left to its reader.
  CHECK(refusal(R"({"hearth": 1, "components": {}, "periods": []})", Kind::Calibration).empty());
  CHECK(refusal(R"({"hearth": 1})", Kind::Model).empty());
}

}  // namespace file_kinds_test
