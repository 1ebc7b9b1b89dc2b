// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/data/text/temporary_file.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {

/// Returns the whole content of a file; of a gzip file what it holds. Throws `file.missing`,
/// `file.directory`, `file.unreadable` or `limit.exceeded` (bytes as read and unpacked, 4 GB).
std::string read_text_file(const std::filesystem::path& path, const Where& where = {});

/// A file in memory: its content is read once and used by all who need it.
struct TextFile {
  std::filesystem::path path;
  std::string text;
};

/// A file that appears under its name only when it is complete.
///
/// Text goes to a temporary file next to the target; `commit()` renames it. Without `commit()` the
/// target stays as it was. A target that is not a regular file (a pipe, a device) is written
/// directly; a pipe that nothing reads is an error, as is a link that leads to itself. Every
/// failure throws `file.write` with the path and the system's reason.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  /// Inserts a text before everything written so far; appends it if the target is written directly.
  void prepend(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail(int error_number);
  void flush();

  std::filesystem::path target_;
  std::optional<TemporaryFile> temporary_;  // none if the target is written directly
  int direct_ = -1;                         // the target, if it is written directly
  std::string buffer_;                      // what is not in the file yet
};

/// Writes a whole file, or leaves the target as it was and throws `file.write`.
void write_text_file(const std::filesystem::path& path, std::string_view text);

/// What a text in UTF-8 may begin with.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Returns a text without a byte order mark and leading blanks: what its format shows in.
std::string_view content_of(std::string_view text);

/// A file that a run depends on, and its content.
struct InputFile {
  std::string path;
  std::uint64_t hash = 0;  ///< `fnv1a64` of its bytes
};

/// Returns a file with the hash of its content; throws as `read_text_file`.
InputFile hashed_file(const std::filesystem::path& path);
/// Returns the hash of a file as it lies on the disk, or was packed in a gzip file; nothing if it
/// is not a regular file that can be read. Also of files that a ReadConfinement does not permit.
std::optional<std::uint64_t> hash_of_file(const std::filesystem::path& path);
InputFile hashed_file(const TextFile& file);

/// Returns the offset of the first byte that is not UTF-8, or npos.
std::size_t first_invalid_utf8(std::string_view text);

/// Creates a folder and those above it and waits until their names are on the disk; a folder that
/// exists stays, and the empty path is none. InputError `file.write`.
void create_folder(const std::filesystem::path& folder);

}  // namespace hearth
