// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/time_ticks.hpp"

#include <array>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

using std::chrono::days;
using std::chrono::year_month_day;

constexpr double kDay = 86400.0;        // s
constexpr double kMonth = 30.0 * kDay;  // s, roughly
constexpr std::array kSteps = {60.0,    300.0,   900.0, 1800.0,     3600.0,     10800.0,
                               21600.0, 43200.0, kDay,  2.0 * kDay, 7.0 * kDay, 14.0 * kDay};  // s

Zone zone_of(const std::string& name) {
  try {
    return Zone(name);
  } catch (const Error&) {
    return Zone();
  }
}

Instant instant(double time) {
  return Instant(Duration(static_cast<Duration::rep>(std::llround(time * 1000.0))));
}

double unix_time(Instant instant) {
  return static_cast<double>(instant.time_since_epoch().count()) / 1000.0;
}

std::string label(LocalTime local, double step) {
  const auto day = std::chrono::floor<days>(local);
  const year_month_day date{day};
  const unsigned month = static_cast<unsigned>(date.month());
  if (step >= kMonth) return fmt::format("{} {}", month_name(month), static_cast<int>(date.year()));
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(local - day).count();
  if (step >= kDay || minutes == 0) {
    return fmt::format("{} {}", static_cast<unsigned>(date.day()), month_name(month));
  }
  return fmt::format("{:02}:{:02}", minutes / 60, minutes % 60);
}

std::vector<TimeTick> month_ticks(double begin, double end, const Zone& zone, int most) {
  const int step = std::max(1, static_cast<int>(std::ceil((end - begin) / kMonth / most)));
  std::vector<TimeTick> ticks;
  const year_month_day first{std::chrono::floor<days>(zone.local(instant(begin)))};
  for (auto month = first.year() / std::chrono::January;; month += std::chrono::months(step)) {
    const LocalTime local = std::chrono::local_days(month / 1);
    const double time = unix_time(zone.instant(local));
    if (time > end) return ticks;
    if (time >= begin) ticks.push_back({time, label(local, kMonth)});
  }
}

}  // namespace

const char* month_name(unsigned month) {
  static constexpr std::array kNames = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  return kNames[(month - 1) % kNames.size()];
}

std::vector<TimeTick> time_ticks(double begin, double end, const std::string& zone_name, int most) {
  const Zone zone = zone_of(zone_name);
  double step = kMonth;
  for (const double candidate : kSteps) {
    if ((end - begin) / candidate > most) continue;
    step = candidate;
    break;
  }
  if (step >= kMonth) return month_ticks(begin, end, zone, most);
  // Civil seconds since 1970: midnights are whole days, so round times are multiples of the step.
  const double offset = static_cast<double>(zone.offset(instant(begin)).count()) / 1000.0;
  std::vector<TimeTick> ticks;
  for (double civil = std::floor((begin + offset) / step) * step;; civil += step) {
    const LocalTime local{Duration(static_cast<Duration::rep>(civil * 1000.0))};
    const double time = unix_time(zone.instant(local));
    if (time > end) return ticks;
    if (time >= begin) ticks.push_back({time, label(local, step)});
  }
}

std::vector<double> round_values(double low, double high, int wanted) {
  const double raw = (high - low) / wanted;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10.0 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power < raw) continue;
    step = factor * power;
    break;
  }
  std::vector<double> values;
  const double first = std::ceil(low / step - 1e-9);
  for (double i = first; i * step <= high + 1e-9 * step; i += 1.0) values.push_back(i * step);
  return values;
}

}  // namespace hearth::apps
