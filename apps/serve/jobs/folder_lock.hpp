// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace hearth::apps {

/// Excludes other services from a folder during its lifetime.
class FolderLock {
 public:
  /// Creates the folder if it is missing. Throws InputError `serve.store` if it cannot be written
  /// to, or if another lock holds it.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

/// Creates a folder that only this user can enter. Throws InputError `serve.store` on failure.
void make_own_folder(const std::filesystem::path& folder);

}  // namespace hearth::apps
