// SPDX-License-Identifier: MIT
#include "hearth/framework/analysis/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

struct Jump {
  double time;
  double height;
};

/// Times this close are one for an interpolant; this is twice its own tolerance.
double time_tolerance(double time) { return 2.0 * time_rounding(time); }

/// An interval between two jumps that count as one. The values before and after it are compared,
/// but not values inside it or within rounding of it.
struct Gap {
  double begin, end;
  bool hides(double time, Limit limit) const {
    if (time < begin - time_tolerance(begin) || time > end + time_tolerance(end)) return false;
    const bool before = time == begin && limit == Limit::Left;
    const bool after = time == end && limit == Limit::Right;
    return !before && !after;
  }
};

bool is_tolerance(double value) { return value >= 0.0 && std::isfinite(value); }

void check(const ComparisonOptions& options) {
  if (is_tolerance(options.absolute) && is_tolerance(options.relative) &&
      is_tolerance(options.time)) {
    return;
  }
  throw InputError("comparison.tolerance_invalid", {},
                   "the tolerances are absolute " + number_text(options.absolute) + ", relative " +
                       number_text(options.relative) + ", time " + number_text(options.time) +
                       " s; expected finite numbers that are not negative");
}

/// Compares one signal.
class Comparer {
 public:
  Comparer(const Interpolant& a, const Interpolant& b, const ComparisonOptions& options)
      : a_(a),
        b_(b),
        options_(options),
        from_(std::max(a.first_time(), b.first_time())),
        to_(std::min(a.last_time(), b.last_time())) {}

  SignalComparison run() {
    pair_jumps(jumps(a_), jumps(b_));
    for (const double time : union_of_times()) {
      for (const Limit limit : {Limit::Left, Limit::Right}) compare_at(time, limit);
    }
    return std::move(result_);
  }

 private:
  double allowed(double x, double y) const {
    return options_.absolute + options_.relative * std::max(std::abs(x), std::abs(y));
  }

  /// Returns the jumps that are too high to be within the tolerance.
  std::vector<Jump> jumps(const Interpolant& f) const {
    std::vector<Jump> result;
    for (const double time : f.times()) {
      if (!result.empty() && result.back().time == time) continue;
      const double before = f.value(time, Limit::Left), after = f(time);
      if (std::abs(after - before) > allowed(before, after)) {
        result.push_back({time, after - before});
      }
    }
    return result;
  }

  void pair_jumps(const std::vector<Jump>& a, const std::vector<Jump>& b) {
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      const bool together = std::abs(a[i].time - b[j].time) <= options_.time &&
                            std::signbit(a[i].height) == std::signbit(b[j].height);
      if (together) {
        const Gap gap{std::min(a[i].time, b[j].time), std::max(a[i].time, b[j].time)};
        gaps_.push_back(gap);
        ++i, ++j;
      } else {
        a[i].time < b[j].time ? ++i : ++j;
      }
    }
  }

  std::vector<double> union_of_times() const {
    std::vector<double> all;
    std::merge(a_.times().begin(), a_.times().end(), b_.times().begin(), b_.times().end(),
               std::back_inserter(all));
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::erase_if(all, [this](double time) { return time < from_ || time > to_; });
    return all;
  }

  void compare_at(double time, Limit limit) {
    // Both ends of the gaps are ascending.
    const double near = time_tolerance(time);
    auto gap = std::partition_point(gaps_.begin(), gaps_.end(), [time, near](const Gap& g) {
      return g.end + 2.0 * near < time;
    });
    for (; gap != gaps_.end() && gap->begin - 2.0 * near <= time; ++gap) {
      if (gap->hides(time, limit)) return;
    }
    const Deviation here{time, limit, a_.value(time, limit), b_.value(time, limit)};
    if (first_ || here.size() > result_.largest.size()) result_.largest = here;
    first_ = false;
    if (!result_.outside && here.size() > allowed(here.a, here.b)) result_.outside = here;
  }

  const Interpolant& a_;
  const Interpolant& b_;
  const ComparisonOptions& options_;
  double from_, to_;
  std::vector<Gap> gaps_;
  SignalComparison result_;
  bool first_ = true;
};

std::vector<std::string> missing_names(const Trajectory& in, const Trajectory& from) {
  std::vector<std::string> names;
  for (const Signal& signal : from.signals()) {
    const bool known = std::any_of(in.signals().begin(), in.signals().end(),
                                   [&](const Signal& other) { return other.name == signal.name; });
    if (!known) names.push_back(signal.name);
  }
  return names;
}

/// Finds the range that both cover.
void find_range(const Trajectory& a, const Trajectory& b, const ComparisonOptions& options,
                TrajectoryComparison& result) {
  if (a.rows() == 0 || b.rows() == 0) {
    throw InputError("comparison.no_overlap", {},
                     "a trajectory contains no points; run the simulation first");
  }
  const double a_end = a.time(a.rows() - 1), b_end = b.time(b.rows() - 1);
  result.from = std::max(a.time(0), b.time(0));
  result.to = std::min(a_end, b_end);
  if (result.from > result.to) {
    throw InputError("comparison.no_overlap", {},
                     "one trajectory ends at " + number_text(result.to) +
                         " s, before the other begins at " + number_text(result.from) + " s");
  }
  const double near = time_rounding(std::max(std::abs(a_end), std::abs(b_end)));
  const auto together = [&](double x, double y) {
    return std::abs(x - y) <= std::max(options.time, near);
  };
  result.same_range = together(a.time(0), b.time(0)) && together(a_end, b_end);
}

}  // namespace

bool TrajectoryComparison::equal() const {
  return same_range && only_in_a.empty() && only_in_b.empty() && !signals.empty() &&
         std::all_of(signals.begin(), signals.end(),
                     [](const SignalComparison& signal) { return signal.within(); });
}

TrajectoryComparison compare(const Trajectory& a, const Trajectory& b,
                             const ComparisonOptions& options) {
  check(options);
  TrajectoryComparison result;
  find_range(a, b, options, result);
  result.only_in_a = missing_names(b, a);
  result.only_in_b = missing_names(a, b);
  for (const Signal& signal : a.signals()) {
    const auto other = std::find_if(b.signals().begin(), b.signals().end(),
                                    [&](const Signal& s) { return s.name == signal.name; });
    if (other == b.signals().end()) continue;
    if (!(other->unit == signal.unit)) {
      throw InputError("comparison.unit_mismatch", Where::of_signal(signal.name),
                       "is in " + std::string(signal.unit.symbol) + " and in " +
                           other->unit.symbol +
                           "; compare runs of one model, or convert one trajectory first");
    }
    const InterpolantOptions between{options.between, OutOfRange::Refuse};
    const Interpolant of_a(a, signal.name, between), of_b(b, signal.name, between);
    result.signals.push_back(Comparer(of_a, of_b, options).run());
    result.signals.back().name = signal.name;
  }
  return result;
}

}  // namespace hearth
