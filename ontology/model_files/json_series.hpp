// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hearth/data/json/json_record.hpp"
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
inline constexpr Choices<Separator, 9> kSeparatorWords{{{"auto", Separator::Auto},
                                                        {"comma", Separator::Comma},
                                                        {"semicolon", Separator::Semicolon},
                                                        {"tab", Separator::Tab},
                                                        {"bar", Separator::Bar},
                                                        {",", Separator::Comma},
                                                        {";", Separator::Semicolon},
                                                        {"\t", Separator::Tab},
                                                        {"|", Separator::Bar}}};
inline constexpr Choices<Mark, 4> kDecimalWords{
    {{".", Mark::Point}, {",", Mark::Comma}, {"point", Mark::Point}, {"comma", Mark::Comma}}};
inline constexpr Choices<Mark, 8> kThousandsWords{{{".", Mark::Point},
                                                   {",", Mark::Comma},
                                                   {" ", Mark::Space},
                                                   {"'", Mark::Apostrophe},
                                                   {"point", Mark::Point},
                                                   {"comma", Mark::Comma},
                                                   {"space", Mark::Space},
                                                   {"apostrophe", Mark::Apostrophe}}};
inline constexpr Choices<Sample, 3> kSampleWords{
    {{"mean", Sample::Mean}, {"start", Sample::Start}, {"end", Sample::End}}};

inline constexpr Choices<SunAngle::Angle, 2> kSunWords{
    {{"zenith", SunAngle::Angle::Zenith}, {"azimuth", SunAngle::Angle::Azimuth}}};

/// Description of the key `sample` of all series.
inline constexpr std::string_view kSampleDoc = "What a step receives";

/// Form of rules for all columns of a data file: `"files": {"bms.csv": {...}}`. The key, a name or
/// a pattern, becomes `file` of the rules.
const JsonForm<std::vector<FileColumn>>& file_rules_form();
/// A column of a data file.
const JsonRecord<FileColumn>& file_column_record();
/// Record of `sd` of a measurement: a number above 0 in the unit of the file, or with a unit.
const JsonRecord<Measurement>& deviation_record();
/// A file column with `sd`.
const JsonRecord<Measurement>& measurement_record();
/// Reads a file column with `sd`. Returns nothing, and adds the problems to `diagnostics`, if it
/// cannot be read.
std::optional<Measurement> read_measurement(const JsonNode& node, Diagnostics& diagnostics);

/// Reads a series: a quantity, `{"value", "unit", "sample"}`, weekly rules `{"default", "rules",
/// "endInclusive", "unit", "sample"}`, points, the sun `{"sun", "latitude", "longitude",
/// "interval", "sample"}` or a file column with `sample`. Values of rules with units are converted
/// to the `unit` of the rules or, if it is missing, to the first unit in them.
std::optional<SeriesSpec> read_series(const JsonNode& node, Diagnostics& diagnostics);
/// Writes a series in the form that `read_series` reads. Throws the errors of `number_json` and
/// `unit_json`.
nlohmann::ordered_json series_json(const SeriesSpec& spec);
/// Returns the JSON Schema of series.
nlohmann::ordered_json series_schema();

}  // namespace hearth
