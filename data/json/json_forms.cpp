// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_forms.hpp"

#include "hearth/data/json/json_text.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth::forms {
namespace {

using Json = nlohmann::ordered_json;
using schema_parts::refer_to;

template <class V, class Write>
JsonForm<V> written_by(JsonForm<V> form, Write write) {
  form.write = write;
  return form;
}

std::optional<int> read_version(const JsonNode& node, Diagnostics& diagnostics) {
  const std::optional<int> number = read_integer(node, diagnostics);
  if (number && *number != 1) {
    diagnostics.error("json.version", node.where(), "only version 1 is supported");
  }
  return number;
}

std::optional<Instant> read_stamp(const JsonNode& node, JsonReading& reading) {
  if (reading.first_stamp.empty() && node.is(JsonKind::String)) reading.first_stamp = node.string();
  return read_instant(node, reading.zone, reading.diagnostics);
}

}  // namespace

JsonForm<int> version() { return read_by(read_version, {{"const", 1}}); }

JsonForm<std::string> name() {
  return written_by(read_by(read_name, schema_parts::text()),
                    [](const std::string& text) { return text; });
}

JsonForm<std::string> string() {
  return written_by(read_by(read_string, {{"type", "string"}}),
                    [](const std::string& text) { return text; });
}

JsonForm<double> number(NumberRange range) {
  return {[range](const JsonNode& node, JsonReading& reading) {
            return read_number(node, reading.diagnostics, range);
          },
          schema_parts::number(range), number_json};
}

JsonForm<int> integer(NumberRange range) {
  Json schema = schema_parts::number(range);
  schema["type"] = "integer";
  return {[range](const JsonNode& node, JsonReading& reading) {
            return read_integer(node, reading.diagnostics, range);
          },
          std::move(schema), [](int value) { return value; }};
}

JsonForm<bool> flag() {
  return written_by(read_by(read_flag, schema_parts::flag()), [](bool value) { return value; });
}

JsonForm<Unit> unit() { return written_by(read_by(read_unit, refer_to("unit")), unit_json); }

JsonForm<Instant> instant() {
  return {read_stamp, refer_to("instant"),
          [](const Instant& instant) { return format_time(instant, Zone()); }};
}

JsonForm<Duration> duration() {
  return written_by(read_by(read_duration, refer_to("duration")), [](const Duration& duration) {
    return number_json(hearth::seconds(duration));
  });
}

JsonForm<double> seconds() {
  return written_by(read_by(read_seconds, refer_to("duration")), number_json);
}

JsonForm<std::string> zone_name() {
  return written_by(read_by(read_zone_name, refer_to("zone")),
                    [](const std::string& name) { return name; });
}

JsonForm<bool> anything(Json schema) {
  return {[](const JsonNode&, JsonReading&) { return std::optional(true); }, std::move(schema)};
}

}  // namespace hearth::forms
