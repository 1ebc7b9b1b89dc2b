// SPDX-License-Identifier: MIT
#include "hearth/framework/confinement/fixed_confinement.hpp"

#include <mutex>
#include <optional>

#include "hearth/framework/confinement/places.hpp"

namespace hearth {
namespace {

std::mutex fixed_mutex;
std::optional<Places> fixed_places;

}  // namespace

FixedConfinement::FixedConfinement(const std::vector<std::filesystem::path>& places) {
  const std::lock_guard lock(fixed_mutex);
  fixed_places.emplace(places);
}

FixedConfinement::~FixedConfinement() {
  const std::lock_guard lock(fixed_mutex);
  fixed_places.reset();
}

bool is_hidden(const std::filesystem::path& path) {
  const std::lock_guard lock(fixed_mutex);
  return fixed_places && !fixed_places->contain(path);
}

}  // namespace hearth
