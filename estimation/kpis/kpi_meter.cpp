// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/kpis/internal/kpi_plan.hpp"
#include "hearth/estimation/kpis/internal/kpi_sums.hpp"
#include "hearth/estimation/kpis/kpis.hpp"
#include "hearth/framework/base/limits.hpp"

namespace hearth {

/// A month of local time that begins at `begin` s since the origin, or before the evaluation.
struct KpiMonth {
  std::string name;
  double begin = 0.0;
};

namespace {

constexpr Duration kQuarter = std::chrono::minutes(15);
constexpr double kNever = std::numeric_limits<double>::infinity();

std::chrono::year_month month_at(Instant instant, const Zone& zone) {
  const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(zone.local(instant))};
  return day.year() / day.month();
}

/// Requires years of four digits, as the names of months contain the year.
void check_calendar(const KpiMeter::Request& request) {
  if (in_calendar(request.start) && in_calendar(request.end)) return;
  throw InputError("data.time_invalid", {},
                   "the evaluated time is outside the years 1 to 9999: correct the times of the "
                   "rows, or choose --start and --end");
}

/// Returns the months of an evaluation, each with a number of `values`.
std::vector<KpiMonth> months_of(const KpiMeter::Request& request, std::size_t values) {
  const std::int64_t most = limit_of(WorkLimit::KpiValues);
  std::vector<KpiMonth> months;
  std::chrono::year_month month = month_at(request.start, request.zone);
  for (Instant begin = request.start; begin < request.end || months.empty();) {
    if (std::ssize(months) >= most / std::max<std::int64_t>(1, std::int64_t(values))) {
      refuse_limit(WorkLimit::KpiValues, {});
    }
    months.push_back({fmt::format("{:04}-{:02}", static_cast<int>(month.year()),
                                  static_cast<unsigned>(month.month())),
                      seconds(begin - request.origin)});
    month += std::chrono::months(1);
    begin = request.zone.instant(std::chrono::local_days{month / 1});
  }
  return months;
}

}  // namespace

struct KpiMeter::Impl {
  Impl(const KpiPlan& plan_, const Request& request_, SeriesResolver& resolver)
      : plan(plan_),
        request(request_),
        start(hearth::seconds(request_.start - request_.origin)),
        end(hearth::seconds(request_.end - request_.origin)),
        previous(plan_.signals.size()),
        current(previous),
        left(previous),
        right(previous) {
    check_calendar(request);
    resolve(resolver);
    const bool of_rows = request.by_rows && request.step > kQuarter;
    const Duration window = of_rows ? Duration{} : std::max(kQuarter, request.step);
    if (request.step > kQuarter && !of_rows) {
      notes.note("kpi.long_steps", {},
                 "steps are longer than 15 minutes: peaks are means over steps of " +
                     describe(request.step));
    }
    total.emplace(plan, series, start, hearth::seconds(window));
    if (!plan.monthly) return;
    months = months_of(request, plan.entries.size() + plan.uses.size());
    values.months.reserve(months.size());
    month_uses.reserve(months.size());
    month.emplace(plan, series, start, hearth::seconds(window));
  }

  void resolve(SeriesResolver& resolver) {
    Diagnostics found;
    SeriesCount count;
    for (const SeriesPlan& item : plan.series) {
      if (const auto* number = std::get_if<double>(&item.spec.source)) {
        series.push_back(fixed(*number, item, found));
        continue;
      }
      SeriesReport report;
      const Period period{request.start, request.end,
                          request.step > Duration{} ? request.step : kQuarter};
      series.push_back(resolver.resolve({.spec = item.spec,
                                         .period = period,
                                         .origin = request.origin,
                                         .timezone = request.timezone,
                                         .target_unit = item.target,
                                         .where = item.where},
                                        report, found));
      count.add(item.spec, report, item.where, found);
    }
    notes.append(found);
    if (found.has_errors()) throw InputError(std::move(found));
  }

  static Series fixed(double number, const SeriesPlan& item, Diagnostics& found) {
    if (!item.spec.unit || !item.target) return Series(number);
    if (item.spec.unit->compatible(*item.target)) {
      return Series(convert(number, *item.spec.unit, *item.target));
    }
    found.error("kpi.unit_mismatch", item.where,
                fmt::format("the value is in {}, expected {}", item.spec.unit->symbol,
                            item.target->symbol));
    return Series(0.0);
  }

  void row(double time, const double* row_values) {
    check(time, row_values);
    std::copy(row_values, row_values + current.size(), current.begin());
    if (any && time > previous_time) stretch(previous_time, time);
    std::swap(previous, current);
    previous_time = time;
    any = true;
  }

  void check(double time, const double* row_values) const {
    if (any && !(time >= previous_time)) {
      throw InputError("kpi.time_order", {},
                       fmt::format("the row at {} s follows the row at {} s; sort the rows", time,
                                   previous_time));
    }
    for (std::size_t i = 0; i < current.size(); ++i) {
      if (std::isfinite(row_values[i])) continue;
      const Instant instant = request.origin + Duration(std::llround(1000.0 * time));
      throw InputError("kpi.not_finite", {},
                       fmt::format("'{}' has no value at {}; fill it, or choose another period",
                                   plan.names[i], format_time(instant, request.zone)));
    }
  }

  /// Adds the interval between two rows, divided at the ends of evaluation and of months.
  void stretch(double a, double b) {
    const double to = std::min(b, end);
    for (double x = std::max(a, start); x < to;) {
      while (x >= next_month()) close_month();
      const double y = std::min(to, next_month());
      const KpiInterval interval{x,
                                 y,
                                 x == a ? previous.data() : between(a, b, x, left),
                                 y == b ? current.data() : between(a, b, y, right),
                                 current.data(),
                                 request.power == PowerRule::Step};
      total->add(interval);
      if (month) month->add(interval);
      x = y;
    }
  }

  const double* between(double a, double b, double at, std::vector<double>& buffer) const {
    const double share = (at - a) / (b - a);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      buffer[i] = previous[i] + share * (current[i] - previous[i]);
    }
    return buffer.data();
  }

  double next_month() const {
    const std::size_t next = values.months.size() + 1;
    return next < months.size() ? months[next].begin : kNever;
  }

  void close_month() {
    values.months.emplace_back(months[values.months.size()].name, month->values());
    month_uses.push_back(month->use_values());
    month->clear();
  }

  /// Adds the energies by carrier and end use.
  void add_uses() {
    const std::vector<double> energies = total->use_values();
    values.uses.clear();
    for (std::size_t i = 0; i < plan.uses.size(); ++i) {
      const auto [carrier, end_use] = plan.uses[i];
      KpiUseValues use{.carrier = plan.carriers[carrier].name,
                       .end_use = end_use < 0 ? "" : plan.end_uses[end_use],
                       .energy = energies[i]};
      for (const std::vector<double>& of_month : month_uses) use.months.push_back(of_month[i]);
      values.uses.push_back(std::move(use));
    }
    std::sort(values.uses.begin(), values.uses.end(), [](const auto& a, const auto& b) {
      return std::tie(a.end_use, a.carrier) < std::tie(b.end_use, b.carrier);
    });
  }

  void restart() {
    total->clear();
    if (month) month->clear();
    values.months.clear();
    month_uses.clear();
    any = false;
  }

  const KpiPlan& plan;
  Request request;
  double start, end;  // s since the origin
  std::vector<Series> series;
  std::vector<double> previous, current, left, right;  // rows
  double previous_time = 0.0;
  bool any = false;
  std::optional<KpiSums> total, month;
  std::vector<KpiMonth> months;
  std::vector<std::vector<double>> month_uses;  // kWh, as `KpiPlan::uses`
  KpiValues values;
  Diagnostics notes;
};

KpiMeter::KpiMeter(const Kpis& kpis, const Request& request, SeriesResolver& resolver)
    : impl_(std::make_unique<Impl>(kpis.impl_->plan, request, resolver)) {}
KpiMeter::~KpiMeter() = default;
KpiMeter::KpiMeter(KpiMeter&&) noexcept = default;

void KpiMeter::row(double seconds, const double* values) { impl_->row(seconds, values); }

KpiValues KpiMeter::finish() {
  impl_->values.values = impl_->total->values();
  while (impl_->month && impl_->values.months.size() < impl_->months.size()) impl_->close_month();
  impl_->values.zones = impl_->total->zone_values();
  impl_->values.peaks = impl_->total->peaks();
  impl_->add_uses();
  return impl_->values;
}

void KpiMeter::restart() { impl_->restart(); }

std::string meaning_of(const Kpi& kpi, const KpiMeter::Request& request) {
  constexpr std::string_view kPeak = "Largest 15-minute mean";
  if (!kpi.doc.starts_with(kPeak) || request.step <= kQuarter) return kpi.doc;
  const std::string length = request.by_rows
                                 ? "mean of a row (up to " + describe(request.step) + ")"
                                 : "mean over steps of " + describe(request.step);
  return "Largest " + length + kpi.doc.substr(kPeak.size());
}

const Diagnostics& KpiMeter::notes() const { return impl_->notes; }

}  // namespace hearth
