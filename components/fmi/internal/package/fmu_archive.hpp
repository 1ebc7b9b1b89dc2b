// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct zip;

namespace hearth::fmi {

/// A new folder in the system's folder for temporary files; removed with this object. Folders left
/// by processes that were killed are removed when the next folder is made.
class ScratchFolder {
 public:
  /// Throws InputError `fmi.scratch_folder`.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

  /// Removes all folders of this process, before it ends without destroying its objects.
  static void remove_all();

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // held as long as the folder is in use
};

/// An `.fmu` file: a zip archive with modelDescription.xml, binaries and resources (FMI 2.0.4: 2.3;
/// FMI 3.0.1: 2.5).
class FmuArchive {
 public:
  /// Opens an archive. Throws InputError `file.missing`, `fmi.archive_invalid`, and
  /// `fmi.archive_unsafe` if a name in it leads out of the folder to which it is unpacked.
  explicit FmuArchive(const std::filesystem::path& path);
  ~FmuArchive();
  FmuArchive(const FmuArchive&) = delete;
  FmuArchive& operator=(const FmuArchive&) = delete;

  bool holds(std::string_view name) const;
  /// Returns the names of the folders in `binaries`, sorted.
  std::vector<std::string> platforms() const;
  /// Returns the content of a file. Throws InputError `fmi.archive_invalid`, and `limit.exceeded`
  /// if its unpacked size is too large.
  std::string read(std::string_view name) const;
  /// Unpacks all files whose names begin with one of the prefixes; programs stay executable. Throws
  /// the errors of `read`.
  void extract(const std::vector<std::string>& prefixes, const std::filesystem::path& folder) const;

 private:
  struct Closer {
    void operator()(zip* archive) const;
  };
  [[noreturn]] void fail(std::string_view name, const std::string& reason) const;
  /// Calls `take` with the pieces of a file in order.
  template <class Take>
  void read_pieces(std::uint64_t index, const Take& take) const;
  /// Returns type and permissions of a file as `stat` numbers them; 0 if the archive has none.
  unsigned mode_of(std::uint64_t index) const;
  void check_size(std::uint64_t more) const;

  std::string place_;
  std::unique_ptr<zip, Closer> zip_;
  std::vector<std::string> names_;      // by index, with forward slashes
  mutable std::uint64_t unpacked_ = 0;  // bytes so far
};

}  // namespace hearth::fmi
