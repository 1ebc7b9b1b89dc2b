// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/tests/cases/case_kinds.hpp"

namespace hearth::cases {

// Each is defined in the file of its name beside this one.

}  // namespace hearth::cases
