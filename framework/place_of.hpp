// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/error.hpp"

namespace hearth {

/// Returns the place of a value named `id.port` or `id@state`.
inline Where place_of(const std::string& name) {
  const auto mark = name.find_first_of(".@");
  return {.component = name.substr(0, mark),
          .port = mark == std::string::npos ? "" : name.substr(mark + 1)};
}

}  // namespace hearth
