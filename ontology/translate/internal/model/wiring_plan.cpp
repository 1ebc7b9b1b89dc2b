// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/model/wiring_plan.hpp"

#include <algorithm>
#include <utility>

namespace hearth {
namespace {

constexpr int kMaxBypasses = 64;

/// `[]` is replaced by a key when the other end is known.
constexpr const char* kOpenKey = "[]";

std::string key_text(const PortRef& ref) { return ref.keyed ? kOpenKey : ref.key; }

/// Returns the key of a port inside a group that is named from outside, where a key may be given.
std::string inner_key(const PortRef& outer, const PortRef& inside) {
  return inside.keyed && !outer.key.empty() ? outer.key : key_text(inside);
}

PlannedEnd without_key(PlannedEnd end) {
  end.key.clear();
  return end;
}

}  // namespace

WiringPlan::WiringPlan(const Instances& instances, const Registry& registry)
    : instances_(instances), registry_(registry) {
  for (std::size_t i = 0; i < instances.all().size(); ++i) {
    const Rule& rule = *instances.all()[i].rule;
    for (const Wire& wire : rule.group.wires) plan(static_cast<int>(i), wire);
    for (const Wire& wire : rule.connect) plan(static_cast<int>(i), wire);
  }
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    by_target_.emplace(without_key(planned_[i].to), i);
  }
}

bool WiringPlan::has_port(int number, const PlannedEnd& end, Role role) const {
  const GroupPart* part = at(number).rule->group.part(end.part);
  if (part == nullptr) return false;
  const ComponentType* type = registry_.find(part->component.type);
  if (type == nullptr) return false;
  // The ports of such types depend on the configuration.
  return type->specialize != nullptr || type->schema.find(role, end.port) != nullptr;
}

std::vector<PlannedEnd> WiringPlan::outputs_of(int number, const PortRef& ref) const {
  const Group& group = at(number).rule->group;
  if (ref.part.empty()) {
    const auto output = group.outputs.find(ref.port);
    if (output != group.outputs.end()) {
      const PortRef& inside = output->second;
      return {{number, inside.part, inside.port, inner_key(ref, inside)}};
    }
  }
  const PlannedEnd end{number, ref.part, ref.port, key_text(ref)};
  if (!has_port(number, end, Role::Output)) return {};
  return {end};
}

std::vector<PlannedEnd> WiringPlan::inputs_of(int number, const PortRef& ref) const {
  const Group& group = at(number).rule->group;
  std::vector<PlannedEnd> ends;
  if (ref.part.empty()) {
    const auto input = group.inputs.find(ref.port);
    if (input != group.inputs.end()) {
      for (const PortRef& inside : input->second) {
        ends.push_back({number, inside.part, inside.port, inner_key(ref, inside)});
      }
      return ends;
    }
  }
  const PlannedEnd end{number, ref.part, ref.port, key_text(ref)};
  if (has_port(number, end, Role::Input)) ends.push_back(end);
  return ends;
}

std::vector<PlannedEnd> WiringPlan::sources(int number, const PortRef& ref) const {
  if (ref.kind == PortRef::Kind::Own) return outputs_of(number, ref);
  if (ref.kind == PortRef::Kind::Boundary) return {{-1, ref.name, ref.port, {}}};
  std::vector<PlannedEnd> ends;
  for (const TermId node : at(number).of(ref.name)) {
    const int model = instances_.model_of(node);
    if (model < 0) continue;
    for (const PlannedEnd& end : outputs_of(model, ref)) {
      if (std::find(ends.begin(), ends.end(), end) == ends.end()) ends.push_back(end);
    }
  }
  return ends;
}

std::vector<PlannedEnd> WiringPlan::targets(int number, const PortRef& ref) const {
  if (ref.kind == PortRef::Kind::Own) return inputs_of(number, ref);
  std::vector<PlannedEnd> ends;
  if (ref.kind == PortRef::Kind::Boundary) return ends;
  for (const TermId node : at(number).of(ref.name)) {
    const int model = instances_.model_of(node);
    if (model < 0) continue;
    for (const PlannedEnd& end : inputs_of(model, ref)) {
      if (std::find(ends.begin(), ends.end(), end) == ends.end()) ends.push_back(end);
    }
  }
  return ends;
}

std::string WiringPlan::key_of(const PlannedEnd& partner, int self) const {
  if (partner.instance < 0) return partner.part;
  if (partner.instance == self && !partner.part.empty()) return partner.part;
  return at(partner.instance).id;
}

bool WiringPlan::is_there(const PlannedEnd& end) const {
  if (end.instance < 0) return true;
  const Instance& instance = at(end.instance);
  const GroupPart* part = instance.rule->group.part(end.part);
  return part != nullptr && instance.holds(part->when);
}

const std::string* WiringPlan::bypass(const PlannedEnd& end) const {
  if (end.instance < 0) return nullptr;
  const GroupPart* part = at(end.instance).rule->group.part(end.part);
  if (part == nullptr) return nullptr;
  const auto found = part->bypass.find(end.port);
  return found == part->bypass.end() ? nullptr : &found->second;
}

bool WiringPlan::leads_somewhere(const PlannedEnd& end) const {
  return is_there(end) || bypass(end) != nullptr;
}

void WiringPlan::plan(int number, const Wire& wire) {
  if (!at(number).holds(wire.when)) return;
  std::vector<PlannedEnd> from;
  for (const PortRef& ref : wire.from) {
    from = sources(number, ref);
    std::erase_if(from, [this](const PlannedEnd& end) { return !leads_somewhere(end); });
    if (!from.empty()) break;
  }
  for (const PlannedEnd& source : from) {
    for (PlannedEnd target : targets(number, wire.to)) {
      // The other end as seen from the instance with the port.
      PlannedEnd from_end = source;
      if (target.key == kOpenKey) target.key = key_of(source, target.instance);
      if (from_end.key == kOpenKey) from_end.key = key_of(target, source.instance);
      for (PlannedEnd* end : {&from_end, &target}) {
        if (end->key == kOwnKey) end->key = at(number).id;
      }
      planned_.push_back({from_end, target, wire.cut, wire.loop});
    }
  }
}

std::vector<PlannedEnd> WiringPlan::real_sources(const PlannedEnd& end, int depth) const {
  if (is_there(end)) return {end};
  const std::string* input = bypass(end);
  if (input == nullptr || depth > kMaxBypasses) return {};
  std::vector<PlannedEnd> found;
  const auto [first, last] = by_target_.equal_range({end.instance, end.part, *input, {}});
  for (auto entry = first; entry != last; ++entry) {
    for (PlannedEnd& source : real_sources(planned_[entry->second].from, depth + 1)) {
      found.push_back(std::move(source));
    }
  }
  return found;
}

std::vector<PlannedWire> WiringPlan::wires() const {
  std::vector<PlannedWire> wires;
  for (const PlannedWire& planned : planned_) {
    if (!is_there(planned.to)) continue;
    for (PlannedEnd& source : real_sources(planned.from, 0)) {
      PlannedWire wire = planned;
      wire.from = std::move(source);
      wires.push_back(std::move(wire));
    }
  }
  return wires;
}

}  // namespace hearth
