// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = 0 for |u| <= band, otherwise |u| less the band, with the sign of u; each corner is an event
template <class T>
struct DeadBand {
  struct In {
    T u;
  };
  struct Params {
    T band;
  };
  struct Held {
    T corners;
  };
  struct Guards {
    T below, above;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Passes on the part of its input that lies beyond a band around 0")
        .in(&In::u, "u", unit::bare, "Input of the block")
        .par(&Params::band, "band", unit::one, {1.0, 0.0}, "Half the width of the band")
        .held(&Held::corners, "corners", unit::one, {0.0},
              "Number of corners that the input has passed")
        .guard(&Guards::below, "atLower", "The input passes the lower end of the band",
               Crossing::Either)
        .guard(&Guards::above, "atUpper", "The input passes the upper end of the band",
               Crossing::Either)
        .out(&Out::y, "y", unit::bare, "Part of the input that lies beyond the band");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    y.y = max(u.u - p.band, T(0.0)) + min(u.u + p.band, T(0.0));
  }
  static void guards(const In& u, const Params& p, Guards& g) {
    g.below = u.u + p.band;
    g.above = u.u - p.band;
  }
  static void fire(Held& h) { h.corners += 1.0; }
};

}  // namespace hearth
