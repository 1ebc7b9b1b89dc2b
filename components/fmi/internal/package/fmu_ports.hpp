// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/components/fmi/internal/package/model_description.hpp"
#include "hearth/components/fmi/internal/package/variable_group.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/stepper.hpp"

namespace hearth::fmi {

/// What Hearth sees of an FMU's variables.
struct FmuPorts {
  std::vector<StepperPort> ports;  ///< in the order of the FMU's variables
  std::vector<VariableGroup> parameters, inputs, outputs;
  std::vector<double> parameter_starts;  ///< by position
  Diagnostics notes;                     ///< what is not offered, units that are not known
};

/// Makes the ports of an FMU: inputs and outputs, and as parameters what is fixed or tunable with a
/// start value. Strings, binaries, arrays and structural parameters are left out.
///
/// A port is named as the variable, with `_` for runs of other characters than letters, digits and
/// `_`; names that would be equal are numbered. `place` stands for the FMU in the notes.
FmuPorts ports_of(const ModelDescription& description, const std::string& place);

}  // namespace hearth::fmi
