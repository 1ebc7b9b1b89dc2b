// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/internal/kpi_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace hearth {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kHour = 3600.0;  // s
// kWh per joule as in the KPI calculator of BOPTEST, 8e-7 more than 1/3.6e6, to reproduce its KPIs.
constexpr double kKilowattHours = 2.77778e-7;
constexpr double kVotesOfCategoryB = 0.5;  // |PMV| of ISO 7730, table A.1
constexpr double kManyWindows = 1000.0;    // between two rows: 10 days of quarters of an hour

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Returns the larger of two numbers; NaN if one of them is NaN.
double larger(double a, double b) { return std::isnan(b) || b > a ? b : a; }

double converted(const Conversion& conversion, double value) {
  return conversion.factor * value + conversion.shift;
}

}  // namespace

KpiSums::KpiSums(const KpiPlan& plan, const std::vector<Series>& series, double start,
                 double window)
    : plan_(plan), series_(series), start_(start), window_(window) {
  clear();
}

void KpiSums::clear() {
  zones_.assign(plan_.zones.size(), {});
  energy_.assign(plan_.carriers.size(), 0.0);
  use_energy_.assign(plan_.end_uses.size(), 0.0);
  pair_energy_.assign(plan_.uses.size(), 0.0);
  cost_ = emission_ = energy_;
  power_.assign(plan_.carriers.size(), {});
  peaks_.assign(plan_.carriers.size(), PeakWindow(start_, window_));
  votes_.assign(plan_.zones.size(), std::nullopt);
  unmet_ = covered_ = 0.0;
}

KpiSums::Ends KpiSums::state(const KpiSource& source, const KpiInterval& interval) const {
  if (source.series >= 0) return delivered(source, interval);
  const auto position = static_cast<std::size_t>(source.position);
  return {converted(source.conversion, interval.left[position]),
          converted(source.conversion, interval.right[position])};
}

/// Returns a delivered quantity at both ends of an interval. The row at the end of a step contains
/// the value of the step. A series is read at the rows if these are samples, as in BOPTEST,
/// otherwise just inside the interval.
KpiSums::Ends KpiSums::delivered(const KpiSource& source, const KpiInterval& interval) const {
  if (source.series >= 0) {
    const Series& series = series_[source.series];
    return {series.at(interval.from),
            interval.step ? series.before(interval.to) : series.at(interval.to)};
  }
  if (!interval.step) return state(source, interval);
  const double value = converted(source.conversion, interval.row[source.position]);
  return {value, value};
}

KpiSums::Ends KpiSums::delivered_or(const std::optional<KpiSource>& source, double standard,
                                    const KpiInterval& interval) const {
  return source ? delivered(*source, interval) : Ends{standard, standard};
}

void KpiSums::add(const KpiInterval& interval) {
  covered_ += interval.length();
  add_energy(interval);
  Ends unmet;
  for (std::size_t i = 0; i < zones_.size(); ++i) {
    const ZonePlan& zone = plan_.zones[i];
    Ends occupied =
        delivered_or(zone[ZonePart::Occupied], zone.people.empty() ? 1.0 : 0.0, interval);
    for (const auto& [number, few] : zone.people) {
      const Ends people = delivered(number, interval);
      occupied = {std::max(occupied.left, people.left - few),
                  std::max(occupied.right, people.right - few)};
    }
    occupied = {occupied.left > 0.0 ? 1.0 : 0.0, occupied.right > 0.0 ? 1.0 : 0.0};
    zones_[i].occupied += 0.5 * interval.length() * (occupied.left + occupied.right);
    if (zone[ZonePart::Temperature]) add_temperature(interval, i, occupied, unmet);
    add_loads(interval, i);
    if (zone[ZonePart::Co2] && zone[ZonePart::Co2Upper]) add_co2(interval, i, occupied);
    if (zone[ZonePart::Temperature] && plan_.comfort_votes) add_votes(interval, i, occupied);
  }
  unmet_ += 0.5 * interval.length() * (unmet.left + unmet.right);
}

void KpiSums::add_energy(const KpiInterval& interval) {
  std::fill(power_.begin(), power_.end(), Ends{});
  for (const PowerPlan& power : plan_.powers) {
    Ends ends = delivered(power.signal, interval);
    ends = {power.factor * ends.left, power.factor * ends.right};
    const double energy = 0.5 * interval.length() * (ends.left + ends.right);
    const auto carrier = static_cast<std::size_t>(power.carrier);
    energy_[carrier] += energy;
    power_[carrier].left += ends.left;
    power_[carrier].right += ends.right;
    pair_energy_[power.use] += energy;
    if (power.end_use >= 0) use_energy_[power.end_use] += energy;
  }
  for (std::size_t i = 0; i < power_.size(); ++i) {
    const CarrierPlan& carrier = plan_.carriers[i];
    cost_[i] += billed(carrier.price, interval, power_[i]);
    emission_[i] += billed(carrier.emission, interval, power_[i]);
    peaks_[i].add(interval, power_[i].left, power_[i].right);
  }
}

/// Returns the integral of a power times its price: with the exact mean of the price if the power
/// is constant, otherwise by the trapezoid of the products.
double KpiSums::billed(const std::optional<KpiSource>& factor, const KpiInterval& interval,
                       Ends power) const {
  if (!factor) return 0.0;
  if (interval.step && factor->series >= 0) {
    const Series& series = series_[factor->series];
    return power.left * series.mean(interval.from, interval.to) * interval.length();
  }
  const Ends price = delivered(*factor, interval);
  return 0.5 * interval.length() * (power.left * price.left + power.right * price.right);
}

namespace {

/// Returns the best category with limits that include a temperature; one behind the last if there
/// is none.
std::size_t category_of(double temperature) {
  const auto holds = [temperature](const ComfortCategory& category) {
    return temperature >= category.lower && temperature <= category.upper;
  };
  const auto found = std::find_if(kComfortCategories.begin(), kComfortCategories.end(), holds);
  return static_cast<std::size_t>(found - kComfortCategories.begin());
}

}  // namespace

void KpiSums::add_temperature(const KpiInterval& interval, std::size_t zone, Ends occupied,
                              Ends& unmet) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const ZonePlan& plan = plan_.zones[zone];
  const Ends temperature = state(*plan[ZonePart::Temperature], interval);
  const Ends lower = delivered_or(plan[ZonePart::Lower], -kNever, interval);
  const Ends upper = delivered_or(plan[ZonePart::Upper], kNever, interval);
  const Ends below{std::max(0.0, lower.left - temperature.left),
                   std::max(0.0, lower.right - temperature.right)};
  const Ends above{std::max(0.0, temperature.left - upper.left),
                   std::max(0.0, temperature.right - upper.right)};
  const double half = 0.5 * interval.length();
  ZoneSums& sums = zones_[zone];
  sums.below += half * (below.left + below.right);
  sums.above += half * (above.left + above.right);
  sums.occupied_below += half * (occupied.left * below.left + occupied.right * below.right);
  sums.occupied_above += half * (occupied.left * above.left + occupied.right * above.right);
  const double tolerance = plan_.tolerance;
  if (std::max(below.left, above.left) > tolerance) {
    unmet.left = std::max(unmet.left, occupied.left);
    sums.unmet += half * occupied.left;
  }
  if (std::max(below.right, above.right) > tolerance) {
    unmet.right = std::max(unmet.right, occupied.right);
    sums.unmet += half * occupied.right;
  }
  if (below.left > 0.0) sums.cold_time += half * occupied.left;
  if (below.right > 0.0) sums.cold_time += half * occupied.right;
  if (above.left > 0.0) sums.warm_time += half * occupied.left;
  if (above.right > 0.0) sums.warm_time += half * occupied.right;
  sums.categories[category_of(temperature.left)] += half * occupied.left;
  sums.categories[category_of(temperature.right)] += half * occupied.right;
  if (!sums.any) sums.lowest = sums.highest = temperature.left;
  sums.any = true;
  sums.temperature += half * (temperature.left + temperature.right);
  sums.lowest = std::min({sums.lowest, temperature.left, temperature.right});
  sums.highest = std::max({sums.highest, temperature.left, temperature.right});
}

void KpiSums::add_loads(const KpiInterval& interval, std::size_t zone) {
  const double half = 0.5 * interval.length();
  const auto energy = [&](const std::vector<KpiSource>& loads) {
    double sum = 0.0;
    for (const KpiSource& load : loads) {
      const Ends power = delivered(load, interval);
      sum += half * (power.left + power.right);
    }
    return sum;
  };
  zones_[zone].heating += energy(plan_.zones[zone].heating);
  zones_[zone].cooling += energy(plan_.zones[zone].cooling);
}

void KpiSums::add_co2(const KpiInterval& interval, std::size_t zone, Ends occupied) {
  const ZonePlan& plan = plan_.zones[zone];
  const Ends co2 = state(*plan[ZonePart::Co2], interval);
  const Ends limit = delivered(*plan[ZonePart::Co2Upper], interval);
  const Ends excess{std::max(0.0, co2.left - limit.left), std::max(0.0, co2.right - limit.right)};
  const double half = 0.5 * interval.length();
  zones_[zone].co2 += half * (excess.left + excess.right);
  zones_[zone].co2_time += half * ((excess.left > 0.0 ? occupied.left : 0.0) +
                                   (excess.right > 0.0 ? occupied.right : 0.0));
}

void KpiSums::add_votes(const KpiInterval& interval, std::size_t zone, Ends occupied) {
  const ZonePlan& plan = plan_.zones[zone];
  const ComfortConditions standard;
  const auto part = [&](ZonePart which, double value) {
    return delivered_or(plan[which], value, interval);
  };
  const Ends air = state(*plan[ZonePart::Temperature], interval);
  const Ends radiant = plan[ZonePart::Radiant] ? state(*plan[ZonePart::Radiant], interval) : air;
  const Ends humidity = plan[ZonePart::Humidity]
                            ? state(*plan[ZonePart::Humidity], interval)
                            : Ends{standard.relative_humidity, standard.relative_humidity};
  const Ends speed = part(ZonePart::AirSpeed, standard.air_speed);
  const Ends metabolism = part(ZonePart::MetabolicRate, standard.metabolic_rate);
  const Ends clothing = part(ZonePart::Clothing, standard.clothing);
  const auto add = [&](double Ends::*end) {
    if (!(occupied.*end > 0.0)) return;
    const Vote& found = vote(zone, {air.*end, radiant.*end, speed.*end, humidity.*end,
                                    metabolism.*end, clothing.*end, 0.0});
    const double time = 0.5 * interval.length();
    ZoneSums& sums = zones_[zone];
    sums.pmv += time * found.pmv;
    sums.ppd += time * found.ppd;
    sums.ppd_max = larger(sums.ppd_max, found.ppd);
    if (std::isnan(found.pmv)) sums.pmv_out = kNone;
    if (std::abs(found.pmv) > kVotesOfCategoryB) sums.pmv_out += time;
  };
  add(&Ends::left);
  add(&Ends::right);
}

const KpiSums::Vote& KpiSums::vote(std::size_t zone, const ComfortConditions& conditions) {
  std::optional<Vote>& last = votes_[zone];
  if (!last || !(last->conditions == conditions)) {
    const double pmv = predicted_mean_vote(conditions);
    last = Vote{conditions, pmv, predicted_percentage_dissatisfied(pmv)};
  }
  return *last;
}

std::vector<double> KpiSums::values() const {
  std::vector<double> values;
  for (const KpiEntry& entry : plan_.entries) {
    values.push_back(entry.given && covered_ > 0.0 ? value(entry) : kNone);
  }
  return values;
}

std::vector<KpiZoneValues> KpiSums::zone_values() const {
  std::vector<KpiZoneValues> all;
  for (std::size_t i = 0; i < zones_.size(); ++i) {
    const ZonePlan& plan = plan_.zones[i];
    const ZoneSums& sums = zones_[i];
    const bool known = sums.any && covered_ > 0.0;
    const bool lower = known && plan[ZonePart::Lower].has_value();
    const bool upper = known && plan[ZonePart::Upper].has_value();
    KpiZoneValues values{.name = plan.name};
    values.mean = known ? sums.temperature / covered_ : kNone;
    values.min = known ? sums.lowest : kNone;
    values.max = known ? sums.highest : kNone;
    values.cold_hours = lower ? sums.cold_time / kHour : kNone;
    values.warm_hours = upper ? sums.warm_time / kHour : kNone;
    values.unmet_hours = lower || upper ? sums.unmet / kHour : kNone;
    values.heating = plan.heating.empty() ? kNone : sums.heating * kKilowattHours;
    values.cooling = plan.cooling.empty() ? kNone : sums.cooling * kKilowattHours;
    values.occupied_hours = known ? sums.occupied / kHour : kNone;
    for (std::size_t c = 0; c < sums.categories.size(); ++c) {
      values.category_hours[c] = known ? sums.categories[c] / kHour : kNone;
    }
    all.push_back(std::move(values));
  }
  return all;
}

std::vector<double> KpiSums::use_values() const {
  std::vector<double> values;
  for (const double energy : pair_energy_) values.push_back(energy * kKilowattHours);
  return values;
}

std::vector<KpiPeak> KpiSums::peaks() const {
  std::vector<KpiPeak> all;
  for (std::size_t i = 0; i < peaks_.size(); ++i) {
    const auto [start, end] = peaks_[i].window();
    all.push_back({plan_.carriers[i].name, peaks_[i].largest() / 1000.0, start, end});
  }
  return all;
}

double KpiSums::value(const KpiEntry& entry) const {
  switch (entry.measure) {
    case KpiMeasure::Energy:
    case KpiMeasure::Cost:
    case KpiMeasure::Emission:
    case KpiMeasure::Peak:
    case KpiMeasure::EnergyOfCarrier:
    case KpiMeasure::EnergyOfEndUse:
      return energy_value(entry) / plan_.floor_area.value_or(1.0);
    case KpiMeasure::UnmetHours:
      return unmet_ / kHour;
    default:
      return zone_value(entry.measure);
  }
}

double KpiSums::energy_value(const KpiEntry& entry) const {
  const auto index = static_cast<std::size_t>(std::max(0, entry.index));
  switch (entry.measure) {
    case KpiMeasure::Cost:
      return sum(cost_) * kKilowattHours;
    case KpiMeasure::Emission:
      return sum(emission_) * kKilowattHours;
    case KpiMeasure::Peak:
      return peaks_[index].largest() / 1000.0;
    case KpiMeasure::EnergyOfCarrier:
      return energy_[index] * kKilowattHours;
    case KpiMeasure::EnergyOfEndUse:
      return use_energy_[index] * kKilowattHours;
    default:
      return sum(energy_) * kKilowattHours;
  }
}

namespace {

/// Returns whether a zone has the signals that a measure needs.
bool takes_part(const ZonePlan& zone, KpiMeasure measure) {
  const bool temperature = zone[ZonePart::Temperature].has_value();
  const bool lower = zone[ZonePart::Lower].has_value();
  const bool upper = zone[ZonePart::Upper].has_value();
  switch (measure) {
    case KpiMeasure::TemperatureDiscomfort:
      return temperature && (lower || upper);
    case KpiMeasure::DegreeHoursLow:
      return temperature && lower;
    case KpiMeasure::DegreeHoursHigh:
      return temperature && upper;
    case KpiMeasure::Co2Discomfort:
    case KpiMeasure::Co2Hours:
      return zone[ZonePart::Co2] && zone[ZonePart::Co2Upper];
    default:
      return temperature;
  }
}

double of_zone(const ZoneSums& sums, KpiMeasure measure) {
  switch (measure) {
    case KpiMeasure::TemperatureDiscomfort:
      return (sums.below + sums.above) / kHour;
    case KpiMeasure::DegreeHoursLow:
      return sums.occupied_below / kHour;
    case KpiMeasure::DegreeHoursHigh:
      return sums.occupied_above / kHour;
    case KpiMeasure::Co2Discomfort:
      return sums.co2 / kHour;
    case KpiMeasure::Co2Hours:
      return sums.co2_time / kHour;
    case KpiMeasure::PmvOutHours:
      return sums.pmv_out / kHour;
    case KpiMeasure::PmvMean:
      return sums.pmv / sums.occupied;
    case KpiMeasure::PpdMean:
      return sums.ppd / sums.occupied;
    default:
      return sums.ppd_max;
  }
}

}  // namespace

double KpiSums::zone_value(KpiMeasure measure) const {
  double total = 0.0;
  double largest = 0.0;
  double count = 0.0;
  const bool of_occupants = measure == KpiMeasure::PmvMean || measure == KpiMeasure::PpdMean ||
                            measure == KpiMeasure::PpdMax;
  for (std::size_t i = 0; i < zones_.size(); ++i) {
    if (!takes_part(plan_.zones[i], measure)) continue;
    // without occupied time there are no votes
    if (of_occupants && !(zones_[i].occupied > 0.0)) continue;
    const double value = of_zone(zones_[i], measure);
    total += value;
    largest = larger(largest, value);
    count += 1.0;
  }
  if (count == 0.0) return kNone;
  return measure == KpiMeasure::PpdMax ? largest : total / count;
}

void PeakWindow::add(const KpiInterval& interval, double p, double q) {
  if (length_ == 0.0) {
    const double mean = 0.5 * (p + q);
    if (largest_ && *largest_ >= mean) return;
    largest_ = mean;
    of_largest_ = {interval.from, interval.to};
    return;
  }
  const double slope = (q - p) / interval.length();
  for (double x = interval.from; x < interval.to;) {
    const long here = std::max(window_, static_cast<long>(std::floor((x - start_) / length_)));
    if (here != window_) {
      close();
      window_ = here;
    }
    // Of a large number of complete windows with a linear power, the first or the last has the
    // largest mean.
    const double whole = std::floor((interval.to - x) / length_);
    if (covered_ == 0.0 && whole > kManyWindows && x >= interval.from + length_) {
      window_ += static_cast<long>(whole) - 2;
      x = start_ + static_cast<double>(window_) * length_;
      continue;
    }
    const double edge = start_ + static_cast<double>(window_ + 1) * length_;
    if (edge <= x) {  // rounding moved x into the previous window
      close();
      ++window_;
      continue;
    }
    const double y = std::min(interval.to, edge);
    const double middle = p + slope * (0.5 * (x + y) - interval.from);
    energy_ += middle * (y - x);
    covered_ += y - x;
    x = y;
  }
}

void PeakWindow::close() {
  if (covered_ > 0.0) {
    const bool whole = covered_ >= 0.5 * length_;
    std::optional<double>& target = whole ? largest_ : of_parts_;
    const double mean = energy_ / covered_;
    if (!target || mean > *target) {
      target = mean;
      const double begin = start_ + static_cast<double>(window_) * length_;
      (whole ? of_largest_ : of_largest_part_) = {begin, begin + length_};
    }
  }
  energy_ = covered_ = 0.0;
}

PeakWindow PeakWindow::closed() const {
  PeakWindow copy = *this;
  copy.close();
  return copy;
}

double PeakWindow::largest() const {
  const PeakWindow copy = closed();
  if (copy.largest_) return *copy.largest_;
  return copy.of_parts_.value_or(std::numeric_limits<double>::quiet_NaN());
}

std::pair<double, double> PeakWindow::window() const {
  const PeakWindow copy = closed();
  return copy.largest_ ? copy.of_largest_ : copy.of_largest_part_;
}

}  // namespace hearth
