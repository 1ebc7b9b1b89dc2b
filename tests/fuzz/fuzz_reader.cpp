// SPDX-License-Identifier: MIT
// libFuzzer's entry for the reader named by the environment variable HEARTH_FUZZ_TARGET.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "hearth/tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

hearth::fuzz::Target chosen_target() {
  const char* name = std::getenv("HEARTH_FUZZ_TARGET");
  for (const hearth::fuzz::TargetKind& kind : hearth::fuzz::all_targets()) {
    if (name != nullptr && kind.name == name) return kind.make();
  }
  throw std::invalid_argument("HEARTH_FUZZ_TARGET names no target");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const hearth::fuzz::Target target = chosen_target();
  for (std::uint64_t way = 0; way < target.ways; ++way) {
    target.read({reinterpret_cast<const char*>(data), size}, way);
  }
  return 0;
}
