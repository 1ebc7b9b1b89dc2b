// SPDX-License-Identifier: MIT
#include "hearth/ontology/model_files/internal/parts_reader.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/ontology/model_files/internal/component_reader.hpp"
#include "hearth/ontology/model_files/internal/model_parts.hpp"

namespace hearth {
namespace {

/// Sets the whole value `name` of a part, or its entry of an index set with `set_entry`.
template <class Value, class Read, class SetEntry>
void set_value(const std::string& path, const JsonNode& node, const Registry& registry,
               SimulationModel& model, std::map<std::string, Value> Component::*values,
               const Read& read, const SetEntry& set_entry, Diagnostics& diagnostics) {
  const std::optional<Endpoint> target = parse_endpoint(path);
  if (!target || !target->key.empty()) {
    if (const auto quantity = read_quantity(node, diagnostics)) set_entry(path, *quantity);
    return;
  }
  Component& part = model.component(target->component);
  const std::size_t before = diagnostics.items().size();
  Value value = read(node, diagnostics, number_reader(registry.find(part.type)));
  if (diagnostics.items().size() == before) {
    (part.*values).insert_or_assign(target->port, std::move(value));
  }
}

}  // namespace

void PartsReader::read_definitions(const JsonNode& node) {
  if (!require_object(node, diagnostics_)) return;
  for (const JsonNode member : node.members()) {
    if (registry_.find(member.key()) != nullptr || member.key() == kCompositeType) {
      diagnostics_.error("model.id_duplicate", member.where(),
                         "a component type already has this name");
    } else if (require_object(member, diagnostics_)) {
      check_keys(member, {"components", "connections", "events", "inputs", "outputs"},
                 diagnostics_);
      definitions_->unread.emplace(member.key(), member);
    }
  }
  for (const JsonNode member : node.members()) {
    if (const auto composite = definition(member.key(), member.where())) {
      model_.define_composite(composite);
    }
  }
}

/// Returns the composite with that name; null if it is unknown. Refuses it if it is being read, so
/// that it would contain itself.
std::shared_ptr<const Composite> PartsReader::definition(const std::string& name,
                                                         const Where& where) {
  std::vector<std::string>& reading = definitions_->reading;
  const auto outer = std::find(reading.begin(), reading.end(), name);
  if (outer != reading.end()) {
    diagnostics_.error("model.composite_cycle", where,
                       fmt::format("the composite '{}' contains itself ({} > {}): remove one of "
                                   "these parts",
                                   name, fmt::join(outer, reading.end(), " > "), name));
    return std::make_shared<const Composite>();
  }
  if (const auto read = definitions_->read.find(name); read != definitions_->read.end()) {
    return read->second;
  }
  const auto unread = definitions_->unread.extract(name);
  if (unread.empty()) return nullptr;
  reading.push_back(name);
  const auto composite = read_composite(unread.mapped(), name);
  reading.pop_back();
  return definitions_->read[name] = composite;
}

std::shared_ptr<const Composite> PartsReader::read_composite(const JsonNode& node,
                                                             const std::string& name) {
  const auto composite = std::make_shared<Composite>();
  composite->name = name;
  composite->where = node.where();
  if (definitions_->depth == JsonDocument::kMaxDepth) {
    diagnostics_.error(
        "json.depth", node.where(),
        fmt::format("composites are nested more than {} levels deep", JsonDocument::kMaxDepth));
    return composite;
  }
  ++definitions_->depth;
  PartsReader inside(registry_, composite->model, diagnostics_, definitions_);
  if (const auto components = node.find("components")) inside.read_components(*components);
  if (const auto connections = node.find("connections")) inside.read_connections(*connections);
  if (const auto events = node.find("events")) inside.read_events(*events);
  if (const auto inputs = node.find("inputs")) read_ports(*inputs, composite->inputs);
  if (const auto outputs = node.find("outputs");
      outputs && require_object(*outputs, diagnostics_)) {
    for (const JsonNode port : outputs->members()) {
      if (const auto end = read_port(port)) composite->outputs[port.key()] = *end;
    }
  }
  --definitions_->depth;
  return composite;
}

/// Reads `part.port` or `part.port[key]`.
std::optional<std::string> PartsReader::read_port(const JsonNode& node) {
  std::optional<std::string> end = read_string(node, diagnostics_);
  if (!end || parse_endpoint(*end)) return end;
  diagnostics_.error("model.connection_malformed", node.where(),
                     "expected 'part.port' or 'part.port[key]'");
  return std::nullopt;
}

/// Reads for each port one input of a part, or a list of inputs.
void PartsReader::read_ports(const JsonNode& node,
                             std::map<std::string, std::vector<std::string>>& ports) {
  if (!require_object(node, diagnostics_)) return;
  for (const JsonNode port : node.members()) {
    std::vector<std::string>& ends = ports[port.key()];
    if (!port.is(JsonKind::Array)) {
      if (const auto end = read_port(port)) ends.push_back(*end);
      continue;
    }
    for (const JsonNode element : port.elements()) {
      if (const auto end = read_port(element)) ends.push_back(*end);
    }
  }
}

/// Adds a component whose type is a composite; returns false for other types.
bool PartsReader::add_composite(const JsonNode& node) {
  const std::optional<JsonNode> type = node.is(JsonKind::Object) ? node.find("type") : std::nullopt;
  if (!type || !type->is(JsonKind::String)) return false;
  if (type->string() == kCompositeType) {
    check_keys(node,
               {"type", "components", "connections", "events", "inputs", "outputs", "config",
                "parameters", "initial"},
               diagnostics_);
    model_.add_composite(node.key(), read_composite(node, ""));
  } else if (const auto composite = definition(type->string(), type->where())) {
    check_keys(node, {"type", "config", "parameters", "initial"}, diagnostics_);
    model_.add_composite(node.key(), composite);
  } else {
    return false;
  }
  set_inside(node);
  return true;
}

/// Reads the settings that a composite makes for its parts, by `part.name`.
void PartsReader::set_inside(const JsonNode& node) {
  set_each(node, "config", [this](const std::string& path, const JsonNode& value) {
    const std::optional<Endpoint> target = parse_endpoint(path);
    if (!target || !target->key.empty()) {
      throw InputError("model.path_malformed", {.pointer = path}, "expected 'part.name'");
    }
    Component& part = model_.component(target->component);
    const ComponentType* type = registry_.find(part.type);
    if (type == nullptr) return;
    if (auto setting = read_config_setting(value, target->port, *type, diagnostics_)) {
      part.config.insert_or_assign(target->port, *std::move(setting));
    }
  });
  set_each(node, "parameters", [this](const std::string& path, const JsonNode& value) {
    const auto set_entry = [this](const std::string& entry, const Quantity& quantity) {
      model_.set_parameter(entry, quantity);
    };
    set_value(path, value, registry_, model_, &Component::parameters, read_parameter, set_entry,
              diagnostics_);
  });
  set_each(node, "initial", [this](const std::string& path, const JsonNode& value) {
    const auto set_entry = [this](const std::string& entry, const Quantity& quantity) {
      model_.set_initial(entry, quantity);
    };
    set_value(path, value, registry_, model_, &Component::initial, read_initial, set_entry,
              diagnostics_);
  });
}

/// Calls `set` with the path and the value of each member of an object.
template <class Set>
void PartsReader::set_each(const JsonNode& node, const char* key, const Set& set) {
  const std::optional<JsonNode> values = node.find(key);
  if (!values || !require_object(*values, diagnostics_)) return;
  for (const JsonNode value : values->members()) {
    try {
      set(node.key() + "/" + value.key(), value);
    } catch (const Error& error) {
      append_at(value.where(), error, diagnostics_);
    }
  }
}

void PartsReader::read_components(const JsonNode& node) {
  if (!require_object(node, diagnostics_)) return;
  for (const JsonNode member : node.members()) {
    if (enough_errors(member.where(), diagnostics_)) return;
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

/// `add` throws ModelError for ends that cannot be connected.
template <class Add>
void PartsReader::read_connections(const JsonNode& node, const Add& add) {
  if (!require_array(node, diagnostics_)) return;
  const std::size_t before = diagnostics_.items().size();
  JsonReading reading{diagnostics_};
  for (const JsonNode element : node.elements()) {
    if (enough_errors(element.where(), diagnostics_)) break;
    try {
      auto connection = connection_form().read(element, reading);
      if (connection) add(*std::move(connection));
    } catch (const ModelError& error) {
      append_at(element.where(), error, diagnostics_);
    }
  }
  if (diagnostics_.items().size() > before) all_connected_ = false;
}

/// Stops if there are too many errors, and reports that the rest is left out.
void PartsReader::read_connections(const JsonNode& node) {
  read_connections(node,
                   [this](Connection connection) { model_.add_connection(std::move(connection)); });
}

void PartsReader::read_events(const JsonNode& node) {
  read_connections(node, [this](Connection event) { model_.add_event(std::move(event)); });
}

}  // namespace hearth
