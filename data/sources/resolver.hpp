// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/component/series.hpp"

namespace hearth {

/// Resolves numbers, weekly rules, points, angles of the sun and columns of files to series for a
/// run.
///
/// Each file is read once in the lifetime of the resolver. Several threads may use it.
class DataResolver final : public SeriesResolver {
 public:
  explicit DataResolver(DataOptions options = {}) : files_(std::move(options)) {}

  /// Returns the series. If the input is invalid, adds errors to `diagnostics` and returns a series
  /// of NaN; does not throw.
  Series resolve(const Request& request, SeriesReport& report, Diagnostics& diagnostics) override;

  std::optional<Place> place(const std::string& file) override { return files_.place(file); }
  /// Throws InputError `data.zone_unknown`.
  Instant start_of_year(Instant time, const std::string& timezone) const override;

  DataFiles& files() { return files_; }
  const DataFiles& files() const { return files_; }

 private:
  Series number(double value, const Request& request) const;
  Series rules(const WeeklyRules& rules, const Request& request, SeriesReport& report,
               Diagnostics& diagnostics) const;
  Series points(const TimeTable& table, const Request& request, SeriesReport& report) const;
  Series sun(const SunAngle& angle, const Request& request, SeriesReport& report) const;
  void check_zone(const Request& request, const std::string& file) const;
  void check_place(const std::string& file, const Request& request);
  void warn_of_file(const RawSeries& raw, const FileColumn& column, const Request& request,
                    const Where& where, Diagnostics& diagnostics);
  Series file(const FileColumn& column, const Request& request, SeriesReport& report,
              Diagnostics& diagnostics);

  DataFiles files_;
};

/// Returns the note `data.held` for each series whose first or last value is used outside its data.
Diagnostics held_values(const std::vector<SeriesReport>& reports);

/// Returns the conversion from the numbers in a file, scaled as the column requires, to `target`.
/// Their unit is that of the column, otherwise that in the header of the file; numbers without a
/// unit do not change. Throws InputError `data.unit_mismatch` if the unit and `target` are
/// incompatible, or if the units of column and header differ and `scale` does not convert one to
/// the other.
Conversion file_conversion(const FileColumn& column, const std::optional<Unit>& header_unit,
                           const std::optional<Unit>& target, const Where& where);

}  // namespace hearth
