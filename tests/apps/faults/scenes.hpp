// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace hearth::test {

inline constexpr int kScenarios = 24;  // of the set

/// Returns the number in a variable of the environment, or a standard.
inline long number_in(const char* variable, long standard) {
  const char* text = std::getenv(variable);
  return text == nullptr ? standard : std::strtol(text, nullptr, 10);
}

/// Writes a model and `set.json`: runs over a day.
inline void write_set(const Workshop& shop) {
  shop.write("room.hearth.json", kHeatedRoom);
  shop.write("set.json", fmt::format(R"({{
    "hearth": 1, "base": "room.hearth.json",
    "period": {{"start": "2024-01-01T00:00:00+01:00", "end": "2024-01-02T00:00:00+01:00",
               "step": 60}},
    "sweep": {{"method": "sobol", "n": {}, "seed": 5,
              "parameters": {{"room.C_air": [1e6, 4e6], "heater.UA": [30, 90]}}}},
    "record": ["room.indoorTemperature"]}})",
                                     kScenarios));
}

inline std::vector<std::string> scenarios(const Workshop& shop, const std::string& folder,
                                          const std::vector<std::string>& more) {
  return std::vector<std::string>{"scenarios", (shop / "set.json").string(), "-o",
                                  (shop / folder).string()} +
         more;
}

/// Returns the tables of a finished set.
inline std::string tables(const Workshop& shop, const std::string& folder) {
  return shop.read(folder + "/results.csv") + shop.read(folder + "/results.sqlite");
}

/// Makes what a kill left old enough to be distinguished from what another call writes just now.
inline void age_left_files(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().find(".part") == std::string::npos) continue;
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::minutes(2));
  }
}

}  // namespace hearth::test
