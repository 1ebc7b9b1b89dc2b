// SPDX-License-Identifier: MIT
#include "hearth/estimation/calibration/internal/fingerprint.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

/// Returns the rows of a measurement in chronological order, one line each.
std::vector<std::string> lines_of(const PreparedProblem& prepared, std::size_t measurement) {
  std::vector<std::string> lines;
  for (const PeriodData& data : prepared.periods()) {
    const std::vector<double>& values = data.measured[measurement];
    const std::vector<double>& intervals = data.intervals[measurement];
    const Duration step = data.inputs.period.step;
    for (long row = data.first_row; row < static_cast<long>(values.size()); ++row) {
      const auto k = static_cast<std::size_t>(row);
      if (std::isnan(values[k])) continue;
      const Instant time = data.inputs.period.start + row * step;
      const double mean =
          intervals.empty() ? 0.0 : intervals[k] * static_cast<double>(step.count());
      char line[96];
      std::snprintf(line, sizeof line, "%020lld %.9g %.9g\n",
                    static_cast<long long>(time.time_since_epoch().count()), values[k], mean);
      lines.emplace_back(line);
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string hexadecimal(std::uint64_t number) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
  return digits;
}

/// Returns the digits for all measurements, whose texts begin with `heads`.
std::string fingerprint_with(const PreparedProblem& prepared,
                             const std::vector<std::string>& heads) {
  std::vector<std::string> measurements;
  for (std::size_t m = 0; m < heads.size(); ++m) {
    std::uint64_t hash = fnv1a64(heads[m]);
    for (const std::string& line : lines_of(prepared, m)) hash = fnv1a64(line, hash);
    measurements.push_back(hexadecimal(hash));
  }
  std::sort(measurements.begin(), measurements.end());
  std::uint64_t hash = fnv1a64("");
  for (const std::string& own : measurements) hash = fnv1a64(own, hash);
  return hexadecimal(hash);
}

}  // namespace

std::string fingerprint_of(const PreparedProblem& prepared) {
  return fingerprint_with(prepared,
                          std::vector<std::string>(prepared.problem().measurements.size()));
}

std::string weighted_fingerprint_of(const PreparedProblem& prepared,
                                    const std::vector<double>& sds) {
  std::vector<std::string> heads;
  for (const double sd : sds) {
    char line[32];
    std::snprintf(line, sizeof line, "sd %.9g\n", sd);
    heads.emplace_back(line);
  }
  return fingerprint_with(prepared, heads);
}

}  // namespace hearth
