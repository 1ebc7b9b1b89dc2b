// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/surface_heat_transfer.hpp"
#include "hearth/components/physics/wall_cells.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Wall, roof or floor with layers: heat conduction by finite volumes, sampled.
///
///     C_i dθ_i/dt = (θ_{i-1} - θ_i)/R_{i-1,i} + (θ_{i+1} - θ_i)/R_{i,i+1}
///
/// The wall is integrated by implicit Euler over a sample period. R is the resistance between the
/// middles of two cells, θ_0 the temperature of the environment of the outer film
/// (physics/surface_heat_transfer.hpp), θ_{n+1} that of the inner surface. The zone computes the
/// temperature of the inner surface. Therefore the wall eliminates its cells from outside to
/// inside, θ_i = a_i + b_i θ_{i+1}, and passes the remaining equation to the zone, a temperature
/// θ_e behind a conductance K. The heat that reaches the inner surface is
///
///     q = K (θ_e - θ_s)
///
/// for any θ_s that the zone finds for the same period. At the next sample the wall reads this θ_s
/// and computes the temperatures of its cells. Zone and walls are thus solved together, implicitly,
/// although each is a separate component; the connection to `surfaceTemperature` is to be the
/// removed connection (`"cut": "prefer"`). Wall and zone need the same clock.
///
/// Without a sky temperature and with a constant film, the outside may be another room:
/// `outerHeatFlow` is the heat flow that the wall delivered to it in the last finished period,
/// including absorbed solar radiation.
template <class T>
struct LayeredWall {
  struct In {
    T outdoor_temperature, wind_speed, irradiance, surface_temperature;
    Many<T> sky_temperature;
  };
  struct Params {
    T area, tilt, still_convection, wind_convection, emissivity, absorptance;
  };
  struct Config {
    Table layers;
  };
  struct Held {
    Many<T> offset, factor;  // θ_i = offset_i + factor_i θ_{i+1}
    T conductance, equivalent_temperature;
    T outer_temperature, outer_conductance, outer_gain, outer_heat_flow;
  };

  static constexpr bool samples_means = true;  // over the period that a sample begins

  static constexpr Schema schema() {
    return Schema("Wall, roof or floor with layers")
        .count("cell", "cells", 12, "Number of finite volumes, at least one for each layer")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the air outside")
        .in(&In::wind_speed, "windSpeed", unit::m_per_s, "Wind speed at the wall", open(0.0))
        .in(&In::irradiance, "irradiance", unit::W_per_m2, "Solar irradiance on the outer surface",
            open(0.0))
        .in(&In::surface_temperature, "surfaceTemperature", unit::degC,
            "Temperature of the inner surface, as computed by the zone")
        .in(&In::sky_temperature, "skyTemperature", unit::degC,
            "Temperature of the sky (default: temperature of the outdoor air)", at_most_one("sky"))
        .par(&Params::area, "area", unit::m2, area(10.0), "Area of the wall without windows")
        .par(&Params::tilt, "tilt", unit::deg, tilt(90.0),
             "Tilt of the wall, 0 roof, 90 wall, 180 floor")
        .par(&Params::still_convection, "stillConvectionCoefficient", unit::W_per_m2K,
             {4.0, 1e-6, 1e3},
             "Convection coefficient outside without wind (ISO 6946:2017, C.2: 4 W/(m2 K))")
        .par(&Params::wind_convection, "windConvection", unit::one, {4.0, 0.0, 100.0},
             "Rise of the convection coefficient in W/(m2 K) per m/s (ISO 6946:2017, C.2: 4)")
        .par(&Params::emissivity, "emissivity", unit::one, share(0.9),
             "Long-wave emissivity of the outer surface")
        .par(&Params::absorptance, "solarAbsorptance", unit::one, share(0.6),
             "Solar absorptance of the outer surface")
        .config(&Config::layers, "layers",
                "Layers of the wall: a row for each from outside to inside: thickness m, "
                "conductivity W/(m K), density kg/m3, specific heat J/(kg K)",
                column_count(4))
        .held(&Held::offset, "cellTemperature", unit::degC, {20.0},
              "Temperature of each cell if the next cell inwards had 0 degC", over("cell"))
        .held(&Held::factor, "cellFactor", unit::one, {0.0},
              "Weight of the temperature of the next cell inwards in the temperature of each cell",
              over("cell"))
        .held(&Held::conductance, "conductance", unit::W_per_K, {0.0},
              "Conductance from the wall to its inner surface", shown())
        .held(&Held::equivalent_temperature, "equivalentTemperature", unit::degC, {20.0},
              "Equivalent temperature of the wall for the heat flow through its conductance",
              shown())
        .held(&Held::outer_temperature, "outerTemperature", unit::degC, {20.0},
              "Temperature with which the outer film exchanges heat")
        .held(&Held::outer_conductance, "outerConductance", unit::W_per_K, {0.0},
              "Conductance from the outer temperature to the first cell")
        .held(&Held::outer_gain, "outerGain", unit::W, {0.0},
              "Heat flow to the outer surface from solar and sky radiation")
        .held(&Held::outer_heat_flow, "outerHeatFlow", unit::W, {0.0},
              "Heat flow to the outside, mean of the period that ended at the last sample",
              shown());
  }

  static void update(const In& u, const Params& p, const Config& c, const Clock& now, Held& h) {
    finish_period(u.surface_temperature, h);
    const OuterFilm<T> film = outer_film(u, p, T(p.absorptance * u.irradiance));
    h.outer_gain = p.area * film.coefficient * (film.temperature - u.outdoor_temperature);
    sweep(film, p.area, c, now.period, h);
  }

 private:
  /// Computes the cells at the end of the last period; offset_i is θ_i afterwards.
  static void finish_period(const T& surface, Held& h) {
    T inner = surface;
    for (int i = h.offset.size() - 1; i >= 0; --i) {
      h.offset[i] = h.offset[i] + h.factor[i] * inner;
      inner = h.offset[i];
    }
    h.outer_heat_flow = h.outer_conductance * (inner - h.outer_temperature) + h.outer_gain;
  }

  static void sweep(const OuterFilm<T>& film, const T& area, const Config& c, double period,
                    Held& h) {
    const WallCells cells(c.layers, h.offset.size());
    // Between the middles of this cell and the next outer one; θ = left + weight θ_i at the outer
    // one.
    T conductance = 1.0 / (1.0 / film.coefficient + cells[0].resistance / 2.0);
    T left(film.temperature), weight(0.0);
    h.outer_conductance = conductance * area;
    int i = 0;
    for (int part = 0; part < cells.parts(); ++part) {
      const double storage = cells[part].capacity / period;
      for (int k = 0; k < cells[part].cells; ++k, ++i) {
        const double inward = 1.0 / to_next(cells, part, k);
        const T sum = storage + conductance * (1.0 - weight) + inward;
        left = (storage * h.offset[i] + conductance * left) / sum;
        weight = inward / sum;
        h.offset[i] = left;
        h.factor[i] = weight;
        conductance = T(inward);
      }
    }
    h.outer_temperature = film.temperature;
    const T seen = 1.0 - weight;  // > 0: the outer film conducts
    h.conductance = area * conductance * seen;
    h.equivalent_temperature = left / seen;
  }

  /// Returns the resistance from the middle of a cell to the middle of the next cell, or to the
  /// surface.
  static double to_next(const WallCells& cells, int part, int k) {
    const double half = cells[part].resistance / 2.0;
    if (k + 1 < cells[part].cells) return 2.0 * half;
    return part + 1 < cells.parts() ? half + cells[part + 1].resistance / 2.0 : half;
  }
};

}  // namespace hearth
