// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hearth {

/// Returns the shortest digits that read back equal: `600`, `1e-09`, `0.1`, `nan`.
std::string number_text(double value);

}  // namespace hearth
