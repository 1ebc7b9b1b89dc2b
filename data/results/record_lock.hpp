// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

namespace hearth {

/// Held while results and their record get their names in a folder, so that runs in the same folder
/// do so one after another: an empty file `.hearth.lock`, which is removed at the end. The lock of
/// a killed process is taken over. If the file cannot be made or the file system has no locks,
/// taking the lock succeeds without one.
class RecordLock {
 public:
  /// Returns nothing while another process holds the lock.
  static std::optional<RecordLock> take(const std::filesystem::path& folder);

  ~RecordLock();
  RecordLock(RecordLock&& other) noexcept;
  RecordLock& operator=(RecordLock&& other) noexcept;

 private:
  RecordLock(std::filesystem::path path, int file);

  std::filesystem::path path_;
  int file_ = -1;  // -1: this folder has no locks
};

}  // namespace hearth
