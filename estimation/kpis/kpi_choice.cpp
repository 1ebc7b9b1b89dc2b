// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>
#include <utility>

#include "hearth/estimation/kpis/internal/kpi_plan.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth {
namespace {

constexpr std::size_t kShownSignals = 5;

/// Reports the first of several missing signals.
std::string missing_text(const std::vector<std::string>& signals) {
  const std::size_t shown = std::min(signals.size(), kShownSignals);
  std::string names;
  for (std::size_t i = 0; i < shown; ++i) names += (i == 0 ? "'" : ", '") + signals[i] + "'";
  if (signals.size() > shown) names += " and " + std::to_string(signals.size() - shown) + " more";
  return "the results do not contain " + names;
}

/// Reports the signals that were not recorded, and the remedy.
std::string unrecorded_text(const Unrecorded& unrecorded) {
  return missing_text(unrecorded.signals) +
         "; 'simulate --record all' records all signals (a pattern with a statistic, such as "
         "'*Temperature:max', does not record the plain signal)";
}

/// Finds the missing inputs of a KPI, as a sentence with the settings to add; "" if none are
/// missing.
class Inputs {
 public:
  explicit Inputs(const KpiPlan& plan) : plan_(plan) {}

  std::string lacking(const KpiEntry& entry, std::string_view carrier) const {
    if (is_unrecorded(entry, carrier)) return unrecorded_text(plan_.unrecorded);
    switch (entry.measure) {
      case KpiMeasure::Energy:
      case KpiMeasure::EnergyOfCarrier:
      case KpiMeasure::EnergyOfEndUse:
        return energy();
      case KpiMeasure::Cost:
        return per_energy("price", &CarrierPlan::price);
      case KpiMeasure::Emission:
        return per_energy("emission", &CarrierPlan::emission);
      case KpiMeasure::Peak:
        return entry.index >= 0 ? "" : "no energy of carrier '" + std::string(carrier) + "'";
      case KpiMeasure::TemperatureDiscomfort:
      case KpiMeasure::UnmetHours:
        return limit("temperature", {ZonePart::Lower, ZonePart::Upper}, "lower or upper");
      case KpiMeasure::DegreeHoursLow:
        return limit("temperature", {ZonePart::Lower}, "lower");
      case KpiMeasure::DegreeHoursHigh:
        return limit("temperature", {ZonePart::Upper}, "upper");
      case KpiMeasure::Co2Discomfort:
      case KpiMeasure::Co2Hours:
        return limit("co2", {ZonePart::Co2Upper}, "co2_upper");
      case KpiMeasure::PmvMean:
      case KpiMeasure::PpdMean:
      case KpiMeasure::PpdMax:
      case KpiMeasure::PmvOutHours:
        return zone_with(ZonePart::Temperature, "temperature");
    }
    return "";
  }

  /// Returns whether there are settings of thermal comfort in addition to the air temperature.
  bool votes() const {
    for (const ZonePlan& zone : plan_.zones) {
      for (const ZonePart part : {ZonePart::Radiant, ZonePart::Humidity, ZonePart::AirSpeed,
                                  ZonePart::MetabolicRate, ZonePart::Clothing}) {
        if (zone[ZonePart::Temperature] && zone[part]) return true;
      }
    }
    return false;
  }

  /// Returns whether a KPI needs a signal that was assumed and is not in the results.
  bool is_unrecorded(const KpiEntry& entry, std::string_view carrier) const {
    const Unrecorded& lost = plan_.unrecorded;
    switch (entry.measure) {
      case KpiMeasure::Energy:
      case KpiMeasure::Cost:
      case KpiMeasure::Emission:
        return !lost.carriers.empty();
      case KpiMeasure::EnergyOfCarrier:
        return lost.carriers.contains(plan_.carriers[entry.index].name);
      case KpiMeasure::Peak: {
        const bool known = entry.index >= 0;
        return lost.carriers.contains(known ? plan_.carriers[entry.index].name
                                            : std::string(carrier));
      }
      case KpiMeasure::EnergyOfEndUse:
        return lost.end_uses.contains(plan_.end_uses[entry.index]);
      case KpiMeasure::TemperatureDiscomfort:
      case KpiMeasure::UnmetHours:
      case KpiMeasure::DegreeHoursLow:
      case KpiMeasure::DegreeHoursHigh:
        return lost.temperature;
      case KpiMeasure::Co2Discomfort:
      case KpiMeasure::Co2Hours:
        return lost.co2;
      case KpiMeasure::PmvMean:
      case KpiMeasure::PpdMean:
      case KpiMeasure::PpdMax:
      case KpiMeasure::PmvOutHours:
        return lost.temperature || lost.votes;
    }
    return false;
  }

 private:
  std::string energy() const {
    return plan_.powers.empty() ? "no powers are listed: list signals under \"energy\"" : "";
  }
  std::string per_energy(const std::string& key,
                         std::optional<KpiSource> CarrierPlan::*part) const {
    if (plan_.powers.empty()) return energy();
    for (const CarrierPlan& carrier : plan_.carriers) {
      if (!(carrier.*part)) {
        return "no " + key + " of " + carrier.name + ": set \"carriers\": {\"" + carrier.name +
               "\": {\"" + key + "\": ...}}";
      }
    }
    return "";
  }
  std::string zone_with(ZonePart part, const std::string& key) const {
    for (const ZonePlan& zone : plan_.zones) {
      if (zone[part]) return "";
    }
    return "no zone with a signal \"" + key + "\" under \"zones\"";
  }
  std::string limit(const std::string& key, const std::vector<ZonePart>& limits,
                    const std::string& limit_key) const {
    const ZonePart part = key == "co2" ? ZonePart::Co2 : ZonePart::Temperature;
    std::string lacking = zone_with(part, key);
    if (!lacking.empty()) return lacking;
    for (const ZonePlan& zone : plan_.zones) {
      for (const ZonePart which : limits) {
        if (zone[part] && zone[which]) return "";
      }
    }
    return "no limit " + limit_key + ": set it under \"comfort\" or for a zone";
  }

  const KpiPlan& plan_;
};

bool is_vote(KpiMeasure measure) {
  return measure == KpiMeasure::PmvMean || measure == KpiMeasure::PpdMean ||
         measure == KpiMeasure::PpdMax || measure == KpiMeasure::PmvOutHours;
}

/// Whether a KPI counts the time in which zones are occupied.
bool counts_occupied_time(KpiMeasure measure) {
  switch (measure) {
    case KpiMeasure::UnmetHours:
    case KpiMeasure::DegreeHoursLow:
    case KpiMeasure::DegreeHoursHigh:
    case KpiMeasure::Co2Hours:
      return true;
    default:
      return is_vote(measure);
  }
}

/// One KPI with its missing inputs.
struct Candidate {
  KpiEntry entry;
  std::string lacking;
};

int carrier_index(const KpiPlan& plan, std::string_view name) {
  for (std::size_t i = 0; i < plan.carriers.size(); ++i) {
    if (plan.carriers[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

/// Returns `kWh` for `kWh/m2` if the floor area of the building is unknown.
std::string unit_of(const std::string& unit, const KpiPlan& plan) {
  const std::size_t at = unit.find("/m2");
  return plan.floor_area || at == std::string::npos ? unit : unit.substr(0, at);
}

}  // namespace

std::string Kpis::unit_here(const std::string& unit) const { return unit_of(unit, impl_->plan); }

namespace {

/// Returns all KPIs of the plan: the catalogue with its families expanded.
std::vector<Candidate> candidates_of(const KpiPlan& plan) {
  const Inputs inputs(plan);
  std::vector<Candidate> candidates;
  const auto add = [&](const KnownKpi& known, std::string name, int index) {
    KpiEntry entry{known.kpi, known.measure, index, false};
    entry.kpi.name = std::move(name);
    entry.kpi.unit = unit_of(known.kpi.unit, plan);
    std::string lacking = inputs.lacking(entry, known.carrier);
    entry.given = lacking.empty();
    candidates.push_back({std::move(entry), std::move(lacking)});
  };
  for (const KnownKpi& known : kpi_catalogue()) {
    const std::string& name = known.kpi.name;
    const std::string prefix = name.substr(0, name.find('<'));
    if (prefix == name) {
      add(known, name, carrier_index(plan, known.carrier));
    } else if (known.measure == KpiMeasure::EnergyOfEndUse) {
      for (std::size_t i = 0; i < plan.end_uses.size(); ++i) {
        add(known, prefix + plan.end_uses[i], static_cast<int>(i));
      }
    } else {
      for (std::size_t i = 0; i < plan.carriers.size(); ++i) {
        add(known, prefix + plan.carriers[i].name, static_cast<int>(i));
      }
    }
  }
  return candidates;
}

void refuse_equal_names(const std::vector<Candidate>& candidates, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const Candidate& candidate : candidates) {
    const std::string& name = candidate.entry.kpi.name;
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      diagnostics.error("kpi.name_duplicate", {},
                        "'" + name +
                            "' would be the name of two KPIs, as a carrier and an end use have the "
                            "same name; rename one of them");
    }
    names.push_back(name);
  }
}

/// Returns whether some carriers have the price or the emission factor that a KPI lacks.
bool is_begun(KpiMeasure measure, const KpiPlan& plan) {
  return std::any_of(plan.carriers.begin(), plan.carriers.end(), [&](const CarrierPlan& carrier) {
    return (measure == KpiMeasure::Cost && carrier.price.has_value()) ||
           (measure == KpiMeasure::Emission && carrier.emission.has_value());
  });
}

void choose(const Candidate& candidate, KpiPlan& plan) {
  if (!candidate.lacking.empty()) {
    plan.notes.warning("kpi.no_input", {},
                       candidate.entry.kpi.name + " has no value: " + candidate.lacking);
  }
  plan.entries.push_back(candidate.entry);
}

/// Returns whether a name belongs to a family and is not a misspelt `ener_tot`.
bool is_in_family(const std::string& name) {
  const std::string part = name.substr(name.find('_') + 1);
  return may_be_kpi(name) && did_you_mean(part, {"tot"}).empty();
}

/// Returns the KPI of an absent carrier or end use, which other buildings of a set may have.
Candidate absent(const std::string& name, const std::vector<std::string>& known,
                 const KpiPlan& plan) {
  const std::size_t prefix = name.find('_') + 1;
  const bool is_peak = name.starts_with("peak_");
  Candidate candidate;
  candidate.entry.measure = is_peak ? KpiMeasure::Peak : KpiMeasure::EnergyOfCarrier;
  candidate.entry.kpi.name = name;
  candidate.entry.kpi.unit = unit_of(is_peak ? "kW/m2" : "kWh/m2", plan);
  const std::string part = name.substr(prefix);
  const Unrecorded& lost = plan.unrecorded;
  if (lost.carriers.contains(part) || (!is_peak && lost.end_uses.contains(part))) {
    candidate.lacking = unrecorded_text(lost);
    return candidate;
  }
  candidate.lacking = std::string("no energy of ") +
                      (is_peak ? "carrier '" : "carrier or end use '") + part + "'" +
                      expected_name(name, known);
  return candidate;
}

void choose_by_name(const std::vector<std::string>& names, const std::vector<Candidate>& candidates,
                    KpiPlan& plan, Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (const Candidate& candidate : candidates) known.push_back(candidate.entry.kpi.name);
  for (const std::string& name : names) {
    const auto at = std::find(known.begin(), known.end(), name);
    if (at != known.end()) {
      choose(candidates[at - known.begin()], plan);
    } else if (is_in_family(name)) {
      choose(absent(name, known, plan), plan);
    } else {
      plan.lack(name,
                {Severity::Error,
                 "kpi.unknown",
                 {},
                 "no KPI is named '" + name + "'" + expected_name(name, known)},
                diagnostics);
    }
  }
}

}  // namespace

void choose_kpis(const std::vector<std::string>& names, KpiPlan& plan, Diagnostics& diagnostics) {
  const std::vector<Candidate> candidates = candidates_of(plan);
  refuse_equal_names(candidates, diagnostics);
  if (names.empty()) {
    const bool votes = Inputs(plan).votes();
    for (const Candidate& candidate : candidates) {
      const bool asked = votes || !is_vote(candidate.entry.measure);
      if (candidate.lacking.empty() && asked) choose(candidate, plan);
      if (!candidate.lacking.empty() && is_begun(candidate.entry.measure, plan)) {
        plan.notes.warning("kpi.no_input", {},
                           candidate.entry.kpi.name + " is left out: " + candidate.lacking);
      }
    }
    if (!plan.unrecorded.signals.empty()) {
      plan.notes.warning("kpi.not_recorded", {},
                         "some KPIs were left out: " + unrecorded_text(plan.unrecorded));
    }
  } else {
    choose_by_name(names, candidates, plan, diagnostics);
  }
  const bool by_presence = std::any_of(
      plan.entries.begin(), plan.entries.end(),
      [](const KpiEntry& entry) { return entry.given && counts_occupied_time(entry.measure); });
  if (!plan.unrecorded.people.empty() && by_presence) {
    plan.notes.warning("kpi.people_not_recorded", {},
                       "comfort is assessed at all hours: " + missing_text(plan.unrecorded.people) +
                           ", the people of the model; record them, or set \"occupied\"");
  }
  bool per_area = false;
  for (const KpiEntry& entry : plan.entries) {
    plan.list.push_back(entry.kpi);
    plan.comfort_votes |= entry.given && is_vote(entry.measure);
    per_area |= entry.measure <= KpiMeasure::Peak || entry.measure >= KpiMeasure::EnergyOfCarrier;
  }
  if (per_area && !plan.floor_area) {
    plan.notes.warning("kpi.floor_area_missing", {},
                       "no floor area is known: energy, cost, emission and peak are for the whole "
                       "building; set \"floor_area\" in m2");
  }
}

}  // namespace hearth
