// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/physics/sum_of.hpp"
#include "hearth/components/physics/surface_heat_transfer.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Zone with any number of surfaces, by heat balances of each surface and of the air; sampled.
///
///     0 = K_i (θ_e,i - θ_i) + h_i A_i (θ_a - θ_i) + r_i A_i (θ_r - θ_i) + s_i S + Q_r A_i/ΣA
///     0 = Σ r_i A_i (θ_i - θ_r)
///     C_a dθ_a/dt = Σ h_i A_i (θ_i - θ_a) + c_p m (θ_sup - θ_a) + c_p m_inf (θ_out - θ_a)
///                   + Q_c + Q
///
/// K_i and θ_e,i come from the walls and windows around the zone (LayeredWall, Window), which
/// receive θ_i in return: all are solved together for the end of each sample period, by implicit
/// Euler. Surfaces exchange radiation through a star node θ_r (Carroll, An MRT method of computing
/// radiant energy exchange in rooms, 1980): r_i = 4 σ θ^3 / ((1 - ε_i)/ε_i + 1/F_i), with F_i =
/// 1/(1 - A_i F_i/ΣA F). s_i is the share of the solar gain S that surface i absorbs, by default
/// A_i/ΣA; if shares are given, the remainder is lost through the windows. Convection is natural,
/// from the temperatures of the period before (physics/surface_heat_transfer.hpp), or has a fixed
/// coefficient.
///
/// Q is the power that keeps the air between the setpoints, within the limits; all of it is
/// convective. Infiltration and ventilation carry sensible heat; reversed air flow carries none.
/// The method is described in ASHRAE Handbook Fundamentals (2017), chapter 18, "Heat balance
/// method".
template <class T>
struct HeatBalanceZone {
  struct In {
    Many<T> conductance, equivalent_temperature, solar_gain, heat_gain, radiant_gain;
    T outdoor_temperature, infiltration, supply_flow, supply_temperature;
    T heating_setpoint, cooling_setpoint;
  };
  enum class Convection { Natural, Constant };
  struct Config {
    Convection convection;
  };
  struct Params {
    T air_capacity, heating_limit, cooling_limit;
    Many<T> area, tilt, emissivity, convection, solar_share;
  };
  struct Derived {
    T area, views;
    T share_of_area;  // share of the solar gain per area [1/m2] if no shares are given
  };
  struct Held {
    T air, radiant, heating, cooling;
    Many<T> surface;
    // Inputs at the last sample:
    T outdoor_temperature, infiltration, supply_flow, supply_temperature;
    Many<T> conductance, equivalent_temperature, solar_gain, heat_gain, radiant_gain;
  };
  struct Out {
    T operative;
  };

  static constexpr std::array<std::string_view, 2> kConvections{"natural", "constant"};

  static constexpr bool samples_means = true;  // over the period that a sample begins

  static constexpr Schema schema() {
    return Schema("Zone with the heat balance of its surfaces and its air")
        .in(&In::conductance, "conductance", unit::W_per_K,
            "Conductance of each wall or window to its inner surface", over("surface"))
        .in(&In::equivalent_temperature, "equivalentTemperature", unit::degC,
            "Equivalent temperature of each wall or window for the heat flow through its "
            "conductance",
            over("surface"))
        .in(&In::solar_gain, "solarGain", unit::W,
            "Solar radiation that enters through each window", over("opening"))
        .in(&In::heat_gain, "heatGain", unit::W, "Heat flow that is released to the air",
            over("gain"))
        .in(&In::radiant_gain, "radiantHeatGain", unit::W,
            "Heat flow that is radiated to the surfaces", over("radiantGain"))
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the outdoor air that infiltrates", open(20.0))
        .in(&In::infiltration, "infiltrationAirFlowRate", unit::kg_per_s,
            "Mass flow of the outdoor air that infiltrates", open(0.0))
        .in(&In::supply_flow, "supplyAirFlowRate", unit::kg_per_s, "Mass flow of the supply air",
            open(0.0))
        .in(&In::supply_temperature, "supplyAirTemperature", unit::degC,
            "Temperature of the supply air", open(20.0))
        .in(&In::heating_setpoint, "heatingSetpoint", unit::degC,
            "Setpoint up to which the zone is heated (default: no heating)", open(-1e6))
        .in(&In::cooling_setpoint, "coolingSetpoint", unit::degC,
            "Setpoint down to which the zone is cooled, at least the heating setpoint (default: "
            "no cooling)",
            open(1e6))
        .par(&Params::air_capacity, "airHeatCapacity", unit::J_per_K, {1e5, 0.0, 1e12},
             "Heat capacity of the air and of objects at its temperature")
        .par(&Params::heating_limit, "maximumHeatingPower", unit::W, power_limit(1e9),
             "Largest heating power")
        .par(&Params::cooling_limit, "maximumCoolingPower", unit::W, power_limit(1e9),
             "Largest cooling power")
        .par(&Params::area, "area", unit::m2, area(10.0), "Area of each surface", over("surface"))
        .par(&Params::tilt, "tilt", unit::deg, tilt(90.0),
             "Tilt of each surface, 0 ceiling, 90 wall, 180 floor", over("surface"))
        .par(&Params::emissivity, "emissivity", unit::one, share(0.9),
             "Long-wave emissivity of each surface", over("surface"))
        .par(&Params::convection, "convectionCoefficient", unit::W_per_m2K, {2.5, 0.0, 1e3},
             "Convection coefficient of each surface, used with \"constant\" convection (ISO "
             "6946:2017, table 7: 2.5 at walls)",
             over("surface"))
        .par(
            &Params::solar_share, "solarShare", unit::one, share(0.0),
            "Share of the solar gain that each surface absorbs; if all are 0, in proportion to the "
            "areas",
            over("surface"))
        .at_most_one_in_sum("solarShare")
        .config(&Config::convection, "convection", kConvections,
                "Model of the convection at the inner surfaces")
        .held(&Held::air, "indoorTemperature", unit::degC, {20.0}, "Temperature of the air",
              shown())
        .held(&Held::radiant, "radiantTemperature", unit::degC, {20.0},
              "Radiant temperature: star node of the radiation, a mean of the surfaces", shown())
        .held(&Held::heating, "heatingPower", unit::W, {0.0},
              "Heat flow to the air by heating, at least 0", shown())
        .held(&Held::cooling, "coolingPower", unit::W, {0.0},
              "Heat flow from the air by cooling, at least 0", shown())
        .held(&Held::surface, "surfaceTemperature", unit::degC, {20.0},
              "Temperature of each surface", over("surface"), shown())
        .held(&Held::outdoor_temperature, "receivedOutdoorTemperature", unit::degC, {20.0},
              "Outdoor temperature at the last sample")
        .held(&Held::infiltration, "receivedInfiltrationAirFlowRate", unit::kg_per_s, {0.0},
              "Infiltration flow at the last sample")
        .held(&Held::supply_flow, "receivedSupplyAirFlowRate", unit::kg_per_s, {0.0},
              "Supply air flow at the last sample")
        .held(&Held::supply_temperature, "receivedSupplyAirTemperature", unit::degC, {20.0},
              "Supply air temperature at the last sample")
        .held(&Held::conductance, "receivedConductance", unit::W_per_K, {0.0},
              "Conductance of each wall or window at the last sample", over("surface"))
        .held(&Held::equivalent_temperature, "receivedEquivalentTemperature", unit::degC, {20.0},
              "Equivalent temperature of each wall or window at the last sample", over("surface"))
        .held(&Held::solar_gain, "receivedSolarGain", unit::W, {0.0},
              "Solar gain of each window at the last sample", over("opening"))
        .held(&Held::heat_gain, "receivedHeatGain", unit::W, {0.0},
              "Heat gain of the air at the last sample", over("gain"))
        .held(&Held::radiant_gain, "receivedRadiantHeatGain", unit::W, {0.0},
              "Radiant heat gain at the last sample", over("radiantGain"))
        .out(&Out::operative, "operativeTemperature", unit::degC,
             "Operative temperature: mean of air and surfaces");
  }

  static void outputs(const Held& h, Out& y) { y.operative = 0.5 * (h.air + h.radiant); }

  static void prepare(const Params& p, Derived& q) {
    q.area = sum_of(p.area);
    q.views = view_sum(p.area);
    q.share_of_area = select(sum_of(p.solar_share) > T(0.0), T(0.0),
                             T(1.0 / max(q.area, T(1e-9))));  // without surfaces
  }

  static void update(const In& u, const Params& p, const Derived& q, const Config& c,
                     const Clock& now, Held& h) {
    const Gains gains{sum_of(u.solar_gain), sum_of(u.radiant_gain),
                      radiation_conductance(h.radiant)};
    const T before = h.air;
    const auto exchange = [&](int i) { return surface(i, u, p, q, c, gains, before, h); };

    Balance m = balance_of_air(u, p, now.period, h);
    for (int i = 0; i < h.surface.size(); ++i) m.add(exchange(i));
    const T power = conditioning(u, p, m);
    h.air = m.air(power);
    const T radiant = m.star(h.air);
    for (int i = 0; i < h.surface.size(); ++i) {
      const Exchange x = exchange(i);
      h.surface[i] = (x.source + x.convection * h.air + x.radiation * radiant) / x.all;
    }
    h.radiant = radiant;
    h.heating = max(power, T(0.0));
    h.cooling = max(T(0.0 - power), T(0.0));  // not -0
    keep_received(u, h);
  }

  /// Books amounts of the period since the last sample, from the inputs of that sample. Conducted
  /// heat is heat of walls, which do not book it.
  static void balance(const Held& h, const Params& p, const Derived& q, Ledger& ledger) {
    T sun = 0.0, absorbed = 0.0;
    for (int k = 0; k < h.solar_gain.size(); ++k) {
      sun += h.solar_gain[k];
      ledger.in(Conserved::Heat, {"solarGain", k}, h.solar_gain[k]);
    }
    for (int i = 0; i < h.surface.size(); ++i) {
      absorbed += solar_share(i, p, q);
      ledger.conducted({"equivalentTemperature", i},
                       h.conductance[i] * (h.equivalent_temperature[i] - h.surface[i]));
    }
    ledger.outside(Conserved::Heat, "sun that leaves", -(1.0 - absorbed) * sun);
    for (int i = 0; i < h.heat_gain.size(); ++i) {
      ledger.in(Conserved::Heat, {"heatGain", i}, h.heat_gain[i]);
    }
    for (int i = 0; i < h.radiant_gain.size(); ++i) {
      ledger.in(Conserved::Heat, {"radiantHeatGain", i}, h.radiant_gain[i]);
    }
    ledger.outside(Conserved::Heat, "heating", h.heating);
    ledger.outside(Conserved::Heat, "cooling", -h.cooling);
    air_in(ledger, "supplyAirTemperature", h.supply_flow, h.supply_temperature);
    ledger.outdoors(Conserved::Air, -h.supply_flow);
    ledger.outdoors(Conserved::Heat,
                    kAirHeatCapacity *
                        (h.infiltration * (h.outdoor_temperature - h.air) - h.supply_flow * h.air));
  }
  static void content(const Held& h, const Params& p, Ledger& ledger) {
    ledger.content(Conserved::Heat, "air", p.air_capacity * h.air);
  }

 private:
  static T solar_share(int i, const Params& p, const Derived& q) {
    return p.solar_share[i] + q.share_of_area * p.area[i];
  }
  static void keep_received(const In& u, Held& h) {
    const auto keep = [](const Many<T>& from, Many<T>& to) {
      for (int i = 0; i < from.size(); ++i) to[i] = from[i];
    };
    h.outdoor_temperature = u.outdoor_temperature;
    h.infiltration = max(u.infiltration, T(0.0));
    h.supply_flow = max(u.supply_flow, T(0.0));
    h.supply_temperature = u.supply_temperature;
    keep(u.conductance, h.conductance);
    keep(u.equivalent_temperature, h.equivalent_temperature);
    keep(u.solar_gain, h.solar_gain);
    keep(u.heat_gain, h.heat_gain);
    keep(u.radiant_gain, h.radiant_gain);
  }

  static constexpr double kTrickle = 1e-9;  // W/K, keeps nodes without neighbours defined

  struct Gains {
    T sun, radiated;  // W
    T black;          // W/(m2 K), radiation between black surfaces
  };

  /// Balance of one surface: all θ_i = source + convection θ_a + radiation θ_r.
  struct Exchange {
    T convection, radiation, all, source;
  };

  /// Equations that remain after the surfaces are eliminated:
  ///     a θ_a = b + c θ_r + Q,   d θ_r = e + c θ_a
  struct Balance {
    T a, b, c, d, e;

    void add(const Exchange& x) {
      a = a + x.convection * (1.0 - x.convection / x.all);
      d = d + x.radiation * (1.0 - x.radiation / x.all);
      c = c + x.convection * x.radiation / x.all;
      b = b + x.source * x.convection / x.all;
      e = e + x.source * x.radiation / x.all;
    }
    T star(const T& air_temperature) const { return (e + c * air_temperature) / d; }
    T air(const T& power) const { return (b + power + c * e / d) / (a - c * c / d); }
    T power_for(const T& wanted) const { return wanted * (a - c * c / d) - b - c * e / d; }
  };

  static Balance balance_of_air(const In& u, const Params& p, double period, const Held& h) {
    const T fresh = kAirHeatCapacity * max(u.infiltration, T(0.0));
    const T supply = kAirHeatCapacity * max(u.supply_flow, T(0.0));
    const T storage = p.air_capacity / period + kTrickle;
    return {storage + fresh + supply,
            storage * h.air + fresh * u.outdoor_temperature + supply * u.supply_temperature +
                sum_of(u.heat_gain),
            T(0.0), T(kTrickle), kTrickle * h.radiant};
  }

  static Exchange surface(int i, const In& u, const Params& p, const Derived& q, const Config& c,
                          const Gains& gains, const T& air, const Held& h) {
    const T coefficient = c.convection == Convection::Constant
                              ? p.convection[i]
                              : natural_convection(p.tilt[i], T(h.surface[i] - air));
    const T convection = p.area[i] * coefficient;
    const T radiation = p.area[i] * star_coefficient(p, i, q.views, gains.black);
    return {convection, radiation, u.conductance[i] + convection + radiation + kTrickle,
            u.conductance[i] * u.equivalent_temperature[i] + solar_share(i, p, q) * gains.sun +
                gains.radiated * p.area[i] / q.area + kTrickle * h.surface[i]};
  }

  static T conditioning(const In& u, const Params& p, const Balance& m) {
    const T upper = max(u.cooling_setpoint, u.heating_setpoint);
    const T heat = clamp(m.power_for(u.heating_setpoint), T(0.0), p.heating_limit);
    const T cold = clamp(T(-m.power_for(upper)), T(0.0), p.cooling_limit);
    return heat - cold;  // one of them is 0
  }

  /// Returns V = ΣA F of Carroll's factors, by iteration from the value for two equal surfaces.
  static T view_sum(const Many<T>& area) {
    T views = 2.0 * sum_of(area);
    for (int pass = 0; pass < 40; ++pass) {
      T next(0.0);
      for (const T& one : area) next += one * view_factor(one, views);
      views = next;
    }
    return views;
  }
  /// Returns the smaller root of F = 1/(1 - A F/V); if one surface has most of the area and no root
  /// is real, the nearest value.
  static T view_factor(const T& area, const T& views) {
    const T root = sqrt(max(T(1.0 - 4.0 * area / views), T(1e-12)));
    return max(T(1.0), T(views / (2.0 * area) * (1.0 - root)));
  }
  static T star_coefficient(const Params& p, int i, const T& views, const T& black) {
    const T factor = view_factor(p.area[i], views);
    const T emissivity = max(p.emissivity[i], T(1e-9));
    return black / ((1.0 - emissivity) / emissivity + 1.0 / factor);
  }
};

}  // namespace hearth
