// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::apps {

/// Paths as a report shows them: what the machine's folders are called stays out of it.
class PathText {
 public:
  explicit PathText(const std::filesystem::path& report_folder);

  /// Returns a relative path as it is; an absolute one relative to the report's folder, and where
  /// the two have no folder in common its last two parts: `.../data/weather.csv`.
  std::string path(const std::string& path) const;
  /// Returns a text with the absolute paths in it written like that.
  std::string text(std::string_view text) const;
  /// Returns a command line as a shell takes it; the program by its name only.
  std::string command(const std::vector<std::string>& words) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace hearth::apps
