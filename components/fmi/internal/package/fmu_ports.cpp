// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/fmu_ports.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "hearth/components/fmi/internal/package/fmu_units.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth::fmi {
namespace {

bool plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
}

/// Returns the name with `_` for each run of other characters, without `_` at its ends.
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

constexpr std::uint64_t kMostElements = 10000;  // of an array, as ports
// Each element has the name and the description of its array.
constexpr std::uint64_t kBytesOfPort = 100, kMostArrayBytes = 50'000'000;

class Maker {
 public:
  Maker(const ModelDescription& description, const std::string& place, const FmuValues& values)
      : description_(description), values_(values), where_{.file = place} {}

  FmuPorts make() {
    // A valid name is kept, whatever its position.
    for (const Variable& variable : description_.variables) {
      const bool scalar = role_of(variable) && !variable.array();
      if (scalar && port_name(variable.name) == variable.name) taken_.insert(variable.name);
      if (variable.causality == Causality::StructuralParameter) {
        standard_[variable.reference] = variable.start.value_or(0.0);
      }
    }
    sizes_ = standard_;
    take_values();
    for (const Variable& variable : description_.variables) add(variable);
    report();
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const {
    throw InputError("fmi.values_invalid", where_, problem);
  }

  /// Reads the configured values of structural parameters, Strings and enumerations.
  void take_values() {
    for (const auto& [name, text] : values_) {
      const auto named = [&name = name](const Variable& v) {
        return v.name == name || port_name(v.name) == name;
      };
      const auto found =
          std::find_if(description_.variables.begin(), description_.variables.end(), named);
      if (found == description_.variables.end()) {
        refuse("the FMU has no variable '" + name + "', which \"values\" names");
      }
      const Variable& variable = *found;
      if (variable.causality == Causality::StructuralParameter && !variable.array()) {
        take_size(variable, text);
      } else if (variable.causality == Causality::Parameter && !variable.array() &&
                 variable.type == ValueType::String) {
        out_.string_references.push_back(variable.reference);
        out_.strings.push_back(text);
        given_.insert(variable.name);
      } else if (variable.causality == Causality::Parameter && !variable.array() &&
                 variable.type == ValueType::Enumeration) {
        items_[variable.name] = item_of(variable, text);
      } else {
        refuse("'" + name +
               "' is neither a structural parameter nor a parameter of type String or "
               "Enumeration; set parameters under \"parameters\"");
      }
    }
  }

  void take_size(const Variable& variable, const std::string& text) {
    double size = 0.0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), size);
    const bool whole = problem == std::errc() && end == text.data() + text.size() &&
                       size == std::floor(size) && size >= variable.min.value_or(0.0) &&
                       size <= variable.max.value_or(1e9);
    if (!whole) {
      refuse("'" + variable.name + "' cannot be '" + text + "': expected a whole number from " +
             number_text(variable.min.value_or(0.0)) + " to " +
             number_text(variable.max.value_or(1e9)));
    }
    sizes_[variable.reference] = size;
    put(out_.structure, variable, out_.sizes.size(), variable.name);
    out_.sizes.push_back(size);
    given_.insert(variable.name);
  }

  double item_of(const Variable& variable, const std::string& text) const {
    std::vector<std::string> names;
    const auto found = description_.enumerations.find(variable.declared_type);
    if (found != description_.enumerations.end()) {
      for (const auto& [name, number] : found->second) {
        if (name == text) return number;
        names.push_back(name);
      }
    }
    refuse("'" + variable.name + "' cannot be '" + text + "'" +
           (names.empty() ? ": the names of its items are not known; set its number under "
                            "\"parameters\""
                          : ", expected one of " + listed(names)));
  }

  void add(const Variable& variable) {
    if (given_.contains(variable.name)) return;
    const std::optional<Role> role = role_of(variable);
    if (!role) return;
    const std::vector<std::uint64_t> shape = shape_of(variable, sizes_);
    std::string why = why_left_out(variable, shape, shape_of(variable, standard_));
    if (why.empty() && variable.array()) {
      array_bytes_ +=
          elements_of(shape) * (variable.name.size() + variable.description.size() + kBytesOfPort);
      if (array_bytes_ > kMostArrayBytes) why = "the arrays before it have too many elements";
    }
    if (!why.empty()) {
      out_.left_out.push_back(variable.name + " (" + why + ")");
      return;
    }
    if (!variable.array()) return add_scalar(variable, *role);
    VariableGroup group{variable.type, {variable.reference}, {}, {}};
    std::vector<std::uint64_t> index(shape.size(), 1);
    const std::vector<std::uint64_t> declared = shape_of(variable, standard_);
    resized_ = shape != declared;
    for (std::size_t element = 0; element < elements_of(shape); ++element) {
      Variable one = element_of(variable, declared, index);
      StepperPort port = port_of(one, *role);
      group.positions.push_back(next_position(port, one));
      group.names.push_back(port.name);
      out_.ports.push_back(std::move(port));
      for (std::size_t k = shape.size(); k-- > 0 && ++index[k] > shape[k];) index[k] = 1;
    }
    resized_ = false;
    groups_of(*role).push_back(std::move(group));
    if (*role == Role::Output && variable.exact) out_.starts.push_back(groups_of(*role).back());
  }

  void add_scalar(const Variable& variable, Role role) {
    StepperPort port = port_of(variable, role);
    const std::size_t position = next_position(port, variable);
    put(groups_of(role), variable, position, port.name);
    if (port.settable) put(out_.starts, variable, position, port.name);
    out_.ports.push_back(std::move(port));
  }

  StepperPort port_of(const Variable& variable, Role role) {
    StepperPort port;
    port.role = role;
    port.name = free_name(variable.name);
    port.unit = unit_for(variable);
    port.range = range_of(variable);
    const auto item = items_.find(variable.name);
    if (item != items_.end()) port.range.value = item->second;
    port.boolean = variable.type == ValueType::Boolean;
    const bool starts = variable.start && std::isfinite(*variable.start);
    port.open = role == Role::Input && starts;
    port.settable = role == Role::Output && variable.exact && starts;
    port.doc = variable.description;
    out_.names.push_back(variable.name);
    out_.units.push_back(variable.unit);
    out_.descriptions.push_back(variable.description);
    if (port.name != variable.name) port.doc += (port.doc.empty() ? "" : "; ") + variable.name;
    return port;
  }

  /// Returns the sizes of an array; a scalar has none.
  static std::vector<std::uint64_t> shape_of(const Variable& variable,
                                             const std::map<std::uint32_t, double>& sizes) {
    std::vector<std::uint64_t> shape;
    for (const Dimension& dimension : variable.dimensions) {
      if (dimension.size) {
        shape.push_back(*dimension.size);
        continue;
      }
      const auto found = sizes.find(dimension.reference);
      const double size = found == sizes.end() ? 0.0 : found->second;
      shape.push_back(size >= 0.0 && size <= 1e9 ? static_cast<std::uint64_t>(size) : 0);
    }
    return shape;
  }

  static std::uint64_t elements_of(const std::vector<std::uint64_t>& shape) {
    std::uint64_t count = 1;
    for (const std::uint64_t size : shape) {
      if (size > kMostElements) return kMostElements + 1;
      count *= size;
      if (count > kMostElements) return count;
    }
    return count;
  }

  /// Returns why a variable of an offered causality is not a port, or "".
  static std::string why_left_out(const Variable& variable, const std::vector<std::uint64_t>& shape,
                                  const std::vector<std::uint64_t>& declared) {
    if (variable.type >= ValueType::String) {
      const bool settable = variable.type == ValueType::String && !variable.array() &&
                            variable.causality == Causality::Parameter;
      return std::string(to_string(variable.type)) + (settable ? ", set by \"values\"" : "");
    }
    if (variable.causality == Causality::StructuralParameter) {
      return "structural parameter, set by \"values\"";
    }
    const std::uint64_t count = elements_of(shape);
    if (count > kMostElements) return "array of more than 10000 elements";
    if (count == 0) return "array of no elements";
    if (variable.causality != Causality::Parameter) return "";
    const bool starts = variable.array() ? variable.starts.size() == 1 ||
                                               variable.starts.size() == elements_of(declared)
                                         : variable.start && std::isfinite(*variable.start);
    return starts ? "" : "no start value";
  }

  /// Returns an element of an array as a separate variable, named `name[i,j]`. Its start value is
  /// that of the same indices in the declared shape, 0 if the declared shape does not contain them.
  static Variable element_of(const Variable& array, const std::vector<std::uint64_t>& declared,
                             const std::vector<std::uint64_t>& index) {
    std::size_t element = 0;
    bool within = true;
    for (std::size_t k = 0; k < index.size(); ++k) {
      within = within && index[k] <= declared[k];
      element = element * declared[k] + index[k] - 1;
    }
    Variable one = array;
    one.dimensions.clear();
    std::string place;
    for (const std::uint64_t i : index) place += (place.empty() ? "" : ",") + std::to_string(i);
    one.name = array.name + "[" + place + "]";
    if (array.starts.size() == 1) one.start = array.starts.front();
    if (array.starts.size() > 1) {
      one.start = within && element < array.starts.size() ? array.starts[element] : 0.0;
    }
    one.starts.clear();
    return one;
  }

  std::string free_name(const std::string& name) {
    const std::string wanted = port_name(name);
    if (wanted == name) return wanted;
    std::string port = wanted;
    int& number = numbers_[wanted];
    while (!taken_.insert(port).second) port = wanted + "_" + std::to_string(std::max(++number, 2));
    return port;
  }

  Unit unit_for(const Variable& variable) {
    const std::optional<Unit> unit = unit_of(variable, description_);
    if (!unit) unknown_units_[variable.unit].push_back(variable.name);
    if (const std::string why = contradiction(variable, description_); !why.empty()) {
      contradictions_["the unit '" + variable.unit + "' " + why].push_back(variable.name);
    }
    return unit.value_or(unit::bare);
  }

  static Range range_of(const Variable& variable) {
    Range range;
    range.value = variable.start.value_or(0.0);
    if (variable.min && !std::isnan(*variable.min)) range.min = *variable.min;
    if (variable.max && !std::isnan(*variable.max)) range.max = *variable.max;
    return range;
  }

  std::vector<VariableGroup>& groups_of(Role role) {
    return role == Role::Input    ? out_.inputs
           : role == Role::Output ? out_.outputs
                                  : out_.parameters;
  }

  std::size_t next_position(const StepperPort& port, const Variable& variable) {
    if (port.role == Role::Parameter) {
      // Values that differ from the FMU's own start value are passed to it.
      const bool own = !items_.contains(variable.name) && !resized_;
      constexpr double kOther = std::numeric_limits<double>::quiet_NaN();
      out_.parameter_starts.push_back(own ? port.range.value : kOther);
      out_.tunable.push_back(variable.variability == Variability::Tunable);
    }
    if (port.role == Role::Output) out_.output_starts.push_back(port.range.value);
    return counts_[static_cast<std::size_t>(port.role)]++;
  }

  /// Adds a scalar to the group of its type.
  static void put(std::vector<VariableGroup>& groups, const Variable& variable,
                  std::size_t position, const std::string& name) {
    auto group = groups.begin();
    const auto fits = [&variable](const VariableGroup& g) {
      return g.type == variable.type && g.references.size() == g.positions.size();
    };
    while (group != groups.end() && !fits(*group)) ++group;
    if (group == groups.end()) group = groups.insert(groups.end(), {variable.type, {}, {}, {}});
    group->references.push_back(variable.reference);
    group->positions.push_back(position);
    group->names.push_back(name);
  }

  void report() {
    if (!out_.left_out.empty()) {
      out_.notes.note(
          "fmi.variable_left_out", where_,
          "these variables are not available as ports: " + listed(out_.left_out, kMostListed));
    }
    if (counts_[static_cast<std::size_t>(Role::Input)] == 0 &&
        counts_[static_cast<std::size_t>(Role::Output)] == 0) {
      out_.notes.warning(
          "fmi.no_ports", where_,
          "has no inputs or outputs that Hearth can use" +
              (out_.left_out.empty() ? std::string()
                                     : "; omitted variables: " + listed(out_.left_out)));
    }
    for (const auto& [unit, names] : unknown_units_) {
      out_.notes.warning("fmi.unit_unknown", where_,
                         "the unit '" + unit + "' of " + listed(names) +
                             " is not known; the numbers are used without conversion");
    }
    for (const auto& [reason, names] : contradictions_) {
      out_.notes.warning("fmi.unit_contradicts", where_, reason + " (" + listed(names) + ")");
    }
    if (description_.needs_execution_tool) {
      out_.notes.warning(
          "fmi.needs_tool", where_,
          "needs the tool from which it was exported" +
              (description_.generation_tool.empty() ? ""
                                                    : " (" + description_.generation_tool + ")") +
              " on this machine");
    }
  }

  static constexpr std::size_t kMostListed = 1000;

  const ModelDescription& description_;
  const FmuValues& values_;
  Where where_;
  FmuPorts out_;
  std::set<std::string> taken_;
  std::map<std::string, int> numbers_;  // last number appended to a name that was taken
  std::uint64_t array_bytes_ = 0;       // of the elements of arrays so far
  /// Structural parameters, by reference: as declared, and as set.
  std::map<std::uint32_t, double> standard_, sizes_;
  bool resized_ = false;                 // the array has another size than declared
  std::set<std::string> given_;          // structural and String parameters that are set
  std::map<std::string, double> items_;  // enumerations that are set by name
  std::size_t counts_[3] = {};           // of Input, Output, Parameter
  std::map<std::string, std::vector<std::string>> unknown_units_;
  std::map<std::string, std::vector<std::string>> contradictions_;  // names by the reason
};

}  // namespace

FmuPorts ports_of(const ModelDescription& description, const std::string& place,
                  const FmuValues& values) {
  return Maker(description, place, values).make();
}

std::string why_absent(const ModelDescription& description, std::string_view name) {
  for (const Variable& variable : description.variables) {
    for (const std::string& alias : variable.aliases) {
      if (alias == name || port_name(alias) == name) {
        return "it is an alias of '" + variable.name + "'; use the latter";
      }
    }
    if (variable.name != name && port_name(variable.name) != name) continue;
    switch (variable.causality) {
      case Causality::Local:
        return "it is a local variable of the FMU; export the FMU with this variable as an output";
      case Causality::CalculatedParameter:
        return "the FMU calculates this parameter itself";
      case Causality::Independent:
        return "it is the time of the FMU; see the configuration 'startTime'";
      case Causality::StructuralParameter:
        return "it is a structural parameter; set it by the configuration \"values\"";
      default:
        break;
    }
    if (variable.type >= ValueType::String) {
      return std::string("it is of type ") + to_string(variable.type) +
             ", but ports can only be numbers and Booleans; the configuration \"values\" sets "
             "parameters of type String";
    }
    if (!variable.array()) return "";
    std::string first = port_name(variable.name);
    for (std::size_t k = 0; k < variable.dimensions.size(); ++k) first += "_1";
    return "it is an array with the elements '" + first + "' and so on";
  }
  return "";
}

}  // namespace hearth::fmi
