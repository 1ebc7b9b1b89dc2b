// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/base/clock.hpp"

namespace hearth {

/// Returns an instant as `2023-11-27T00:20:00Z`, with milliseconds if they are not 0.
std::string iso_utc(Instant instant);

}  // namespace hearth
