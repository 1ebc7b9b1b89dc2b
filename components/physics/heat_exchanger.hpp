// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/framework/scalar/math.hpp"

namespace hearth {

/// Arrangement of the two streams of a heat exchanger.
enum class FlowRegime {
  Counter,
  Parallel,
  CrossUnmixed,   ///< cross flow, both streams unmixed
  CrossMaxMixed,  ///< cross flow, the stream of larger capacity rate mixed, the other unmixed
  CrossMinMixed,  ///< cross flow, the stream of smaller capacity rate mixed
  CrossMixed,     ///< cross flow, both streams mixed
  ShellAndTube,   ///< one shell pass, two, four, ... tube passes
  PhaseChange,    ///< one stream keeps its temperature: condenser, evaporator
};

/// The words of a configuration for `FlowRegime`, in its order.
inline constexpr std::array<std::string_view, 8> kFlowRegimeWords{
    "counter",       "parallel",   "crossUnmixed", "crossMaxMixed",
    "crossMinMixed", "crossMixed", "shellAndTube", "phaseChange"};

/// Returns (1 - e^-x) / x for x >= 0, which is 1 at 0. Below 0.01 it uses a series whose first
/// omitted term is x^6/5040 < 1e-15.
template <class T>
T mean_decay(const T& x) {
  const T series =
      1.0 - x / 2.0 * (1.0 - x / 3.0 * (1.0 - x / 4.0 * (1.0 - x / 5.0 * (1.0 - x / 6.0))));
  const T half = tanh(x / 2.0);  // 1 - e^-x = 2 tanh(x/2) / (1 + tanh(x/2)) loses no digits
  return select(x < T(0.01), series, T(2.0 * half / ((1.0 + half) * max(x, T(0.01)))));
}

/// Returns the effectiveness ε of a heat exchanger: the heat that it exchanges as a share of
/// C_min (θ_hot - θ_cold).
///
/// N = UA / C_min >= 0 is the number of transfer units, Z = C_min / C_max in 0..1 the ratio of
/// capacity rates. Closed forms of Kays and London, Compact Heat Exchangers, and Incropera, table
/// 11.3, rewritten with φ(x) = (1 - e^-x) / x so that none has a 0/0 at Z = 0, Z = 1 or N = 0:
///
///     counter         N φ(N (1 - Z)) / (1 + Z N φ(N (1 - Z)))
///     parallel        (1 - e^(-N (1 + Z))) / (1 + Z)
///     cross unmixed   1 - e^(-N φ(Z N^0.78)), an approximation within a few percent
///     C_max mixed     (1 - e^-N) φ(Z (1 - e^-N))
///     C_min mixed     1 - e^(-N φ(Z N))
///     both mixed      N / (1/φ(N) + 1/φ(Z N) - 1)
///     shell and tube  2 t / ((1 + Z) t + s),   s = sqrt(1 + Z^2),   t = tanh(N s / 2)
///     phase change    1 - e^-N, whatever Z is
template <class T>
T effectiveness(FlowRegime regime, const T& ntu, const T& ratio) {
  switch (regime) {
    case FlowRegime::Counter: {
      const T share = ntu * mean_decay(T(ntu * (1.0 - ratio)));
      return share / (1.0 + ratio * share);
    }
    case FlowRegime::Parallel:
      return (1.0 - exp(-ntu * (1.0 + ratio))) / (1.0 + ratio);
    case FlowRegime::CrossUnmixed: {
      // The bound keeps the slope of the power finite at N = 0.
      const T steep = pow(max(ntu, T(1e-12)), T(0.78));
      return 1.0 - exp(-ntu * mean_decay(T(ratio * steep)));
    }
    case FlowRegime::CrossMaxMixed: {
      const T passed = 1.0 - exp(-ntu);
      return passed * mean_decay(T(ratio * passed));
    }
    case FlowRegime::CrossMinMixed:
      return 1.0 - exp(-ntu * mean_decay(T(ratio * ntu)));
    case FlowRegime::CrossMixed:
      return ntu / (1.0 / mean_decay(ntu) + 1.0 / mean_decay(T(ratio * ntu)) - 1.0);
    case FlowRegime::ShellAndTube: {
      const T root = sqrt(1.0 + ratio * ratio);
      const T bent = tanh(ntu * root / 2.0);
      return 2.0 * bent / ((1.0 + ratio) * bent + root);
    }
    case FlowRegime::PhaseChange:
      break;
  }
  return 1.0 - exp(-ntu);
}

/// Effect of a heat exchanger on its two streams.
template <class T>
struct HeatExchange {
  T ntu, ratio, effectiveness;
  T heat;  ///< heat from the second stream to the first, W
  T outlet1, outlet2;
};

/// Least capacity rate used as a divisor [W/K]: about 1e-6 kg/s of air.
inline constexpr double kLeastCapacityRate = 1e-3;

/// Returns the state of a heat exchanger between streams of the capacity rates C_1 and C_2:
///
///     Q = ε C_1 C_2 / C_max (θ_2 - θ_1),   θ_1' = θ_1 + Q / C_1,   θ_2' = θ_2 - Q / C_2
///
/// written without a division by the smaller rate, so that both balances hold exactly. A stream
/// without flow also has an outlet temperature: the temperature to which it tends if the other
/// stream flows, and its inlet temperature if neither flows. A reversed stream is treated as one
/// without flow. With `PhaseChange` the first stream changes its temperature and the second stays
/// at θ_2.
template <class T>
HeatExchange<T> exchange_heat(FlowRegime regime, const T& conductance, const T& rate1,
                              const T& rate2, const T& inlet1, const T& inlet2) {
  const T c1 = max(rate1, T(0.0));
  const T c2 = max(rate2, T(0.0));
  const T least(kLeastCapacityRate);
  HeatExchange<T> result;
  if (regime == FlowRegime::PhaseChange) {
    result.ntu = conductance / max(c1, least);
    result.ratio = T(0.0);
    result.effectiveness = effectiveness(regime, result.ntu, result.ratio);
    result.outlet1 = inlet1 + result.effectiveness * (inlet2 - inlet1);
    result.outlet2 = inlet2;
    result.heat = c1 * (result.outlet1 - inlet1);
    return result;
  }
  const T smaller = select(c1 < c2, c1, c2);
  const T larger = max(T(select(c1 < c2, c2, c1)), least);
  result.ntu = conductance / max(smaller, least);
  result.ratio = smaller / larger;
  result.effectiveness = effectiveness(regime, result.ntu, result.ratio);
  const T driven = result.effectiveness * (inlet2 - inlet1) / larger;
  result.outlet1 = inlet1 + driven * c2;
  result.outlet2 = inlet2 - driven * c1;
  result.heat = driven * c1 * c2;
  return result;
}

}  // namespace hearth
