// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"

namespace hearth {

/// One end of a planned connection: a part of an instance, or a boundary.
struct PlannedEnd {
  int instance = -1;  ///< -1: a boundary
  std::string part;   ///< or the name of the boundary
  std::string port;
  std::string key;
  friend auto operator<=>(const PlannedEnd&, const PlannedEnd&) = default;
};

/// A connection between parts, either of which may be absent.
struct PlannedWire {
  PlannedEnd from, to;
  CutPin cut = CutPin::Free;
  LoopAction loop = LoopAction::Solve;
};

/// Determines which ports are connected, bypassing absent parts.
class WiringPlan {
 public:
  WiringPlan(const Instances& instances, const Registry& registry);

  /// Returns the wires between existing parts. An input may have several.
  std::vector<PlannedWire> wires() const;

 private:
  void plan(int number, const Wire& wire);
  std::vector<PlannedEnd> sources(int number, const PortRef& ref) const;
  std::vector<PlannedEnd> targets(int number, const PortRef& ref) const;
  std::vector<PlannedEnd> outputs_of(int number, const PortRef& ref) const;
  std::vector<PlannedEnd> inputs_of(int number, const PortRef& ref) const;
  const Instance& at(int number) const { return instances_.all()[number]; }
  bool has_port(int number, const PlannedEnd& end, Role role) const;
  bool is_there(const PlannedEnd& end) const;
  const std::string* bypass(const PlannedEnd& end) const;
  bool leads_somewhere(const PlannedEnd& end) const;
  std::vector<PlannedEnd> real_sources(const PlannedEnd& end, int depth) const;
  std::string key_of(const PlannedEnd& partner, int self) const;

  const Instances& instances_;
  const Registry& registry_;
  std::vector<PlannedWire> planned_;
  std::multimap<PlannedEnd, std::size_t> by_target_;  // without key
};

}  // namespace hearth
