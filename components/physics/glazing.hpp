// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "hearth/framework/component/component.hpp"
#include "hearth/framework/component/table.hpp"

namespace hearth {

/// Shares of radiation that one pane, or several together, transmit and reflect.
template <class T>
struct PaneOptics {
  T transmittance, front, back;  ///< front: reflectance for radiation from outside
};

/// Returns the optics of an uncoated pane of glass at an angle of incidence, from those at normal
/// incidence: refractive index and absorption are derived from them, then Fresnel's equations are
/// used for both polarisations (EnergyPlus Engineering Reference, "Angular properties for uncoated
/// glass").
template <class T>
PaneOptics<T> uncoated_pane(double transmittance, double reflectance, const T& cosine) {
  const double t = transmittance, r = reflectance;
  const double beta = t * t - r * r + 2.0 * r + 1.0;
  const double face = (beta - std::sqrt(beta * beta - 4.0 * (2.0 - r) * r)) / (2.0 * (2.0 - r));
  const double root = std::sqrt(face);
  const double index = (1.0 + root) / (1.0 - root);
  const double inside = std::log((r - face) / (face * t));  // for one passage at normal incidence

  const T outer = max(cosine, T(1e-4));
  const T inner = sqrt(1.0 - (1.0 - outer * outer) / (index * index));
  const T passed = exp(inside / inner);
  const auto polarised = [&](const T& amplitude) {
    const T back = amplitude * amplitude;
    const T through = passed * (1.0 - back) * (1.0 - back) / (1.0 - back * back * passed * passed);
    const T thrown = back * (1.0 + passed * through);
    return PaneOptics<T>{through, thrown, thrown};
  };
  const PaneOptics<T> across = polarised(T((outer - index * inner) / (outer + index * inner)));
  const PaneOptics<T> along = polarised(T((index * outer - inner) / (index * outer + inner)));
  const T through = (across.transmittance + along.transmittance) / 2.0;
  const T thrown = (across.front + along.front) / 2.0;
  return {through, thrown, thrown};
}

/// Returns the optics of a coated pane at an angle of incidence: those at normal incidence with the
/// angular dependence of clear glass if it transmits more than 0.645, otherwise of bronze glass
/// (EnergyPlus Engineering Reference, "Angular properties for coated glass").
template <class T>
PaneOptics<T> coated_pane(const PaneOptics<double>& normal, const T& cosine) {
  using Curve = std::array<double, 5>;
  constexpr Curve kClearThrough{-0.0015, 3.355, -3.840, 1.460, 0.0288};
  constexpr Curve kClearThrown{0.999, -0.563, 2.043, -2.532, 1.054};
  constexpr Curve kBronzeThrough{-0.002, 2.813, -2.341, -0.05725, 0.599};
  constexpr Curve kBronzeThrown{0.997, -1.868, 6.513, -7.862, 3.225};
  const T x = clamp(cosine, T(0.0), T(1.0));
  const auto value = [&](const Curve& a) {
    return T(a[0] + x * (a[1] + x * (a[2] + x * (a[3] + x * a[4]))));
  };
  const bool clear = normal.transmittance > 0.645;
  const T through = clamp(value(clear ? kClearThrough : kBronzeThrough), T(0.0), T(1.0));
  const T thrown = clamp(T(value(clear ? kClearThrown : kBronzeThrown) - through), T(0.0), T(1.0));
  const auto reflected = [&](double normal_value) {
    return T(normal_value * (1.0 - thrown) + thrown);
  };
  const T front = reflected(normal.front), back = reflected(normal.back);
  // Transmittance and reflectance sum to at most 1: at grazing angles nothing is transmitted.
  const T most = 1.0 - max(front, back);
  return {min(T(normal.transmittance * through), most), front, back};
}

/// Returns the transmittance of double glazing of clear glass at an angle of incidence, relative to
/// that at normal incidence: two panes of 3 mm with a transmittance of 0.837 and a reflectance of
/// 0.075 ("CLEAR 3MM" of EnergyPlus' data set WindowGlassMaterials).
template <class T>
T double_glazing_by_angle(const T& cosine) {
  const auto transmittance = [](const auto& at) {
    const auto pane = uncoated_pane(0.837, 0.075, at);
    return pane.transmittance * pane.transmittance / (1.0 - pane.back * pane.front);
  };
  return transmittance(cosine) / transmittance(1.0);
}

/// Returns this relative transmittance for isotropic radiation: ∫ τ(θ) sin 2θ dθ from 0 to 90
/// degrees.
inline double double_glazing_of_diffuse() {
  constexpr int kParts = 180;
  double sum = 0.0;
  for (int i = 0; i < kParts; ++i) {
    const double cosine_squared = (i + 0.5) / kParts;  // equal parts of sin 2θ dθ = -d(cos^2 θ)
    sum += double_glazing_by_angle(std::sqrt(cosine_squared));
  }
  return sum / kParts;
}

/// Columns of a table of panes, with one row for each pane, from outside to inside.
enum PaneColumn {
  kTransmittance = 0,  ///< solar, at normal incidence
  kFrontReflectance,
  kBackReflectance,
  kPaneResistance,  ///< m2 K/W
  kGapConductance,  ///< W/(m2 K) of the gap on the inner side; the last pane has none
};

/// Effect of a window on radiation at one angle of incidence.
template <class T>
struct WindowOptics {
  static constexpr int kMaxPanes = 4;
  T transmittance;
  T reflectance;                        ///< reflectance for radiation from outside
  std::array<T, kMaxPanes> absorbed{};  ///< share absorbed in each pane
};

/// Returns the optics of one pane of a table; a pane whose sides differ counts as coated.
template <class T>
PaneOptics<T> pane_optics(const Table& panes, int pane, const T& cosine) {
  const PaneOptics<double> normal{panes(pane, kTransmittance), panes(pane, kFrontReflectance),
                                  panes(pane, kBackReflectance)};
  return normal.front == normal.back ? uncoated_pane(normal.transmittance, normal.front, cosine)
                                     : coated_pane(normal, cosine);
}

/// Returns the optics of panes in series (EnergyPlus Engineering Reference, "Glazing
/// system properties"; interreflections between all panes).
template <class T>
WindowOptics<T> window_optics(const Table& panes, const T& cosine) {
  constexpr int kMost = WindowOptics<T>::kMaxPanes;
  const int n = panes.rows() < kMost ? panes.rows() : kMost;
  std::array<PaneOptics<T>, kMost> pane{}, outer{}, inner{};
  for (int i = 0; i < n; ++i) pane[i] = pane_optics(panes, i, cosine);
  // outer[i]: panes 0 to i together; inner[i]: panes i to n - 1.
  const auto joined = [](const PaneOptics<T>& a, const PaneOptics<T>& b) {
    const T between = 1.0 - a.back * b.front;
    return PaneOptics<T>{a.transmittance * b.transmittance / between,
                         a.front + a.transmittance * a.transmittance * b.front / between,
                         b.back + b.transmittance * b.transmittance * a.back / between};
  };
  outer[0] = pane[0];
  for (int i = 1; i < n; ++i) outer[i] = joined(outer[i - 1], pane[i]);
  inner[n - 1] = pane[n - 1];
  for (int i = n - 2; i >= 0; --i) inner[i] = joined(pane[i], inner[i + 1]);

  WindowOptics<T> window{outer[n - 1].transmittance, outer[n - 1].front};
  for (int i = 0; i < n; ++i) {
    const T before = i == 0 ? T(1.0) : outer[i - 1].transmittance;
    const T behind = i == 0 ? T(0.0) : outer[i - 1].back;
    const T beyond = i + 1 < n ? inner[i + 1].front : T(0.0);
    const T from_outside = before / (1.0 - inner[i].front * behind);
    const T from_inside = outer[i].transmittance * beyond / (1.0 - beyond * outer[i].back);
    window.absorbed[i] = from_outside * (1.0 - pane[i].transmittance - pane[i].front) +
                         from_inside * (1.0 - pane[i].transmittance - pane[i].back);
  }
  return window;
}

/// A gas between two panes at 10 degC (EN 673:2011, table 1).
struct GapGas {
  double conductivity;   // W/(m K)
  double density;        // kg/m3
  double viscosity;      // kg/(m s)
  double specific_heat;  // J/(kg K)
};
inline constexpr GapGas kAirGap{0.02496, 1.232, 1.761e-5, 1008.0};
inline constexpr GapGas kArgonGap{0.01684, 1.699, 2.164e-5, 519.0};
inline constexpr GapGas kKryptonGap{0.00900, 3.560, 2.400e-5, 245.0};
inline constexpr GapGas kXenonGap{0.00529, 5.689, 2.226e-5, 161.0};

/// Returns the conductance of a vertical gap [W/(m2 K)]: gas and radiation between emissivities
/// `first` and `second` (EN 673:2011, 5.3: 15 K across it, mean temperature 283 K, `width` in m).
inline double gap_conductance(const GapGas& gas, double width, double first, double second) {
  constexpr double kGravity = 9.81, kAcross = 15.0, kMean = 283.0, kSigma = 5.67e-8;
  const double grashof = kGravity * width * width * width * kAcross * gas.density * gas.density /
                         (kMean * gas.viscosity * gas.viscosity);
  const double prandtl = gas.viscosity * gas.specific_heat / gas.conductivity;
  const double nusselt = std::fmax(1.0, 0.035 * std::pow(grashof * prandtl, 0.38));
  const double radiation =
      4.0 * kSigma * kMean * kMean * kMean / (1.0 / first + 1.0 / second - 1.0);
  return nusselt * gas.conductivity / width + radiation;
}

}  // namespace hearth
