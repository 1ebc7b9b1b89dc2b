// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/schema.hpp"

namespace hearth {

/// A variable of an FMU, which a component of type Fmu offers or omits.
struct FmuVariable {
  std::string name;         ///< name in the FMU
  std::string port;         ///< name in Hearth, "" if it is omitted
  Role role = Role::Input;  ///< Input, Output or Parameter
  std::string unit;         ///< unit in the FMU, "" if it has none
  std::string taken_as;     ///< unit in Hearth
  std::optional<double> start{};
  bool boolean = false;  ///< whether its numbers are 1 (true) and 0 (false)
  bool needed = false;   ///< whether it is an input that must be connected
  std::string description;
};

/// Description of an FMU.
struct FmuInfo {
  std::string model_name, description, fmi_version, generation_tool;
  std::vector<std::string> platforms;  ///< platforms for which it has binaries
  bool model_exchange = false;         ///< whether it is available only as model exchange
  bool variable_step = false;          ///< whether it supports steps of different lengths
  bool can_restore = false;            ///< whether it can return to a state in memory
  bool can_serialize = false;          ///< whether its state can be written to a file
  bool only_once_per_process = false;
  bool needs_execution_tool = false;
  /// Start, end and step of its default experiment, s.
  std::optional<double> start_time{}, stop_time{}, step_size{};
  std::optional<double> tolerance{};   ///< relative tolerance of its default experiment
  std::vector<FmuVariable> variables;  ///< inputs, outputs, parameters
  std::vector<std::string> left_out;   ///< variables that are omitted, with the reason
  Diagnostics notes;
};

/// Reads an FMU without running its code. Throws InputError with the codes `fmi.*` that the check
/// of a model with this FMU reports, and `fmi.not_built` if Hearth was built without FMUs.
FmuInfo read_fmu_info(const std::filesystem::path& file);

}  // namespace hearth
