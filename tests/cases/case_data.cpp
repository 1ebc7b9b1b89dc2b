// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_data.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "hearth/framework/base/error.hpp"

namespace hearth::cases {
namespace fs = std::filesystem;

fs::path CaseData::find(const std::string& name, const fs::path& from) const {
  for (const char* packed : {"", ".gz"}) {
    const fs::path beside = from.parent_path() / (name + packed);
    if (fs::is_regular_file(beside)) return fs::absolute(beside);
  }
  const std::string base = fs::path(name).filename().string();
  std::vector<fs::path> found;
  std::error_code unreadable;
  for (fs::recursive_directory_iterator it(folder_, unreadable), end; !unreadable && it != end;
       it.increment(unreadable)) {
    const std::string candidate = it->path().filename().string();
    if (candidate == base || candidate == base + ".gz") found.push_back(it->path());
  }
  if (found.empty()) {
    throw InputError("cases.file_missing", {.file = from.string()},
                     fmt::format("'{}' is neither next to it nor below '{}' (HEARTH_DATA)", name,
                                 folder_.string()));
  }
  return fs::absolute(*std::min_element(found.begin(), found.end()));
}

std::vector<fs::path> case_files(const fs::path& folder) {
  if (fs::is_regular_file(folder)) return {folder};
  if (!fs::is_directory(folder)) {
    throw InputError("file.missing", {.file = folder.string()},
                     "is not a folder of case files (HEARTH_CASES)");
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".json") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace hearth::cases
