// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hearth::cases {

/// Finds what a case file refers to: next to it, otherwise anywhere below the data folder; `.gz` is
/// added where only the packed file is there.
class CaseData {
 public:
  explicit CaseData(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Returns the whole path of a file named by the case file `from`: data files of a model are
  /// looked for from its own folder. Throws InputError `cases.file_missing`.
  std::filesystem::path find(const std::string& name, const std::filesystem::path& from) const;

 private:
  std::filesystem::path folder_;
};

/// Returns the JSON files below a folder, sorted by path; the folder may be a single file. Throws
/// InputError `file.missing`.
std::vector<std::filesystem::path> case_files(const std::filesystem::path& folder);

}  // namespace hearth::cases
