// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/building_run.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/run/run.hpp"

namespace hearth {

std::map<std::string, Agreement> building_agreement(const SimulationModel& model,
                                                    const Registry& registry, const Period& period,
                                                    Instant from, const DataOptions& data,
                                                    Diagnostics& diagnostics) {
  DataResolver resolver(data);
  RunSettings settings;
  settings.period = period;
  settings.timezone = completed_site(model, resolver).timezone;
  // Without a site and a weather file civil time is that of the stamps in the calibration file.
  if (settings.timezone.empty()) settings.timezone = "UTC";
  settings.resolver = &resolver;
  for (const auto& [port, measurement] : model.measurements) settings.record.push_back(port);
  const Results results = Run(model, registry, settings).to_end();
  MeanRows means;
  MeasuredRows measured =
      read_measured_rows(results, model, settings.timezone, resolver.files(), diagnostics, &means);
  const auto before = static_cast<std::size_t>((from - period.start) / period.step);
  std::map<std::string, Agreement> agreements;
  for (std::size_t i = 0; i < results.signals.size(); ++i) {
    const std::string& port = results.signals[i].name;
    const auto found = measured.find(port);
    if (found == measured.end()) continue;
    std::vector<double>& rows = found->second;
    std::fill_n(rows.begin(), std::min(before, rows.size()), NAN);
    const auto of_means = means.find(port);
    agreements[port] = agreement_of(
        results, i, rows, of_means == means.end() ? std::vector<Duration>() : of_means->second);
  }
  return agreements;
}

}  // namespace hearth
