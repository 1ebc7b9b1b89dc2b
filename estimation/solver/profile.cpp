// SPDX-License-Identifier: MIT
#include "hearth/estimation/solver/profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hearth/estimation/solver/held_function.hpp"
#include "hearth/estimation/solver/internal/coordinates.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::estimation {

/// The coordinate of a profiled parameter: its logarithm, or the value itself, which in contrast to
/// Logit can reach the bounds.
class ProfilePath {
 public:
  explicit ProfilePath(const Parameter& parameter)
      : log_(scale_of(parameter) == Scale::Log), min_(parameter.min), max_(parameter.max) {}

  double from(double value) const { return log_ ? std::log(value) : value; }
  double value(double z) const {
    if (z <= lower()) return min_;
    if (z >= upper()) return max_;
    return std::clamp(log_ ? std::exp(z) : z, min_, max_);
  }
  /// Returns d value / d z.
  double slope(double value) const { return log_ ? value : 1.0; }
  double lower() const { return log_ ? std::log(min_) : min_; }
  double upper() const { return log_ ? std::log(max_) : max_; }
  /// Returns a distance from `value` beyond which the search ends: three orders of magnitude.
  double far(double value) const {
    constexpr double kMagnitudes = 1e3;
    return log_ ? std::log(kMagnitudes) : kMagnitudes * std::max(1.0, std::abs(value));
  }

 private:
  bool log_;
  double min_, max_;
};

namespace {

double prior_of(const Parameter& parameter, double value) {
  if (!parameter.prior) return 0.0;
  const double distance = (value - parameter.prior->mean) / parameter.prior->sd;
  return distance * distance;
}

/// Returns options for fits of a profile, which need no more digits than its ratio.
SolveOptions for_refits(SolveOptions options) {
  constexpr double kEnough = 1e-8;
  for (double* tolerance : {&options.ftol, &options.xtol, &options.gtol}) {
    *tolerance = std::max(*tolerance, kEnough);
  }
  return options;
}

}  // namespace

/// The search for one end of an interval.
class Profiler::Search {
 public:
  Search(const Profiler& profiler, std::size_t parameter, Bound towards, ResidualFunction& function)
      : profiler_(profiler),
        parameter_(parameter),
        sign_(towards == Bound::Lower ? -1.0 : 1.0),
        function_(function),
        options_(for_refits(profiler.options_)),
        target_(std::sqrt(profiler.limit_)) {
    for (const Parameter& own : profiler.parameters_) paths_.emplace_back(own);
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (i != parameter) others_.push_back(i);
    }
    const double best = profiler.summary_.parameters[parameter];
    trials_.push_back({path().from(best), 0.0, {best, 0.0, profiler.summary_.parameters}});
    end_ = sign_ < 0.0 ? path().lower() : path().upper();
  }

  ProfileSide run() {
    result_.end = follow();
    result_.end.value = path().value(place_);
    std::sort(trials_.begin() + 1, trials_.end(),
              [this](const Trial& a, const Trial& b) { return sign_ * a.z < sign_ * b.z; });
    for (std::size_t i = 1; i < trials_.size(); ++i) {
      result_.points.push_back(std::move(trials_[i].point));
    }
    return std::move(result_);
  }

 private:
  /// A point in the coordinate; `root` is the root of the ratio, which rises approximately linearly
  /// with z.
  struct Trial {
    double z = 0.0;
    double root = 0.0;
    ProfilePoint point;
  };

  const ProfilePath& path() const { return paths_[parameter_]; }
  const Parameter& own() const { return profiler_.parameters_[parameter_]; }

  /// Moves outwards in steps that increase the root of the ratio by about a third of its limit.
  ProfileEnd follow() {
    constexpr int kMostSteps = 60;
    constexpr int kMostFailures = 8;
    const double best = trials_.front().z;
    place_ = best;
    double step = first_step();
    int failures = 0;
    for (int n = 0; n < kMostSteps && best != end_; ++n) {
      const Trial last = trials_.back();
      double z = last.z + sign_ * step;
      const bool reaches = sign_ * z >= sign_ * end_;
      if (reaches) z = end_;
      std::optional<Trial> trial = refit(z);
      if (result_.interrupted) return open("interrupted");
      if (!trial) {
        if (++failures == kMostFailures) {
          return open("the model cannot be evaluated at " + number_text(path().value(z)));
        }
        step *= 0.25;
        continue;
      }
      trials_.push_back(*trial);
      if (trial->root >= target_) return cross(last, *trial);
      place_ = z;
      if (reaches) return {ProfileEnd::Kind::AtBound, 0.0, ""};
      if (std::abs(z - best) >= path().far(own().initial)) {
        return open("the objective hardly changes over three orders of magnitude");
      }
      step = next_step(last, *trial);
    }
    if (best == end_) return {ProfileEnd::Kind::AtBound, 0.0, ""};
    return open("the objective rises too slowly to be followed");
  }

  ProfileEnd open(std::string why) const { return {ProfileEnd::Kind::Open, 0.0, std::move(why)}; }

  double first_step() const {
    constexpr double kShare = 0.02;  // share of the distance between the bounds, if there is no sd
    const Uncertainty& known = profiler_.uncertainties_.at(parameter_);
    const auto& sd = known.parameters[parameter_].sd;
    if (sd && *sd > 0.0) return kRise * target_ * *sd / path().slope(trials_.front().point.value);
    const double range = path().upper() - path().lower();
    return kShare * (std::isfinite(range) ? range : std::max(1.0, std::abs(trials_.front().z)));
  }

  double next_step(const Trial& before, const Trial& last) const {
    const double step = std::abs(last.z - before.z);
    const double rise = (last.root - before.root) / step;
    const double wanted = rise > 0.0 ? kRise * target_ / rise : 2.0 * step;
    return std::clamp(wanted, 0.25 * step, 2.0 * step);
  }

  /// Finds the crossing between a point below the limit and one above it by false position with the
  /// weights of the Illinois method (Dowell and Jarratt, BIT 11, 1971).
  ProfileEnd cross(Trial below, Trial above) {
    constexpr int kMost = 40;
    // precision of the root; a straight line from there is accurate to its square
    constexpr double kExact = 1e-4;
    double low = below.root - target_, high = above.root - target_;
    int side = 0;
    place_ = above.z;
    for (int n = 0; n < kMost; ++n) {
      const double z = (below.z * high - above.z * low) / (high - low);
      if (z == below.z || z == above.z) break;
      place_ = z;
      const std::optional<Trial> trial = refit(z);
      if (result_.interrupted) return open("interrupted");
      if (!trial) return open("the model cannot be evaluated at " + number_text(path().value(z)));
      trials_.push_back(*trial);
      const double error = trial->root - target_;
      const Trial& other = error < 0.0 ? above : below;
      if (std::abs(error) <= kExact * target_) {
        place_ -= error * (other.z - z) / (other.root - trial->root);
        break;
      }
      if (error < 0.0) {
        below = *trial;
        low = error;
        if (side < 0) high *= 0.5;
        side = -1;
      } else {
        above = *trial;
        high = error;
        if (side > 0) low *= 0.5;
        side = 1;
      }
    }
    return {ProfileEnd::Kind::Crossed, 0.0, ""};
  }

  /// Fits the others with the parameter at `z`; returns nothing if the model cannot be evaluated.
  std::optional<Trial> refit(double z) {
    const double value = z == end_ ? (sign_ < 0.0 ? own().min : own().max) : path().value(z);
    std::optional<Trial> trial = refit_from(guess(z), z, value);
    if (trial || result_.interrupted) return trial;
    return refit_from(nearest(z).point.parameters, z, value);
  }

  std::optional<Trial> refit_from(std::vector<double> start, double z, double value) {
    start[parameter_] = value;
    std::vector<Parameter> free;
    for (const std::size_t i : others_) {
      free.push_back(profiler_.parameters_[i]);
      free.back().initial = start[i];
    }
    HeldFunction held(function_, start, others_);
    const Summary found = solve(free, held, options_);
    result_.evaluations += found.evaluations;
    result_.jacobians += found.jacobians;
    if (found.status == Status::Interrupted) result_.interrupted = true;
    if (found.status == Status::Interrupted || found.status == Status::Failed) return std::nullopt;
    if (found.status == Status::Stopped) ++result_.stopped;
    const double cost = found.cost_final + prior_of(own(), value);
    const double ratio = (cost - profiler_.summary_.cost_final) / profiler_.scale(parameter_);
    if (!std::isfinite(ratio)) return std::nullopt;
    return Trial{
        z, std::sqrt(std::max(0.0, ratio)), {value, ratio, held.with(found.parameters.data())}};
  }

  const Trial& nearest(double z) const {
    return *std::min_element(trials_.begin(), trials_.end(), [z](const Trial& a, const Trial& b) {
      return std::abs(a.z - z) < std::abs(b.z - z);
    });
  }

  /// Returns the probable values of the others: on the line through the two nearest points; from
  /// the optimum, along the direction of the covariance.
  std::vector<double> guess(double z) const {
    const Trial& first = nearest(z);
    std::vector<double> point = first.point.parameters;
    const Trial* second = nullptr;
    for (const Trial& trial : trials_) {
      if (&trial == &first) continue;
      if (second == nullptr || std::abs(trial.z - z) < std::abs(second->z - z)) second = &trial;
    }
    for (const std::size_t i : others_) {
      const double at = paths_[i].from(point[i]);
      const double slope = second == nullptr ? covariance_slope(i)
                                             : (paths_[i].from(second->point.parameters[i]) - at) /
                                                   (second->z - first.z);
      point[i] = paths_[i].value(at + slope * (z - first.z));
    }
    return point;
  }

  /// Returns the derivative of another parameter by this one at the optimum, in their coordinates.
  double covariance_slope(std::size_t other) const {
    const Uncertainty& known = profiler_.uncertainties_.at(parameter_);
    const std::size_t n = paths_.size();
    const double variance = known.covariance[parameter_ * n + parameter_];
    if (!(variance > 0.0)) return 0.0;
    const std::vector<double>& best = profiler_.summary_.parameters;
    return known.covariance[other * n + parameter_] / variance * path().slope(best[parameter_]) /
           paths_[other].slope(best[other]);
  }

  static constexpr double kRise = 0.3;  // rise of the root of the limit in one step

  const Profiler& profiler_;
  std::size_t parameter_;
  double sign_;
  ResidualFunction& function_;
  SolveOptions options_;
  double target_;  // target of the root of the ratio
  std::vector<ProfilePath> paths_;
  std::vector<std::size_t> others_;
  std::vector<Trial> trials_;  // the optimum first
  double end_ = 0.0;           // end of the coordinate
  double place_ = 0.0;         // coordinate that is being examined
  ProfileSide result_;
};

Profiler::Profiler(std::vector<Parameter> parameters, Summary summary, const Jacobian& jacobian,
                   const std::vector<std::size_t>& profiled, SolveOptions options)
    : parameters_(std::move(parameters)),
      summary_(std::move(summary)),
      options_(std::move(options)) {
  constexpr int kNormal = 1000000;  // degrees of freedom
  const Uncertainty all = uncertainty(parameters_, summary_, jacobian, options_.loss);
  const bool likelihood = !jacobian.kinds.empty();
  const double reach =
      student_t_975(likelihood || all.degrees_of_freedom < 1 ? kNormal : all.degrees_of_freedom);
  limit_ = reach * reach;
  for (const std::size_t i : profiled) {
    if (summary_.at_bound[i] == Bound::None) {
      uncertainties_.emplace(i, all);
      continue;
    }
    Summary released = summary_;
    released.at_bound[i] = Bound::None;
    uncertainties_.emplace(i, uncertainty(parameters_, released, jacobian, options_.loss));
  }
}

double Profiler::scale(std::size_t parameter) const {
  return uncertainties_.at(parameter).parameters[parameter].inflation;
}

ProfileSide Profiler::side(std::size_t parameter, Bound towards, ResidualFunction& function) const {
  return Search(*this, parameter, towards, function).run();
}

}  // namespace hearth::estimation
