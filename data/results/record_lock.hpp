// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

namespace hearth {

/// Held while results and their record take their names in a folder, so that runs side by side do
/// so one after the other: an empty file `.hearth.lock`, which is removed at the end. What a killed
/// process left is taken over. Where no such file can be made, or the file system has no locks,
/// there is nothing to wait for.
class RecordLock {
 public:
  /// Returns nothing while another process has the lock.
  static std::optional<RecordLock> take(const std::filesystem::path& folder);

  ~RecordLock();
  RecordLock(RecordLock&& other) noexcept;
  RecordLock& operator=(RecordLock&& other) noexcept;

 private:
  RecordLock(std::filesystem::path path, int file);

  std::filesystem::path path_;
  int file_ = -1;  // none: there are no locks here
};

}  // namespace hearth
