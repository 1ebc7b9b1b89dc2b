// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hearth/estimation/kpis/kpis.hpp"

namespace hearth {

/// Adds the KPIs of a run that are not among `all` yet, each behind the one it follows. KPIs of one
/// name in two units (of buildings with and without a floor area) are two.
inline void add_kpis(const std::vector<Kpi>& list, std::vector<Kpi>& all) {
  std::size_t next = 0;
  for (const Kpi& kpi : list) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const Kpi& known) {
      return known.name == kpi.name && known.unit == kpi.unit;
    });
    const auto place =
        same != all.end() ? same : all.insert(all.begin() + static_cast<long>(next), kpi);
    next = static_cast<std::size_t>(place - all.begin()) + 1;
  }
}

}  // namespace hearth
