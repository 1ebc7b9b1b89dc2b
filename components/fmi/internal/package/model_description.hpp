// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::fmi {

enum class Causality {
  Parameter,
  CalculatedParameter,
  StructuralParameter,
  Input,
  Output,
  Local,
  Independent,
};

enum class Variability { Constant, Fixed, Tunable, Discrete, Continuous };

/// Real of FMI 2 is Float64, Integer is Int32.
enum class ValueType {
  Float32,
  Float64,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Boolean,
  Enumeration,
  String,
  Binary,
  Clock,
};

/// Returns the name of a type in FMI 3.
const char* to_string(ValueType type);

/// One dimension of an array: a size, or the structural parameter that sets it.
struct Dimension {
  std::optional<std::uint64_t> size;
  std::uint32_t reference = 0;
};

/// A scalar variable, or an array.
struct Variable {
  std::string name;
  std::string description;
  std::uint32_t reference = 0;
  Causality causality = Causality::Local;
  Variability variability = Variability::Continuous;
  ValueType type = ValueType::Float64;
  std::vector<Dimension> dimensions;  ///< dimensions of an array
  bool exact = false;                 ///< `initial` is exact: the start value may be set
  std::optional<double> start, min, max, nominal;
  std::vector<double> starts;  ///< start values; a single one applies to all elements of an array
  std::string unit;            ///< name of a unit definition, "" if none
  std::string quantity;        ///< not standardized
  bool relative = false;       ///< a difference: the offset of its unit does not apply
  std::vector<std::string> aliases{};  ///< further names of FMI 3
  std::string declared_type{};         ///< name of its type definition, "" if none

  bool array() const { return !dimensions.empty(); }
};

/// The interface of an FMU to use; Auto: co-simulation if available, otherwise model exchange.
enum class Interface { Auto, CoSimulation, ModelExchange };

/// A unit as powers of base units: base = factor * value + offset.
struct BaseUnit {
  int kg = 0, m = 0, s = 0, A = 0, K = 0, mol = 0, cd = 0, rad = 0;
  double factor = 1.0;
  double offset = 0.0;
};

/// Content of modelDescription.xml, in both versions (FMI 2.0.4: 2.2, 4.3; FMI 3.0.1: 2.4, 4.4).
struct ModelDescription {
  int major = 0;  ///< 2 or 3
  std::string fmi_version;
  std::string model_name;
  std::string description;
  std::string token;  ///< guid of FMI 2, instantiationToken of FMI 3
  std::string generation_tool;
  std::string identifier;       ///< name of the binary, without its ending
  bool model_exchange = false;  ///< the interface used, to which the next members refer
  bool has_cosimulation = false, has_model_exchange = false;
  bool needs_execution_tool = false;
  bool only_once_per_process = false;
  bool variable_step = false;  ///< canHandleVariableCommunicationStepSize
  bool can_save = false;       ///< canGetAndSetFMUState
  bool can_serialize = false;
  bool directional_derivatives = false;
  bool completes_steps = false;            ///< model exchange: needs completedIntegratorStep
  std::size_t states = 0, indicators = 0;  ///< model exchange of FMI 2; queried in FMI 3
  /// DefaultExperiment: s, and relative.
  std::optional<double> start_time, stop_time, step_size, tolerance;
  std::vector<std::string> log_categories;
  std::map<std::string, std::optional<BaseUnit>> units;
  /// Names and numbers of the items of enumerations, by the name of the type.
  std::map<std::string, std::vector<std::pair<std::string, double>>> enumerations;
  std::vector<Variable> variables;
};

/// Reads a model description for an interface. `place` names the FMU in messages. Throws
/// InputError with all errors found: `fmi.description_invalid`, `fmi.version_unsupported`,
/// `fmi.interface_missing`, `fmi.clocks_unsupported`.
ModelDescription read_model_description(std::string_view xml, const std::string& place,
                                        Interface wanted = Interface::Auto);

}  // namespace hearth::fmi
