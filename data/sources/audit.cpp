// SPDX-License-Identifier: MIT
#include "hearth/data/sources/audit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/data/results/read_results.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sqlite/internal/sqlite_rows.hpp"
#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/sqlite/sqlite_series.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/long_csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/data/weather/design_day.hpp"
#include "hearth/data/weather/weather_series.hpp"

namespace hearth {
namespace {

using std::chrono::hours;

struct ColumnSamples {
  std::vector<Instant> times;  // rising
  std::vector<double> values;  // NaN where missing
};

// Returns whether a row without an offset from UTC is at most an hour earlier than the row above
// it, as after clocks are put back.
bool repeats_hour(const CsvTable& table, int column, const StampRules& rules, int line) {
  const std::vector<std::string> texts = stamp_texts(table, column, rules.clock);
  for (long row = 1; row < table.rows(); ++row) {
    if (table.line(row) != line) continue;
    const auto before = rules.format.read(texts[static_cast<std::size_t>(row) - 1], rules.year);
    const auto after = rules.format.read(texts[static_cast<std::size_t>(row)], rules.year);
    if (!before || !after || before->offset || after->offset) return false;
    return before->local > after->local && before->local - after->local <= hours(1);
  }
  return false;
}

[[noreturn]] void refuse_repeated_hour(const InputError& disorder) {
  throw InputError("data.naive_time", disorder.diagnostics().items().front().where,
                   "clocks are put back here and an hour occurs twice, but the time stamps have no "
                   "offset from UTC: set --timezone ZONE or \"timezone\" in the series, or add a "
                   "line '# timezone: ZONE' at the top of the file");
}

// Local time without a zone is read as UTC, so that everything else can be reported.
RowTimes row_times(const CsvTable& table, int column, StampRules& rules, DataAudit& audit) {
  try {
    return read_row_times(table, column, rules);
  } catch (const InputError& error) {
    const bool civil = error.code() == "data.naive_time" || error.code() == "data.time_nonexistent";
    if (!civil) throw;
    audit.diagnostics.append(error.diagnostics());
    rules.zone.reset();  // nothing is known about daylight saving
  }
  try {
    StampRules in_utc = rules;
    in_utc.zone = Zone();
    return read_row_times(table, column, in_utc);
  } catch (const InputError& error) {
    const int line = error.diagnostics().items().front().where.line;
    if (error.code() == "data.time_order" && repeats_hour(table, column, rules, line)) {
      refuse_repeated_hour(error);
    }
    throw;
  }
}

// Reports names and units that would cause errors in a simulation or be ignored.
void audit_header(const CsvTable& table, DataAudit& audit) {
  const Where where{.file = audit.file, .line = table.header_line()};
  std::map<std::string, int> names;
  for (const std::string& header : table.columns()) ++names[header];
  for (const auto& [name, count] : names) {
    if (count < 2) continue;
    audit.diagnostics.warning("data.column_duplicate", where,
                              fmt::format("{} columns are named '{}': rename them, or select a "
                                          "column by its number, counted from 0",
                                          count, name));
  }
  for (const auto& [header, count] : names) {
    const std::string symbol = split_unit(header).second;
    if (symbol.empty() || symbol == unit::any.symbol || parse_unit(symbol)) continue;
    if (interval_of_title(header)) continue;
    audit.diagnostics.warning(
        "data.unit_unknown", where,
        fmt::format("unknown unit '{}' of column '{}'{}; its numbers are read without a unit",
                    symbol, header, did_you_mean(symbol, unit_symbols())));
  }
}

void audit_rows(const CsvTable& table, const RowTimes& times, DataAudit& audit) {
  audit.rows = table.rows();
  audit.reversed = times.reversed;
  audit.ambiguous = times.ambiguous;
  if (times.times.empty()) {
    audit.diagnostics.error("data.no_values", Where{.file = audit.file},
                            "the file has a header, but no rows; check that it is complete");
    return;
  }
  audit.first = times.times.front();
  audit.last = times.times.back();
  for (const StepCount& step : step_histogram(times.times)) {
    if (step.step == Duration{}) audit.duplicates = step.count;
    if (step.step != Duration{}) audit.steps.push_back(step);
  }
  const bool merged = audit.column.duplicates.value_or(Duplicates::Error) != Duplicates::Error;
  if (audit.duplicates > 0 && !merged) {
    audit.diagnostics.error("data.time_duplicate", Where{.file = audit.file},
                            fmt::format("{} rows repeat the time stamp of an earlier row: set "
                                        "\"duplicates\": \"last\" or \"mean\"",
                                        audit.duplicates));
  }
  if (audit.steps.empty()) return;
  const auto distances = static_cast<double>(times.times.size() - 1);
  if (static_cast<double>(audit.steps[0].count) < 0.9 * distances) return;
  for (const StepCount& step : audit.steps) {
    audit.absent += step.count * stamps_left_out(step.step, audit.steps[0].step);
  }
}

ColumnSamples read_samples(const CsvTable& table, int column, const RowTimes& times,
                           const FileColumn& rules, ColumnAudit& audit) {
  const NumberFormat format{rules.decimal, rules.thousands, rules.missing};
  const double scale = rules.scale.value_or(1.0);
  const double offset = rules.offset.value_or(0.0);
  ColumnSamples samples{times.times, {}};
  samples.values.assign(times.times.size(), std::numeric_limits<double>::quiet_NaN());
  long numbers = 0;
  for (std::size_t i = 0; i < times.rows.size(); ++i) {
    CsvNumber cell = table.number(times.rows[i], column, format);
    if (rules.scale || rules.offset) cell.value = scale * cell.value + offset;
    if (cell.kind == CsvNumber::Kind::Missing) ++audit.missing;
    if (cell.kind == CsvNumber::Kind::Invalid) ++audit.invalid;
    if (cell.kind != CsvNumber::Kind::Number) continue;
    samples.values[i] = cell.value;
    audit.min = numbers == 0 ? cell.value : std::min(audit.min, cell.value);
    audit.max = numbers == 0 ? cell.value : std::max(audit.max, cell.value);
    ++numbers;
  }
  audit.numeric = numbers > 0 || audit.invalid == 0;
  const auto rows = static_cast<double>(std::max<std::size_t>(times.rows.size(), 1));
  audit.missing_share = static_cast<double>(audit.missing) / rows;
  return samples;
}

void audit_gaps(const ColumnSamples& samples, ColumnAudit& audit) {
  std::optional<Instant> last;
  for (std::size_t i = 0; i < samples.times.size(); ++i) {
    if (std::isnan(samples.values[i])) continue;
    const Gap gap{last.value_or(samples.times[i]), samples.times[i]};
    if (gap.length() > audit.longest_gap.length()) audit.longest_gap = gap;
    last = samples.times[i];
  }
}

// Returns whether there is a value in [from, to).
bool has_value(const ColumnSamples& samples, Instant from, Instant to) {
  auto time = std::lower_bound(samples.times.begin(), samples.times.end(), from);
  for (; time != samples.times.end() && *time < to; ++time) {
    if (!std::isnan(samples.values[time - samples.times.begin()])) {
      return true;
    }
  }
  return false;
}

// Loggers that run on local time lose or repeat an hour when clocks change. Only files with at
// least one value per hour can show this.
void audit_daylight(const ColumnSamples& samples, const Zone& zone, ColumnAudit& audit) {
  if (samples.times.empty()) return;
  const Instant last = samples.times.back();
  OffsetSpan span = zone.span(samples.times.front());
  while (span.end < last - hours(1)) {
    const OffsetSpan next = zone.span(span.end);
    if (next.end <= span.end) return;  // daylight saving is not known after this
    const DaylightAnomaly change{.change = span.end,
                                 .forward = next.offset > span.offset,
                                 .before = !has_value(samples, span.end - hours(1), span.end),
                                 .after = !has_value(samples, span.end, span.end + hours(1))};
    const bool recorded = span.end - hours(1) >= samples.times.front();
    if (recorded && next.offset != span.offset && change.before != change.after) {
      audit.daylight.push_back(change);
    }
    span = next;
  }
}

void audit_columns(const CsvTable& table, int time_column, const std::optional<int>& clock_column,
                   const RowTimes& times, const std::optional<Zone>& zone,
                   const AuditOptions& options, bool weather, DataAudit& audit) {
  const bool hourly = !audit.steps.empty() && audit.steps[0].step <= hours(1);
  for (int column = 0; column < static_cast<int>(table.columns().size()); ++column) {
    if (column == time_column || column == clock_column) continue;
    ColumnAudit& result = audit.columns.emplace_back();
    result.name = table.columns()[column];
    const ColumnSamples samples = read_samples(table, column, times, audit.column, result);
    audit_gaps(samples, result);
    const int own = weather ? weather_column(split_unit(result.name).first) : -1;
    const bool rests = own >= 0 && weather_columns()[own].rests;
    if (!rests) result.flat = flat_spans(samples.times, samples.values, options.flat);
    if (zone && hourly) audit_daylight(samples, *zone, result);
    if (result.numeric) {
      audit.diagnostics.append(unlikely_values({.name = result.name,
                                                .times = samples.times,
                                                .values = samples.values,
                                                .unit = table.header_unit(column),
                                                .where = {.file = audit.file},
                                                .rests = rests},
                                               options.flat));
    }
    if (!result.numeric || result.invalid == 0) continue;
    try {
      const FileColumn& rules = audit.column;
      table.numbers(column, {rules.decimal, rules.thousands, rules.missing});  // may throw
    } catch (const InputError& error) {
      audit.diagnostics.append(error.diagnostics());
    }
  }
}

CsvTable read_table(const std::filesystem::path& path, const AuditOptions& options,
                    std::optional<WeatherFile>& found, DataAudit& audit) {
  if (is_sqlite_file(path)) {
    return SqliteSeries(path).overview(options.column.time_column.value_or(0), audit.description,
                                       TimeFormat(options.column.time_format));
  }
  if (is_binary_results(path)) {
    audit.description = "NetCDF";
    return read_results_table(path).table;
  }
  std::string text = read_text_file(path);
  Separator separator = options.column.separator.value_or(Separator::Auto);
  if (is_weather_file(path, text)) {
    const WeatherFile weather = parse_weather(text, path);
    audit.description = weather.description();
    text = weather_rows_csv(weather);
    found = weather;
    separator = Separator::Auto;
  }
  CsvTable table = CsvTable::parse(std::move(text), path.string(), separator);
  audit.separator = table.separator();
  if (!LongCsv::has_form(table)) return table;
  return LongCsv(std::move(table))
      .overview(TimeFormat(options.column.time_format), audit.description);
}

/// Adds the findings about a weather file: the computed columns, the design conditions, and the
/// sun. Values that stay at 0 are removed from the flat spans, because nights are not failures of a
/// sensor.
void audit_sun(const WeatherFile& weather, const AuditOptions& options, DataAudit& audit) {
  for (const std::string& name : weather_names(weather)) {
    const bool listed = std::any_of(
        audit.columns.begin(), audit.columns.end(),
        [&](const ColumnAudit& column) { return split_unit(column.name).first == name; });
    if (!listed) audit.computed.push_back(name);
  }
  for (ColumnAudit& column : audit.columns) {
    std::erase_if(column.flat, [](const FlatSpan& span) { return span.value == 0.0; });
  }
  if (weather.heating && weather.cooling) {
    const auto text = [&](DesignDay day) {
      return description(design_conditions(weather, day), day);
    };
    audit.design = "heating " + text(DesignDay::Heating) + "; cooling " + text(DesignDay::Cooling);
  }
  const Site site{.latitude = {}, .longitude = {}, .timezone = options.timezone};
  const std::chrono::year year(weather.year);
  const Instant from = std::chrono::sys_days(year / 1 / 1);
  const Instant to = std::chrono::sys_days((year + std::chrono::years(1)) / 1 / 1);
  try {
    const RawSeries zenith = weather_series(weather, "solarZenith", site, from, to);
    double up = 0.0;
    for (std::size_t i = 0; i < zenith.times.size(); ++i) {
      const bool in_year = zenith.times[i] > from && zenith.times[i] <= to;
      if (in_year && zenith.values[i] < 90.0) up += seconds(zenith.interval) / 3600.0;
    }
    audit.sun_up = up;
  } catch (const InputError&) {
    return;  // the file does not contain its place
  }
  const Where where{.file = audit.file};
  try {
    if (weather.offset) {
      check_longitude(*weather.longitude, Zone(format_offset(*weather.offset)), from, where);
    }
    const char* const global = "globalHorizontalRadiation";
    const FileColumn column{.file = "",
                            .column = global,
                            .unit = {},
                            .resample = {},
                            .max_gap = {},
                            .timezone = "",
                            .missing_column = {}};
    audit.diagnostics.append(sunlight_at_night(weather_series(weather, global, site, from, to),
                                               column, {*weather.latitude, *weather.longitude},
                                               where));
  } catch (const InputError& error) {
    audit.diagnostics.append(error.diagnostics());
  }
}

/// Detects rules for reading a file if only one choice fits.
class Recognition {
 public:
  Recognition(const CsvTable& table, FileColumn& column) : table_(table), column_(column) {}

  /// Returns whether a rule was detected that a model must set.
  bool run() {
    find_time();
    find_numbers();
    return found_;
  }

 private:
  void find_time() {
    if (!column_.time_format.empty() || table_.rows() == 0) return;
    const int time = table_.position(column_.time_column.value_or(0));
    std::optional<int> clock;
    if (column_.clock_column) clock = table_.position(*column_.clock_column);
    std::vector<std::string> texts = stamp_texts(table_, time, clock);
    if (!clock && holds_clock(texts, time + 1)) {
      clock = time + 1;
      column_.time_column = name_of(time);
      column_.clock_column = name_of(time + 1);
      found_ = true;
      texts = stamp_texts(table_, time, clock);
    }
    const bool known = std::all_of(texts.begin(), texts.end(), [](const std::string& text) {
      return parse_time(text, 2000).has_value();
    });
    if (known) return;
    const std::vector<std::string> formats = fitting_time_formats({texts.begin(), texts.end()});
    if (formats.size() != 1) return;  // the reader's error lists the possible ones
    column_.time_format = formats.front();
    found_ = true;
  }

  /// Returns whether the column contains times of day, next to a column of dates of which some are
  /// repeated.
  bool holds_clock(const std::vector<std::string>& dates, int column) const {
    if (column >= static_cast<int>(table_.columns().size())) return false;
    const bool dates_alone = std::none_of(dates.begin(), dates.end(), [](const std::string& text) {
      return text.find(':') != std::string::npos;
    });
    if (!dates_alone || std::adjacent_find(dates.begin(), dates.end()) == dates.end()) return false;
    const std::vector<std::string> times = stamp_texts(table_, column, {});
    return !time_of_day_format({times.begin(), times.end()}).empty();
  }

  ColumnName name_of(int column) const {
    const std::string& name = table_.columns()[static_cast<std::size_t>(column)];
    const auto& names = table_.columns();
    if (std::count(names.begin(), names.end(), name) > 1) return column;
    return split_unit(name).first;
  }

  /// Sets the marks of decimals and thousands with which all columns that were not read can be
  /// read.
  void find_numbers() {
    if (column_.decimal || column_.thousands) return;
    const std::vector<int> unread = unread_columns({});
    if (unread.empty()) return;
    constexpr std::array kThousands{std::optional<Mark>(), std::optional(Mark::Point),
                                    std::optional(Mark::Comma), std::optional(Mark::Space),
                                    std::optional(Mark::Apostrophe)};
    std::vector<double> first;
    for (const auto& thousands : kThousands) {
      for (const Mark decimal : {Mark::Point, Mark::Comma}) {
        if (decimal == thousands) continue;
        const NumberFormat format{decimal, thousands, column_.missing};
        const std::vector<int> left = unread_columns(format);
        const bool helps = left.size() < unread.size() &&
                           std::includes(unread.begin(), unread.end(), left.begin(), left.end());
        if (!helps) continue;
        const std::vector<double> numbers = numbers_of(unread, format);
        if (!found_numbers_) {
          first = numbers;
          column_.decimal = decimal;
          column_.thousands = thousands;
          found_numbers_ = true;
        } else if (numbers.size() == first.size() && numbers != first) {
          // The cells can be read in a second way: the message of the column offers both.
          column_.decimal.reset();
          column_.thousands.reset();
          return;
        }
      }
    }
    found_ = found_ || found_numbers_;
  }

  /// Returns the numbers in cells of some columns, read in a format.
  std::vector<double> numbers_of(const std::vector<int>& columns,
                                 const NumberFormat& format) const {
    std::vector<double> numbers;
    for (const int column : columns) {
      for (long row = 0; row < table_.rows(); ++row) {
        const CsvNumber number = table_.number(row, column, format);
        if (number.kind == CsvNumber::Kind::Number) numbers.push_back(number.value);
      }
    }
    return numbers;
  }

  /// Returns the columns with cells that contain digits and are not numbers.
  std::vector<int> unread_columns(const NumberFormat& format) const {
    NumberFormat asked = format;
    asked.missing = column_.missing;
    std::vector<int> unread;
    for (int column = 0; column < static_cast<int>(table_.columns().size()); ++column) {
      if (is_time(column)) continue;
      const std::vector<std::string> words = table_.words(column, asked);
      const bool digits = std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return word.find_first_of("0123456789") != std::string::npos &&
               word.find_first_not_of("0123456789.,' +-eE\xc2\xa0\xe2\x80\xaf\x99") ==
                   std::string::npos;
      });
      if (digits) unread.push_back(column);
    }
    return unread;
  }

  bool is_time(int column) const {
    const auto is = [&](const ColumnName& name) { return table_.find(name) == column; };
    return is(column_.time_column.value_or(0)) ||
           (column_.clock_column && is(*column_.clock_column));
  }

  const CsvTable& table_;
  FileColumn& column_;
  bool found_ = false;
  bool found_numbers_ = false;
};

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string column_text(const ColumnName& column) {
  if (const int* number = std::get_if<int>(&column)) return std::to_string(*number);
  return in_quotes(std::get<std::string>(column));
}

/// Returns words among numbers that probably mark missing values.
std::vector<std::string> likely_missing(const CsvTable& table, const DataAudit& audit) {
  constexpr std::size_t kMost = 8;
  const FileColumn& rules = audit.column;
  std::vector<std::string> found;
  for (const ColumnAudit& column : audit.columns) {
    if (!column.numeric || column.invalid == 0) continue;
    const auto number = table.find(column.name);
    if (!number) continue;
    const NumberFormat format{rules.decimal, rules.thousands, rules.missing};
    for (const std::string& word : table.words(*number, format)) {
      if (std::find(found.begin(), found.end(), word) == found.end()) found.push_back(word);
      if (found.size() > kMost) return {};  // not marks of missing values, but damage
    }
  }
  return found;
}

void report_recognised(const CsvTable& table, bool recognised, DataAudit& audit) {
  FileColumn keys = audit.column;
  for (const std::string& word : likely_missing(table, audit)) keys.missing.push_back(word);
  audit.recognised = recognised || keys.missing.size() > audit.column.missing.size();
  if (!audit.recognised) return;
  audit.diagnostics.warning(
      "data.format_recognised", Where{.file = audit.file},
      fmt::format("a model reads this file if it has \"files\": {{{}: {{{}}}}}",
                  in_quotes(base_name(audit.file)), reading_keys(keys)));
}

}  // namespace

std::string reading_keys(const FileColumn& column) {
  std::vector<std::string> keys;
  if (column.time_column) {
    const std::string time = column_text(*column.time_column);
    keys.push_back("\"time\": " + (column.clock_column
                                       ? "[" + time + ", " + column_text(*column.clock_column) + "]"
                                       : time));
  }
  if (!column.time_format.empty())
    keys.push_back("\"time_format\": " + in_quotes(column.time_format));
  if (!column.timezone.empty()) keys.push_back("\"timezone\": " + in_quotes(column.timezone));
  constexpr std::array kSeparators{"auto", "comma", "semicolon", "tab", "bar"};
  if (column.separator.value_or(Separator::Auto) != Separator::Auto) {
    keys.push_back("\"separator\": " +
                   in_quotes(kSeparators[static_cast<std::size_t>(*column.separator)]));
  }
  constexpr std::array kMarks{".", ",", " ", "'"};
  const auto mark = [&](const char* key, const std::optional<Mark>& value) {
    if (value)
      keys.push_back(in_quotes(key) + ": " + in_quotes(kMarks[static_cast<std::size_t>(*value)]));
  };
  mark("decimal", column.decimal);
  mark("thousands", column.thousands);
  if (!column.missing.empty()) {
    std::string words;
    for (const std::string& word : column.missing) {
      words += (words.empty() ? "" : ", ") + in_quotes(word);
    }
    keys.push_back("\"missing\": [" + words + "]");
  }
  if (column.scale) keys.push_back(fmt::format("\"scale\": {}", *column.scale));
  if (column.offset) keys.push_back(fmt::format("\"offset\": {}", *column.offset));
  return fmt::format("{}", fmt::join(keys, ", "));
}

DataAudit audit_data(const std::filesystem::path& path, const AuditOptions& options) {
  DataAudit audit;
  std::optional<WeatherFile> weather;
  const CsvTable table = read_table(path, options, weather, audit);
  audit.file = table.file();
  audit.decimal_comma = table.decimal_comma();
  audit.column = options.column;
  for (std::string& word : table.declared_list("missing")) {
    audit.column.missing.push_back(std::move(word));
  }
  const bool is_csv = !weather && !is_sqlite_file(path) && !is_binary_results(path);
  const bool declared = table.declared("time_format").has_value();
  const bool recognised =
      options.recognise && is_csv && !declared && Recognition(table, audit.column).run();
  audit_header(table, audit);
  const int time_column = table.position(audit.column.time_column.value_or(0));
  StampRules rules = stamp_rules(table, audit.column.timezone, options.timezone);
  if (!audit.column.time_format.empty() && !table.declared(kStampsRead)) {
    rules.format = TimeFormat(audit.column.time_format);
  }
  if (audit.column.clock_column) rules.clock = table.position(*audit.column.clock_column);
  if (rules.zone) audit.zone = rules.zone->name();
  const RowTimes times = row_times(table, time_column, rules, audit);
  audit_rows(table, times, audit);
  audit_columns(table, time_column, rules.clock, times, rules.zone, options, weather.has_value(),
                audit);
  if (weather) audit_sun(*weather, options, audit);
  if (options.recognise) report_recognised(table, recognised, audit);
  return audit;
}

}  // namespace hearth
