// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/data/sources/file_rules.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/ontology/model_files/internal/model_parts.hpp"
#include "hearth/ontology/model_files/internal/parts_reader.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace hearth {
namespace {

constexpr double kVersion = 1.0;  // version of the file format

/// Reads the parts of a model in the order in which they depend on each other.
class ModelReader {
 public:
  ModelReader(const Registry& registry, const ModelFileOptions& options)
      : registry_(registry), options_(options) {}

  SimulationModel read(const JsonNode& root) {
    file_ = root.where().file;
    require_file_kind(root, JsonFileKind::Model);
    if (!is_model(root)) throw InputError(std::move(diagnostics_));
    check_keys(root,
               {"hearth", "$schema", "name", "site", "composites", "components", "connections",
                "events", "measurements", "simulation", "inputs", "files"},
               diagnostics_);
    read_member(root, "name", model_.name,
                [&](const JsonNode& n) { return read_string(n, diagnostics_); });
    JsonReading reading{diagnostics_};
    if (const auto site = root.find("site")) site_record().read(*site, model_.site, reading);
    if (const auto composites = root.find("composites")) parts_.read_definitions(*composites);
    if (const auto components = root.find("components")) parts_.read_components(*components);
    if (const auto connections = root.find("connections")) parts_.read_connections(*connections);
    if (const auto events = root.find("events")) parts_.read_events(*events);
    if (const auto measurements = root.find("measurements")) read_measurements(*measurements);
    if (const auto inputs = root.find("inputs")) read_inputs(*inputs);
    if (const auto simulation = root.find("simulation")) {
      reading.zone = local_zone();
      simulation_record().read(*simulation, model_.defaults, reading);
      note_offset(*simulation);
    }
    if (const auto files = root.find("files")) read_files(*files, reading);
    offer_sensor_measurements(model_, registry_);
    if (diagnostics_.has_errors()) {
      append_validation();
      throw InputError(std::move(diagnostics_));
    }
    return std::move(model_);
  }

  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  void note_offset(const JsonNode& simulation) {
    const auto start = simulation.find("start");
    if (!model_.defaults.start || !start || !model_.site.timezone.empty()) return;
    const std::optional<TimeStamp> stamp = parse_time(start->string());
    if (stamp && stamp->offset != Duration{}) model_.defaults.offset = stamp->offset;
  }

  /// Returns whether the file declares that it is a model in a supported version; otherwise
  /// messages about the rest would be useless.
  bool is_model(const JsonNode& root) {
    if (!require_object(root, diagnostics_)) return false;
    const std::optional<JsonNode> version = root.find("hearth");
    if (!version) {
      diagnostics_.error("model.version", root.where(),
                         "the key 'hearth' is missing; expected \"hearth\": 1");
      return false;
    }
    if (version->is(JsonKind::Number) && version->number() == kVersion) return true;
    diagnostics_.error("model.version", version->where(),
                       fmt::format("found {}, expected version 1", version->describe()));
    return false;
  }

  void read_measurements(const JsonNode& node) {
    if (!require_object(node, diagnostics_)) return;
    for (const JsonNode member : node.members()) {
      std::optional<Measurement> measurement = read_measurement(member, diagnostics_);
      if (!measurement) continue;
      if (const auto end = parse_endpoint(member.key())) {
        measurement->where.component = end->component;
      }
      model_.measurements.emplace(member.key(), *std::move(measurement));
    }
  }

  void read_files(const JsonNode& node, JsonReading& reading) {
    auto rules = file_rules_form().read(node, reading);
    if (!rules) return;
    model_.files = *std::move(rules);
    apply_file_rules(model_, model_.files);
    const Diagnostics unused = unused_file_rules(model_.files, column_files(model_));
    for (Diagnostic item : unused.items()) {
      item.where.file = file_;
      diagnostics_.add(std::move(item));
    }
  }

  void read_inputs(const JsonNode& node) {
    if (!require_array(node, diagnostics_)) return;
    for (const JsonNode element : node.elements()) {
      if (const auto input = read_name(element, diagnostics_)) model_.inputs.push_back(*input);
    }
  }

  /// Returns the zone of naive times.
  std::optional<Zone> local_zone() {
    const std::string& name =
        model_.site.timezone.empty() ? options_.timezone : model_.site.timezone;
    if (name.empty()) return std::nullopt;
    try {
      return Zone(name);
    } catch (const InputError& error) {
      append_at({}, error, diagnostics_);
      return std::nullopt;
    }
  }

  /// Adds the problems of parts that could be read, except those that only result from parts that
  /// could not be read.
  void append_validation() {
    const Diagnostics found = validate(model_, registry_);
    for (Diagnostic item : found.items()) {
      if (item.severity != Severity::Error || follows_from_reading(item)) continue;
      if (item.where.file.empty()) item.where.file = file_;
      diagnostics_.add(std::move(item));
    }
  }

  bool follows_from_reading(const Diagnostic& item) const {
    if (item.code == "model.empty") return true;
    if (item.code == "model.input_missing" && !parts_.all_connected()) return true;
    if (parts_.is_incomplete(item.where.component)) return true;
    const std::optional<Endpoint> end = parse_endpoint(item.where.pointer);
    return end && parts_.is_incomplete(end->component);
  }

  const Registry& registry_;
  const ModelFileOptions& options_;
  std::string file_;
  SimulationModel model_;
  Diagnostics diagnostics_;
  PartsReader parts_{registry_, model_, diagnostics_};
};

SimulationModel read_model(const JsonDocument& document, const Registry& registry,
                           Diagnostics& diagnostics, const ModelFileOptions& options) {
  ModelReader reader(registry, options);
  SimulationModel model = reader.read(document.root());
  diagnostics.append(reader.diagnostics());
  return model;
}

}  // namespace

SimulationModel read_model_json(const std::filesystem::path& path, const Registry& registry,
                                Diagnostics& diagnostics, const ModelFileOptions& options) {
  return read_model(JsonDocument::read(path), registry, diagnostics, options);
}

SimulationModel parse_model_json(std::string_view text, const std::string& file,
                                 const Registry& registry, Diagnostics& diagnostics,
                                 const ModelFileOptions& options) {
  return read_model(JsonDocument::parse(text, file), registry, diagnostics, options);
}

}  // namespace hearth
