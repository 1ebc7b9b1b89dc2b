// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::fmi {

/// What a shared library declares to the loader (System V ABI, chapters 4 and 5).
struct ElfFile {
  std::vector<std::string> needed;   ///< names of the libraries it is linked with
  std::vector<std::string> defined;  ///< functions and data that it exports, without weak ones

  bool needs(std::string_view prefix) const;
};

/// Reads a 64-bit library of this machine's byte order. One that cannot be read gives nothing: the
/// loader reports what is wrong with it.
ElfFile read_elf(const std::filesystem::path& path);

}  // namespace hearth::fmi
