// SPDX-License-Identifier: MIT
#include "hearth/data/sources/measurement.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/series/internal/resample.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/sources/room_air.hpp"
#include "hearth/data/text/time_text.hpp"

namespace hearth {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Returns the values of a file for the rows of a run.
class RowReader {
 public:
  RowReader(const RawSeries& raw, const FileColumn& column, const std::vector<Instant>& rows)
      : column_(column),
        rule_(column.resample.value_or(Resample::None)),
        instants_(column.stamp.value_or(Stamp::Instant) == Stamp::Instant),
        origin_(rows.front()) {
    first_step_ = rows.size() > 1 ? rows[1] - rows[0] : Duration{};
    samples_ = samples_near(raw, column, rule_, rows.front() - first_step_, rows.back());
    if (samples_.values.empty()) return;
    usual_gap_ = std::max(seconds(first_step_), kUsualGaps * usual_distance(samples_));
    std::vector<Series::Point> points;
    for (const Sampled& s : samples_.values) points.push_back({seconds(s.from - origin_), s.value});
    const bool lines = instants_ && (rule_ == Resample::Linear || rule_ == Resample::Mean);
    series_ = Series(std::move(points), lines ? Series::Shape::Linear : Series::Shape::Hold,
                     Sample::Mean);
  }

  /// Returns whether values are means over an interval that ends at their row.
  bool means() const { return !instants_ || rule_ == Resample::Mean; }

  /// The value at a row and, of a mean, the length of its interval.
  struct Value {
    double value = kNone;
    Duration length{};
  };

  Value value(const std::vector<Instant>& rows, std::size_t row) {
    if (samples_.values.empty()) return {};
    const Instant time = rows[row];
    if (means()) return mean_before(time, row > 0 ? time - rows[row - 1] : first_step_);
    return {rule_ == Resample::None ? exact(time) : between(time)};
  }

  /// Adds notes about rows in gaps: rows without a value because of a gap, unless `max_gap` permits
  /// the gap, and rows whose value bridges a gap that is longer than usual.
  void note_gaps(const Zone& zone, const Where& where, Diagnostics& diagnostics) const {
    if (left_out_.rows > 0 && !column_.max_gap) {
      diagnostics.note(
          "data.gap_not_compared", where,
          fmt::format("there is no value from {} to {} ({}): {} rows in gaps longer than {} are "
                      "not compared; \"max_gap\" sets the longest gap that is acceptable, in s",
                      format_time(left_out_.longest.from, zone),
                      format_time(left_out_.longest.to, zone), describe(left_out_.longest.length()),
                      left_out_.rows, describe(Duration(std::llround(1000.0 * usual_gap_)))));
    }
    if (bridged_.rows == 0) return;
    const bool wide = warns_of_gap(bridged_.longest, column_);
    diagnostics.add(
        {wide ? Severity::Warning : Severity::Note, "data.bridged", where,
         fmt::format(
             "{} rows are compared with values that bridge gaps; the longest gap is {} from {}{}",
             bridged_.rows, describe(bridged_.longest.length()),
             format_time(bridged_.longest.from, zone),
             wide ? "; \"max_gap\" sets the longest gap that is acceptable, in s" : "")});
  }

 private:
  struct GapRows {
    long rows = 0;
    Gap longest;
  };

  double exact(Instant time) const {
    const auto& values = samples_.values;
    const auto found =
        std::lower_bound(values.begin(), values.end(), time,
                         [](const Sampled& sample, Instant t) { return sample.to < t; });
    return found != values.end() && found->to == time ? found->value : kNone;
  }

  double between(Instant time) {
    const bool known = samples_.covers(time) || column_.outside == Outside::Hold;
    return known && bridges(time, time) ? series_.at(seconds(time - origin_)) : kNone;
  }

  /// Returns the mean that ends at a row: over the step of the rows, or a longer interval of the
  /// file.
  Value mean_before(Instant time, Duration step) {
    const auto& values = samples_.values;
    if (!instants_) {
      const auto found =
          std::lower_bound(values.begin(), values.end(), time,
                           [](const Sampled& sample, Instant t) { return sample.to < t; });
      if (found == values.end() || found->to - found->from >= step) {
        const bool ends = found != values.end() && found->to == time;
        return ends ? Value{found->value, found->to - found->from} : Value{};
      }
      if (rule_ != Resample::Mean && !without_gap(time - step, time)) return {};
    }
    return {mean(time - step, time), step};
  }

  /// Returns whether intervals of the file follow each other without a gap.
  bool without_gap(Instant from, Instant to) const {
    const auto& values = samples_.values;
    auto sample = std::upper_bound(values.begin(), values.end(), from,
                                   [](Instant t, const Sampled& s) { return t < s.to; });
    for (Instant reached = from; sample != values.end() && sample->from <= reached; ++sample) {
      reached = sample->to;
      if (reached >= to) return true;
    }
    return false;
  }

  double mean(Instant from, Instant to) {
    if (from == to) return kNone;
    const bool known = samples_.covers(from, to) || column_.outside == Outside::Hold;
    if (!known || !bridges(from, to)) return kNone;
    return series_.mean(seconds(from - origin_), seconds(to - origin_));
  }

  /// Returns whether the values around [from, to] are close enough to be joined. Lines and means
  /// join values at usual distances; held values last until the next one.
  bool bridges(Instant from, Instant to) {
    const Gap gap = longest_gap(from, to);
    const double length = seconds(gap.length());
    const auto add = [&gap](GapRows& rows) {
      ++rows.rows;
      if (gap.length() > rows.longest.length()) rows.longest = gap;
    };
    const bool lasts = rule_ == Resample::Hold && !column_.max_gap;
    if (!lasts && length > column_.max_gap.value_or(usual_gap_)) {
      add(left_out_);
      return false;
    }
    if (length > usual_gap_) add(bridged_);
    return true;
  }

  /// Returns the longest gap between neighbouring values that overlaps [from, to].
  Gap longest_gap(Instant from, Instant to) const {
    const auto& values = samples_.values;
    auto right =
        std::upper_bound(values.begin(), values.end(), from,
                         [](Instant t, const Sampled& sample) { return t < sample.stamp; });
    if (right == values.begin()) ++right;
    Gap longest;
    for (; right != values.end(); ++right) {
      const auto left = std::prev(right);
      const bool inside = from == to ? left->stamp < to : left->stamp < to && right->stamp > from;
      if (!inside) break;
      const Gap gap{left->stamp, right->stamp};
      if (gap.length() > longest.length()) longest = gap;
    }
    return longest;
  }

  const FileColumn& column_;
  Resample rule_;
  bool instants_;  // values are those of an instant, not means
  Instant origin_;
  Duration first_step_{};
  Samples samples_;
  Series series_;
  double usual_gap_ = 0.0;  // s, longest gap between values that counts as usual
  GapRows left_out_, bridged_;
};

void report_missing_file(const DataFiles& files, const MeasurementRequest& request,
                         Diagnostics& diagnostics) {
  const InputError error = files.missing_file(request.column.file, request.where);
  diagnostics.add({request.missing_file, "data.measurement_missing", request.where,
                   error.diagnostics().items()[0].message});
}

void read_rows(DataFiles& files, const MeasurementRequest& request,
               const std::filesystem::path& path, Measured& measured, Diagnostics& diagnostics) {
  const auto kept =
      files.series(path, request.column,
                   {.site = {.latitude = {}, .longitude = {}, .timezone = request.timezone},
                    .from = request.rows.front(),
                    .to = request.rows.back()},
                   diagnostics);
  const RawSeries& raw = *kept;
  FileColumn column = request.column;  // compared at the stamps, whatever its resampling rule
  column.stamp = rules_of_file(column, raw).stamp;
  const Where where{
      .file = path.string(), .component = request.where.component, .port = request.where.port};
  const Conversion unit =
      file_conversion(request.column, raw.header_unit, request.target_unit, where);
  measured.header_unit = raw.header_unit;
  measured.unknown_unit = raw.unknown_unit;
  const Zone zone = request.timezone.empty() ? Zone() : Zone(request.timezone);
  const bool room_air =
      is_room_air(request.where.port) && request.target_unit && *request.target_unit == unit::degC;
  const std::optional<RawSeries> plausible =
      room_air ? plausible_room_air(raw, unit, zone, where, diagnostics) : std::nullopt;
  RowReader reader(plausible ? *plausible : raw, column, request.rows);
  for (std::size_t row = 0; row < request.rows.size(); ++row) {
    const auto [value, length] = reader.value(request.rows, row);
    if (reader.means()) measured.means.push_back(length);
    if (std::isnan(value)) continue;
    measured.values[row] = converted(unit, value);
    ++measured.n;
  }
  reader.note_gaps(zone, where, diagnostics);
}

}  // namespace

Measured read_measurement(DataFiles& files, const MeasurementRequest& request,
                          Diagnostics& diagnostics) {
  assert(std::is_sorted(request.rows.begin(), request.rows.end()));
  Measured measured;
  measured.values.assign(request.rows.size(), kNone);
  measured.missing = static_cast<long>(request.rows.size());
  const auto path = files.find(request.column.file);
  if (!path) {
    report_missing_file(files, request, diagnostics);
    return measured;
  }
  measured.file = path->string();
  if (request.rows.empty()) return measured;
  try {
    read_rows(files, request, *path, measured, diagnostics);
  } catch (const InputError& error) {
    for (Diagnostic item : error.diagnostics().items()) {
      if (item.where.component.empty()) item.where.component = request.where.component;
      if (item.where.port.empty()) item.where.port = request.where.port;
      diagnostics.add(std::move(item));
    }
  }
  measured.missing -= measured.n;
  return measured;
}

std::string difference_unit(const Unit& unit) {
  return unit.point && unit.scale == 1.0 ? "K" : unit.symbol;
}

}  // namespace hearth
