// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::apps {

/// Replacements of the paths of folders in places and messages that clients see.
using ShownFolders = std::vector<std::pair<std::filesystem::path, std::string>>;

/// Replaces the paths of folders in all texts of a JSON value.
void show_folders(nlohmann::json& value, const ShownFolders& folders);

inline constexpr std::int64_t kMostMessageBytes = 262'144;

/// The standard error of a command with `--messages json --progress json`.
struct JobMessages {
  nlohmann::json progress{};                          ///< latest progress; null if there is none
  nlohmann::json messages = nlohmann::json::array();  ///< diagnostics and lines of text
};

/// Reads the end of a file of messages, from the beginning of a line. A line that is not JSON
/// counts as a line of text.
JobMessages read_messages(const std::filesystem::path& file, const ShownFolders& folders,
                          std::int64_t most_bytes = kMostMessageBytes);

/// Returns the errors among messages as `{"code", "message", "place"}`.
nlohmann::json errors_of(const JobMessages& messages);

}  // namespace hearth::apps
