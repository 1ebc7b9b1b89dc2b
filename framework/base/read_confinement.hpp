// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace hearth {

/// As long as it lives, this process reads files as inputs only from some folders. For what opens
/// results of others, whose records and models name files: a page or a message must not show what
/// lies elsewhere. One at a time; not while another thread reads.
class ReadConfinement {
 public:
  /// Permits these folders with all below them. Symbolic links count as where they lead.
  explicit ReadConfinement(const std::vector<std::filesystem::path>& folders);
  ~ReadConfinement();
  ReadConfinement(const ReadConfinement&) = delete;
  ReadConfinement& operator=(const ReadConfinement&) = delete;

  /// Permits one more file or folder.
  static void permit(const std::filesystem::path& path);
  /// Permits a file if it lies in a folder or below, links followed.
  static void permit_in(const std::filesystem::path& folder, const std::filesystem::path& file);
};

/// Whether a file may be read: always without a ReadConfinement.
bool may_read(const std::filesystem::path& path);
/// Throws InputError `file.outside` if it may not.
void check_may_read(const std::filesystem::path& path);
/// Throws the same if a FixedConfinement hides the file. Call it before anything that depends on
/// whether the file exists.
void check_not_hidden(const std::filesystem::path& path);

}  // namespace hearth
