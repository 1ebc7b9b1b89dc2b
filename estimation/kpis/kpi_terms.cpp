// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/kpi_terms.hpp"

#include <utility>

#include "hearth/estimation/kpis/internal/kpi_plan.hpp"

namespace hearth {
namespace {

[[noreturn]] void refuse(const std::string& code, const std::string& text) {
  throw InputError(code, {}, text);
}

/// Decomposes the KPI of a plan with one entry.
class Apart {
 public:
  Apart(const KpiPlan& plan, const std::vector<Signal>& signals)
      : plan_(plan), entry_(plan.entries.front()), signals_(signals) {}

  KpiTerms terms() {
    switch (entry_.measure) {
      case KpiMeasure::Energy:
      case KpiMeasure::Cost:
      case KpiMeasure::Emission:
      case KpiMeasure::EnergyOfCarrier:
      case KpiMeasure::EnergyOfEndUse:
        add_powers();
        break;
      case KpiMeasure::TemperatureDiscomfort:
        add_excesses(ZonePart::Temperature, ZonePart::Lower, ZonePart::Upper);
        break;
      case KpiMeasure::DegreeHoursLow:
        refuse_occupied();
        add_excesses(ZonePart::Temperature, ZonePart::Lower, std::nullopt);
        break;
      case KpiMeasure::DegreeHoursHigh:
        refuse_occupied();
        add_excesses(ZonePart::Temperature, std::nullopt, ZonePart::Upper);
        break;
      case KpiMeasure::Co2Discomfort:
        add_excesses(ZonePart::Co2, std::nullopt, ZonePart::Co2Upper);
        break;
      case KpiMeasure::Peak:
        refuse_kind("it is a peak power, not a sum over time; limit the power under 'constraints'");
      case KpiMeasure::UnmetHours:
      case KpiMeasure::Co2Hours:
      case KpiMeasure::PmvOutHours:
        refuse_kind(
            "it is a time, which jumps when outputs cross a limit; use 'tdis_tot' or 'idis_tot', "
            "which weight the time by the excess");
      case KpiMeasure::PmvMean:
      case KpiMeasure::PpdMean:
      case KpiMeasure::PpdMax:
        refuse_kind(
            "it is not a sum over time of single outputs; use 'tdis_tot', with limits of the "
            "temperature");
    }
    return std::move(terms_);
  }

 private:
  [[noreturn]] void refuse_kind(const std::string& text) const {
    refuse("kpi.not_a_sum", "'" + entry_.kpi.name + "' cannot be an objective: " + text);
  }
  /// Whether a series is a number above 0.
  bool is_always(const KpiSource& occupied) const {
    if (occupied.series < 0) return false;
    const SeriesSpec& spec = plan_.series[static_cast<std::size_t>(occupied.series)].spec;
    const auto* number = std::get_if<double>(&spec.source);
    return number != nullptr && *number > 0.0;
  }
  void refuse_occupied() const {
    for (const ZonePlan& zone : plan_.zones) {
      const std::optional<KpiSource>& occupied = zone[ZonePart::Occupied];
      if (!occupied || is_always(*occupied)) continue;
      refuse("kpi.not_a_sum",
             "'" + entry_.kpi.name + "' cannot be an objective if 'occupied' is set (zone '" +
                 zone.name + "'); use 'tdis_tot' with wide limits while the zone is not occupied");
    }
  }

  const Signal& signal_of(const KpiSource& source) const {
    return signals_[static_cast<std::size_t>(
        plan_.signals[static_cast<std::size_t>(source.position)])];
  }

  /// Returns a price or limit, which must not depend on the run.
  std::optional<SeriesSpec> spec_of(const std::optional<KpiSource>& source,
                                    const std::string& what) const {
    if (!source) return std::nullopt;
    if (source->series >= 0) return plan_.series[static_cast<std::size_t>(source->series)].spec;
    refuse("kpi.not_a_sum", "'" + entry_.kpi.name + "' cannot be an objective: " + what +
                                " is the output '" + signal_of(*source).name +
                                "' of the model; set a number or a series");
  }

  bool is_part(const PowerPlan& power) const {
    if (entry_.measure == KpiMeasure::EnergyOfCarrier) return power.carrier == entry_.index;
    return entry_.measure != KpiMeasure::EnergyOfEndUse || power.end_use == entry_.index;
  }

  void add_powers() {
    for (const PowerPlan& power : plan_.powers) {
      if (!is_part(power)) continue;
      const CarrierPlan& carrier = plan_.carriers[static_cast<std::size_t>(power.carrier)];
      const Signal& signal = signal_of(power.signal);
      KpiPower own{.signal = signal.name, .factor = power.factor / plan_.floor_area.value_or(1.0)};
      if (signal.unit.bare) {
        own.unit = unit::W;
        own.factor *= power.signal.conversion.factor;
      }
      if (entry_.measure == KpiMeasure::Cost) {
        own.price = spec_of(carrier.price, "the price of " + carrier.name);
      } else if (entry_.measure == KpiMeasure::Emission) {
        own.price = spec_of(carrier.emission, "the emission of " + carrier.name);
      }
      terms_.powers.push_back(std::move(own));
    }
  }

  void add_excesses(ZonePart part, std::optional<ZonePart> lower, std::optional<ZonePart> upper) {
    for (const ZonePlan& zone : plan_.zones) {
      const auto limit = [&](std::optional<ZonePart> which) {
        return which ? zone[*which] : std::optional<KpiSource>();
      };
      const auto low = limit(lower), high = limit(upper);
      if (!zone[part] || (!low && !high)) continue;
      const Signal& signal = signal_of(*zone[part]);
      KpiExcess own{.signal = signal.name,
                    .lower = spec_of(low, "the lower limit of zone '" + zone.name + "'"),
                    .upper = spec_of(high, "the upper limit of zone '" + zone.name + "'")};
      // Limits in settings are in degC and ppm by default; those of an objective are in the unit of
      // their output.
      const Unit& usual = part == ZonePart::Co2 ? unit::ppm : unit::degC;
      for (std::optional<SeriesSpec>* spec : {&own.lower, &own.upper}) {
        const bool other = !signal.unit.bare && !(signal.unit == usual);
        if (*spec && !(*spec)->unit && other) (*spec)->unit = usual;
      }
      terms_.excesses.push_back(std::move(own));
    }
    for (KpiExcess& own : terms_.excesses) {
      own.factor = 1.0 / static_cast<double>(terms_.excesses.size());
    }
  }

  const KpiPlan& plan_;
  const KpiEntry& entry_;
  const std::vector<Signal>& signals_;
  KpiTerms terms_;
};

}  // namespace

KpiTerms kpi_terms(const std::string& name, const KpiSettings& settings, const Plan& plan,
                   Diagnostics& notes) {
  Diagnostics errors;
  KpiSettings completed = complete_settings(settings, plan, notes);
  // An objective counts all hours: people are not known before the run.
  for (KpiZone& zone : completed.zones) zone.people.clear();
  const KpiPlan found = make_kpi_plan(completed, {name}, plan.signals, AbsentNames::Refuse, errors);
  if (errors.has_errors()) throw InputError(std::move(errors));
  if (!found.entries.front().given) {
    for (const Diagnostic& item : found.notes.items()) {
      if (item.code == "kpi.no_input") refuse(item.code, item.message);
    }
  }
  notes.append(found.notes);
  return Apart(found, plan.signals).terms();
}

}  // namespace hearth
