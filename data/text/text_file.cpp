// SPDX-License-Identifier: MIT
#include "hearth/data/text/text_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/internal/gzip.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargest = std::numeric_limits<std::uint32_t>::max();  // bytes

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string reason(int error_number) { return std::generic_category().message(error_number); }

// What would make writing possible, where that is known.
std::string remedy(int error_number) {
  switch (error_number) {
    case EISDIR:
      return "; expected the name of a file";
    case ENOENT:
    case ENOTDIR:
      return "; expected a folder that exists";
    default:
      return "";
  }
}

Where at(const Where& where, const fs::path& path) {
  Where place = where;
  if (place.file.empty()) place.file = path.string();
  return place;
}

// Beside the target, so that the rename stays on one file system; unique per process and file.
fs::path temporary_name(const fs::path& target) {
  static std::atomic<unsigned> count{0};
  return target.parent_path() /
         fmt::format(".{}.{}-{}.part", target.filename().string(), ::getpid(), count++);
}

// A link stays a link: its target is replaced.
fs::path resolved(const fs::path& path) {
  std::error_code ignored;
  const fs::path real = fs::is_symlink(path, ignored) ? fs::canonical(path, ignored) : path;
  return real.empty() ? path : real;
}

constexpr std::uint64_t kHighBits = 0x8080808080808080u;

// Length of the UTF-8 sequence that `text` starts with, 0 if it is none (RFC 3629: no overlong
// forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool surrogate = lead == 0xed && second > 0x9f;
  const bool beyond = lead == 0xf4 && second > 0x8f;
  return overlong || surrogate || beyond ? 0 : length;
}

}  // namespace

std::string read_text_file(const fs::path& path, const Where& where) {
  const auto fail = [&](const char* code, const std::string& why) {
    throw InputError(code, at(where, path), fmt::format("'{}' {}", path.string(), why));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) fail("file.missing", "does not exist");
  if (fs::is_directory(status)) fail("file.directory", "is a folder, expected a file");
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail("file.unreadable", "cannot be read: " + reason(errno));

  std::string text;
  if (fs::is_regular_file(status)) text.reserve(std::min(fs::file_size(path, error), kLargest));
  std::array<char, 1 << 16> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    text.append(block.data(), count);
    if (text.size() > kLargest) fail("file.too_large", "is larger than 4 GB");
  }
  if (std::ferror(file.get()) != 0) fail("file.unreadable", "cannot be read: " + reason(errno));
  if (!is_gzip(text)) return text;
  std::optional<std::string> unpacked = gunzip(text, kLargest);
  if (!unpacked) {
    fail("file.unreadable", "is a damaged or cut-off gzip file, or holds more than 4 GB");
  }
  return std::move(*unpacked);
}

AtomicFile::AtomicFile(fs::path target) : target_(resolved(target)) {
  std::error_code ignored;
  const fs::file_status status = fs::status(target_, ignored);
  if (fs::is_directory(status)) fail(EISDIR);
  if (!fs::exists(status) || fs::is_regular_file(status)) temporary_ = temporary_name(target_);
  file_ = std::fopen((temporary_.empty() ? target_ : temporary_).c_str(), "wb");
  if (file_ == nullptr) fail(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void AtomicFile::fail(int error_number) {
  throw InputError("file.write", Where{.file = target_.string()},
                   fmt::format("'{}' cannot be written: {}{}", target_.string(),
                               reason(error_number), remedy(error_number)));
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

void AtomicFile::prepend(std::string_view text) {
  if (temporary_.empty()) return write(text);
  if (std::fflush(file_) != 0) fail(errno);
  const std::unique_ptr<std::FILE, Close> written(std::fopen(temporary_.c_str(), "rb"));
  if (!written) fail(errno);
  AtomicFile whole(temporary_);
  whole.write(text);
  std::array<char, 1 << 16> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), written.get())) {
    whole.write({block.data(), count});
  }
  if (std::ferror(written.get()) != 0) fail(errno);
  std::swap(file_, whole.file_);
  std::swap(temporary_, whole.temporary_);  // what goes is the text without the new one
}

void AtomicFile::commit() {
  if (std::fflush(file_) != 0) fail(errno);
  const int closed = std::fclose(std::exchange(file_, nullptr));
  const int close_error = errno;
  std::error_code error;
  if (closed == 0 && temporary_.empty()) return;
  if (closed == 0) fs::rename(temporary_, target_, error);
  if (closed == 0 && !error) return;
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
  fail(closed != 0 ? close_error : error.value());
}

void write_text_file(const fs::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

std::string_view content_of(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

InputFile hashed_file(const fs::path& path) {
  return hashed_file(TextFile{path, read_text_file(path)});
}

InputFile hashed_file(const TextFile& file) { return {file.path.string(), fnv1a64(file.text)}; }

std::size_t first_invalid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    std::uint64_t eight = 0;
    if (i + sizeof eight <= text.size())
      std::memcpy(&eight, text.data() + i, sizeof eight);
    else
      eight = kHighBits;
    if ((eight & kHighBits) == 0) {  // eight ASCII characters
      i += sizeof eight;
      continue;
    }
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

void create_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::error_code ignored;
  if (!error || std::filesystem::is_directory(folder, ignored)) return;
  throw InputError("file.write", {.file = folder.string()},
                   "the folder cannot be created: " + error.message());
}

}  // namespace hearth
