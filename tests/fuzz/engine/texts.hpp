// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace hearth::fuzz {

/// A file of a folder: its name below it, and its content.
struct NamedText {
  std::string name;
  std::string text;
};

/// Returns all files below a folder of `tests/fuzz`, by name; none if the folder is absent.
std::vector<NamedText> files_below(const std::string& folder);
/// Returns their content.
std::vector<std::string> texts_below(const std::string& folder);

std::string content_of_file(const std::filesystem::path& file);

/// Returns the folder in which a process works, which may not be there: in memory if there is such
/// a place.
std::filesystem::path scratch_folder(pid_t process);

/// Divides a text into files at lines `=== NAME`; what stands before the first is left out, and so
/// are names that lead out of a folder.
std::vector<NamedText> sections_of(std::string_view text);

}  // namespace hearth::fuzz
