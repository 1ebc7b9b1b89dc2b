// SPDX-License-Identifier: MIT
#include "hearth/framework/base/read_confinement.hpp"

#include <mutex>
#include <optional>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/confinement/fixed_confinement.hpp"
#include "hearth/framework/confinement/places.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

std::mutex mutex;
std::optional<Places> permitted;

}  // namespace

ReadConfinement::ReadConfinement(const std::vector<fs::path>& folders) {
  const std::lock_guard lock(mutex);
  permitted.emplace(folders);
}

ReadConfinement::~ReadConfinement() {
  const std::lock_guard lock(mutex);
  permitted.reset();
}

void ReadConfinement::permit(const fs::path& path) {
  const std::lock_guard lock(mutex);
  if (permitted) permitted->add(path);
}

void ReadConfinement::permit_in(const fs::path& folder, const fs::path& file) {
  if (Places({folder}).contain(file)) permit(file);
}

bool may_read(const fs::path& path) {
  const std::lock_guard lock(mutex);
  return (!permitted || permitted->contain(path)) && !is_hidden(path);
}

void check_may_read(const fs::path& path) {
  if (may_read(path)) return;
  throw InputError("file.outside", {.file = path.string()},
                   is_hidden(path)
                       ? "was not read: it lies outside the folders that --confine permits"
                       : "was not read: it lies outside the folders of the results; permit reading "
                         "from its folder with --read-from");
}

void check_not_hidden(const fs::path& path) {
  if (is_hidden(path)) check_may_read(path);
}

}  // namespace hearth
