// SPDX-License-Identifier: MIT
#include "hearth/framework/confinement/places.hpp"

#include <algorithm>
#include <system_error>

namespace hearth {
namespace {

namespace fs = std::filesystem;

/// Returns a path without links; "" if it cannot be resolved, such as a cycle of links.
fs::path real_path(const fs::path& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
  if (error) return {};
  if (!real.has_filename()) real = real.parent_path();
  return real;
}

bool lies_in(const fs::path& path, const fs::path& place) {
  if (path.empty() || place.empty()) return false;
  const auto [a, b] = std::mismatch(place.begin(), place.end(), path.begin(), path.end());
  return a == place.end();
}

}  // namespace

Places::Places(const std::vector<fs::path>& paths) {
  for (const fs::path& path : paths) add(path.empty() ? fs::path(".") : path);
}

void Places::add(const fs::path& path) { real_.push_back(real_path(path)); }

bool Places::contain(const fs::path& path) const {
  const fs::path real = real_path(path);
  return std::any_of(real_.begin(), real_.end(),
                     [&real](const fs::path& place) { return lies_in(real, place); });
}

}  // namespace hearth
