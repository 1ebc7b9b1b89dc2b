// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// A zone whose temperature shows to which side its windows face.
struct ZoneSide {
  std::string zone;
  double azimuth = 0.0;  ///< degrees clockwise from north
  /// Error of the prediction with the sun on this side, divided by the error with the sun on the
  /// horizontal.
  double error_ratio = 1.0;
};

/// The zones of a model without a known orientation.
struct ZoneSides {
  std::vector<ZoneSide> turned;
  std::vector<std::string> undecided;  ///< zones that still receive the sun on the horizontal
};

/// Gives measured zones whose orientation is not known, and which therefore receive the solar
/// radiation on the horizontal, the radiation through glass on the side that their measurements
/// show.
///
/// For each of eight sides, and for the horizontal, a linear model predicts the mean temperature of
/// the next hour from the last two temperatures, the outdoor temperature, the heat of the supply
/// air, the radiation, and the hour of the day, on working days and on other days:
///
///     T_k = a T_k-1 + b T_k-2 + c_0 To_k + c_1 To_k-1 + d_0 q_k + d_1 q_k-1
///           + e_0 I_k + e_1 I_k-1 + u(hour, kind of day)
///
/// (an ARX model: L. Ljung, System Identification, 2nd ed. 1999, section 4.2). Its error is that of
/// cross-validation over five groups of days. A side is chosen if its error is at least 5 % lower
/// than without radiation, and 2.5 % lower than with the horizontal, and if radiation on it warms
/// the zone. Zones without apertures, zones with less than ten days of values, and zones that
/// receive heat or air that is not measured do not change.
///
/// The apertures (`f_air`, `f_wall`) of these zones are doubled: the translation halves them for
/// the horizontal, because a wall sees half of the sky. Added components have the names that the
/// translation uses (`facade_sky`, `facade_180`).
ZoneSides turn_zones_to_sun(SimulationModel& model, const Registry& registry,
                            const DataOptions& data, const Period& period,
                            const std::vector<std::string>& zones);

}  // namespace hearth
