// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component.hpp"

namespace hearth {

/// Share of a heat flow: what one of several rooms on a unit gets.
///
///     Q_out = s Q
template <class T>
struct HeatShare {
  struct In {
    T heat;
  };
  struct Params {
    T share;
  };
  struct Out {
    T heat;
  };

  static constexpr Schema schema() {
    return Schema("Share of a heat flow")
        .in(&In::heat, "heatGain", unit::W, "Whole heat")
        .par(&Params::share, "share", unit::one, {1.0, 0.0, 1.0}, "s")
        .out(&Out::heat, "heatGain", unit::W, "The share of it");
  }

  static void outputs(const In& u, const Params& p, Out& y) { y.heat = p.share * u.heat; }
};

}  // namespace hearth
