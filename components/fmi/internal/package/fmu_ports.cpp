// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/fmu_ports.hpp"

#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "hearth/components/fmi/internal/package/fmu_units.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth::fmi {
namespace {

bool plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
}

/// Returns the name with `_` for each run of other characters, and none of them at its ends.
std::string port_name(const std::string& name) {
  std::string port;
  bool gap = false;
  for (const char c : name) {
    if (!plain(c)) {
      gap = true;
      continue;
    }
    if (gap && !port.empty()) port += '_';
    gap = false;
    port += c;
  }
  return port.empty() ? "_" : port;
}

/// Returns why a variable of an offered causality is no port, or "".
std::string why_left_out(const Variable& variable) {
  if (variable.array) return "array";
  if (variable.type >= ValueType::String) return to_string(variable.type);
  if (variable.causality == Causality::StructuralParameter) return "structural parameter";
  const bool parameter = variable.causality == Causality::Parameter;
  if (parameter && !(variable.start && std::isfinite(*variable.start))) return "no start value";
  return "";
}

std::optional<Role> role_of(const Variable& variable) {
  switch (variable.causality) {
    case Causality::Input:
      return Role::Input;
    case Causality::Output:
      return Role::Output;
    case Causality::Parameter:
    case Causality::StructuralParameter:
      return Role::Parameter;
    default:
      return std::nullopt;
  }
}

class Maker {
 public:
  Maker(const ModelDescription& description, const std::string& place)
      : description_(description), where_{.file = place} {}

  FmuPorts make() {
    // A name that needs no change is kept, wherever it stands.
    for (const Variable& variable : description_.variables) {
      if (role_of(variable) && port_name(variable.name) == variable.name) {
        taken_.insert(variable.name);
      }
    }
    for (const Variable& variable : description_.variables) add(variable);
    report();
    return std::move(out_);
  }

 private:
  void add(const Variable& variable) {
    const std::optional<Role> role = role_of(variable);
    if (!role) return;
    if (const std::string why = why_left_out(variable); !why.empty()) {
      left_out_.push_back(variable.name + " (" + why + ")");
      return;
    }
    StepperPort port;
    port.role = *role;
    port.name = free_name(variable.name);
    port.unit = unit_for(variable);
    port.range = range_of(variable);
    port.open = *role == Role::Input && variable.start && std::isfinite(*variable.start);
    port.doc = variable.description;
    if (port.name != variable.name) port.doc += (port.doc.empty() ? "" : "; ") + variable.name;
    put_in_group(variable, port);
    out_.ports.push_back(std::move(port));
  }

  std::string free_name(const std::string& name) {
    const std::string wanted = port_name(name);
    if (wanted == name) return wanted;
    std::string port = wanted;
    for (int number = 2; !taken_.insert(port).second; ++number) {
      port = wanted + "_" + std::to_string(number);
    }
    return port;
  }

  Unit unit_for(const Variable& variable) {
    const std::optional<Unit> unit = unit_of(variable, description_);
    if (!unit) unknown_units_[variable.unit].push_back(variable.name);
    return unit.value_or(unit::bare);
  }

  static Range range_of(const Variable& variable) {
    Range range;
    range.value = variable.start.value_or(0.0);
    if (variable.min && !std::isnan(*variable.min)) range.min = *variable.min;
    if (variable.max && !std::isnan(*variable.max)) range.max = *variable.max;
    return range;
  }

  void put_in_group(const Variable& variable, const StepperPort& port) {
    std::vector<VariableGroup>& groups = port.role == Role::Input    ? out_.inputs
                                         : port.role == Role::Output ? out_.outputs
                                                                     : out_.parameters;
    std::size_t& next = counts_[static_cast<std::size_t>(port.role)];
    auto group = groups.begin();
    while (group != groups.end() && group->type != variable.type) ++group;
    if (group == groups.end()) group = groups.insert(groups.end(), {variable.type, {}, {}, {}});
    group->references.push_back(variable.reference);
    group->positions.push_back(next++);
    group->names.push_back(port.name);
    if (port.role == Role::Parameter) out_.parameter_starts.push_back(port.range.value);
  }

  void report() {
    if (!left_out_.empty()) {
      out_.notes.note("fmi.variable_left_out", where_,
                      "not offered as ports: " + listed(left_out_));
    }
    for (const auto& [unit, names] : unknown_units_) {
      out_.notes.warning("fmi.unit_unknown", where_,
                         "the unit '" + unit + "' of " + listed(names) +
                             " is not known; the numbers are taken as they are");
    }
    if (description_.needs_execution_tool) {
      out_.notes.warning(
          "fmi.needs_tool", where_,
          "needs the tool it was exported from" +
              (description_.generation_tool.empty() ? ""
                                                    : " (" + description_.generation_tool + ")") +
              " on this machine");
    }
  }

  const ModelDescription& description_;
  Where where_;
  FmuPorts out_;
  std::set<std::string> taken_;
  std::size_t counts_[3] = {};  // of Input, Output, Parameter
  std::vector<std::string> left_out_;
  std::map<std::string, std::vector<std::string>> unknown_units_;
};

}  // namespace

FmuPorts ports_of(const ModelDescription& description, const std::string& place) {
  return Maker(description, place).make();
}

}  // namespace hearth::fmi
