// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// A measured column, and the instants at which it is compared.
struct MeasurementRequest {
  const FileColumn& column;
  std::vector<Instant> rows{};        ///< rising
  std::optional<Unit> target_unit{};  ///< unit of the simulated signal
  std::string timezone{};             ///< zone of the site, "" if it has none
  Where where{};                      ///< the measured port
  /// Severity of the message `data.measurement_missing` about a missing file.
  Severity missing_file = Severity::Warning;
};

/// A measurement at the rows of a run; NaN in rows without a value.
struct Measured {
  std::vector<double> values;
  /// Length of the averaging interval of each row's value; the interval ends at the row. Empty if
  /// the values are instantaneous.
  std::vector<Duration> means{};
  long n = 0;                         ///< rows with a value
  long missing = 0;                   ///< rows without a value
  std::string file;                   ///< path at which it was found; "" if it was not found
  std::optional<Unit> header_unit{};  ///< unit in the header of the file
  std::string unknown_unit{};         ///< unit in the header if it is unknown
};

/// Reads a measurement. By default, a row has the value whose stamp is exactly the instant of the
/// row. With `linear` and `hold`, the value is interpolated between stamps. With `mean`, it is the
/// mean, along straight lines between stamps, over the time since the previous row; the first row
/// uses the same length of time as the second.
///
/// A row has no value if the neighbouring values around it are further apart than `max_gap`.
/// Without `max_gap`, lines and means bridge three times the 95 % quantile of the distances between
/// values, and at least one step of the rows; held values are valid until the next value. Notes
/// report rows that are left out (`data.gap_not_compared`) or that bridge a longer gap
/// (`data.bridged`).
///
/// Values that are means over an interval (`stamp`, or the header of the file) are compared as
/// means, whatever `resample` is: at the row at which the interval ends, or, if several intervals
/// lie between two rows, as the mean of these values. Errors are added to `diagnostics`; invalid
/// input does not cause exceptions.
Measured read_measurement(DataFiles& files, const MeasurementRequest& request,
                          Diagnostics& diagnostics);

/// Returns the symbol of the unit of differences, such as K for temperatures in degC.
std::string difference_unit(const Unit& unit);

}  // namespace hearth
