// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/components/fmi/internal/package/model_description.hpp"
#include "hearth/components/fmi/internal/package/variable_group.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/stepper.hpp"

namespace hearth::fmi {

/// Values of structural parameters, String parameters and enumerations, by the names of the FMU's
/// variables, as texts.
using FmuValues = std::map<std::string, std::string>;

/// The variables of an FMU as Hearth uses them.
struct FmuPorts {
  std::vector<StepperPort> ports;                       ///< in the order of the FMU's variables
  std::vector<std::string> names, units, descriptions;  ///< of each port, as in the FMU
  std::vector<std::string> left_out;                    ///< variables, with the reason
  std::vector<VariableGroup> parameters, inputs, outputs;
  std::vector<VariableGroup> starts;             ///< outputs that can be set before the start
  std::vector<double> parameter_starts;          ///< by position
  std::vector<double> output_starts;             ///< by position
  std::vector<VariableGroup> structure;          ///< structural parameters that are set
  std::vector<double> sizes;                     ///< values of `structure`
  std::vector<std::uint32_t> string_references;  ///< String parameters that are set
  std::vector<std::string> strings;              ///< values of `string_references`
  std::vector<bool> tunable;  ///< parameters that can be set during a run, by position
  Diagnostics notes;          ///< variables that are not offered, unknown units
};

/// Makes the ports of an FMU: inputs and outputs, and as parameters the fixed and tunable variables
/// with a start value. An array has a port for each element, for the sizes that its structural
/// parameters set. Structural and String parameters take their values from `values`, which may also
/// name items of enumerations as their defaults. Other Strings and Binaries are left out. Throws
/// InputError `fmi.values_invalid` for invalid values.
///
/// A port has the name of the variable, with `_` for runs of characters other than letters, digits
/// and `_`; names that would be equal are numbered. An element of an array is `name[i,j]`, counted
/// from 1. `place` names the FMU in the notes.
FmuPorts ports_of(const ModelDescription& description, const std::string& place,
                  const FmuValues& values = {});

/// Returns the reason why a variable of that name is not a port; "" if the FMU has no such
/// variable.
std::string why_absent(const ModelDescription& description, std::string_view name);

}  // namespace hearth::fmi
