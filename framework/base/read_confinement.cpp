// SPDX-License-Identifier: MIT
#include "hearth/framework/base/read_confinement.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

std::mutex mutex;
std::optional<std::vector<fs::path>> permitted;

/// Returns a path without links; "" if it cannot be resolved, as in a circle of links.
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

ReadConfinement::ReadConfinement(const std::vector<fs::path>& folders) {
  const std::lock_guard lock(mutex);
  permitted.emplace();
  for (const fs::path& folder : folders) {
    permitted->push_back(real_path(folder.empty() ? fs::path(".") : folder));
  }
}

ReadConfinement::~ReadConfinement() {
  const std::lock_guard lock(mutex);
  permitted.reset();
}

void ReadConfinement::permit(const fs::path& path) {
  const std::lock_guard lock(mutex);
  if (permitted) permitted->push_back(real_path(path));
}

void ReadConfinement::permit_in(const fs::path& folder, const fs::path& file) {
  if (lies_in(real_path(file), real_path(folder.empty() ? fs::path(".") : folder))) permit(file);
}

bool may_read(const fs::path& path) {
  const std::lock_guard lock(mutex);
  if (!permitted) return true;
  const fs::path real = real_path(path);
  return std::any_of(permitted->begin(), permitted->end(),
                     [&real](const fs::path& place) { return lies_in(real, place); });
}

void check_may_read(const fs::path& path) {
  if (may_read(path)) return;
  throw InputError("file.outside", {.file = path.string()},
                   "was not read: it lies outside the folders of the results; permit its folder "
                   "with --read-from");
}

}  // namespace hearth
