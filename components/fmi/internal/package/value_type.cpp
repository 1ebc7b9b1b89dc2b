// SPDX-License-Identifier: MIT
#include <array>

#include "hearth/components/fmi/internal/package/model_description.hpp"

namespace hearth::fmi {

const char* to_string(ValueType type) {
  constexpr std::array kNames{"Float32", "Float64",     "Int8",   "UInt8",  "Int16",
                              "UInt16",  "Int32",       "UInt32", "Int64",  "UInt64",
                              "Boolean", "Enumeration", "String", "Binary", "Clock"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace hearth::fmi
