// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Returns InputError `file.write`: why a file cannot be written, and what would help.
InputError write_error(const std::filesystem::path& target, int error_number);

/// Waits until the names in the folder of a file are on the disk: a new file has its name after a
/// loss of power too. Throws `write_error` of that folder; file systems that cannot do so are
/// left to themselves.
void sync_folder_of(const std::filesystem::path& path);

/// Removes what calls that were killed more than a minute ago left in a folder: files with a name
/// that a TemporaryFile makes, which no process holds, and journals of those that are gone.
void remove_left_files(const std::filesystem::path& folder);

/// Returns the files that TemporaryFiles made for a target in its folder and that are still there,
/// held or left behind.
std::vector<std::filesystem::path> temporaries_of(const std::filesystem::path& target);

/// Returns whether a process holds a file, or it cannot be known.
bool is_held(const std::filesystem::path& path);

/// Removes a file that no process holds, and returns whether it is gone. It is held meanwhile, so
/// that no process begins to use it; `agree` is asked then, if it is given.
bool remove_unheld(const std::filesystem::path& path, const std::function<bool()>& agree = {});

/// An empty file next to a target, under a name that cannot be known before: `.NAME.RANDOM.part`.
/// What is written there takes the place of the target by `commit`; without it, the file goes. A
/// target that is a link stays one: what it leads to is replaced. A folder, a pipe, a device and a
/// link that leads to itself are refused.
///
/// It has the permissions of a target that exists. A file or link that exists is never opened. The
/// first object that a process makes for a target also removes the files that killed processes left
/// behind, which no process holds. Throws `write_error`.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::filesystem::path target);
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }
  /// Returns the open file, for reading and writing; it stays the property of this object.
  int descriptor() const { return held_; }
  /// Puts the content on the disk, then gives it the name of the target: after a loss of power the
  /// target is the old file or the new one.
  void commit();

 private:
  [[noreturn]] void fail(int error_number) const { throw write_error(target_, error_number); }

  std::filesystem::path target_, path_;  // "" once it is committed or moved from
  int held_ = -1;                        // open and locked, so that it is not taken for left behind
};

}  // namespace hearth
