// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Weather from series, with an optional linear correction of the temperature: θ' = a θ + b.
template <class T>
struct OutdoorEnvironment {
  struct Config {
    Series temperature, irradiation, co2;
    bool apply_correction;
  };
  struct Params {
    T slope, shift;
  };
  struct Out {
    T temperature, irradiation, co2;
  };

  static constexpr Schema schema() {
    return Schema("Weather from series")
        .config(&Config::temperature, "outdoorTemperature", unit::degC,
                "Temperature of the outdoor air")
        .config(&Config::irradiation, "globalIrradiation", unit::W_per_m2, open(0.0),
                "Global irradiance on a horizontal surface")
        .config(&Config::co2, "outdoorCo2Concentration", unit::ppm, open(400.0),
                "CO2 concentration of the outdoor air")
        .config(&Config::apply_correction, "apply_correction", false,
                "Correct the outdoor temperature θ to a θ + b")
        .par(&Params::slope, "a", unit::one, {1.0},
             "Factor a of the corrected outdoor temperature a θ + b")
        .par(&Params::shift, "b", unit::K, {0.0},
             "Offset b of the corrected outdoor temperature a θ + b")
        .out(&Out::temperature, "outdoorTemperature", unit::degC, "Temperature of the outdoor air")
        .out(&Out::irradiation, "globalIrradiation", unit::W_per_m2,
             "Global irradiance on a horizontal surface")
        .out(&Out::co2, "outdoorCo2Concentration", unit::ppm,
             "CO2 concentration of the outdoor air");
  }

  static void outputs(const Config& c, const Params& p, const Clock& now, Out& y) {
    const T measured(c.temperature(now));
    y.temperature = c.apply_correction ? T(p.slope * measured + p.shift) : measured;
    y.irradiation = T(c.irradiation(now));
    y.co2 = T(c.co2(now));
  }
};

}  // namespace hearth
