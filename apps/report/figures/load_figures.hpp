// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hearth/apps/report/figures/run_kpis.hpp"
#include "hearth/apps/report/figures/run_powers.hpp"

namespace hearth::apps {

/// A line with one bend: constant (`rest`) on one side of `base`, and rising with the distance from
/// `base` on the other.
///
///     y = rest + slope max(0, base - x)   (heating)
///     y = rest + slope max(0, x - base)   (cooling)
struct ChangePoint {
  double base = 0.0, slope = 0.0, rest = 0.0;
  bool heating = true;

  double beyond(double x) const { return std::max(0.0, heating ? base - x : x - base); }
  double at(double x) const { return rest + slope * beyond(x); }
};

/// Fits a line with one bend by least squares: the best of 201 positions of the bend between the
/// smallest and the largest x (three-parameter models of ASHRAE Guideline 14, annex D). Returns
/// nothing if there are fewer than 7 points, or if none of these lines rises.
std::optional<ChangePoint> fit_change_point(const std::vector<double>& x,
                                            const std::vector<double>& y, bool heating);

/// Returns the colour of an end use, the same in all figures.
int end_use_color(const std::string& end_use, std::size_t position);

/// Returns load duration curves, the energy signature, carpet plots and the states of air of one
/// run. Carpet plots show the signals that match patterns; without patterns, the power of one
/// carrier. `kpis` is null if the model is not known.
std::vector<ReportFigures> load_figures(const RunKpis* kpis, const RunSeries& run,
                                        const std::optional<RowMeans>& outdoor,
                                        const std::vector<std::string>& carpets,
                                        Diagnostics& diagnostics);

}  // namespace hearth::apps
