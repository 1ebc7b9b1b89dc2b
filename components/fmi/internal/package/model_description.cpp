// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/model_description.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <pugixml.hpp>
#include <set>
#include <utility>

#include "hearth/framework/base/error.hpp"

namespace hearth::fmi {
namespace {

template <class T>
using Words = std::pair<std::string_view, T>;

constexpr std::array<Words<Causality>, 7> kCausalities{{
    {"parameter", Causality::Parameter},
    {"calculatedParameter", Causality::CalculatedParameter},
    {"structuralParameter", Causality::StructuralParameter},
    {"input", Causality::Input},
    {"output", Causality::Output},
    {"local", Causality::Local},
    {"independent", Causality::Independent},
}};
constexpr std::array<Words<Variability>, 5> kVariabilities{{
    {"constant", Variability::Constant},
    {"fixed", Variability::Fixed},
    {"tunable", Variability::Tunable},
    {"discrete", Variability::Discrete},
    {"continuous", Variability::Continuous},
}};
constexpr std::array<Words<ValueType>, 17> kTypes{{
    {"Float32", ValueType::Float32},
    {"Float64", ValueType::Float64},
    {"Int8", ValueType::Int8},
    {"UInt8", ValueType::UInt8},
    {"Int16", ValueType::Int16},
    {"UInt16", ValueType::UInt16},
    {"Int32", ValueType::Int32},
    {"UInt32", ValueType::UInt32},
    {"Int64", ValueType::Int64},
    {"UInt64", ValueType::UInt64},
    {"Boolean", ValueType::Boolean},
    {"Enumeration", ValueType::Enumeration},
    {"String", ValueType::String},
    {"Binary", ValueType::Binary},
    {"Clock", ValueType::Clock},
    {"Real", ValueType::Float64},
    {"Integer", ValueType::Int32},
}};

template <class T, std::size_t N>
std::optional<T> word_in(const std::array<Words<T>, N>& words, std::string_view text) {
  for (const auto& [word, value] : words) {
    if (word == text) return value;
  }
  return std::nullopt;
}

bool is_number(ValueType type) { return type < ValueType::Boolean; }

/// Returns the element with type-dependent attributes, which is separate in FMI 2.
pugi::xml_node typed_child(pugi::xml_node node) {
  return node.find_child(
      [](pugi::xml_node child) { return word_in(kTypes, child.name()).has_value(); });
}

/// A number of XML Schema: also `INF`, `-INF` and `NaN`.
std::optional<double> number(std::string_view text) {
  while (!text.empty() && std::string_view(" \t\r\n").find(text.front()) != text.npos) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != text.npos) {
    text.remove_suffix(1);
  }
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class Reader {
 public:
  Reader(std::string_view xml, const std::string& place, Interface wanted)
      : xml_(xml), wanted_(wanted) {
    where_.file = place;
    where_.pointer = "modelDescription.xml";
  }

  ModelDescription read() {
    const pugi::xml_parse_result parsed = document_.load_buffer(xml_.data(), xml_.size());
    if (!parsed) {
      problem(parsed.offset, std::string("cannot be read as XML: ") + parsed.description());
      stop_on_errors();
    }
    const pugi::xml_node root = document_.child("fmiModelDescription");
    if (!root) problem(0, "has no element fmiModelDescription");
    stop_on_errors();
    read_version(root);
    read_head(root);
    read_units(root);
    read_types(root);
    read_variables(root);
    stop_on_errors();
    return std::move(out_);
  }

 private:
  void problem(std::ptrdiff_t offset, std::string message) {
    error("fmi.description_invalid", offset, std::move(message));
  }
  void problem(pugi::xml_node node, std::string message) {
    problem(node.offset_debug(), std::move(message));
  }
  void error(std::string code, std::ptrdiff_t offset, std::string message) {
    Where where = where_;
    if (offset > 0 && static_cast<std::size_t>(offset) <= xml_.size()) {
      where.pointer += ":" + std::to_string(line_at(static_cast<std::size_t>(offset)));
    }
    diagnostics_.error(std::move(code), where, std::move(message));
    if (diagnostics_.full()) throw InputError(diagnostics_);
  }
  /// Continues counting from the previous position, which is usually earlier.
  std::size_t line_at(std::size_t offset) {
    if (offset < counted_) counted_ = 0, line_ = 1;
    const auto begin = xml_.begin() + static_cast<std::ptrdiff_t>(counted_);
    const auto end = xml_.begin() + static_cast<std::ptrdiff_t>(offset);
    line_ += static_cast<std::size_t>(std::count(begin, end, '\n'));
    counted_ = offset;
    return line_;
  }
  void stop_on_errors() const {
    if (diagnostics_.has_errors()) throw InputError(diagnostics_);
  }

  void read_version(pugi::xml_node root) {
    out_.fmi_version = root.attribute("fmiVersion").as_string();
    const std::string& version = out_.fmi_version;
    const bool released = version.find('-') == std::string::npos;
    if (version.starts_with("2.") && released) out_.major = 2;
    if (version.starts_with("3.") && released) out_.major = 3;
    if (out_.major == 0) {
      error("fmi.version_unsupported", 0,
            (version.empty() ? "names no version of FMI" : "is of FMI " + version) +
                "; expected 2.0 or 3.0: export it again");
    }
    stop_on_errors();
  }

  std::string required(pugi::xml_node node, const char* name) {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute || *attribute.value() == '\0') {
      problem(node, std::string(node.name()) + " has no " + name);
    }
    return attribute.as_string();
  }

  bool flag(pugi::xml_node node, const char* name) {
    const std::string_view text = node.attribute(name).as_string("false");
    if (text == "true" || text == "1") return true;
    if (text != "false" && text != "0") {
      problem(node, std::string(name) + "='" + std::string(text) + "' is neither true nor false");
    }
    return false;
  }

  void read_head(pugi::xml_node root) {
    const bool two = out_.major == 2;
    out_.model_name = required(root, "modelName");
    out_.description = root.attribute("description").as_string();
    out_.generation_tool = root.attribute("generationTool").as_string();
    out_.token = required(root, two ? "guid" : "instantiationToken");
    read_interface(root);
    const pugi::xml_node experiment = root.child("DefaultExperiment");
    out_.start_time = number_of(experiment, "startTime");
    out_.stop_time = number_of(experiment, "stopTime");
    out_.step_size = number_of(experiment, "stepSize");
    out_.tolerance = number_of(experiment, "tolerance");
    for (const pugi::xml_node category : root.child("LogCategories").children("Category")) {
      out_.log_categories.emplace_back(category.attribute("name").as_string());
    }
  }

  /// Chooses the interface and reads its description.
  void read_interface(pugi::xml_node root) {
    const bool two = out_.major == 2;
    const pugi::xml_node cosimulation = root.child("CoSimulation");
    const pugi::xml_node exchange = root.child("ModelExchange");
    out_.has_cosimulation = static_cast<bool>(cosimulation);
    out_.has_model_exchange = static_cast<bool>(exchange);
    out_.model_exchange =
        wanted_ == Interface::ModelExchange || (wanted_ == Interface::Auto && !cosimulation);
    const pugi::xml_node chosen = out_.model_exchange ? exchange : cosimulation;
    if (!chosen) {
      refuse_interface(root);
      stop_on_errors();
    }
    out_.identifier = required(chosen, "modelIdentifier");
    if (out_.identifier.find_first_of("/\\") != std::string::npos) {
      problem(chosen, "modelIdentifier '" + out_.identifier + "' is not a name");
    }
    out_.needs_execution_tool = flag(chosen, "needsExecutionTool");
    out_.only_once_per_process = flag(chosen, "canBeInstantiatedOnlyOncePerProcess");
    out_.can_save = flag(chosen, two ? "canGetAndSetFMUstate" : "canGetAndSetFMUState");
    out_.can_serialize =
        out_.can_save && flag(chosen, two ? "canSerializeFMUstate" : "canSerializeFMUState");
    out_.directional_derivatives =
        flag(chosen, two ? "providesDirectionalDerivative" : "providesDirectionalDerivatives");
    if (!out_.model_exchange) {
      out_.variable_step = flag(chosen, "canHandleVariableCommunicationStepSize");
      return;
    }
    out_.variable_step = true;  // Hearth integrates
    out_.completes_steps = two ? !flag(chosen, "completedIntegratorStepNotNeeded")
                               : flag(chosen, "needsCompletedIntegratorStep");
    if (!two) return;
    count_states(root);
    const double indicators = number_of(root, "numberOfEventIndicators").value_or(0.0);
    if (indicators >= 0.0 && indicators <= kMostIndicators &&
        indicators == std::round(indicators)) {
      out_.indicators = static_cast<std::size_t>(indicators);
    } else {
      problem(root, "numberOfEventIndicators is not a whole number from 0 to 1000000");
    }
  }

  /// Counts the derivatives that the structure of a model of FMI 2.0 lists, each of which must be
  /// another variable with the attribute `derivative`.
  void count_states(pugi::xml_node root) {
    std::vector<bool> open;  // variables that are derivatives and not listed so far
    for (const pugi::xml_node variable : root.child("ModelVariables").children("ScalarVariable")) {
      open.push_back(static_cast<bool>(variable.child("Real").attribute("derivative")));
    }
    for (const pugi::xml_node unknown :
         root.child("ModelStructure").child("Derivatives").children("Unknown")) {
      ++out_.states;
      const double index = number_of(unknown, "index").value_or(0.0);
      const bool exists =
          index >= 1.0 && index <= static_cast<double>(open.size()) && index == std::round(index);
      const std::size_t at = exists ? static_cast<std::size_t>(index) - 1 : 0;
      if (!exists || !open[at]) {
        problem(unknown, "index='" + std::string(unknown.attribute("index").value()) +
                             "' under Derivatives names no variable with the attribute "
                             "'derivative', or a variable that was listed before");
      } else {
        open[at] = false;
      }
    }
  }

  void refuse_interface(pugi::xml_node root) {
    if (wanted_ == Interface::Auto) {
      return error(
          "fmi.interface_missing", 0,
          "supports neither co-simulation nor model exchange" +
              std::string(root.child("ScheduledExecution") ? ", only scheduled execution" : "") +
              "; export it for co-simulation");
    }
    const bool exchange = wanted_ == Interface::ModelExchange;
    error("fmi.interface_missing", 0,
          std::string("does not support ") + (exchange ? "model exchange" : "co-simulation") +
              ", which the configuration \"interface\" selects; remove it");
  }

  std::optional<double> number_of(pugi::xml_node node, const char* name, pugi::xml_node type = {}) {
    pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute) attribute = type.attribute(name);
    if (!attribute) return std::nullopt;
    const std::optional<double> value = number(attribute.value());
    if (!value) problem(node, std::string(name) + "='" + attribute.value() + "' is not a number");
    return value;
  }

  int exponent(pugi::xml_node base, const char* name) {
    const double value = number_of(base, name).value_or(0.0);
    if (value != std::round(value) || std::abs(value) > 100.0) {
      problem(base, std::string(name) + " is not a whole exponent");
      return 0;
    }
    return static_cast<int>(value);
  }

  void read_units(pugi::xml_node root) {
    for (const pugi::xml_node unit : root.child("UnitDefinitions").children("Unit")) {
      std::optional<BaseUnit>& entry = out_.units[required(unit, "name")];
      const pugi::xml_node base = unit.child("BaseUnit");
      if (!base) continue;
      entry = BaseUnit{exponent(base, "kg"),
                       exponent(base, "m"),
                       exponent(base, "s"),
                       exponent(base, "A"),
                       exponent(base, "K"),
                       exponent(base, "mol"),
                       exponent(base, "cd"),
                       exponent(base, "rad"),
                       number_of(base, "factor").value_or(1.0),
                       number_of(base, "offset").value_or(0.0)};
      if (!std::isfinite(entry->factor) || entry->factor == 0.0 || !std::isfinite(entry->offset)) {
        problem(base, "factor and offset do not define a unit");
      }
    }
  }

  void read_types(pugi::xml_node root) {
    for (const pugi::xml_node type : root.child("TypeDefinitions").children()) {
      if (type.type() != pugi::node_element) continue;
      const pugi::xml_node typed = out_.major == 2 ? typed_child(type) : type;
      const std::string name = type.attribute("name").as_string();
      types_[name] = typed;
      double number = 0.0;
      for (const pugi::xml_node item : typed.children("Item")) {
        number = number_of(item, "value").value_or(number + 1.0);
        out_.enumerations[name].emplace_back(item.attribute("name").as_string(), number);
      }
    }
  }

  void read_variables(pugi::xml_node root) {
    std::set<std::string> names;
    for (const pugi::xml_node node : root.child("ModelVariables").children()) {
      if (node.type() != pugi::node_element) continue;
      const pugi::xml_node kind = out_.major == 2 ? typed_child(node) : node;
      const std::optional<ValueType> type = word_in(kTypes, kind.name());
      if (!type) {
        problem(node, std::string("variable '") + node.attribute("name").as_string() +
                          "' does not have a known type");
        continue;
      }
      Variable variable = variable_of(node, kind, *type);
      if (!names.insert(variable.name).second) {
        problem(node, "two variables are named '" + variable.name + "'");
      }
      out_.variables.push_back(std::move(variable));
    }
    const auto is_clock = [](const Variable& v) { return v.type == ValueType::Clock; };
    const auto clock = std::find_if(out_.variables.begin(), out_.variables.end(), is_clock);
    if (clock == out_.variables.end()) return;
    error("fmi.clocks_unsupported", 0,
          "has clocks (" + clock->name + "), which only an importer with event mode can run");
  }

  Variable variable_of(pugi::xml_node node, pugi::xml_node kind, ValueType type) {
    Variable variable;
    variable.name = required(node, "name");
    variable.description = node.attribute("description").as_string();
    variable.type = type;
    for (const pugi::xml_node alias : node.children("Alias")) {
      variable.aliases.push_back(required(alias, "name"));
    }
    read_dimensions(node, variable);
    read_reference(node, variable);
    read_kind(node, variable);
    variable.exact = std::string_view(node.attribute("initial").as_string()) == "exact";
    pugi::xml_node declared;
    if (const pugi::xml_attribute name = kind.attribute("declaredType")) {
      variable.declared_type = name.value();
      const auto found = types_.find(name.value());
      if (found != types_.end()) declared = found->second;
    }
    if (type == ValueType::Boolean) {
      if (kind.attribute("start")) read_starts(kind, variable);
    } else if (is_number(type) || type == ValueType::Enumeration) {
      read_numbers(kind, declared, variable);
    }
    return variable;
  }

  void read_dimensions(pugi::xml_node node, Variable& variable) {
    for (const pugi::xml_node dimension : node.children("Dimension")) {
      Dimension& read = variable.dimensions.emplace_back();
      const bool sized = static_cast<bool>(dimension.attribute("start"));
      const std::string text = required(dimension, sized ? "start" : "valueReference");
      std::uint64_t value = 0;
      const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (!text.empty() && (failed != std::errc() || end != text.data() + text.size())) {
        problem(dimension, "the dimension '" + text + "' is not a whole number");
      }
      if (sized) {
        read.size = value;
      } else {
        read.reference = static_cast<std::uint32_t>(value);
      }
    }
  }

  /// Reads start values: one of a scalar, a list for an array.
  void read_starts(pugi::xml_node kind, Variable& variable) {
    std::string_view rest = kind.attribute("start").value();
    std::vector<double> values;
    const bool boolean = variable.type == ValueType::Boolean;
    while (true) {
      const auto begin = rest.find_first_not_of(" \t\r\n");
      if (begin == rest.npos) break;
      const auto end = std::min(rest.find_first_of(" \t\r\n", begin), rest.size());
      const std::string_view word = rest.substr(begin, end - begin);
      rest.remove_prefix(end);
      const bool flag = boolean && (word == "true" || word == "false");
      const std::optional<double> value = flag ? (word == "true" ? 1.0 : 0.0) : number(word);
      if (!value || (boolean && *value != 0.0 && *value != 1.0)) {
        problem(kind, "start='" + std::string(word) + "' is not " +
                          (boolean ? "true or false" : "a number"));
        return;
      }
      values.push_back(*value);
    }
    if (variable.array()) {
      variable.starts = std::move(values);
    } else if (values.size() == 1) {
      variable.start = values.front();
    } else {
      problem(kind, "start has " + std::to_string(values.size()) + " values, expected one");
    }
  }

  void read_reference(pugi::xml_node node, Variable& variable) {
    const std::string text = required(node, "valueReference");
    const auto [end, failed] =
        std::from_chars(text.data(), text.data() + text.size(), variable.reference);
    if (!text.empty() && (failed != std::errc() || end != text.data() + text.size())) {
      problem(node, "valueReference '" + text + "' is not a number from 0 to 4294967295");
    }
  }

  void read_kind(pugi::xml_node node, Variable& variable) {
    const std::string causality = node.attribute("causality").as_string("local");
    if (const auto word = word_in(kCausalities, causality)) {
      variable.causality = *word;
    } else {
      problem(node, "causality '" + causality + "' is not known");
    }
    const bool parameter = variable.causality <= Causality::StructuralParameter;
    const bool real = variable.type == ValueType::Float32 || variable.type == ValueType::Float64;
    const bool discrete = out_.major == 3 && !real;
    const char* standard = parameter ? "fixed" : discrete ? "discrete" : "continuous";
    const std::string variability = node.attribute("variability").as_string(standard);
    if (const auto word = word_in(kVariabilities, variability)) {
      variable.variability = *word;
    } else {
      problem(node, "variability '" + variability + "' is not known");
    }
  }

  void read_numbers(pugi::xml_node kind, pugi::xml_node declared, Variable& variable) {
    const auto text = [&](const char* name) {
      const pugi::xml_attribute own = kind.attribute(name);
      return std::string((own ? own : declared.attribute(name)).as_string());
    };
    variable.unit = text("unit");
    variable.quantity = text("quantity");
    const bool own = static_cast<bool>(kind.attribute("relativeQuantity"));
    variable.relative = flag(own ? kind : declared, "relativeQuantity");
    if (kind.attribute("start")) read_starts(kind, variable);
    variable.min = number_of(kind, "min", declared);
    variable.max = number_of(kind, "max", declared);
    variable.nominal = number_of(kind, "nominal", declared);
  }

  static constexpr double kMostIndicators = 1e6;

  std::string_view xml_;
  Interface wanted_;
  Where where_;
  pugi::xml_document document_;
  Diagnostics diagnostics_;
  ModelDescription out_;
  std::map<std::string, pugi::xml_node> types_;
  std::size_t counted_ = 0, line_ = 1;
};

}  // namespace

ModelDescription read_model_description(std::string_view xml, const std::string& place,
                                        Interface wanted) {
  return Reader(xml, place, wanted).read();
}

}  // namespace hearth::fmi
