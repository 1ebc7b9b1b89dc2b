// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::fmi {

/// Returns the type of the FMU that a component names, or null after reporting the problems. It is
/// the same object as long as the file and the settings do not change.
std::shared_ptr<const ComponentType> specialize(const Component& component,
                                                Diagnostics& diagnostics);

}  // namespace hearth::fmi
