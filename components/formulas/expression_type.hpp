// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// Returns the component type `Expression`, whose ports, parameters, states, events and equations
/// are in the configuration of each component (docs/expressions.md).
ComponentType expression_component_type();

}  // namespace hearth
