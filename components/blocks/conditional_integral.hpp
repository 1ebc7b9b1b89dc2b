// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Returns the integral part of a controller after a sample: the new one, or, where it would drive
/// a limited output further into its limit, the old one (conditional integration: Åström and
/// Hägglund, Advanced PID Control, 2006, section 3.5).
template <class T>
T conditional_integral(const T& before, const T& after, const T& wanted, const T& limited) {
  const T pushing = (wanted - limited) * (after - before);  // > 0: limited and getting worse
  return select(pushing > T(0.0), before, after);
}

}  // namespace hearth
