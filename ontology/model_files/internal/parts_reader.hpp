// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Reads components, composites and connections into a model. Reports and leaves out parts that
/// cannot be read.
class PartsReader {
 public:
  PartsReader(const Registry& registry, SimulationModel& model, Diagnostics& diagnostics)
      : PartsReader(registry, model, diagnostics, std::make_shared<Definitions>()) {}

  /// Reads the composites that are types of components, in any order.
  void read_definitions(const JsonNode& node);
  void read_components(const JsonNode& node);
  void read_connections(const JsonNode& node);
  void read_events(const JsonNode& node);

  /// Returns whether a part of a component could not be read.
  bool is_incomplete(const std::string& id) const { return incomplete_.contains(id); }
  bool all_connected() const { return all_connected_; }

 private:
  /// Composites by name; each is read when it first occurs as the type of a component.
  struct Definitions {
    std::map<std::string, JsonNode> unread;
    std::map<std::string, std::shared_ptr<const Composite>> read;
    std::vector<std::string> reading{};  // names of those that are being read, from outside
    int depth = 0;                       // depth of the composite that is being read
  };

  PartsReader(const Registry& registry, SimulationModel& model, Diagnostics& diagnostics,
              std::shared_ptr<Definitions> definitions)
      : registry_(registry),
        model_(model),
        diagnostics_(diagnostics),
        definitions_(std::move(definitions)) {}

  std::shared_ptr<const Composite> definition(const std::string& name, const Where& where);
  std::shared_ptr<const Composite> read_composite(const JsonNode& node, const std::string& name);
  std::optional<std::string> read_port(const JsonNode& node);
  void read_ports(const JsonNode& node, std::map<std::string, std::vector<std::string>>& ports);
  bool add_composite(const JsonNode& node);
  void set_inside(const JsonNode& node);
  template <class Set>
  void set_each(const JsonNode& node, const char* key, const Set& set);
  template <class Add>
  void read_connections(const JsonNode& node, const Add& add);

  const Registry& registry_;
  SimulationModel& model_;
  Diagnostics& diagnostics_;
  std::shared_ptr<Definitions> definitions_;
  std::set<std::string> incomplete_;
  bool all_connected_ = true;
};

}  // namespace hearth
