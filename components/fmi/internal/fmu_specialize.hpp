// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hearth/framework/component/stepper.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::fmi {

/// The configuration that names the file of an FMU.
inline constexpr const char* kFile = "file";

/// Returns the configuration `file`.
StepperPort file_port();

/// Returns the type of the FMU that a component names, the same object as long as the file does not
/// change, or null after reporting what is wrong.
std::shared_ptr<const ComponentType> specialize(const Component& component,
                                                Diagnostics& diagnostics);

}  // namespace hearth::fmi
