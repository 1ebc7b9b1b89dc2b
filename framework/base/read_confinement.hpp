// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace hearth {

/// While it exists, this process reads input files only from certain folders. For programs that
/// open results of others, whose records and models name files: a page or a message must not show
/// the content of files elsewhere. One at a time; no other thread may read when it is made or ends.
class ReadConfinement {
 public:
  /// Permits these folders and everything below them. Symbolic links are resolved.
  explicit ReadConfinement(const std::vector<std::filesystem::path>& folders);
  ~ReadConfinement();
  ReadConfinement(const ReadConfinement&) = delete;
  ReadConfinement& operator=(const ReadConfinement&) = delete;

  /// Permits one more file or folder.
  static void permit(const std::filesystem::path& path);
  /// Permits a file if it lies in a folder or below it; symbolic links are resolved.
  static void permit_in(const std::filesystem::path& folder, const std::filesystem::path& file);
};

/// Returns whether a file may be read: always true without a ReadConfinement.
bool may_read(const std::filesystem::path& path);
/// Throws InputError `file.outside` if the file may not be read.
void check_may_read(const std::filesystem::path& path);
/// Throws InputError `file.outside` if a FixedConfinement hides the file. Call it before anything
/// that depends on whether the file exists.
void check_not_hidden(const std::filesystem::path& path);

}  // namespace hearth
