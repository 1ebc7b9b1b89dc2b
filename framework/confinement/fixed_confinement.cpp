// SPDX-License-Identifier: MIT
#include "hearth/framework/confinement/fixed_confinement.hpp"

#include <mutex>
#include <optional>

#include "hearth/framework/confinement/places.hpp"

namespace hearth {
namespace {

std::mutex fixed_mutex;
std::optional<Places> fixed_places;
ForeignCode fixed_code = ForeignCode::Allowed;

}  // namespace

FixedConfinement::FixedConfinement(const std::vector<std::filesystem::path>& places,
                                   ForeignCode code) {
  const std::lock_guard lock(fixed_mutex);
  fixed_places.emplace(places);
  fixed_code = code;
}

FixedConfinement::~FixedConfinement() {
  const std::lock_guard lock(fixed_mutex);
  fixed_places.reset();
  fixed_code = ForeignCode::Allowed;
}

bool is_hidden(const std::filesystem::path& path) {
  const std::lock_guard lock(fixed_mutex);
  return fixed_places && !fixed_places->contain(path);
}

bool may_run_foreign_code() {
  const std::lock_guard lock(fixed_mutex);
  return fixed_code == ForeignCode::Allowed;
}

}  // namespace hearth
