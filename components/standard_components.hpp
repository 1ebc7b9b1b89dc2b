// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// Returns all component types of this library.
const Registry& standard_components();

/// Returns the types `own`, and the types of this library except those whose names occur in `own`.
Registry with_standard_components(std::vector<ComponentType> own);

}  // namespace hearth
