// SPDX-License-Identifier: MIT
#pragma once

namespace hearth {

/// The conditions that determine the thermal sensation of people.
struct ComfortConditions {
  double air_temperature = 0.0;      ///< degC
  double radiant_temperature = 0.0;  ///< mean radiant, degC
  double air_speed = 0.1;            ///< relative to the body, m/s
  double relative_humidity = 50.0;   ///< %
  double metabolic_rate = 1.2;       ///< met (58.15 W/m2)
  double clothing = 1.0;             ///< clo (0.155 m2 K/W)
  double external_work = 0.0;        ///< met

  friend bool operator==(const ComfortConditions&, const ComfortConditions&) = default;
};

/// Returns the predicted mean vote, -3 (cold) to +3 (hot), of ISO 7730:2005, eqs. 1 to 4; NaN if
/// the iteration for the surface temperature of the clothing does not converge. Valid for -2 < PMV
/// < 2.
double predicted_mean_vote(const ComfortConditions& conditions);

/// Returns the predicted percentage of dissatisfied people, % (ISO 7730:2005, eq. 5).
double predicted_percentage_dissatisfied(double pmv);

}  // namespace hearth
