// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/kpis.hpp"

#include <algorithm>
#include <utility>

#include "hearth/estimation/kpis/internal/kpi_plan.hpp"

namespace hearth {

Kpis::Kpis(const KpiSettings& settings, const std::vector<std::string>& names,
           const std::vector<Signal>& signals, AbsentNames absent_names)
    : impl_(std::make_unique<Impl>()) {
  Diagnostics diagnostics;
  impl_->plan = make_kpi_plan(settings, names, signals, absent_names, diagnostics);
  if (diagnostics.has_errors()) throw InputError(std::move(diagnostics));
}

Kpis::~Kpis() = default;
Kpis::Kpis(Kpis&&) noexcept = default;
Kpis& Kpis::operator=(Kpis&&) noexcept = default;

const std::vector<Kpi>& Kpis::list() const { return impl_->plan.list; }
const std::vector<int>& Kpis::signals() const { return impl_->plan.signals; }
std::vector<KpiPowerSignal> Kpis::powers() const {
  const KpiPlan& plan = impl_->plan;
  std::vector<KpiPowerSignal> powers;
  for (const PowerPlan& power : plan.powers) {
    if (power.signal.position < 0) continue;
    powers.push_back(
        {plan.signals[static_cast<std::size_t>(power.signal.position)],
         plan.carriers[static_cast<std::size_t>(power.carrier)].name,
         power.end_use < 0 ? "" : plan.end_uses[static_cast<std::size_t>(power.end_use)],
         power.signal.conversion, power.factor});
  }
  return powers;
}

std::optional<double> Kpis::floor_area() const { return impl_->plan.floor_area; }

const Diagnostics& Kpis::notes() const { return impl_->plan.notes; }
const std::vector<AbsentName>& Kpis::absent() const { return impl_->plan.absent; }

std::vector<int> kpi_signals(const Plan& plan) {
  Diagnostics assumed;
  return Kpis(complete_settings({}, plan, assumed), {}, plan.signals).signals();
}

const std::vector<KnownKpi>& kpi_catalogue() {
  using enum KpiMeasure;
  static const std::vector<KnownKpi> kCatalogue{
      {Energy, {"ener_tot", "kWh/m2", "Energy taken from outside the building, all carriers"}},
      {Cost, {"cost_tot", "currency/m2", "Cost of this energy, with the price at the time of use"}},
      {Emission,
       {"emis_tot", "kgCO2/m2",
        "CO2 emissions of this energy, with the emission factor at the time of use"}},
      {Peak, {"pele_tot", "kW/m2", "Largest 15-minute mean of electricity"}, "electricity"},
      {Peak, {"pgas_tot", "kW/m2", "Largest 15-minute mean of gas"}, "gas"},
      {Peak,
       {"pdih_tot", "kW/m2", "Largest 15-minute mean of district heating"},
       "district_heating"},
      {TemperatureDiscomfort,
       {"tdis_tot", "K h",
        "Deviation of the temperature from its limits, integrated over time; mean of the zones"}},
      {Co2Discomfort,
       {"idis_tot", "ppm h",
        "Excess of the CO2 concentration over its limit, integrated over time; mean of the zones"}},
      {DegreeHoursLow,
       {"degree_hours_low", "K h",
        "Temperature difference below the lower limit, integrated over occupied time; mean of the "
        "zones"}},
      {DegreeHoursHigh,
       {"degree_hours_high", "K h",
        "Temperature difference above the upper limit, integrated over occupied time; mean of the "
        "zones"}},
      {UnmetHours,
       {"unmet_hours", "h",
        "Time during which the temperature of at least one occupied zone is beyond a limit by more "
        "than the tolerance"}},
      {Co2Hours, {"co2_hours", "h", "Occupied time with CO2 above its limit, mean of the zones"}},
      {PmvMean, {"pmv_mean", "1", "Predicted mean vote, mean over occupied time and zones"}},
      {PpdMean,
       {"ppd_mean", "%", "Predicted percentage dissatisfied, mean over occupied time and zones"}},
      {PpdMax, {"ppd_max", "%", "Largest predicted percentage dissatisfied while occupied"}},
      {PmvOutHours,
       {"pmv_out_hours", "h",
        "Occupied time with a predicted mean vote beyond -0.5 to 0.5, mean of the zones"}},
      {EnergyOfCarrier, {"ener_<carrier>", "kWh/m2", "Energy of a carrier"}},
      {EnergyOfEndUse, {"ener_<end_use>", "kWh/m2", "Energy of an end use, all carriers"}},
      {Peak, {"peak_<carrier>", "kW/m2", "Largest 15-minute mean of a carrier"}},
  };
  return kCatalogue;
}

const std::vector<Kpi>& known_kpis() {
  static const std::vector<Kpi> kKnown = [] {
    std::vector<Kpi> known;
    for (const KnownKpi& entry : kpi_catalogue()) known.push_back(entry.kpi);
    return known;
  }();
  return kKnown;
}

bool may_be_kpi(std::string_view name) {
  for (const Kpi& kpi : known_kpis()) {
    if (kpi.name == name) return kpi.name.find('<') == std::string::npos;
  }
  const auto in_family = [name](std::string_view prefix) {
    return name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix &&
           name.find('<') == std::string_view::npos;
  };
  return in_family("ener_") || in_family("peak_");
}

void add_kpis(const std::vector<Kpi>& list, std::vector<Kpi>& all) {
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
