// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::apps {

/// Writes paths for a report without the names of the machine's folders.
class PathText {
 public:
  explicit PathText(const std::filesystem::path& report_folder);

  /// Returns a relative path unchanged, and an absolute path relative to the report's folder; if
  /// the two have no common folder, its last two parts: `.../data/weather.csv`.
  std::string path(const std::string& path) const;
  /// Returns a text in which absolute paths are replaced in the same way.
  std::string text(std::string_view text) const;
  /// Returns a command line with quotes as a shell needs them, and the program without its folder.
  std::string command(const std::vector<std::string>& words) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace hearth::apps
