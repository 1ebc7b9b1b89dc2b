// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/physics/glazing.hpp"
#include "hearth/components/physics/surface_heat_transfer.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Window of one to four panes: transmits solar radiation and exchanges heat with a zone.
///
///     θ_e = θ_f + Σ_i A_i R_i,   K = A / R,   R = 1/h + Σ panes + Σ gaps
///
/// θ_f and h are the temperature and the coefficient of the outer film
/// (physics/surface_heat_transfer.hpp), A_i the radiation absorbed in pane i per area, R_i the
/// resistance from the film to the middle of that pane. As with LayeredWall the zone solves for the
/// inner surface, which receives K (θ_e - θ_s). Panes store no heat. The transmittance for beam
/// depends on its angle of incidence, for sky and ground radiation it is the transmittance at 60
/// degrees (Duffie and Beckman, Solar Engineering of Thermal Processes, 4th edition, section 5.4:
/// 59 to 60 degrees for a vertical pane).
template <class T>
struct Window {
  struct In {
    T outdoor_temperature, wind_speed, beam, diffuse, incidence;
    Many<T> sky_temperature;
  };
  struct Params {
    T area, tilt, still_convection, wind_convection, emissivity;
  };
  struct Config {
    Table panes;
  };
  struct Out {
    T solar_gain, conductance, equivalent_temperature;
  };

  static constexpr Schema schema() {
    return Schema("Window of one to four panes")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the air outside")
        .in(&In::wind_speed, "windSpeed", unit::m_per_s, "Wind speed at the window", open(0.0))
        .in(&In::beam, "beamIrradiance", unit::W_per_m2,
            "Beam irradiance in the plane of the window", open(0.0))
        .in(&In::diffuse, "diffuseIrradiance", unit::W_per_m2,
            "Irradiance from sky and ground in the plane of the window", open(0.0))
        .in(&In::incidence, "incidenceAngle", unit::deg,
            "Angle between the sun and the normal of the window", open(0.0))
        .in(&In::sky_temperature, "skyTemperature", unit::degC,
            "Temperature of the sky (default: temperature of the outdoor air)", at_most_one("sky"))
        .par(&Params::area, "area", unit::m2, area(1.0), "Area of the glass")
        .par(&Params::tilt, "tilt", unit::deg, tilt(90.0), "Tilt of the window, 0 roof, 90 wall")
        .par(&Params::still_convection, "stillConvectionCoefficient", unit::W_per_m2K,
             {4.0, 1e-6, 1e3},
             "Convection coefficient outside without wind (ISO 6946:2017, C.2: 4 W/(m2 K))")
        .par(&Params::wind_convection, "windConvection", unit::one, {4.0, 0.0, 100.0},
             "Rise of the convection coefficient in W/(m2 K) per m/s (ISO 6946:2017, C.2: 4)")
        .par(&Params::emissivity, "emissivity", unit::one, share(0.84),
             "Long-wave emissivity of the outer surface")
        .config(&Config::panes, "panes",
                "Panes of the window: a row for each from outside to inside: solar transmittance, "
                "reflectance in front and behind, resistance m2 K/W, conductance of the gap behind "
                "it W/(m2 K)",
                column_count(5))
        .out(&Out::solar_gain, "solarGain", unit::W,
             "Solar radiation that enters through the panes")
        .out(&Out::conductance, "conductance", unit::W_per_K,
             "Conductance from the window to its inner surface")
        .out(&Out::equivalent_temperature, "equivalentTemperature", unit::degC,
             "Equivalent temperature of the window for the heat flow through its conductance");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const OuterFilm<T> film = outer_film(u, p, T(0.0));
    const WindowOptics<T> direct = window_optics(c.panes, T(cos(u.incidence * kDegree)));
    const WindowOptics<T> scattered = window_optics(c.panes, T(0.5));
    y.solar_gain = p.area * (direct.transmittance * u.beam + scattered.transmittance * u.diffuse);

    T resistance = 1.0 / film.coefficient;
    T warming(0.0);
    const int n = c.panes.rows();
    for (int i = 0; i < n; ++i) {
      const double half = c.panes(i, kPaneResistance) / 2.0;
      const std::size_t pane = static_cast<std::size_t>(i);
      resistance = resistance + half;
      warming = warming + resistance * (direct.absorbed[pane] * u.beam +
                                        scattered.absorbed[pane] * u.diffuse);
      resistance = resistance + half;
      if (i + 1 < n) resistance = resistance + 1.0 / c.panes(i, kGapConductance);
    }
    y.conductance = p.area / resistance;
    y.equivalent_temperature = film.temperature + warming;
  }
};

}  // namespace hearth
