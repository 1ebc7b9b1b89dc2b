// SPDX-License-Identifier: MIT
#include "hearth/data/results/run_words.hpp"

#include <charconv>

#include <fmt/format.h>

#include "hearth/data/json/schema_parts.hpp"
#include "hearth/data/results/row_ends.hpp"
#include "hearth/data/text/time_text.hpp"

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
      "Number of equal substeps of a step of the stepwise engine; auto: as many as the changes of "
      "values require");
}

JsonForm<int> substeps_form() {
  auto form = forms::read_by(read_substeps, substeps_schema());
  form.write = [](const int& count) {
    return count == 0 ? nlohmann::ordered_json(kAutomatic) : nlohmann::ordered_json(count);
  };
  return form;
}

std::optional<Interval> read_every(const JsonNode& node, Diagnostics& diagnostics) {
  std::optional<Interval> interval;
  if (node.is(JsonKind::String)) interval = parse_interval(node.string());
  if (node.is(JsonKind::Number)) {
    const auto time = whole_milliseconds(node.number());
    if (time && *time > Duration{}) interval = Interval{.time = *time};
  }
  if (interval) return interval;
  diagnostics.error("json.duration", node.where(),
                    fmt::format("found {}, expected seconds above 0, or an ISO 8601 duration such "
                                "as 'PT1H', 'P1D' or 'P1M'",
                                node.describe()));
  return interval;
}

nlohmann::ordered_json every_schema() {
  return schema_parts::described(
      schema_parts::either({schema_parts::number_above(0),
                            schema_parts::text_like(R"(^(P[0-9]+[DWMY]|P.*|[0-9.]+)$)")}),
      "Interval that a row of the results covers: seconds, or an ISO 8601 duration such as PT1H, "
      "P1D or P1M; default: a step");
}

JsonForm<Interval> every_form() {
  auto form = forms::read_by(read_every, every_schema());
  form.write = [](const Interval& interval) { return interval_text(interval); };
  return form;
}

}  // namespace hearth
