// SPDX-License-Identifier: MIT
// libFuzzer's entry for the reader named by HEARTH_FUZZ_TARGET (set by CMake).
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hearth/tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const hearth::fuzz::Target target = hearth::fuzz::HEARTH_FUZZ_TARGET();
  target.read({reinterpret_cast<const char*>(data), size});
  return 0;
}
