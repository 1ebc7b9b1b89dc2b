// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::fmi {

/// Declarations of a shared library for the loader (System V ABI, chapters 4 and 5).
struct ElfFile {
  std::vector<std::string> needed;   ///< names of the libraries with which it is linked
  std::vector<std::string> defined;  ///< functions and data that it exports, without weak ones
  bool cut_off = false;              ///< the file ends before the parts that are loaded

  bool needs(std::string_view prefix) const;
};

/// Reads a 64-bit library of this computer's byte order. For a file that cannot be read, the result
/// is empty; the loader reports its problems later.
ElfFile read_elf(const std::filesystem::path& path);

}  // namespace hearth::fmi
