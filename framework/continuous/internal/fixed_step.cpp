// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/internal/fixed_step.hpp"

#include <algorithm>
#include <cmath>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {

namespace {

constexpr int kMostUnstable = 15;  // steps beyond the limit
constexpr int kRecovered = 6;      // steps within it in a row, after which the count is 0

const char* name_of(Method method) { return method == Method::Euler ? "euler" : "runge-kutta-4"; }

}  // namespace

FixedStep::FixedStep(Ode& ode, const IntegratorOptions& options)
    : ode_(ode),
      method_(options.method.value_or(Method::RungeKutta4)),
      length_(options.fixed_step) {
  const IntegratorOptions all = completed(options);
  relative_ = *all.relative_tolerance;
  absolute_ = *all.absolute_tolerance;
  if (!(length_ > 0.0) || !std::isfinite(length_)) {
    throw InputError("simulation.step_invalid", {},
                     "a fixed-step method needs a step longer than 0 s");
  }
  const auto n = static_cast<std::size_t>(ode.size());
  for (auto* vector :
       {&before_, &now_, &slope_before_, &slope_now_, &middle_, &k2_, &k3_, &k4_, &change_}) {
    vector->assign(n, 0.0);
  }
}

void FixedStep::slopes(double time, const std::vector<double>& x, std::vector<double>& result) {
  ode_.rates(time, x.data(), result.data());
  ++statistics_.rates;
}

void FixedStep::start(double time, const double* x) {
  begin_ = end_ = time;
  std::copy(x, x + now_.size(), now_.begin());
  before_ = now_;
  slopes(time, now_, slope_now_);
  slope_before_ = slope_now_;
  ++statistics_.restarts;
}

double FixedStep::step(double stop) {
  begin_ = end_;
  before_ = now_;
  slope_before_ = slope_now_;
  // The last step before a stop is shortened; a remainder below rounding is not a separate step.
  const double left = stop - begin_;
  const double h = left < 1.000001 * length_ ? left : length_;
  end_ = h == left ? stop : begin_ + h;
  method_ == Method::Euler ? euler(h) : runge_kutta(h);
  slopes(end_, now_, slope_now_);
  check_finite();
  watch_stability(h);
  ++statistics_.steps;
  return end_;
}

void FixedStep::euler(double h) {
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] = before_[i] + h * slope_before_[i];
}

void FixedStep::runge_kutta(double h) {
  const auto move = [this](double by, const std::vector<double>& slope) {
    for (std::size_t i = 0; i < middle_.size(); ++i) middle_[i] = before_[i] + by * slope[i];
  };
  move(0.5 * h, slope_before_);
  slopes(begin_ + 0.5 * h, middle_, k2_);
  move(0.5 * h, k2_);
  slopes(begin_ + 0.5 * h, middle_, k3_);
  move(h, k3_);
  slopes(end_, middle_, k4_);
  for (std::size_t i = 0; i < now_.size(); ++i) {
    now_[i] = before_[i] + h / 6.0 * (slope_before_[i] + 2.0 * k2_[i] + 2.0 * k3_[i] + k4_[i]);
  }
}

void FixedStep::check_finite() const {
  for (std::size_t i = 0; i < now_.size(); ++i) {
    if (std::isfinite(now_[i])) continue;
    throw ode_.failure(static_cast<int>(i), end_,
                       "this state is no longer finite; take shorter steps or use method bdf");
  }
}

/// Returns the size of a change of slopes over a step h, relative to the tolerances.
double FixedStep::size_of(double h, const std::vector<double>& after,
                          const std::vector<double>& before) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    const double size = relative_ * std::max(std::abs(before_[i]), std::abs(now_[i])) + absolute_;
    largest = std::max(largest, h * std::abs(after[i] - before[i]) / size);
  }
  return largest;
}

/// Returns whether slopes alternate from step to step and do not decay.
bool FixedStep::euler_swings(double h) {
  double product = 0.0;
  const double last = swing_;
  swing_ = size_of(h, slope_now_, slope_before_);
  for (std::size_t i = 0; i < now_.size(); ++i) {
    const double change = slope_now_[i] - slope_before_[i];
    const double scale = relative_ * std::abs(now_[i]) + absolute_;
    product += (h * change / scale) * (h * change_[i] / scale);
    change_[i] = change;
  }
  return swing_ > 1.0 && product < 0.0 && swing_ > 0.97 * last;
}

/// Returns whether slopes grow from stage to stage: h |df/dx| is beyond the limit (Hairer and
/// Wanner, Solving Ordinary Differential Equations II, 1996, section IV.2), or bounds keep it below
/// while slopes alternate and the states do not progress.
bool FixedStep::runge_kutta_swings(double h) const {
  const double moved = 0.5 * size_of(h, k2_, slope_before_);
  const double ratio = size_of(h, k3_, k2_) / std::max(moved, 1e-300);
  const double gone = size_of(1.0, now_, before_);
  return moved > 1.0 && (ratio > 2.785 || (ratio > 1.9 && moved > 2.0 * gone));
}

/// Detects steps beyond the limit of stability: their numbers are meaningless, although bounds and
/// events may keep them finite.
void FixedStep::watch_stability(double h) {
  if (!(method_ == Method::Euler ? euler_swings(h) : runge_kutta_swings(h))) {
    if (++stable_ >= kRecovered) unstable_ = 0;
    return;
  }
  stable_ = 0;
  if (++unstable_ <= kMostUnstable) return;
  throw ode_.failure(worst_state(), end_,
                     "steps of " + number_text(h) + " s are longer than method " +
                         name_of(method_) +
                         " permits here: the solution oscillates from step to step; take much "
                         "shorter steps, or use method bdf");
}

int FixedStep::worst_state() const {
  const auto change = [this](int k) {
    const auto i = static_cast<std::size_t>(k);
    return std::abs(slope_now_[i] - slope_before_[i]) / (relative_ * std::abs(now_[i]) + absolute_);
  };
  int worst = 0;
  for (int i = 1; i < static_cast<int>(now_.size()); ++i) {
    if (change(i) > change(worst)) worst = i;
  }
  return worst;
}

void FixedStep::interpolate(double time, double* x) const {
  const double h = end_ - begin_;
  if (!(h > 0.0) || time >= end_) {
    std::copy(now_.begin(), now_.end(), x);
    return;
  }
  const double s = (time - begin_) / h;
  const double a = (1.0 + 2.0 * s) * (1.0 - s) * (1.0 - s), b = s * s * (3.0 - 2.0 * s);
  const double c = s * (1.0 - s) * (1.0 - s) * h, d = s * s * (s - 1.0) * h;
  for (std::size_t i = 0; i < now_.size(); ++i) {
    x[i] = a * before_[i] + b * now_[i] + c * slope_before_[i] + d * slope_now_[i];
  }
}

}  // namespace hearth
