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

/// What is measured and at which instants it is compared.
struct MeasurementRequest {
  const FileColumn& column;
  std::vector<Instant> rows{};        ///< rising
  std::optional<Unit> target_unit{};  ///< of the simulated signal
  std::string timezone{};             ///< the site's, "" if it has none
  Where where{};                      ///< the port it belongs to
  /// A file that is not there is a warning (`data.measurement_missing`); an error where one wants.
  Severity missing_file = Severity::Warning;
};

/// A measurement at the rows of a run: NaN if there is none.
struct Measured {
  std::vector<double> values;
  /// By row, how long the interval is whose mean the value is; it ends at the row. Empty: values
  /// are of the instant.
  std::vector<Duration> means{};
  long n = 0;                         ///< rows with a value
  long missing = 0;                   ///< rows without
  std::string file;                   ///< path at which it was found; "" if it was not
  std::optional<Unit> header_unit{};  ///< what the header of the file names
  std::string unknown_unit{};         ///< what it names as a unit, if it is none
};

/// Reads a measurement. By default a row has the value that stands exactly at its instant. With
/// `linear` and `hold` it is taken between stamps; with `mean` it is the average over the time
/// since the row before (the first row: as long as the second), along straight lines between
/// stamps.
///
/// A row has no value if neighbouring values around it are further apart than `max_gap`. Without
/// `max_gap`, lines and means bridge three times the distance that 95 % of the neighbouring values
/// keep, and at least one step of the rows; held values last until the next. Rows that are left out
/// (`data.gap_not_compared`) or taken across a longer gap than that (`data.bridged`) are notes.
///
/// Values that are means over an interval (`stamp`, or the header of the file) are compared as
/// such, whatever `resample` is: at the row at which the interval ends, or, where several
/// intervals lie between two rows, as their average. Problems go to `diagnostics`; it never throws
/// for bad input.
Measured read_measurement(DataFiles& files, const MeasurementRequest& request,
                          Diagnostics& diagnostics);

/// Returns the symbol of the unit of a difference of two values: K for temperatures in degC.
std::string difference_unit(const Unit& unit);

}  // namespace hearth
