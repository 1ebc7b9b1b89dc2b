// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Returns InputError `file.write`: why a file cannot be written, and what may help.
InputError write_error(const std::filesystem::path& target, int error_number);

/// Waits until the names in the folder of a file are on the disk, so that a new file keeps its name
/// after a loss of power. Throws `write_error` of that folder; on file systems that cannot do this
/// it does nothing.
void sync_folder_of(const std::filesystem::path& path);

/// Removes files that processes killed more than a minute ago left in a folder: files with names of
/// a TemporaryFile that no process holds, and journals whose file no longer exists.
void remove_left_files(const std::filesystem::path& folder);

/// Returns the existing files in the folder of a target that TemporaryFiles made for it, held or
/// left behind.
std::vector<std::filesystem::path> temporaries_of(const std::filesystem::path& target);

/// Returns whether a process holds a file; true if this cannot be determined.
bool is_held(const std::filesystem::path& path);

/// Removes a file that no process holds, and returns whether it is gone. It is locked meanwhile, so
/// that no process begins to use it; `agree`, if set, is called under the lock.
bool remove_unheld(const std::filesystem::path& path, const std::function<bool()>& agree = {});

/// An empty file next to a target, under a name that cannot be predicted: `.NAME.RANDOM.part`.
/// `commit` replaces the target by it; without `commit`, the file is removed. If the target is a
/// link, the file to which it leads is replaced. A folder, a pipe, a device and a link that leads
/// to itself are refused.
///
/// It has the permissions of an existing target. It never opens an existing file or link. The first
/// object that a process makes for a target also removes files that killed processes left
/// behind and that no process holds. Throws `write_error`.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::filesystem::path target);
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }
  /// Returns the open file, for reading and writing; this object owns it.
  int descriptor() const { return held_; }
  /// Writes the content to the disk, then gives it the name of the target: after a loss of power
  /// the target is the old file or the new one.
  void commit();

 private:
  [[noreturn]] void fail(int error_number) const { throw write_error(target_, error_number); }

  std::filesystem::path target_, path_;  // "" once it is committed or moved from
  int held_ = -1;                        // open and locked, so that it does not look left behind
};

}  // namespace hearth
