// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/estimation/kpis/kpis.hpp"

namespace hearth::apps {

/// KPIs with their values, and the period they are of.
struct KpiTable {
  std::vector<Kpi> kpis;
  KpiValues values;
  std::string start, end;  ///< stamps, or seconds
  Diagnostics notes;
};

/// Returns the table for people: name, value, unit and meaning, then the months.
std::string kpi_text(const KpiTable& table);

/// Returns `{"period": {"start", "end"}, "kpis": {NAME: {"value", "unit"}}, "months": {MONTH:
/// {NAME: value}}, "notes": [...]}`; what has no value is null.
std::string kpi_json(const KpiTable& table);

/// Returns `kpi,unit,value` and a column for each month; what has no value is empty.
std::string kpi_csv(const KpiTable& table);

}  // namespace hearth::apps
