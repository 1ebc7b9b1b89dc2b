// SPDX-License-Identifier: MIT
#include "hearth/data/sources/room_air.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/series/internal/resample.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

constexpr double kColdest = 5.0, kWarmest = 45.0;  // degC
constexpr double kJump = 5.0;                      // K, more than rooms change between values
constexpr double kAgree = 2.0;                     // K, between the neighbours of a jump

/// Returns the positions of values that no sensor in a room measured; the values are in degC, and
/// none of them is NaN.
std::vector<std::size_t> implausible(const std::vector<double>& values) {
  std::vector<std::size_t> found;
  const auto cannot_be = [](double value) { return value < kColdest || value > kWarmest; };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    bool wrong = cannot_be(value);
    if (!wrong && i > 0 && i + 1 < values.size() && !cannot_be(values[i - 1])) {
      const double before = values[i - 1], after = values[i + 1];
      wrong = std::abs(before - after) < kAgree && std::abs(value - before) > kJump &&
              std::abs(value - after) > kJump;
    }
    if (wrong) found.push_back(i);
  }
  return found;
}

}  // namespace

bool is_room_air(std::string_view port) { return port == "indoorTemperature"; }

std::optional<RawSeries> plausible_room_air(const RawSeries& raw, const Conversion& unit,
                                            const Zone& zone, const Where& where,
                                            Diagnostics& diagnostics) {
  std::vector<double> values;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < raw.values.size(); ++i) {
    if (std::isnan(raw.values[i])) continue;
    values.push_back(converted(unit, raw.values[i]));
    places.push_back(i);
  }
  const std::vector<std::size_t> wrong = implausible(values);
  if (wrong.empty()) return std::nullopt;
  RawSeries plausible = raw;
  for (const std::size_t i : wrong) {
    plausible.values[places[i]] = std::numeric_limits<double>::quiet_NaN();
    ++plausible.missing;
  }
  const std::size_t first = places[wrong.front()];
  diagnostics.warning(
      "data.value_left_out", where,
      fmt::format("{} of {} values cannot be temperatures of room air (the first is {} at {}): "
                  "values outside {} to {} degC and single jumps of more than {} K are not "
                  "compared; check the unit and the sensor",
                  wrong.size(), values.size(), raw.values[first],
                  format_time(raw.times[first], zone), kColdest, kWarmest, kJump));
  return plausible;
}

}  // namespace hearth
