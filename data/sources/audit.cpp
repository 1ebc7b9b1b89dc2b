// SPDX-License-Identifier: MIT
#include "hearth/data/sources/audit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/sqlite/sqlite_series.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/data/weather/weather_series.hpp"

namespace hearth {
namespace {

using std::chrono::hours;

struct ColumnSamples {
  std::vector<Instant> times;  // rising
  std::vector<double> values;  // NaN where missing
};

// Civil time without a zone is read as UTC, so that everything else can still be said.
RowTimes row_times(const CsvTable& table, int column, StampRules& rules, DataAudit& audit) {
  try {
    return read_row_times(table, column, rules);
  } catch (const InputError& error) {
    const bool civil = error.code() == "data.naive_time" || error.code() == "data.time_nonexistent";
    if (!civil) throw;
    audit.diagnostics.append(error.diagnostics());
    rules.zone.reset();  // nothing can be said about daylight saving
    return read_row_times(table, column, {Zone(), rules.year});
  }
}

void audit_rows(const CsvTable& table, const RowTimes& times, DataAudit& audit) {
  audit.rows = table.rows();
  audit.reversed = times.reversed;
  audit.ambiguous = times.ambiguous;
  if (times.times.empty()) {
    audit.diagnostics.error("data.no_values", Where{.file = audit.file},
                            "the file has a header, but no rows; is it complete?");
    return;
  }
  audit.first = times.times.front();
  audit.last = times.times.back();
  for (const StepCount& step : step_histogram(times.times)) {
    if (step.step == Duration{}) audit.duplicates = step.count;
    if (step.step != Duration{}) audit.steps.push_back(step);
  }
  if (audit.duplicates > 0) {
    audit.diagnostics.error("data.time_duplicate", Where{.file = audit.file},
                            fmt::format("{} rows have a stamp that came before: say "
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
                           ColumnAudit& audit) {
  ColumnSamples samples{times.times, {}};
  samples.values.assign(times.times.size(), std::numeric_limits<double>::quiet_NaN());
  long numbers = 0;
  for (std::size_t i = 0; i < times.rows.size(); ++i) {
    const CsvNumber cell = table.number(times.rows[i], column);
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

void audit_flat(const ColumnSamples& samples, const AuditOptions& options, ColumnAudit& audit) {
  FlatSpan span;
  const auto close = [&] {
    const bool long_enough = span.to - span.from >= options.flat_after;
    if (long_enough && span.count >= options.flat_count) audit.flat.push_back(span);
  };
  for (std::size_t i = 0; i < samples.times.size(); ++i) {
    const double value = samples.values[i];
    if (std::isnan(value)) continue;
    if (span.count > 0 && value == span.value) {
      span.to = samples.times[i];
      ++span.count;
      continue;
    }
    close();
    span = {samples.times[i], samples.times[i], value, 1};
  }
  close();
}

// Whether a value stands in [from, to).
bool has_value(const ColumnSamples& samples, Instant from, Instant to) {
  auto time = std::lower_bound(samples.times.begin(), samples.times.end(), from);
  for (; time != samples.times.end() && *time < to; ++time) {
    if (!std::isnan(samples.values[time - samples.times.begin()])) {
      return true;
    }
  }
  return false;
}

// Loggers that run on civil time lose or repeat an hour when clocks change. Only files with at
// least one value per hour can show it.
void audit_daylight(const ColumnSamples& samples, const Zone& zone, ColumnAudit& audit) {
  if (samples.times.empty()) return;
  const Instant last = samples.times.back();
  OffsetSpan span = zone.span(samples.times.front());
  while (span.end < last - hours(1)) {
    const OffsetSpan next = zone.span(span.end);
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

void audit_columns(const CsvTable& table, int time_column, const RowTimes& times,
                   const std::optional<Zone>& zone, const AuditOptions& options, DataAudit& audit) {
  const bool hourly = !audit.steps.empty() && audit.steps[0].step <= hours(1);
  for (int column = 0; column < static_cast<int>(table.columns().size()); ++column) {
    if (column == time_column) continue;
    ColumnAudit& result = audit.columns.emplace_back();
    result.name = table.columns()[column];
    const ColumnSamples samples = read_samples(table, column, times, result);
    audit_gaps(samples, result);
    audit_flat(samples, options, result);
    if (zone && hourly) audit_daylight(samples, *zone, result);
    if (!result.numeric || result.invalid == 0) continue;
    try {
      table.numbers(column);  // for its messages
    } catch (const InputError& error) {
      audit.diagnostics.append(error.diagnostics());
    }
  }
}

CsvTable read_table(const std::filesystem::path& path, const AuditOptions& options,
                    DataAudit& audit) {
  if (is_sqlite_file(path)) {
    return SqliteSeries(path).overview(options.time_column, audit.description);
  }
  std::string text = read_text_file(path);
  if (is_weather_file(path, text)) {
    const WeatherFile weather = parse_weather(text, path);
    audit.description = weather.description();
    text = weather_rows_csv(weather);
  }
  CsvTable table = CsvTable::parse(std::move(text), path.string());
  audit.separator = table.separator();
  return table;
}

}  // namespace

DataAudit audit_data(const std::filesystem::path& path, const AuditOptions& options) {
  DataAudit audit;
  const CsvTable table = read_table(path, options, audit);
  audit.file = table.file();
  audit.decimal_comma = table.decimal_comma();
  const auto time_column = table.find(options.time_column);
  if (!time_column) throw table.missing_column(options.time_column);
  StampRules rules = stamp_rules(table, "", options.timezone);
  if (rules.zone) audit.zone = rules.zone->name();
  const RowTimes times = row_times(table, *time_column, rules, audit);
  audit_rows(table, times, audit);
  audit_columns(table, *time_column, times, rules.zone, options, audit);
  return audit;
}

}  // namespace hearth
