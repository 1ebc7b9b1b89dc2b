// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component.hpp"

namespace hearth {

/// Share of an air flow: what one of several rooms on a terminal gets.
///
///     m_out = s m
template <class T>
struct AirFlowShare {
  struct In {
    T flow;
  };
  struct Params {
    T share;
  };
  struct Out {
    T flow;
  };

  static constexpr Schema schema() {
    return Schema("Share of an air flow")
        .in(&In::flow, "airFlowRate", unit::kg_per_s, "Whole flow")
        .par(&Params::share, "share", unit::one, {1.0, 0.0, 1.0}, "s")
        .out(&Out::flow, "airFlowRate", unit::kg_per_s, "The share of it");
  }

  static void outputs(const In& u, const Params& p, Out& y) { y.flow = p.share * u.flow; }
};

}  // namespace hearth
