// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/internal/outdoor_air_hours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace hearth {
namespace {

constexpr int kHoursOfDay = 24;
constexpr std::array<std::uint8_t, 3> kDayKinds{0x1f, 0x20,
                                                0x40};  // working days, Saturday, Sunday

std::size_t bin_of(const std::pair<int, int>& place) {
  const auto [day, minute] = place;
  const int kind = day < 5 ? 0 : day - 4;
  return static_cast<std::size_t>(kind * kHoursOfDay + std::clamp(minute / 60, 0, kHoursOfDay - 1));
}

}  // namespace

std::optional<OutdoorAirHours> outdoor_air_hours(const Trend& values, const Rows& rows,
                                                 const Rows& in_use, const RowPlace& place) {
  constexpr std::size_t kRows = 8;
  constexpr double kDiffers = 0.15;
  constexpr std::size_t kBins = kDayKinds.size() * kHoursOfDay;
  const double usual = quantile(values, rows, 0.5);
  const auto is_low = [&](std::size_t k) { return values[k] < (1.0 - kDiffers) * usual; };
  std::array<std::size_t, kBins> used{}, low{};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!in_use[k] || !std::isfinite(values[k])) continue;
    const std::size_t bin = bin_of(place(k));
    ++used[bin];
    low[bin] += is_low(k) ? 1 : 0;
  }
  const Rows at_least = where(rows.size(), [&](std::size_t k) {
    if (!in_use[k] || !std::isfinite(values[k])) return false;
    const std::size_t bin = bin_of(place(k));
    return is_low(k) ? 2 * low[bin] >= used[bin] : rows[k];
  });
  std::array<Trend, kBins> bins;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (at_least[k]) bins[bin_of(place(k))].push_back(values[k]);
  }
  std::array<double, kBins> medians{};
  std::size_t largest = kBins;
  double least = INFINITY;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    medians[bin] = bins[bin].size() < kRows ? NAN : quantile(bins[bin], 0.5);
    if (!std::isfinite(medians[bin])) continue;
    least = std::min(least, medians[bin]);
    if (largest == kBins || medians[bin] > medians[largest]) largest = bin;
  }
  if (largest == kBins || !(medians[largest] - least > kDiffers * medians[largest])) {
    return std::nullopt;
  }
  const double most = medians[largest];
  OutdoorAirHours found;
  found.shares.otherwise = std::clamp(usual / most, 0.0, 1.0);
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    if (!std::isfinite(medians[bin])) continue;
    const int hour = static_cast<int>(bin) % kHoursOfDay;
    found.shares.rules.push_back({kDayKinds[bin / kHoursOfDay], hour * 60, (hour + 1) * 60,
                                  std::clamp(medians[bin] / most, 0.0, 1.0)});
  }
  found.largest =
      where(rows.size(), [&](std::size_t k) { return at_least[k] && bin_of(place(k)) == largest; });
  return found;
}

}  // namespace hearth
