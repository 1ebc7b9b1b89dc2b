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

/// Returns the content of a file, unpacked if it is a gzip file. Throws InputError `file.missing`,
/// `file.directory`, `file.unreadable` or `limit.exceeded` (`WorkLimit::FileBytes` and
/// `UnpackedBytes`).
std::string read_text_file(const std::filesystem::path& path, const Where& where = {});

/// A file in memory; its content is read once, for all users.
struct TextFile {
  std::filesystem::path path;
  std::string text;
};

/// A file that appears under its name only when it is complete.
///
/// Text is written to a temporary file next to the target, which `commit()` renames. Without
/// `commit()` the target does not change. A target that is not a regular file (a pipe, a device) is
/// written directly. A pipe without a reader, and a link that leads to itself, are errors. Every
/// failure throws InputError `file.write` with the path and the reason of the system.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  /// Inserts a text before everything that was written; appends it if the target is written
  /// directly.
  void prepend(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail(int error_number);
  void flush();

  std::filesystem::path target_;
  std::optional<TemporaryFile> temporary_;  // none if the target is written directly
  int direct_ = -1;                         // the target, if it is written directly
  std::string buffer_;                      // text that is not in the file yet
};

/// Writes a whole file. On failure, the target does not change and InputError `file.write` is
/// thrown.
void write_text_file(const std::filesystem::path& path, std::string_view text);

/// Byte order mark, with which a text in UTF-8 may begin.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Returns a text without byte order mark and leading blanks, for the detection of its format.
std::string_view content_of(std::string_view text);

/// A file on which a run depends, and the hash of its content.
struct InputFile {
  std::string path;
  std::uint64_t hash = 0;  ///< `fnv1a64` of its bytes
};

/// Returns a file with the hash of its content; throws the errors of `read_text_file`.
InputFile hashed_file(const std::filesystem::path& path);
/// Returns the hash of a file or, for a gzip file, of its unpacked content. Returns nothing if it
/// is not a readable regular file. It also reads files that a ReadConfinement does not permit.
std::optional<std::uint64_t> hash_of_file(const std::filesystem::path& path);
/// Returns a file in memory with the hash of its content.
InputFile hashed_file(const TextFile& file);

/// Returns the offset of the first byte that is not UTF-8, or npos.
std::size_t first_invalid_utf8(std::string_view text);

/// Creates a folder and its parents, and waits until their names are on the disk. Existing folders
/// do not change; an empty path has no effect. Throws InputError `file.write`.
void create_folder(const std::filesystem::path& folder);

}  // namespace hearth
