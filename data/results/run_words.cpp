// SPDX-License-Identifier: MIT
#include "hearth/data/results/run_words.hpp"

#include <charconv>

#include "hearth/data/json/schema_parts.hpp"

namespace hearth {
namespace {

constexpr std::string_view kAutomatic = "auto";

}  // namespace

std::optional<int> substeps_of(std::string_view text) {
  if (text == kAutomatic) return 0;
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  if (count < 1 || count > kMostSubsteps) return {};
  return count;
}

std::optional<int> read_substeps(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::String)) {
    if (node.string() == kAutomatic) return 0;
    wrong_type(node, "'auto' or a whole number", diagnostics);
    return {};
  }
  return read_integer(node, diagnostics, {.min = 1.0, .max = kMostSubsteps});
}

nlohmann::ordered_json substeps_schema() {
  return schema_parts::described(
      schema_parts::either({{{"const", kAutomatic}},
                            {{"type", "integer"}, {"minimum", 1}, {"maximum", kMostSubsteps}}}),
      "Equal parts of a step within the stepwise engine; auto: as many as changes ask for");
}

JsonForm<int> substeps_form() {
  auto form = forms::read_by(read_substeps, substeps_schema());
  form.write = [](const int& count) {
    return count == 0 ? nlohmann::ordered_json(kAutomatic) : nlohmann::ordered_json(count);
  };
  return form;
}

}  // namespace hearth
