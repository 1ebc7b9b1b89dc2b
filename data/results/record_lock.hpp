// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

namespace hearth {

/// A lock for the time in which results and their record get their names in a folder, so that runs
/// with the same folder do this one after another. It is an empty file `.hearth.lock`, which is
/// removed at the end; the lock of a killed process is taken over. If the file cannot be created,
/// or if the file system has no locks, `take` succeeds without a lock.
class RecordLock {
 public:
  /// Takes the lock, or returns nothing while another process holds it.
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
