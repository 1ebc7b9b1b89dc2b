// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Shading of a window: passes its position on and reduces the solar radiation behind it.
///
///     τ = τ_open + (τ_closed - τ_open) s,   I' = τ I
///
/// with the position s, 0 open and 1 closed, the transmittances τ and the irradiation I.
/// Between its ends the transmittance is linear in the position: the part of the window that a
/// screen covers. Twin4Build's (v1.1.2, ShadingDeviceSystem) passes the position on without effect.
template <class T>
struct ShadingDevice {
  struct In {
    T position, irradiation;
  };
  struct Params {
    T open_share, closed_share;
  };
  struct Out {
    T share, irradiation;
  };

  static constexpr Schema schema() {
    return Schema("Shading of a window")
        .in(&In::position, "shadePosition", unit::one, "Position of the shade, 0 open, 1 closed",
            shown())
        .in(&In::irradiation, "globalIrradiation", unit::W_per_m2,
            "Irradiance in front of the shade", open(0.0))
        .par(&Params::open_share, "openTransmittance", unit::one, share(1.0),
             "Share of the radiation that passes the open shade")
        .par(&Params::closed_share, "closedTransmittance", unit::one, share(0.2),
             "Share of the radiation that passes the closed shade")
        .out(&Out::share, "transmittedShare", unit::one,
             "Share of the radiation that passes the shade")
        .out(&Out::irradiation, "transmittedIrradiation", unit::W_per_m2,
             "Irradiance behind the shade");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T closed = clamp(u.position, T(0.0), T(1.0));
    y.share = p.open_share + (p.closed_share - p.open_share) * closed;
    y.irradiation = y.share * u.irradiation;
  }
};

}  // namespace hearth
