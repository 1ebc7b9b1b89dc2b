// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/internal/model_parts.hpp"

#include <limits>

#include <fmt/format.h>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/ontology/model_files/model_words.hpp"

namespace hearth {
namespace {

std::optional<Duration> read_step(const JsonNode& node, Diagnostics& diagnostics) {
  const std::optional<Duration> step = read_duration(node, diagnostics);
  if (step && *step == Duration::zero()) {
    diagnostics.error("json.range", node.where(), "found 0, expected a step above 0 s");
  }
  return step;
}

JsonForm<Duration> step_form() {
  auto form = forms::read_by(read_step, schema_parts::refer_to("step"));
  form.write = [](const Duration& step) { return number_json(seconds(step)); };
  return form;
}

/// Reads a time in s since the start of the run's clocks; a number may be negative.
std::optional<double> read_clock_time(const JsonNode& node, Diagnostics& diagnostics) {
  if (node.is(JsonKind::Number)) return read_number(node, diagnostics);
  return read_seconds(node, diagnostics);
}

JsonForm<double> clock_time() {
  auto form = forms::read_by(
      read_clock_time,
      schema_parts::either({schema_parts::number(), schema_parts::refer_to("duration")}));
  form.write = number_json;
  return form;
}

constexpr double kLeast = std::numeric_limits<double>::min();

/// A number above 0.
JsonForm<double> positive() {
  auto form = forms::number({.min = kLeast});
  form.schema = {{"type", "number"}, {"exclusiveMinimum", 0}};
  return form;
}

JsonForm<long> most_steps() {
  auto form = forms::whole<long>();
  form.read = [](const JsonNode& node, JsonReading& reading) {
    const auto value = read_number(node, reading.diagnostics, {.min = 1.0, .max = 0x1p53});
    return value ? std::optional(static_cast<long>(*value)) : std::nullopt;
  };
  form.schema = {{"type", "integer"}, {"minimum", 1}};
  return form;
}

void malformed(const JsonNode& node, std::string_view form, Diagnostics& diagnostics) {
  diagnostics.error(
      "model.connection_malformed", node.where(),
      fmt::format("found {}, expected \"{}\" or \"{}[key]\"", node.describe(), form, form));
}

/// Form of one end of a connection; `form` is an example of it.
JsonForm<Endpoint> end_like(const char* form) {
  const auto read = [form](const JsonNode& node, JsonReading& reading) {
    std::optional<Endpoint> end;
    if (node.is(JsonKind::String)) end = parse_endpoint(node.string());
    if (!end) malformed(node, form, reading.diagnostics);
    return end;
  };
  return {read, schema_parts::refer_to("endpoint"),
          [](const Endpoint& end) { return to_string(end); }};
}

const JsonRecord<Connection>& connection_record() {
  static const auto record = JsonRecord<Connection>()
                                 .required("from", &Connection::from, end_like("source.output"))
                                 .required("to", &Connection::to, end_like("target.input"))
                                 .optional("cut", &Connection::cut, forms::choice(kCutWords),
                                           "Whether the connection may be removed to break a cycle")
                                 .optional("loop", &Connection::loop, forms::choice(kLoopWords),
                                           "Treatment of algebraic loops");
  return record;
}

std::optional<Connection> read_connection_text(const JsonNode& node, Diagnostics& diagnostics) {
  const std::string& text = node.string();
  const auto arrow = text.find("->");
  std::optional<Endpoint> from, to;
  if (arrow != std::string::npos) {
    from = parse_endpoint(std::string_view(text).substr(0, arrow));
    to = parse_endpoint(std::string_view(text).substr(arrow + 2));
  }
  if (from && to) return Connection{.from = *from, .to = *to, .where = node.where()};
  malformed(node, "source.output -> target.input", diagnostics);
  return std::nullopt;
}

std::optional<Connection> read_connection(const JsonNode& node, JsonReading& reading) {
  if (node.is(JsonKind::String)) return read_connection_text(node, reading.diagnostics);
  if (node.is(JsonKind::Object)) return connection_record().read(node, reading);
  wrong_type(node, "\"source.output -> target.input\" or {\"from\", \"to\", \"cut\"}",
             reading.diagnostics);
  return std::nullopt;
}

nlohmann::ordered_json connection_json(const Connection& connection) {
  const bool plain = connection.cut == CutPin::Free && connection.loop == LoopAction::Solve;
  return plain ? nlohmann::ordered_json(to_string(connection))
               : connection_record().write(connection);
}

}  // namespace

const JsonRecord<Site>& site_record() {
  static const auto record =
      JsonRecord<Site>()
          .optional("latitude", &Site::latitude, forms::number({.min = -90.0, .max = 90.0}))
          .optional("longitude", &Site::longitude, forms::number({.min = -180.0, .max = 180.0}))
          .optional("timezone", &Site::timezone, forms::zone_name());
  return record;
}

const JsonRecord<RunDefaults>& simulation_record() {
  static const auto record =
      JsonRecord<RunDefaults>()
          .optional("start", &RunDefaults::start, forms::instant())
          .optional("end", &RunDefaults::end, forms::instant(),
                    "End of the run, included; a whole number of steps after the start")
          .optional("step", &RunDefaults::step, step_form())
          .optional("every", &RunDefaults::every, every_form())
          .optional("cycle_removal", &RunDefaults::cycle_removal, forms::choice(kCycleRemovalWords))
          .optional("coupling", &RunDefaults::coupling, forms::choice(kCouplingWords))
          .optional("substeps", &RunDefaults::substeps, substeps_form())
          .optional("input_hold", &RunDefaults::input_hold, forms::choice(kInputHoldWords),
                    "How sources vary within a step of the stepwise engine")
          .optional("engine", &RunDefaults::engine, forms::choice(kEngineWords))
          .optional("method", &RunDefaults::method, forms::choice(kMethodWords),
                    "Integration method of the continuous engine")
          .optional("tolerance", &RunDefaults::tolerance, positive(),
                    "Relative tolerance of the continuous engine")
          .optional("absolute_tolerance", &RunDefaults::absolute_tolerance, positive(),
                    "Absolute tolerance of the continuous engine, in the unit of each state; "
                    "default: a hundredth of the relative tolerance")
          .optional("longest_step", &RunDefaults::longest_step, forms::seconds(),
                    "Longest step of the integrator, in s")
          .optional("fixed_step", &RunDefaults::fixed_step, forms::seconds(),
                    "Step of the methods euler and runge-kutta-4; default: the step of the run")
          .optional("check_interval", &RunDefaults::check_interval, forms::seconds(),
                    "Longest time between two checks of guards")
          .optional("most_steps", &RunDefaults::most_steps, most_steps(),
                    "Largest number of steps of the integrator between two stops");
  return record;
}

const JsonRecord<SampleClock>& clock_record() {
  static const auto record =
      JsonRecord<SampleClock>()
          .required("period", &SampleClock::period, forms::seconds(), "Time between two samples")
          .optional("offset", &SampleClock::offset, clock_time(),
                    "Time of the first sample after the start")
          .optional("end", &SampleClock::end, clock_time(),
                    "Time after the start at which sampling ends")
          .optional("jitter", &SampleClock::jitter, forms::seconds());
  return record;
}

const JsonForm<Connection>& connection_form() {
  static const JsonForm<Connection> form{
      read_connection,
      schema_parts::either(
          {schema_parts::described(schema_parts::text_like(R"(^[^.]+\..+->[^.]+\..+$)"),
                                   "source.output -> target.input"),
           connection_record().schema()}),
      connection_json};
  return form;
}

}  // namespace hearth
