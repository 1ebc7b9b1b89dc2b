// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace hearth::apps {

struct TimeTick {
  double time = 0.0;  ///< Unix time, s
  std::string label;
};

/// Returns at most `most` marks of a time axis between two Unix times, at round local times of the
/// zone (an IANA name or an offset; UTC if it is neither).
std::vector<TimeTick> time_ticks(double begin, double end, const std::string& zone, int most);

/// Returns the short name of a month, 1 to 12.
const char* month_name(unsigned month);

/// Returns round values that cover [low, high], about `wanted` of them.
std::vector<double> round_values(double low, double high, int wanted);

}  // namespace hearth::apps
