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
        .config(&Config::temperature, "outdoorTemperature", unit::degC, "Outdoor air")
        .config(&Config::irradiation, "globalIrradiation", unit::W_per_m2, open(0.0),
                "Sun on the horizontal")
        .config(&Config::co2, "outdoorCo2Concentration", unit::ppm, open(400.0), "CO2 outdoors")
        .config(&Config::apply_correction, "apply_correction", false, "Use a and b")
        .par(&Params::slope, "a", unit::one, {1.0}, "Slope of the correction")
        .par(&Params::shift, "b", unit::K, {0.0}, "Shift of the correction")
        .out(&Out::temperature, "outdoorTemperature", unit::degC, "Outdoor air")
        .out(&Out::irradiation, "globalIrradiation", unit::W_per_m2, "Sun on the horizontal")
        .out(&Out::co2, "outdoorCo2Concentration", unit::ppm, "CO2 outdoors");
  }

  static void outputs(const Config& c, const Params& p, const Clock& now, Out& y) {
    const T measured(c.temperature(now));
    y.temperature = c.apply_correction ? T(p.slope * measured + p.shift) : measured;
    y.irradiation = T(c.irradiation(now));
    y.co2 = T(c.co2(now));
  }
};

}  // namespace hearth
