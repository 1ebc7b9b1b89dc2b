// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/internal/fixed_step.hpp"

#include <algorithm>
#include <cmath>

#include "hearth/framework/base/error.hpp"

namespace hearth {

FixedStep::FixedStep(Ode& ode, const IntegratorOptions& options)
    : ode_(ode), method_(options.method), length_(options.fixed_step) {
  if (!(length_ > 0.0) || !std::isfinite(length_)) {
    throw InputError("simulation.step_invalid", {},
                     "a fixed-step method needs a step longer than 0 s");
  }
  const auto n = static_cast<std::size_t>(ode.size());
  for (auto* vector : {&before_, &now_, &slope_before_, &slope_now_, &middle_, &k2_, &k3_, &k4_}) {
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
  // The last step before a stop is shortened; a rest below rounding is no step of its own.
  const double left = stop - begin_;
  const double h = left < 1.000001 * length_ ? left : length_;
  end_ = h == left ? stop : begin_ + h;
  method_ == Method::Euler ? euler(h) : runge_kutta(h);
  slopes(end_, now_, slope_now_);
  check_finite();
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
                       "this state is no longer finite; take shorter steps or method bdf");
  }
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
