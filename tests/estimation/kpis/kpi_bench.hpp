// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/estimation/kpis/internal/thermal_comfort.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test {

inline KpiSettings kpi_settings(const std::string& text) {
  const JsonDocument document = JsonDocument::parse(text, "kpi.json");
  Diagnostics diagnostics;
  KpiSettings settings = read_kpi_settings(document.root(), diagnostics);
  if (diagnostics.has_errors()) throw InputError(diagnostics);
  return settings;
}

/// Rows made by hand: seconds since the start, and a value for each signal.
struct Rows {
  std::vector<Signal> signals;
  std::vector<std::pair<double, std::vector<double>>> rows;
};

struct Measured {
  std::map<std::string, double> value;
  std::vector<std::pair<std::string, std::map<std::string, double>>> months;
  std::map<std::string, std::string> unit;
  Diagnostics notes;
};

/// Computes the KPIs of rows; the evaluation starts at row 0 and ends at the last row unless the
/// request states otherwise.
inline Measured measure(const KpiSettings& settings, const Rows& rows,
                        KpiMeter::Request request = {},
                        const std::vector<std::string>& names = {}) {
  if (request.origin == Instant{}) request.origin = kStart;
  if (request.start == Instant{}) request.start = request.origin;
  if (request.end == Instant{}) {
    request.end = request.origin + Duration(static_cast<long>(1000.0 * rows.rows.back().first));
  }
  const Kpis kpis(settings, names, rows.signals);
  DataResolver resolver;
  KpiMeter meter(kpis, request, resolver);
  std::vector<double> used(kpis.signals().size());
  for (const auto& [time, values] : rows.rows) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      used[i] = values[kpis.signals()[i]];
    }
    meter.row(time, used.data());
  }
  const KpiValues found = meter.finish();
  const auto named = [&](const std::vector<double>& values) {
    std::map<std::string, double> by_name;
    for (std::size_t i = 0; i < values.size(); ++i) by_name[kpis.list()[i].name] = values[i];
    return by_name;
  };
  Measured measured;
  measured.value = named(found.values);
  for (const Kpi& kpi : kpis.list()) measured.unit[kpi.name] = kpi.unit;
  for (const auto& [month, values] : found.months)
    measured.months.push_back({month, named(values)});
  measured.notes.append(kpis.notes());
  measured.notes.append(meter.notes());
  return measured;
}

inline bool said(const Diagnostics& diagnostics, const std::string& code) {
  for (const Diagnostic& item : diagnostics.items()) {
    if (item.code == code) return true;
  }
  return false;
}

inline KpiMeter::Request trapezoids() {
  KpiMeter::Request request;
  request.power = PowerRule::Trapezoid;
  return request;
}

inline KpiMeter::Request steps_of(double seconds) {
  KpiMeter::Request request;
  request.power = PowerRule::Step;
  request.step = Duration(static_cast<long>(1000.0 * seconds));
  return request;
}

}  // namespace hearth::test
