// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Model of the temperature of photovoltaic cells.
enum class CellModel { Sandia, Noct };

/// Photovoltaic array with inverter, according to PVWatts.
///
///     P_dc = P_n G/1000 (1 + γ (θ_cell - 25)) (1 - L)
///     P = P_inv (0.9858 ζ - 0.0059 - 0.0162 ζ^2) η/0.9637 within 0 and η P_inv,  ζ = P_dc/P_inv
///
/// G is the irradiance in the plane of the array, P_n the power at 1000 W/m2 and 25 degC, γ the
/// temperature coefficient, L the losses of soiling, wiring, mismatch and age, η the nominal
/// efficiency of the inverter and P_inv = P_n/(r η) its rated input, r the ratio of array to
/// inverter power (Dobos, PVWatts Version 5 Manual, NREL/TP-6A20-62641, 2014: defaults of the
/// standard module). Losses by reflection at oblique incidence are not computed (1 % of the yield
/// of a south roof, 3 to 4 % on a wall: add them to L). The cell follows the Sandia model, or NOCT:
///
///     θ_cell = θ_out + G e^(a + b w) + G/1000 Δθ,   θ_cell = θ_out + G (NOCT - 20)/800
///
/// w is the wind speed; a, b, Δθ depend on module and mount (King, Boyson and Kratochvil,
/// SAND2004-3535, table 1: default glass/cell/glass on an open rack).
template <class T>
struct Photovoltaic {
  struct In {
    T irradiance, outdoor_temperature, wind;
  };
  struct Params {
    T nominal_power, coefficient, losses, inverter_efficiency, ratio;
    T a, b, cell_rise, noct;
  };
  struct Config {
    CellModel cell_model;
  };
  struct Out {
    T power, dc_power, cell_temperature, inverter_loss;
  };

  static constexpr std::array<std::string_view, 2> kCellModels{"sandia", "NOCT"};

  static constexpr Schema schema() {
    return Schema("Photovoltaic array with inverter")
        .in(&In::irradiance, "globalIrradiation", unit::W_per_m2,
            "Irradiance in the plane of the array")
        .in(&In::outdoor_temperature, "outdoorTemperature", unit::degC,
            "Temperature of the outdoor air")
        .in(&In::wind, "windSpeed", unit::m_per_s, "Wind speed at 10 m", open(1.0))
        .par(&Params::nominal_power, "nominalPower", unit::W, {5000.0, 1e-3, 1e12},
             "Power of the array at 1000 W/m2 and a cell temperature of 25 degC")
        .par(&Params::coefficient, "temperatureCoefficient", unit::per_K, {-0.0047, -0.02, 0.01},
             "Relative change of power with the temperature of the cells")
        .par(&Params::losses, "systemLosses", unit::one, {0.14, 0.0, 0.99},
             "Share of the power that is lost by soiling, wiring, mismatch and age")
        .par(&Params::inverter_efficiency, "inverterEfficiency", unit::one, {0.96, 0.5, 1.0},
             "Efficiency of the inverter at full power")
        .par(&Params::ratio, "dcToAcRatio", unit::one, {1.1, 0.1, 10.0},
             "Nominal power of the array divided by the nominal power of the inverter")
        .par(&Params::a, "cellA", unit::one, {-3.47, -10.0, 0.0},
             "Coefficient a of the Sandia model of the cell temperature")
        .par(&Params::b, "cellB", unit::one, {-0.0594, -1.0, 0.0},
             "Coefficient b of the Sandia model of the cell temperature, per m/s")
        .par(&Params::cell_rise, "cellDifference", unit::K, {3.0, 0.0, 30.0},
             "Temperature difference between the cell and the back of the module at 1000 W/m2")
        .par(&Params::noct, "NOCT", unit::degC, {45.0, 20.0, 100.0},
             "Nominal operating cell temperature, at 800 W/m2 and 20 degC outdoors")
        .config(&Config::cell_model, "cellModel", kCellModels, "Model of the cell temperature")
        .out(&Out::power, "Power", unit::W, "Electric power that is delivered")
        .out(&Out::dc_power, "dcPower", unit::W, "Direct current power of the array")
        .out(&Out::cell_temperature, "cellTemperature", unit::degC, "Temperature of the cells")
        .out(&Out::inverter_loss, "inverterLoss", unit::W,
             "Loss of the inverter: dcPower minus Power");
  }

  static void outputs(const In& u, const Params& p, const Config& c, Out& y) {
    const T sun = max(u.irradiance, T(0.0));
    const T per_sun = c.cell_model == CellModel::Noct
                          ? T((p.noct - 20.0) / 800.0)
                          : T(exp(p.a + p.b * max(u.wind, T(0.0))) + p.cell_rise / 1000.0);
    y.cell_temperature = u.outdoor_temperature + sun * per_sun;
    const T warm = 1.0 + p.coefficient * (y.cell_temperature - 25.0);
    y.dc_power = p.nominal_power * (sun / 1000.0) * max(warm, T(0.0)) * (1.0 - p.losses);
    const T inverter = p.nominal_power / p.ratio;  // rated output
    const T input = inverter / p.inverter_efficiency;
    const T load = y.dc_power / input;
    const T made = inverter / 0.9637 * (load * (0.9858 - 0.0162 * load) - 0.0059);
    y.power = select(load < T(1.0), clamp(made, T(0.0), inverter), inverter);
    y.inverter_loss = y.dc_power - y.power;
  }

  static void balance(const Out& y, Ledger& ledger) {
    ledger.outside(Conserved::Electricity, "sun", -y.power);
  }
};

}  // namespace hearth
