// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = s u: the share s of a flow u of air, water or heat for one of several consumers
template <class T>
struct Share {
  struct In {
    T value;
  };
  struct Params {
    T share;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("Share of a flow of air, water or heat")
        .in(&In::value, "value", unit::any, "Whole flow", passed_on())
        .par(&Params::share, "share", unit::one, share(1.0), "Share that is passed on")
        .out(&Out::value, "value", unit::any, "Share of the flow");
  }

  static void outputs(const In& u, const Params& p, Out& y) { y.value = p.share * u.value; }
};

}  // namespace hearth
