// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth::apps {

/// Folders as clients see them: in places and messages, the path of each is replaced.
using ShownFolders = std::vector<std::pair<std::filesystem::path, std::string>>;

/// Replaces the paths of folders in all texts of a JSON value.
void show_folders(nlohmann::json& value, const ShownFolders& folders);

inline constexpr std::int64_t kMostMessageBytes = 262'144;

/// What a command with `--messages json --progress json` wrote on its standard error.
struct JobMessages {
  nlohmann::json progress{};                          ///< the last one; null if there is none
  nlohmann::json messages = nlohmann::json::array();  ///< diagnostics and lines of text
};

/// Reads the last bytes of a file of messages, from the beginning of a line; a line that is not
/// JSON counts as a line of text.
JobMessages read_messages(const std::filesystem::path& file, const ShownFolders& folders,
                          std::int64_t most_bytes = kMostMessageBytes);

/// Returns the errors among messages as `{"code", "message", "place"}`.
nlohmann::json errors_of(const JobMessages& messages);

}  // namespace hearth::apps
