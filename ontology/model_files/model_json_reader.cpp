// SPDX-License-Identifier: MIT
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/ontology/model_files/internal/component_reader.hpp"
#include "hearth/ontology/model_files/internal/model_parts.hpp"
#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/model_json.hpp"

namespace hearth {
namespace {

constexpr std::string_view kComposite = "composite";
constexpr double kVersion = 1.0;  // of the file format

/// Reads a model in the order in which its parts need each other.
class ModelReader {
 public:
  ModelReader(const Registry& registry, const ModelFileOptions& options)
      : registry_(registry), options_(options) {}

  SimulationModel read(const JsonNode& root) {
    file_ = root.where().file;
    if (!is_model(root)) throw InputError(std::move(diagnostics_));
    check_keys(root,
               {"hearth", "$schema", "name", "site", "composites", "components", "connections",
                "events", "measurements", "simulation", "inputs"},
               diagnostics_);
    read_member(root, "name", model_.name,
                [&](const JsonNode& n) { return read_string(n, diagnostics_); });
    JsonReading reading{diagnostics_};
    if (const auto site = root.find("site")) site_record().read(*site, model_.site, reading);
    if (const auto composites = root.find("composites")) read_definitions(*composites);
    if (const auto components = root.find("components")) read_components(*components);
    if (const auto connections = root.find("connections")) {
      read_connections(*connections, [this](Connection connection) {
        model_.add_connection(std::move(connection));
      });
    }
    if (const auto events = root.find("events")) {
      read_connections(*events, [this](Connection event) { model_.add_event(std::move(event)); });
    }
    if (const auto measurements = root.find("measurements")) read_measurements(*measurements);
    if (const auto inputs = root.find("inputs")) read_inputs(*inputs);
    if (const auto simulation = root.find("simulation")) {
      reading.zone = local_zone();
      simulation_record().read(*simulation, model_.defaults, reading);
      note_offset(*simulation);
    }
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

  /// Returns whether the file says that it is a model this reader knows; else the rest is noise.
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

  /// Composites that components name as their type.
  void read_definitions(const JsonNode& node) {
    if (!require_object(node, diagnostics_)) return;
    for (const JsonNode member : node.members()) {
      if (registry_.find(member.key()) != nullptr || member.key() == kComposite) {
        diagnostics_.error("model.id_duplicate", member.where(),
                           "a component type has this name already");
      } else if (require_object(member, diagnostics_)) {
        check_keys(member, {"components", "connections", "events", "inputs", "outputs"},
                   diagnostics_);
        definitions_[member.key()] = read_composite(member);
      }
    }
  }

  /// Adds a component whose type is a composite; false where it is none.
  bool add_composite(const JsonNode& node) {
    const std::optional<JsonNode> type =
        node.is(JsonKind::Object) ? node.find("type") : std::nullopt;
    if (!type || !type->is(JsonKind::String)) return false;
    const auto definition = definitions_.find(type->string());
    if (definition != definitions_.end()) {
      check_keys(node, {"type", "parameters", "initial"}, diagnostics_);
      model_.add_composite(node.key(), definition->second);
    } else if (type->string() == kComposite) {
      check_keys(node,
                 {"type", "components", "connections", "events", "inputs", "outputs", "parameters",
                  "initial"},
                 diagnostics_);
      model_.add_composite(node.key(), read_composite(node));
    } else {
      return false;
    }
    set_inside(node);
    return true;
  }

  /// Parameters and initial values of parts, by `part.name`.
  void set_inside(const JsonNode& node) {
    const auto each = [&](const char* key, const auto& set) {
      const std::optional<JsonNode> values = node.find(key);
      if (!values || !require_object(*values, diagnostics_)) return;
      for (const JsonNode value : values->members()) {
        const std::optional<Quantity> quantity = read_quantity(value, diagnostics_);
        if (!quantity) continue;
        try {
          set(node.key() + "/" + value.key(), *quantity);
        } catch (const Error& error) {
          append_at(value.where(), error, diagnostics_);
        }
      }
    };
    each("parameters", [this](const std::string& path, const Quantity& value) {
      model_.set_parameter(path, value);
    });
    each("initial", [this](const std::string& path, const Quantity& value) {
      model_.set_initial(path, value);
    });
  }

  Composite read_composite(const JsonNode& node) {
    ModelReader inner(registry_, options_);
    inner.definitions_ = definitions_;
    if (const auto components = node.find("components")) inner.read_components(*components);
    if (const auto connections = node.find("connections")) {
      inner.read_connections(*connections, [&inner](Connection connection) {
        inner.model_.add_connection(std::move(connection));
      });
    }
    if (const auto events = node.find("events")) {
      inner.read_connections(
          *events, [&inner](Connection event) { inner.model_.add_event(std::move(event)); });
    }
    diagnostics_.append(inner.diagnostics_);
    Composite composite;
    composite.model = std::move(inner.model_);
    if (const auto inputs = node.find("inputs")) read_ports(*inputs, composite.inputs);
    if (const auto outputs = node.find("outputs");
        outputs && require_object(*outputs, diagnostics_)) {
      for (const JsonNode port : outputs->members()) {
        if (const auto end = read_string(port, diagnostics_)) composite.outputs[port.key()] = *end;
      }
    }
    return composite;
  }

  /// For each port one input of a part, or a list of them.
  void read_ports(const JsonNode& node, std::map<std::string, std::vector<std::string>>& ports) {
    if (!require_object(node, diagnostics_)) return;
    for (const JsonNode port : node.members()) {
      std::vector<std::string>& ends = ports[port.key()];
      if (!port.is(JsonKind::Array)) {
        if (const auto end = read_string(port, diagnostics_)) ends.push_back(*end);
        continue;
      }
      for (const JsonNode element : port.elements()) {
        if (const auto end = read_string(element, diagnostics_)) ends.push_back(*end);
      }
    }
  }

  void read_components(const JsonNode& node) {
    if (!require_object(node, diagnostics_)) return;
    for (const JsonNode member : node.members()) {
      const std::size_t before = diagnostics_.items().size();
      try {
        if (!add_composite(member)) {
          model_.add_component(read_component(member, registry_, diagnostics_));
        }
      } catch (const ModelError& error) {
        append_at(member.where(), error, diagnostics_);
      }
      if (diagnostics_.items().size() > before) incomplete_.insert(member.key());
    }
  }

  /// `add` throws ModelError for what cannot be connected.
  template <class Add>
  void read_connections(const JsonNode& node, const Add& add) {
    if (!require_array(node, diagnostics_)) return;
    JsonReading reading{diagnostics_};
    for (const JsonNode element : node.elements()) {
      const std::size_t before = diagnostics_.items().size();
      try {
        if (auto connection = connection_form().read(element, reading)) {
          add(*std::move(connection));
        }
      } catch (const ModelError& error) {
        append_at(element.where(), error, diagnostics_);
      }
      if (diagnostics_.items().size() > before) all_connected_ = false;
    }
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

  /// Adds what is wrong in the parts that could be read, but not what only follows from a part
  /// that could not.
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
    if (item.code == "model.input_missing" && !all_connected_) return true;
    if (incomplete_.contains(item.where.component)) return true;
    const std::optional<Endpoint> end = parse_endpoint(item.where.pointer);
    return end && incomplete_.contains(end->component);
  }

  const Registry& registry_;
  const ModelFileOptions& options_;
  std::string file_;
  SimulationModel model_;
  std::map<std::string, Composite> definitions_;
  Diagnostics diagnostics_;
  std::set<std::string> incomplete_;  // ids of components that could not be read in full
  bool all_connected_ = true;
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
