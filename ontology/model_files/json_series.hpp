// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

inline constexpr Choices<Resample, 4> kResampleWords{{{"linear", Resample::Linear},
                                                      {"hold", Resample::Hold},
                                                      {"mean", Resample::Mean},
                                                      {"none", Resample::None}}};
inline constexpr Choices<Series::Shape, 2> kShapeWords{
    {{"hold", Series::Shape::Hold}, {"linear", Series::Shape::Linear}}};
inline constexpr Choices<Stamp, 3> kStampWords{{{"instant", Stamp::Instant},
                                                {"mean_before", Stamp::MeanBefore},
                                                {"mean_after", Stamp::MeanAfter}}};
inline constexpr Choices<Outside, 2> kOutsideWords{
    {{"error", Outside::Error}, {"hold", Outside::Hold}}};
inline constexpr Choices<Duplicates, 3> kDuplicatesWords{
    {{"error", Duplicates::Error}, {"last", Duplicates::Last}, {"mean", Duplicates::Mean}}};
inline constexpr Choices<Sample, 3> kSampleWords{
    {{"mean", Sample::Mean}, {"start", Sample::Start}, {"end", Sample::End}}};

inline constexpr Choices<SunAngle::Angle, 2> kSunWords{
    {{"zenith", SunAngle::Angle::Zenith}, {"azimuth", SunAngle::Angle::Azimuth}}};

/// Reads a file column: `file`, `column`, `time` (names or 0-based numbers), `unit`, `resample`,
/// `max_gap`, `stamp`, `outside`, `duplicates`, `timezone`, `missing_column` (the constant used
/// where the file has no such column). The object may hold `more` keys, which the caller reads.
std::optional<FileColumn> read_file_column(const JsonNode& node,
                                           const std::vector<std::string_view>& more,
                                           Diagnostics& diagnostics);

/// Reads a file column with `sd`, its standard deviation in the unit of the file. The object may
/// hold `more` keys.
std::optional<Measurement> read_measurement(const JsonNode& node,
                                            const std::vector<std::string_view>& more,
                                            Diagnostics& diagnostics);

/// Reads a series: a quantity, `{"value", "unit", "sample"}`, weekly rules
/// `{"default", "rules", "endInclusive", "unit", "sample"}`, points, the sun
/// `{"sun", "latitude", "longitude", "interval", "sample"}` or a file column with `sample`.
/// Values of rules that name units are converted to the rules' `unit`, else to the first one named.
std::optional<SeriesSpec> read_series(const JsonNode& node, Diagnostics& diagnostics);

}  // namespace hearth
