// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

#include "hearth/data/results/read_results.hpp"
#include "hearth/data/results/results_writer.hpp"

namespace hearth {

std::unique_ptr<ResultsWriter> write_results_csv_file(const std::filesystem::path& path,
                                                      ResultsHead head, bool gzip);
std::unique_ptr<ResultsWriter> write_results_sqlite(const std::filesystem::path& path,
                                                    ResultsHead head);
std::unique_ptr<ResultsWriter> write_results_netcdf(const std::filesystem::path& path,
                                                    ResultsHead head);

ResultsTable read_results_sqlite(const std::filesystem::path& path);
ResultsTable read_results_netcdf(const std::filesystem::path& path);

/// The first words of a comment line that marks results of a run that stopped early.
inline constexpr std::string_view kIncompleteMark = "# incomplete: ";

/// Returns the reason on one line.
std::string one_line(std::string text);

/// Appends the shortest number that reads back equal, or `NaN`.
inline void append_number(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "NaN";
    return;
  }
  std::array<char, 32> digits{};  // the longest shortest form of a double has 24 characters
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), result.ptr);
}

}  // namespace hearth
