// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace hearth::apps {

/// Keeps other services out of a folder, as long as it lives.
class FolderLock {
 public:
  /// Makes the folder if it is missing. Throws InputError `serve.store` if it cannot be written, or
  /// if another lock holds it.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

/// Makes a folder that only this user can enter. Throws InputError `serve.store` if it cannot.
void make_own_folder(const std::filesystem::path& folder);

}  // namespace hearth::apps
