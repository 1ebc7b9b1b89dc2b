// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/internal/kpi_plan.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "hearth/data/text/csv.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth {
namespace {

/// Returns whether a signal has no definite unit.
bool is_open(const Unit& unit) { return unit.bare || unit.any != 0; }

class Planner {
 public:
  Planner(const KpiSettings& settings, const std::vector<Signal>& signals, AbsentNames absent_names,
          Diagnostics& diagnostics)
      : settings_(settings), signals_(signals), diagnostics_(diagnostics) {
    plan_.absent_names = absent_names;
  }

  KpiPlan run() {
    plan_.floor_area = settings_.floor_area;
    plan_.tolerance = settings_.tolerance;
    plan_.monthly = settings_.monthly;
    find_unrecorded_people();
    for (const KpiZone& zone : settings_.zones) add_zone(zone);
    if (!plan_.floor_area) sum_floor_areas();
    for (const KpiEnergy& energy : settings_.energy) add_energy(energy);
    add_carriers();
    number_signals();
    return std::move(plan_);
  }

 private:
  /// Returns the conversion of a signal, given by its position in `signals_`.
  Conversion conversion_of(int signal, const std::optional<Unit>& given,
                           const std::optional<Unit>& target, const Where& where) {
    const Signal& found = signals_[signal];
    if (const int count = times_named(found.name); count > 1) {
      diagnostics_.error("kpi.signal_ambiguous", where,
                         std::to_string(count) + " columns of the results are named '" +
                             found.name + "': rename or remove all but one");
      return {};
    }
    Unit from = found.unit;
    // A column that is bare or was read without a unit takes the unit of the settings.
    if (given && (is_open(from) || from == unit::one)) from = *given;
    if (given && !(from == *given)) {
      diagnostics_.error("kpi.unit_mismatch", where,
                         "'" + found.name + "' is in " + from.symbol +
                             ", but in the settings it is in " + given->symbol +
                             ": correct one of them");
      return {};
    }
    const bool per_energy = target && (*target == unit::per_kWh || *target == unit::kg_per_kWh);
    if (!target || is_open(from) || (per_energy && from == unit::one)) return {};
    if (from.compatible(*target)) return conversion(from, *target);
    diagnostics_.error("kpi.unit_mismatch", where,
                       "'" + found.name + "' is in " + from.symbol + ", expected " +
                           target->symbol +
                           "; set the unit of a column without one by {\"signal\", \"unit\"}");
    return {};
  }

  /// Returns how many signals have a name.
  int times_named(const std::string& name) {
    if (times_named_.empty()) {
      for (const Signal& signal : signals_) ++times_named_[signal.name];
    }
    return times_named_[name];
  }

  std::optional<int> find(const std::string& name) const {
    // a column may be named with or without its unit
    const std::string bare = split_unit(name).first;
    const auto at = std::find_if(signals_.begin(), signals_.end(), [&](const Signal& signal) {
      return signal.name == name || signal.name == bare;
    });
    if (at == signals_.end()) return std::nullopt;
    return static_cast<int>(at - signals_.begin());
  }

  Diagnostic unknown(const std::string& name, const Where& where) {
    const auto known = [this] {
      std::vector<std::string> names;
      for (const Signal& signal : signals_) names.push_back(signal.name);
      return names;
    };
    return {
        Severity::Error, "kpi.signal_unknown", where,
        "the results contain no signal '" + name + "'" +
            diagnostics_.suggestions().expected_of(name, known) +
            "; results contain only recorded signals: 'simulate --record all' records all of them"};
  }

  /// Returns a required signal.
  std::optional<KpiSource> signal(const std::string& name, const std::optional<Unit>& given,
                                  const std::optional<Unit>& target, const Where& where) {
    const std::optional<int> found = find(name);
    if (!found) {
      diagnostics_.add(unknown(name, where));
      return std::nullopt;
    }
    return KpiSource{.position = *found, .conversion = conversion_of(*found, given, target, where)};
  }

  /// Returns the signal by which a zone is assessed; the zone may be missing in a model. Sets
  /// `unrecorded` if the signal was assumed and was not recorded.
  std::optional<KpiSource> zone_signal(const KpiZone& zone, const std::string& name,
                                       const std::optional<Unit>& given, const Unit& target,
                                       bool& unrecorded) {
    if (name.empty()) return std::nullopt;
    if (find(name)) return signal(name, given, target, zone.where);
    if (zone.assumed) {
      unrecorded = true;
      plan_.unrecorded.signals.push_back(name);
    } else {
      plan_.lack(name, unknown(name, zone.where), diagnostics_);
    }
    return std::nullopt;
  }

  /// Returns whether a radiant temperature was assumed and was not recorded.
  bool lacks_radiant(const KpiZone& zone) {
    if (!zone.assumed || !zone.radiant_temperature) return false;
    const auto* name = std::get_if<std::string>(&zone.radiant_temperature->source);
    if (name == nullptr || find(*name)) return false;
    plan_.unrecorded.signals.push_back(*name);
    plan_.unrecorded.votes = true;
    return true;
  }

  /// If some people were not recorded, all zones count as always occupied.
  void find_unrecorded_people() {
    std::vector<std::string>& lost = plan_.unrecorded.people;
    for (const KpiZone& zone : settings_.zones) {
      for (const std::string& name : zone.people) {
        const bool known = std::find(lost.begin(), lost.end(), name) != lost.end();
        if (!known && !find(name)) lost.push_back(name);
      }
    }
  }

  std::vector<PeoplePlan> people_of(const KpiZone& zone) {
    std::vector<PeoplePlan> people;
    const bool stated = zone.occupied || settings_.comfort.occupied;
    if (stated || !plan_.unrecorded.people.empty()) return people;
    for (const std::string& name : zone.people) {
      const auto source = signal(name, {}, {}, zone.where);
      if (!source) continue;
      const auto few = zone.few_people.find(name);
      people.push_back({*source, few == zone.few_people.end() ? 0.0 : few->second});
    }
    return people;
  }

  /// Returns the source of the zone, otherwise that of the defaults, otherwise nothing.
  std::optional<KpiSource> source(const std::optional<KpiSeries>& own,
                                  const std::optional<KpiSeries>& standard,
                                  const std::optional<Unit>& target) {
    const std::optional<KpiSeries>& series = own ? own : standard;
    if (!series) return std::nullopt;
    if (const auto* name = std::get_if<std::string>(&series->source)) {
      return signal(*name, series->unit, target, series->where);
    }
    return KpiSource{.series =
                         add_series(std::get<SeriesSpec>(series->source), target, series->where)};
  }

  int add_series(const SeriesSpec& spec, const std::optional<Unit>& target, const Where& where) {
    plan_.series.push_back({spec, target, where});
    return static_cast<int>(plan_.series.size()) - 1;
  }

  void add_zone(const KpiZone& zone) {
    const KpiZone& standard = settings_.comfort;
    ZonePlan plan;
    plan.name = zone.name;
    Unrecorded& unrecorded = plan_.unrecorded;
    plan[ZonePart::Temperature] = zone_signal(zone, zone.temperature, zone.temperature_unit,
                                              unit::degC, unrecorded.temperature);
    plan[ZonePart::Co2] = zone_signal(zone, zone.co2, zone.co2_unit, unit::ppm, unrecorded.co2);
    const bool named = !zone.temperature.empty() || !zone.co2.empty();
    // the zone is not in this model
    if (named && !plan[ZonePart::Temperature] && !plan[ZonePart::Co2]) return;
    const auto part = [&](ZonePart which, std::optional<KpiSeries> KpiZone::*member,
                          std::optional<Unit> target) {
      plan[which] = source(zone.*member, standard.*member, target);
      check_condition(which, zone.*member ? zone.*member : standard.*member, target);
    };
    part(ZonePart::Lower, &KpiZone::lower, unit::degC);
    part(ZonePart::Upper, &KpiZone::upper, unit::degC);
    part(ZonePart::Co2Upper, &KpiZone::co2_upper, unit::ppm);
    part(ZonePart::Occupied, &KpiZone::occupied, std::nullopt);
    plan.people = people_of(zone);
    if (!lacks_radiant(zone)) {
      part(ZonePart::Radiant, &KpiZone::radiant_temperature, unit::degC);
    }
    part(ZonePart::Humidity, &KpiZone::relative_humidity, unit::percent);
    part(ZonePart::AirSpeed, &KpiZone::air_speed, unit::m_per_s);
    part(ZonePart::MetabolicRate, &KpiZone::metabolic_rate, std::nullopt);
    part(ZonePart::Clothing, &KpiZone::clothing, std::nullopt);
    check_limits(zone.lower ? zone.lower : standard.lower,
                 zone.upper ? zone.upper : standard.upper);
    plan.heating = loads(zone, zone.heating);
    plan.cooling = loads(zone, zone.cooling);
    plan_.zones.push_back(std::move(plan));
  }

  /// Returns the number of a constant in the target's unit; nothing for other series.
  static std::optional<double> constant(const std::optional<KpiSeries>& series,
                                        const std::optional<Unit>& target) {
    const auto* spec = series ? std::get_if<SeriesSpec>(&series->source) : nullptr;
    const auto* number = spec != nullptr ? std::get_if<double>(&spec->source) : nullptr;
    if (number == nullptr) return std::nullopt;
    const bool converts = target && spec->unit && spec->unit->compatible(*target);
    return converts ? convert(*number, *spec->unit, *target) : *number;
  }

  /// Refuses constants that are physically impossible.
  void check_condition(ZonePart which, const std::optional<KpiSeries>& series,
                       const std::optional<Unit>& target) {
    struct Bounds {
      ZonePart part;
      double least, most;
      const char* text;
    };
    constexpr Bounds kBounds[] = {
        {ZonePart::Lower, -100.0, 200.0, "a temperature of -100 to 200 degC"},
        {ZonePart::Upper, -100.0, 200.0, "a temperature of -100 to 200 degC"},
        {ZonePart::Radiant, -100.0, 200.0, "a temperature of -100 to 200 degC"},
        {ZonePart::Humidity, 0.0, 100.0, "a relative humidity of 0 to 100 %"},
        {ZonePart::AirSpeed, 0.0, 50.0, "an air speed of 0 to 50 m/s"},
        {ZonePart::MetabolicRate, 0.1, 20.0, "a metabolic rate of 0.1 to 20 met"},
        {ZonePart::Clothing, 0.0, 20.0, "an insulation of clothing of 0 to 20 clo"},
    };
    const std::optional<double> value = constant(series, target);
    for (const Bounds& bounds : kBounds) {
      if (bounds.part != which || !value) continue;
      if (*value >= bounds.least && *value <= bounds.most) continue;
      diagnostics_.error("kpi.condition_invalid", series->where,
                         "expected " + std::string(bounds.text) + ", found " + number_text(*value));
    }
  }

  void check_limits(const std::optional<KpiSeries>& lower, const std::optional<KpiSeries>& upper) {
    const std::optional<double> low = constant(lower, unit::degC);
    const std::optional<double> high = constant(upper, unit::degC);
    if (!low || !high || *low <= *high) return;
    diagnostics_.error("kpi.condition_invalid", lower->where,
                       "the lower limit of " + number_text(*low) +
                           " degC is above the upper limit of " + number_text(*high) + " degC");
  }

  /// The floor area of the building is the sum over its zones, if all of them have one.
  void sum_floor_areas() {
    double sum = 0.0;
    for (const KpiZone& zone : settings_.zones) {
      if (!zone.floor_area) return;
      sum += *zone.floor_area;
    }
    if (sum > 0.0) plan_.floor_area = sum;
  }

  int carrier_number(const std::string& name) {
    const auto at = std::find_if(plan_.carriers.begin(), plan_.carriers.end(),
                                 [&](const CarrierPlan& carrier) { return carrier.name == name; });
    if (at != plan_.carriers.end()) return static_cast<int>(at - plan_.carriers.begin());
    plan_.carriers.push_back({name, {}, {}});
    return static_cast<int>(plan_.carriers.size()) - 1;
  }

  int end_use_number(const std::string& name) {
    if (name.empty()) return -1;
    const auto at = std::find(plan_.end_uses.begin(), plan_.end_uses.end(), name);
    if (at != plan_.end_uses.end()) return static_cast<int>(at - plan_.end_uses.begin());
    plan_.end_uses.push_back(name);
    return static_cast<int>(plan_.end_uses.size()) - 1;
  }

  int use_number(int carrier, int end_use) {
    const std::pair use(carrier, end_use);
    const auto at = std::find(plan_.uses.begin(), plan_.uses.end(), use);
    if (at != plan_.uses.end()) return static_cast<int>(at - plan_.uses.begin());
    plan_.uses.push_back(use);
    return static_cast<int>(plan_.uses.size()) - 1;
  }

  /// Finds the powers that a zone receives; for an assumed zone, those that were recorded, all or
  /// none.
  std::vector<KpiSource> loads(const KpiZone& zone, const std::vector<std::string>& patterns) {
    std::vector<KpiSource> found;
    for (const std::string& pattern : patterns) {
      bool matched = false;
      work_.add(pattern, letters_, zone.where);
      for (std::size_t i = 0; i < signals_.size(); ++i) {
        if (!glob_match(pattern, signals_[i].name)) continue;
        matched = true;
        const int at = static_cast<int>(i);
        found.push_back(
            {.position = at, .conversion = conversion_of(at, std::nullopt, unit::W, zone.where)});
      }
      if (matched) continue;
      if (zone.assumed) return {};
      plan_.lack(pattern, unknown(pattern, zone.where), diagnostics_);
    }
    return found;
  }

  /// A signal counts once for each carrier: in the first matching entry.
  void add_energy(const KpiEnergy& energy) {
    if (energy.carrier.empty()) return;
    for (const std::string& pattern : energy.signals) {
      bool matched = false;
      work_.add(pattern, letters_, energy.where);
      for (std::size_t i = 0; i < signals_.size(); ++i) {
        if (!glob_match(pattern, signals_[i].name)) continue;
        matched = true;
        const int carrier = carrier_number(energy.carrier);
        const int end_use = end_use_number(energy.end_use);
        const int found = static_cast<int>(i);
        if (!counted_.insert({found, carrier}).second) continue;
        const KpiSource source{
            .position = found,
            .conversion = conversion_of(found, energy.unit, unit::W, energy.where)};
        plan_.powers.push_back(
            {source, energy.factor, carrier, end_use, use_number(carrier, end_use)});
      }
      if (matched) continue;
      if (energy.assumed) {
        plan_.unrecorded.signals.push_back(pattern);
        plan_.unrecorded.carriers.insert(energy.carrier);
        plan_.unrecorded.end_uses.insert(energy.end_use);
      } else {
        plan_.lack(pattern, unknown(pattern, energy.where), diagnostics_);
      }
    }
  }

  /// Refuses prices in different currencies, whose sum has no meaning.
  void check_currencies() {
    std::string first, of;
    for (const auto& [name, carrier] : settings_.carriers) {
      const auto* spec = carrier.price ? std::get_if<SeriesSpec>(&carrier.price->source) : nullptr;
      const std::string currency =
          spec != nullptr && spec->unit ? currency_of(*spec->unit) : std::string();
      if (!may_be_same_currency(first, currency)) {
        diagnostics_.error("kpi.currencies_differ", carrier.price->where,
                           "the price of '" + name + "' is in " + currency + ", that of '" + of +
                               "' in " + first +
                               ", and currencies are not converted: convert one of them");
      } else if (!currency.empty()) {
        first = currency;
        of = name;
      }
    }
  }

  void add_carriers() {
    check_currencies();
    for (const auto& [name, carrier] : settings_.carriers) {
      const auto at = std::find_if(plan_.carriers.begin(), plan_.carriers.end(),
                                   [&n = name](const CarrierPlan& c) { return c.name == n; });
      if (at == plan_.carriers.end()) {
        note_unused(name);
        continue;
      }
      at->price = source(held(carrier.price), {}, unit::per_kWh);
      at->emission = source(held(carrier.emission), {}, unit::kg_per_kWh);
    }
  }

  /// Reports a price of an unused carrier as a misspelling if there is a similar name; ignores it
  /// otherwise.
  void note_unused(const std::string& name) {
    std::vector<std::string> known;
    for (const CarrierPlan& carrier : plan_.carriers) known.push_back(carrier.name);
    const std::string nearest = did_you_mean(name, known);
    const auto severity = nearest.empty() ? Severity::Note : Severity::Warning;
    plan_.notes.add({severity,
                     "kpi.carrier_unused",
                     {},
                     "no energy of carrier '" + name + "' is used" + nearest});
  }

  /// Prices and emissions hold from stamp to stamp, whatever the rules of the file state.
  static std::optional<KpiSeries> held(std::optional<KpiSeries> series) {
    if (!series) return series;
    if (auto* spec = std::get_if<SeriesSpec>(&series->source)) {
      if (auto* column = std::get_if<FileColumn>(&spec->source)) column->resample = Resample::Hold;
      if (auto* points = std::get_if<TimeTable>(&spec->source)) {
        points->shape = Series::Shape::Hold;
      }
    }
    return series;
  }

  /// Assigns the used signals their positions in a row.
  void number_signals() {
    std::vector<KpiSource*> sources;
    for (ZonePlan& zone : plan_.zones) {
      for (auto& part : zone.parts) {
        if (part && part->series < 0) sources.push_back(&*part);
      }
      for (KpiSource& load : zone.heating) sources.push_back(&load);
      for (KpiSource& load : zone.cooling) sources.push_back(&load);
      for (PeoplePlan& people : zone.people) sources.push_back(&people.number);
    }
    for (PowerPlan& power : plan_.powers) sources.push_back(&power.signal);
    for (CarrierPlan& carrier : plan_.carriers) {
      for (auto* part : {&carrier.price, &carrier.emission}) {
        if (*part && (*part)->series < 0) sources.push_back(&**part);
      }
    }
    std::vector<int>& used = plan_.signals;
    for (const KpiSource* source : sources) used.push_back(source->position);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (KpiSource* source : sources) {
      const auto at = std::lower_bound(used.begin(), used.end(), source->position);
      source->position = static_cast<int>(at - used.begin());
    }
    for (const int signal : used) {
      plan_.names.push_back(signals_[signal].name);
    }
  }

  const KpiSettings& settings_;
  const std::vector<Signal>& signals_;
  std::int64_t letters_ = letters_of(signals_);
  PatternWork work_;
  std::unordered_map<std::string, int> times_named_;
  Diagnostics& diagnostics_;
  KpiPlan plan_;
  std::set<std::pair<int, int>> counted_;  // signal and carrier
};

}  // namespace

void KpiPlan::lack(const std::string& name, Diagnostic message, Diagnostics& diagnostics) {
  if (absent_names == AbsentNames::Refuse) {
    diagnostics.add(std::move(message));
    return;
  }
  notes.note("kpi.left_out", message.where, "this model has no '" + name + "'");
  absent.push_back({name, std::move(message)});
}

KpiPlan make_kpi_plan(const KpiSettings& settings, const std::vector<std::string>& names,
                      const std::vector<Signal>& signals, AbsentNames absent_names,
                      Diagnostics& diagnostics) {
  KpiPlan plan = Planner(settings, signals, absent_names, diagnostics).run();
  if (!diagnostics.has_errors()) choose_kpis(names, plan, diagnostics);
  return plan;
}

}  // namespace hearth
