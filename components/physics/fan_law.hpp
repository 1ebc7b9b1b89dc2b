// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/framework/scalar/math.hpp"

namespace hearth {

/// Part-load power as a cubic in the share of nominal flow: c_1 + c_2 x + c_3 x^2 + c_4 x^3.
template <class T>
using PartLoad = std::array<T, 4>;

/// Named curves of part-load power. The sets are not scaled to 1 at full flow, where the published
/// values yield 0.9898, 1.0008, 0.9990 and 0.9991, in the order below.
inline constexpr PartLoad<double> kInletVane{0.35071223, 0.30850535, -0.54137364, 0.87198823};
inline constexpr PartLoad<double> kDischargeDamper{0.37073425, 0.97250253, -0.34240761, 0.0};
inline constexpr PartLoad<double> kVariableSpeed{0.0015302446, 0.0052080574, 1.1086242,
                                                 -0.11635563};  // DOE-2, as in EnergyPlus
inline constexpr PartLoad<double> kAshrae901{0.0013, 0.1470, 0.9506, -0.0998};  // 90.1, app. G
inline constexpr PartLoad<double> kAffinity{0.0, 0.0, 0.0, 1.0};  // speed follows flow, no throttle

/// Source of the coefficients of a fan.
enum class FanCurve { Given, VariableSpeed, InletVane, DischargeDamper, Ashrae901, Affinity };

/// The words of a configuration for `FanCurve`, in its order.
inline constexpr std::array<std::string_view, 6> kFanCurveWords{
    "coefficients", "variableSpeed", "inletVane", "dischargeDamper", "ashrae901", "affinity"};

/// Returns the coefficients of a named curve; for `Given`, the given coefficients.
template <class T>
PartLoad<T> part_load_curve(FanCurve curve, const PartLoad<T>& given) {
  const auto constants = [](const PartLoad<double>& c) {
    return PartLoad<T>{T(c[0]), T(c[1]), T(c[2]), T(c[3])};
  };
  switch (curve) {
    case FanCurve::VariableSpeed:
      return constants(kVariableSpeed);
    case FanCurve::InletVane:
      return constants(kInletVane);
    case FanCurve::DischargeDamper:
      return constants(kDischargeDamper);
    case FanCurve::Ashrae901:
      return constants(kAshrae901);
    case FanCurve::Affinity:
      return constants(kAffinity);
    case FanCurve::Given:
      break;
  }
  return given;
}

/// Returns the share of nominal power at the share x of nominal flow. The curves end at nominal
/// flow, and some fall below 0 far beyond it; from there the power rises with x³, as that of a
/// wheel at higher speed.
template <class T>
T part_load_power(const PartLoad<T>& c, const T& x) {
  const T within = min(x, T(1.0)), beyond = max(x, T(1.0));
  return (c[0] + within * (c[1] + within * (c[2] + within * c[3]))) * (beyond * beyond * beyond);
}

/// Returns the power of a fan that moves `volume_flow` m3/s against `pressure` Pa:  P = V Δp / η
template <class T>
T fan_power(const T& volume_flow, const T& pressure, const T& total_efficiency) {
  return volume_flow * pressure / total_efficiency;
}

/// Returns the share of a fan's power that heats the air: the shaft power, and the share f_air of
/// the motor's losses that is released in the air stream:  f = η_m + (1 - η_m) f_air
template <class T>
T fan_heat_share(const T& motor_efficiency, const T& motor_in_air) {
  return motor_efficiency + (1.0 - motor_efficiency) * motor_in_air;
}

/// Flow, pressure and power of a fan at another speed, as shares of the values at the reference
/// speed: affinity laws for the same wheel and system.
template <class T>
struct AffinityRatios {
  T flow, pressure, power;
};
/// Returns the ratios at a speed, which is a share of the reference speed.
template <class T>
AffinityRatios<T> affinity_ratios(const T& speed) {
  return {speed, speed * speed, speed * speed * speed};
}

/// Power of a fan and its effect on the air.
template <class T>
struct FanState {
  T power;  ///< W
  T rise;   ///< K
};

/// Share of nominal flow below which a fan is being switched off.
inline constexpr double kFanOff = 0.01;

/// Returns the state of a fan at the share x of its nominal flow:
///
///     P = P_nom p(x) s(x),   Δθ = f P / (x C_nom)
///
/// p is the part-load curve, C_nom [W/K] the capacity rate of the air at nominal flow. s is 1 above
/// one hundredth of nominal flow and falls smoothly to 0 at zero flow (t^2 (3 - 2 t), t = x /
/// 0.01): there the fan is off and the air keeps its temperature, although p(0) is not 0. Reversed
/// flow is treated as zero flow.
template <class T>
FanState<T> fan_state(const PartLoad<T>& curve, const T& x, const T& nominal_power,
                      const T& heat_share, const T& nominal_capacity_rate) {
  const T forward = max(x, T(0.0));
  const T t = min(T(forward / kFanOff), T(1.0));
  const T full = nominal_power * part_load_power(curve, forward);
  const T bend = t * (3.0 - 2.0 * t);  // s / t, and t / x = 1 / max(x, 0.01)
  const T rise = heat_share * full * bend / (max(forward, T(kFanOff)) * nominal_capacity_rate);
  return {full * bend * t, rise};
}

}  // namespace hearth
