// SPDX-License-Identifier: MIT
#pragma once

namespace hearth {

inline constexpr double kDegree = 0.017453292519943295;  // rad

}  // namespace hearth
