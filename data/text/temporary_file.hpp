// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Returns the InputError `file.write`, which states why a file cannot be written and what may
/// help.
InputError write_error(const std::filesystem::path& target, int error_number);

/// Waits until the names in the folder of a file are on the disk, so that a new file keeps its name
/// after a loss of power. Does nothing on file systems that cannot do this. Throws `write_error` of
/// the folder.
void sync_folder_of(const std::filesystem::path& path);

/// Removes from a folder files that processes left behind when they were killed more than a minute
/// ago: files with names of a TemporaryFile that no process holds, and journals whose file no
/// longer exists.
void remove_left_files(const std::filesystem::path& folder);

/// Returns the existing temporary files for a target, in its folder, whether a process holds them
/// or has left them behind.
std::vector<std::filesystem::path> temporaries_of(const std::filesystem::path& target);

/// Returns whether a process holds a file open; true if this cannot be determined.
bool is_held(const std::filesystem::path& path);

/// Removes a file if no process holds it, and returns whether it is gone. The file is locked
/// meanwhile, so that no process begins to use it. If `agree` is set, it is called under the lock,
/// and the file is removed only if it returns true.
bool remove_unheld(const std::filesystem::path& path, const std::function<bool()>& agree = {});

/// An empty file next to a target, with a name that cannot be predicted: `.NAME.RANDOM.part`.
/// `commit` replaces the target with it; without `commit`, the file is removed. If the target is a
/// link, the file to which it leads is replaced. Folders, pipes, devices and links that lead to
/// themselves are refused.
///
/// The file has the permissions of an existing target. It is always a new file: an existing file or
/// link with its name is never opened. The first object that a process makes for a target also
/// removes files that killed processes left behind and that no process holds. Throws `write_error`.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::filesystem::path target);
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }
  /// Returns the descriptor of the open file, for reading and writing; this object owns it.
  int descriptor() const { return held_; }
  /// Writes the content to the disk, then gives the file the name of the target. After a loss of
  /// power, the target is either the old or the new file.
  void commit();

 private:
  [[noreturn]] void fail(int error_number) const { throw write_error(target_, error_number); }

  std::filesystem::path target_, path_;  // "" once it is committed or moved from
  int held_ = -1;                        // open and locked, so that it does not look left behind
};

}  // namespace hearth
