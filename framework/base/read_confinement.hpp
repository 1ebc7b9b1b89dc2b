// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace hearth {

/// While an object of this class exists, this process reads input files only from certain folders.
/// It is for programs that open results of other people: the records and models of such results
/// name files, and a page or a message must not show the content of files elsewhere. Only one
/// object may exist at a time, and no other thread may read while it is constructed or destroyed.
class ReadConfinement {
 public:
  /// Permits these folders and everything below them. Symbolic links are resolved.
  explicit ReadConfinement(const std::vector<std::filesystem::path>& folders);
  ~ReadConfinement();
  ReadConfinement(const ReadConfinement&) = delete;
  ReadConfinement& operator=(const ReadConfinement&) = delete;

  /// Permits one more file, or a folder with everything below it.
  static void permit(const std::filesystem::path& path);
  /// Permits a file if it lies in a folder or below it; symbolic links are resolved.
  static void permit_in(const std::filesystem::path& folder, const std::filesystem::path& file);
};

/// Returns whether a file may be read. Without a ReadConfinement and a FixedConfinement every file
/// may be read.
bool may_read(const std::filesystem::path& path);
/// Throws InputError `file.outside` if the file may not be read.
void check_may_read(const std::filesystem::path& path);
/// Throws InputError `file.outside` if a FixedConfinement hides the file. Call it before any code
/// whose result depends on whether the file exists.
void check_not_hidden(const std::filesystem::path& path);

}  // namespace hearth
