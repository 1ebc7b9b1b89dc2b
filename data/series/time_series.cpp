// SPDX-License-Identifier: MIT
#include "hearth/data/series/time_series.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include <fmt/format.h>

#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

class StampReader {
 public:
  StampReader(const CsvTable& table, int column, const StampRules& rules)
      : table_(table), column_(column), rules_(rules) {}

  RowTimes read() {
    read_stamps();
    RowTimes result;
    result.reversed = stamps_.size() > 1 && rough(stamps_.back()) < rough(stamps_.front());
    const auto count = static_cast<long>(stamps_.size());
    result.times.reserve(stamps_.size());
    result.rows.reserve(stamps_.size());
    for (long k = 0; k < count; ++k) {
      const long row = result.reversed ? count - 1 - k : k;
      append(row, result);
    }
    note_civil_time(result);
    return result;
  }

 private:
  [[noreturn]] void fail(const char* code, long row, const std::string& message) const {
    throw InputError(code, Where{.file = table_.file(), .line = table_.line(row)}, message);
  }

  std::string written(long row) const {
    std::string text(table_.cell(row, column_));
    if (rules_.clock) text += " " + std::string(trimmed(table_.cell(row, *rules_.clock)));
    return text;
  }

  void note_civil_time(RowTimes& result) const {
    bool naive = false;
    std::optional<Duration> least, most;
    for (const TimeStamp& stamp : stamps_) {
      naive = naive || !stamp.offset;
      if (!stamp.offset) continue;
      least = std::min(least.value_or(*stamp.offset), *stamp.offset);
      most = std::max(most.value_or(*stamp.offset), *stamp.offset);
    }
    if (naive) {
      if (!least && rules_.zone) result.civil_time = rules_.zone->name();
      return;
    }
    if (!least || *most - *least > std::chrono::hours(1)) return;
    result.civil_time = format_offset(*least);
    result.summer_time = *most != *least;
  }

  // Returns a time that is precise enough to distinguish rising from falling rows before zones are
  // considered.
  static LocalTime rough(const TimeStamp& stamp) {
    return stamp.local - stamp.offset.value_or(Duration{});
  }

  void read_stamps() {
    std::optional<int> year = rules_.year;
    stamps_.reserve(static_cast<std::size_t>(table_.rows()));
    std::string joined;
    for (long row = 0; row < table_.rows(); ++row) {
      std::string_view text = table_.cell(row, column_);
      if (rules_.clock) text = joined = written(row);
      const bool no_year = rules_.format.lacks_year(text);
      auto stamp = rules_.format.read(text, year);
      if (!stamp) fail_to_parse(row, no_year && !year);
      if (no_year && !stamps_.empty() && new_year(*stamp)) {
        stamp = rules_.format.read(text, ++*year);
      }
      if (!stamp) fail_to_parse(row, false);
      stamps_.push_back(*stamp);
    }
  }

  // Stamps without a year continue in the next year if they go back by months.
  bool new_year(const TimeStamp& stamp) const {
    return stamps_.back().local - stamp.local > std::chrono::days(180);
  }

  [[noreturn]] void fail_to_parse(long row, bool year_missing) const {
    if (year_missing) {
      fail("data.year_missing", row,
           fmt::format("'{}' has no year: add a line '# year: YYYY' at the top of the file",
                       written(row)));
    }
    const std::string what =
        fmt::format("'{}' in column '{}'", written(row), table_.columns()[column_]);
    if (!rules_.format.is_default()) {
      fail("data.time_invalid", row,
           fmt::format("{} is not a time written as \"time_format\": \"{}\"", what,
                       rules_.format.pattern()));
    }
    const std::vector<std::string> texts = stamp_texts(table_, column_, rules_.clock);
    const std::vector<std::string> formats = fitting_time_formats({texts.begin(), texts.end()});
    if (formats.size() > 1) {
      std::string list;
      for (const std::string& format : formats) {
        list += (list.empty() ? "\"" : "\" or \"") + format;
      }
      fail("data.date_ambiguous", row,
           fmt::format("{} may be read in {} ways: add \"time_format\": {}\" to the series, for "
                       "the whole file under \"files\", or as a line '# time_format: ...' at the "
                       "top of the file",
                       what, formats.size(), list));
    }
    fail("data.time_invalid", row,
         fmt::format(
             "{} is not a time (expected ISO 8601 or MM/DD HH:MM:SS): {}", what,
             formats.empty()
                 ? std::string("set \"time_format\" to its pattern, such as \"DD.MM.YYYY HH:mm\"")
                 : fmt::format("add \"time_format\": \"{0}\" to the series or for the whole "
                               "file under \"files\", or a line '# time_format: {0}' at the top "
                               "of the file",
                               formats.front())));
  }

  void append(long row, RowTimes& result) {
    const TimeStamp& stamp = stamps_[row];
    const Instant time = stamp.offset ? stamp.instant() : resolve(row, stamp.local, result);
    if (!result.times.empty()) {
      const bool falls = time < result.times.back();
      if (falls || (result.reversed && time == result.times.back())) {
        fail("data.time_order", row,
             fmt::format("'{}' is out of order: times must rise from row to row (or fall strictly)",
                         written(row)));
      }
    }
    result.times.push_back(time);
    result.rows.push_back(row);
  }

  Instant resolve(long row, LocalTime local, RowTimes& result) {
    if (!rules_.zone) {
      fail("data.naive_time", row,
           fmt::format("'{}' has no offset from UTC: set --timezone ZONE or \"timezone\" in the "
                       "series, or add a line '# timezone: ZONE' at the top of the file",
                       written(row)));
    }
    // Far from a change of offset a local time has one meaning.
    const Instant guess{local.time_since_epoch() - span_.offset};
    const Duration margin = std::chrono::days(1);
    if (guess >= span_.begin + margin && guess < span_.end - margin) return guess;
    const LocalMeaning meaning = rules_.zone->meaning(local);
    span_ = rules_.zone->span(meaning.first);
    if (meaning.kind == LocalMeaning::Kind::Nonexistent) {
      fail("data.time_nonexistent", row,
           fmt::format("'{}' does not exist in {}: clocks were put forward (if the times do not "
                       "use daylight saving time, set an offset such as '+01:00' as time zone)",
                       written(row), rules_.zone->name()));
    }
    if (meaning.kind == LocalMeaning::Kind::Unique) return meaning.first;
    ++result.ambiguous;
    const bool first_used = !result.times.empty() && meaning.first <= result.times.back();
    const bool second_used = !result.times.empty() && meaning.second < result.times.back();
    return first_used && !second_used ? meaning.second : meaning.first;
  }

  const CsvTable& table_;
  int column_;
  const StampRules& rules_;
  std::vector<TimeStamp> stamps_;
  OffsetSpan span_;
};

// Merges rows with the same stamp into one value.
class Merger {
 public:
  Merger(const CsvTable& table, Duplicates rule, const Zone& zone, RawSeries& series)
      : table_(table), rule_(rule), zone_(zone), series_(series) {}

  void add(Instant time, double value, long row) {
    if (series_.times.empty() || series_.times.back() != time) {
      series_.times.push_back(time);
      series_.values.push_back(value);
      values_ = std::isnan(value) ? 0 : 1;
      return;
    }
    if (rule_ == Duplicates::Error) fail(time, row);
    ++series_.merged;
    if (std::isnan(value)) return;
    double& merged = series_.values.back();
    ++values_;
    const bool replace = rule_ == Duplicates::Last || values_ == 1;
    merged = replace ? value : merged + (value - merged) / static_cast<double>(values_);
  }

 private:
  [[noreturn]] void fail(Instant time, long row) const {
    throw InputError(
        "data.time_duplicate", Where{.file = table_.file(), .line = table_.line(row)},
        fmt::format("the time stamp {} appears twice: remove one of the rows, or set "
                    "\"duplicates\": \"last\" or \"mean\" (for the whole file under \"files\")",
                    format_time(time, zone_)));
  }

  const CsvTable& table_;
  Duplicates rule_;
  const Zone& zone_;
  RawSeries& series_;
  long values_ = 0;  // merged into the last sample
};

void describe_spacing(RawSeries& series) {
  const std::vector<StepCount> steps = step_histogram(series.times);
  if (steps.empty()) return;
  series.interval = steps[0].step;
  const auto distances = static_cast<double>(series.times.size() - 1);
  series.regular = static_cast<double>(steps[0].count) >= 0.9 * distances;
  for (const StepCount& step : steps) {
    if (!series.regular) break;
    series.absent += step.count * stamps_left_out(step.step, series.interval);
  }
}

void describe_gaps(RawSeries& series) {
  std::optional<Instant> last;
  for (std::size_t i = 0; i < series.times.size(); ++i) {
    if (std::isnan(series.values[i])) {
      ++series.missing;
      continue;
    }
    const Gap gap{last.value_or(series.times[i]), series.times[i]};
    if (gap.length() > series.longest_gap.length()) series.longest_gap = gap;
    last = series.times[i];
  }
}

// Reads the lines `# mean_before: a, b, ...` and `# linear: a, b, ...` that declare the kind of the
// values of a column.
void read_declared(const CsvTable& table, int column, RawSeries& series) {
  const std::string name = split_unit(table.columns()[column]).first;
  const auto is_listed = [&](std::string_view key) {
    const std::vector<std::string> names = table.declared_list(key);
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (is_listed("mean_before")) series.stamp = Stamp::MeanBefore;
  if (is_listed("linear")) series.resample = Resample::Linear;
}

}  // namespace

FileColumn rules_of_file(const FileColumn& column, const RawSeries& raw) {
  FileColumn rules = column;
  if (!column.stamp) rules.stamp = raw.stamp;
  if (!column.resample) rules.resample = raw.resample;
  return rules;
}

long stamps_left_out(Duration distance, Duration interval) {
  if (interval <= Duration{} || distance <= interval) return 0;
  return static_cast<long>((distance - Duration(1)) / interval);
}

std::vector<StepCount> step_histogram(const std::vector<Instant>& times) {
  std::unordered_map<std::int64_t, long> counts;
  std::int64_t last = -1;
  long* count = nullptr;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const std::int64_t step = (times[i] - times[i - 1]).count();
    if (count == nullptr || step != last) count = &counts[step];  // stays valid in a node map
    ++*count;
    last = step;
  }
  std::vector<StepCount> steps;
  for (const auto& [step, number] : counts) steps.push_back({Duration(step), number});
  std::sort(steps.begin(), steps.end(), [](const StepCount& a, const StepCount& b) {
    return a.count != b.count ? a.count > b.count : a.step < b.step;
  });
  return steps;
}

StampRules stamp_rules(const CsvTable& table, const std::string& column_zone,
                       const std::string& fallback) {
  StampRules rules;
  const std::string declared = table.declared("timezone").value_or("");
  const std::string& zone = !column_zone.empty() ? column_zone
                            : !declared.empty()  ? declared
                                                 : fallback;
  if (!zone.empty()) rules.zone = Zone(zone, Where{.file = table.file()});
  const std::string year = table.declared("year").value_or("");
  int number = 0;
  const auto [end, error] = std::from_chars(year.data(), year.data() + year.size(), number);
  if (error == std::errc{} && end == year.data() + year.size()) rules.year = number;
  if (const auto format = table.declared("time_format")) rules.format = TimeFormat(*format);
  return rules;
}

std::vector<std::string> stamp_texts(const CsvTable& table, int column, std::optional<int> clock) {
  std::vector<std::string> texts;
  texts.reserve(static_cast<std::size_t>(table.rows()));
  for (long row = 0; row < table.rows(); ++row) {
    texts.emplace_back(trimmed(table.cell(row, column)));
    if (clock) texts.back() += " " + std::string(trimmed(table.cell(row, *clock)));
  }
  return texts;
}

std::string recognised_time_format(const CsvTable& table, int column) {
  const StampRules rules = stamp_rules(table, "", "");
  if (table.rows() == 0 || !rules.format.is_default()) return "";
  constexpr int kAnyYear = 2000;
  if (rules.format.read(trimmed(table.cell(0, column)), rules.year.value_or(kAnyYear))) return "";
  const std::vector<std::string> texts = stamp_texts(table, column, std::nullopt);
  const std::vector<std::string> formats = fitting_time_formats({texts.begin(), texts.end()});
  return formats.size() == 1 ? formats.front() : "";
}

RowTimes read_row_times(const CsvTable& table, int column, const StampRules& rules) {
  return StampReader(table, column, rules).read();
}

RawSeries make_raw_series(const CsvTable& table, int column, const RowTimes& times,
                          Duplicates duplicates, const NumberFormat& format, const Zone& zone) {
  const std::vector<double> numbers = table.numbers(column, format);
  RawSeries series;
  series.file = table.file();
  series.civil_time = times.civil_time;
  series.summer_time = times.summer_time;
  series.header_unit = table.header_unit(column);
  if (!series.header_unit) {
    series.unknown_unit = split_unit(table.columns()[static_cast<std::size_t>(column)]).second;
  }
  read_declared(table, column, series);
  series.times.reserve(numbers.size());
  series.values.reserve(numbers.size());
  Merger merger(table, duplicates, zone, series);
  for (std::size_t i = 0; i < times.times.size(); ++i) {
    const long row = times.rows[i];
    merger.add(times.times[i], numbers[row], row);
  }
  describe_spacing(series);
  describe_gaps(series);
  return series;
}

}  // namespace hearth
