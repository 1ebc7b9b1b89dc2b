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

/// A measurement and the instants at which it is compared.
struct MeasurementRequest {
  const FileColumn& column;
  std::vector<Instant> rows{};        ///< rising
  std::optional<Unit> target_unit{};  ///< of the simulated signal
  std::string timezone{};             ///< the site's, "" if it has none
  Where where{};                      ///< the port it belongs to
  /// Severity of a missing file (`data.measurement_missing`).
  Severity missing_file = Severity::Warning;
};

/// A measurement at the rows of a run: NaN if there is none.
struct Measured {
  std::vector<double> values;
  /// By row, the length of the interval of which the value is the mean; it ends at the row. If
  /// empty, values are instantaneous.
  std::vector<Duration> means{};
  long n = 0;                         ///< rows with a value
  long missing = 0;                   ///< rows without a value
  std::string file;                   ///< path at which it was found; "" if it was not
  std::optional<Unit> header_unit{};  ///< unit in the header of the file
  std::string unknown_unit{};         ///< unit in the header, if it is not a known unit
};

/// Reads a measurement. By default a row has the value whose stamp is exactly its instant. With
/// `linear` and `hold` the value is interpolated between stamps; with `mean` it is the mean over
/// the time since the row before (for the first row: of the same length as for the second), along
/// straight lines between stamps.
///
/// A row has no value if neighbouring values around it are further apart than `max_gap`. Without
/// `max_gap`, lines and means bridge up to three times the distance that 95 % of the neighbouring
/// values do not exceed, and at least one step of the rows; held values last until the next. Rows
/// that are left out (`data.gap_not_compared`) or bridge a longer gap (`data.bridged`) are notes.
///
/// Values that are means over an interval (`stamp`, or the header of the file) are compared as
/// such, whatever `resample` is: at the row at which the interval ends, or, if several
/// intervals are between two rows, as their mean. Errors go to `diagnostics`; bad input never
/// causes an exception.
Measured read_measurement(DataFiles& files, const MeasurementRequest& request,
                          Diagnostics& diagnostics);

/// Returns the symbol of the unit of a difference of two values: K for temperatures in degC.
std::string difference_unit(const Unit& unit);

}  // namespace hearth
