// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Lights and equipment: electricity that becomes heat in a zone.
///
///     P = s P_nom,   Q_conv = f_conv P,   Q_rad = f_rad P,   g = f_lat P / r
///
/// s is the share in use, r the heat of vaporisation. The lost share f_lost leaves the zone (light
/// fittings in a return duct, the exhaust of a dryer). The convective share is the remainder;
/// shares that sum to more than 1 are refused. ASHRAE Handbook Fundamentals (2017), chapter 18:
/// equipment emits 0.1 to 0.4 of its heat by radiation, recessed luminaires 0.4 to 0.7.
template <class T>
struct InternalGain {
  struct In {
    T signal;
  };
  struct Params {
    T nominal_power, radiant, latent, lost, convective;
  };
  struct Out {
    T power, convective, radiant, moisture;
  };

  static constexpr Schema schema() {
    return Schema("Heat of lights or equipment")
        .in(&In::signal, "inputSignal", unit::one, "Share of the nominal power in use", open(1.0))
        .par(&Params::nominal_power, "nominalPower", unit::W, {1000.0, 0.0, 1e9},
             "Electric power at full use")
        .par(&Params::radiant, "radiantFraction", unit::one, share(0.3),
             "Share of the power that reaches surfaces by radiation")
        .par(&Params::latent, "latentFraction", unit::one, share(0.0),
             "Share of the power that evaporates water")
        .par(&Params::lost, "lostFraction", unit::one, share(0.0),
             "Share of the power that leaves the zone")
        .par(&Params::convective, "convectiveFraction", unit::one, share(0.7),
             "Share of the power that heats the air", computed<&InternalGain::rest>())
        .at_most_one_in_sum("radiantFraction", "latentFraction", "lostFraction",
                            "convectiveFraction")
        .out(&Out::power, "Power", unit::W, "Electric power")
        .out(&Out::convective, "heatGain", unit::W, "Heat flow to the air")
        .out(&Out::radiant, "radiantHeatGain", unit::W, "Heat flow to the surfaces")
        .out(&Out::moisture, "moistureGain", unit::kg_per_s, "Mass flow of water vapour");
  }

  static T rest(const Params& p) { return 1.0 - p.radiant - p.latent - p.lost; }

  static void outputs(const In& u, const Params& p, Out& y) {
    y.power = p.nominal_power * u.signal;
    y.convective = p.convective * y.power;
    y.radiant = p.radiant * y.power;
    y.moisture = p.latent * y.power / kVaporisationHeat;
  }

  static void balance(const Out& y, Ledger& ledger) {
    ledger.outside(Conserved::Heat, "electricity", y.convective + y.radiant);
    ledger.out(Conserved::Heat, "heatGain", y.convective);
    ledger.out(Conserved::Heat, "radiantHeatGain", y.radiant);
    ledger.outside(Conserved::Vapour, "evaporation", y.moisture);
    ledger.out(Conserved::Vapour, "moistureGain", y.moisture);
    ledger.outside(Conserved::Electricity, "electricity", y.power);
  }
};

}  // namespace hearth
