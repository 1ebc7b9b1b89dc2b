// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/instance/endings.hpp"

#include <mutex>
#include <utility>

namespace hearth::fmi {
namespace {

constexpr std::size_t kMost = 100;

std::mutex mutex;
std::vector<Ending> endings;

}  // namespace

void note_ending(Ending ending) {
  const std::lock_guard lock(mutex);
  if (endings.size() < kMost) endings.push_back(std::move(ending));
}

std::vector<Ending> take_endings() {
  const std::lock_guard lock(mutex);
  return std::exchange(endings, {});
}

}  // namespace hearth::fmi
