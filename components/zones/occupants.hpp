// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/air.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// People in a zone: sensible heat, water and CO2.
///
///     Q_conv = (1 - f) N q_s,   Q_rad = f N q_s,   g = N q_l / r,   g_CO2 = N k
///
/// q_s, q_l: sensible and latent heat of a person, for a mix of men and women by activity (ASHRAE
/// Handbook Fundamentals (2017), chapter 18, table 1; f by air speed, low to high); r: heat of
/// vaporisation.
///
///     activity                                 q_s W   q_l W   f
///     seated in a theatre, evening              70      35     0.60 to 0.27
///     seated, very light work (office, hotel)   70      45     0.60 to 0.27
///     moderately active office work             75      55     0.58 to 0.38
///     standing, walking slowly (shop, bank)     75      70     0.58 to 0.38
///     light bench work                          80     140     0.49 to 0.35
///     walking 1.3 m/s, light machine work      110     185     0.49 to 0.35
///     heavy work                               170     255     0.54 to 0.19
///     athletics                                210     315     0.54 to 0.19
///
/// Where the CO2 of a person is not given it follows from the heat, as in the chapters on thermal
/// comfort there and in ISO 8996: with M = (q_s + q_l) / 58.2 in met times m2 of skin and the
/// respiratory quotient 0.83,
///
///     V_O2 = 0.00276 M / (0.23 0.83 + 0.77) L/s,   k = 0.83 V_O2 ρ_CO2,   ρ_CO2 = 1.839 kg/m3
///
/// The heat is that at 24 degC; more of it is latent in warmer air.
template <class T>
struct Occupants {
  struct In {
    T people;
  };
  struct Params {
    T sensible, latent, radiant, co2;
  };
  struct Out {
    T convective, radiant, moisture, co2;
  };

  static constexpr double kMet = 58.2;                  // W/m2
  static constexpr double kRespiratoryQuotient = 0.83;  // CO2 breathed out to O2 taken up
  static constexpr double kOxygenPerMet = 0.00276e-3;   // m3/(s met m2), RQ 1
  static constexpr double kDensityOfCo2 = 1.839;        // kg/m3 at 20 degC and 101.325 kPa

  static constexpr Schema schema() {
    return Schema("People: heat, moisture and CO2")
        .in(&In::people, "numberOfPeople", unit::one, "Occupants")
        .par(&Params::sensible, "sensibleHeat", unit::W, {75.0, 0.0, 1e4}, "Of a person")
        .par(&Params::latent, "latentHeat", unit::W, {55.0, 0.0, 1e4}, "Of a person")
        .par(&Params::radiant, "radiantFraction", unit::one, share(0.58),
             "Of the sensible heat, to surfaces by radiation")
        .par(&Params::co2, "co2Generation", unit::kg_per_s, {9.8e-6, 0.0, 1.0}, "Of a person",
             computed<&Occupants::co2_of_heat>())
        .out(&Out::convective, "heatGain", unit::W, "Heat to the air")
        .out(&Out::radiant, "radiantHeatGain", unit::W, "Heat to surfaces")
        .out(&Out::moisture, "moistureGain", unit::kg_per_s, "Water vapour")
        .out(&Out::co2, "co2Gain", unit::kg_per_s, "CO2");
  }

  /// CO2 of a person from the heat given off [kg/s].
  static T co2_of_heat(const Params& p) {
    const T oxygen =
        kOxygenPerMet * (p.sensible + p.latent) / kMet / (0.23 * kRespiratoryQuotient + 0.77);
    return kRespiratoryQuotient * kDensityOfCo2 * oxygen;
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T sensible = u.people * p.sensible;
    y.convective = (1.0 - p.radiant) * sensible;
    y.radiant = p.radiant * sensible;
    y.moisture = u.people * p.latent / kVaporisationHeat;
    y.co2 = u.people * p.co2;
  }

  static void balance(const Out& y, Ledger& ledger) {
    ledger.outside(Conserved::Heat, "people", y.convective + y.radiant);
    ledger.out(Conserved::Heat, "heatGain", y.convective);
    ledger.out(Conserved::Heat, "radiantHeatGain", y.radiant);
    ledger.outside(Conserved::Vapour, "people", y.moisture);
    ledger.out(Conserved::Vapour, "moistureGain", y.moisture);
    ledger.outside(Conserved::Co2, "people", y.co2);
    ledger.out(Conserved::Co2, "co2Gain", y.co2);
  }
};

}  // namespace hearth
