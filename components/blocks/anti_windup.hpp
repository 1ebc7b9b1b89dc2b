// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Returns the integral part of a controller after a sample: the new value, or the old value if the
/// new one would drive a limited output further into its limit (conditional integration: Åström and
/// Hägglund, Advanced PID Control, 2006, section 3.5). The result jumps when the output reaches its
/// limit.
template <class T>
T conditional_integral(const T& before, const T& after, const T& wanted, const T& limited) {
  const T pushing = (wanted - limited) * (after - before);  // > 0: limited and getting worse
  return select(pushing > T(0.0), before, after);
}

/// Returns the integral part without this jump: it changes by the part that brings the output to
/// its limit, or not at all if the output is beyond the limit without that change.
template <class T>
T continuous_integral(const T& before, const T& after, const T& wanted, const T& limited) {
  const T change = after - before;
  const T excess = wanted - limited;
  const T rising = max(T(change - excess), T(0.0));
  const T falling = min(T(change - excess), T(0.0));
  const T part = before + select(change > T(0.0), rising, falling);
  return select(excess * change > T(0.0), part, after);
}

}  // namespace hearth
