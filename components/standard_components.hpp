// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/registry.hpp"

namespace hearth {

/// Returns all component types of this library.
const Registry& standard_components();

}  // namespace hearth
