// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/internal/file/kpi_files.hpp"

namespace hearth {

void visit_kpi_files(KpiSettings& settings,
                     const std::function<void(FileColumn&, const Where&)>& visit) {
  const auto visit_series = [&](std::optional<KpiSeries>& series) {
    auto* spec = series ? std::get_if<SeriesSpec>(&series->source) : nullptr;
    auto* column = spec != nullptr ? std::get_if<FileColumn>(&spec->source) : nullptr;
    if (column != nullptr) visit(*column, series->where);
  };
  const auto visit_zone = [&](KpiZone& zone) {
    for (auto* series :
         {&zone.lower, &zone.upper, &zone.co2_upper, &zone.occupied, &zone.radiant_temperature,
          &zone.relative_humidity, &zone.air_speed, &zone.metabolic_rate, &zone.clothing}) {
      visit_series(*series);
    }
  };
  visit_zone(settings.comfort);
  for (KpiZone& zone : settings.zones) visit_zone(zone);
  for (auto& [name, carrier] : settings.carriers) {
    visit_series(carrier.price);
    visit_series(carrier.emission);
  }
}

}  // namespace hearth
