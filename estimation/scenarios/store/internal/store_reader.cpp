// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/internal/store_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/scenarios/store/internal/store_access.hpp"
#include "hearth/estimation/scenarios/store/internal/store_checksums.hpp"
#include "hearth/estimation/scenarios/store/store_tables.hpp"
#include "hearth/framework/base/printable.hpp"

namespace hearth {
namespace {

/// Returns a time in ms that a part stores as a number; a time outside the calendar if it is
/// invalid.
std::int64_t time_of(double number) {
  constexpr double kLargest = 9e15;
  return std::abs(number) < kLargest ? std::llround(number)
                                     : std::numeric_limits<std::int64_t>::max() / 2;
}

}  // namespace

struct StoreReader::Statements {
  Statements(SqliteDatabase& database, const StoreLayout& layout, bool part)
      : is_part(part),
        rows(database, layout),
        state(database.prepare("SELECT status = 'done' FROM runs WHERE run = ?1")),
        series(database.prepare(part ? "SELECT signal, unit, start, step, data FROM recorded "
                                       "WHERE run = ?1 ORDER BY position"
                                     : "SELECT signal, unit, id FROM series "
                                       "WHERE run = ?1 ORDER BY id")) {
    if (part) checksums.emplace(database);
    if (!part) {
      samples = database.prepare("SELECT time, value FROM samples WHERE series = ?1 ORDER BY time");
    }
  }

  bool is_part;
  RunRowReader rows;
  SqliteStatement state, series;
  std::optional<SqliteStatement> samples{};   // only in tables
  std::optional<ChecksumReader> checksums{};  // only in parts
};

StoreReader::StoreReader(const std::filesystem::path& path) : database_(open_store(path)) {
  layout_ = read_layout(database_);
  if (!layout_) return;
  const bool part = database_.has_table("recorded");
  statements_ = std::make_unique<Statements>(database_, *layout_, part);
}

StoreReader::~StoreReader() = default;

std::vector<StoredState> StoreReader::states() {
  std::vector<StoredState> states;
  if (!layout_) return states;
  SqliteStatement query = database_.prepare("SELECT run, status = 'done' FROM runs ORDER BY run");
  while (query.next()) {
    const long index = query.integer(0);
    if (index < 0 || index >= layout_->runs) {
      throw InputError("data.sqlite_invalid", Where{.file = database_.path().string()},
                       fmt::format("it contains run {} of a set of {}", index, layout_->runs));
    }
    states.push_back({index, query.integer(1) != 0 ? RunState::Done : RunState::Failed});
  }
  return states;
}

RunState StoreReader::state(long index) {
  require_layout();
  SqliteStatement& query = statements_->state;
  query.bind(1, std::int64_t{index});
  if (!query.next()) return RunState::Missing;
  const bool done = query.integer(0) != 0;
  query.reset();
  return done ? RunState::Done : RunState::Failed;
}

void StoreReader::require_layout() const {
  if (statements_) return;
  throw InputError("data.sqlite_locked", Where{.file = database_.path().string()},
                   "another process has taken over its runs: try again");
}

FinishedRun StoreReader::run(long index) {
  require_layout();
  FinishedRun run = statements_->rows.read(index);
  if (statements_->checksums) statements_->checksums->check(index, 0, checksum_of(run));
  return run;
}

void StoreReader::series(long index, const std::function<void(const StoredSeries&)>& take) {
  require_layout();
  if (statements_->is_part) {
    part_series(index, take);
  } else {
    table_series(index, take);
  }
}

/// Throws if times of a part are outside the years that can be written.
void StoreReader::check_times(std::int64_t first, std::int64_t step, std::size_t count) const {
  constexpr std::int64_t kLongest = 400'000'000'000'000;  // ms, longer than the calendar
  const auto steps = static_cast<std::int64_t>(count);
  const bool counted = step >= 0 && (step == 0 || steps < kLongest / step);
  if (counted && in_calendar(Instant(std::chrono::milliseconds(first)))) return;
  throw InputError(
      "data.sqlite_invalid", Where{.file = database_.path().string()},
      fmt::format("a series begins at {} with steps of {} ms, which is not a possible time", first,
                  step));
}

/// Throws if times do not increase or a value is infinite: no run writes such samples.
void StoreReader::check_samples(const StoredSeries& series, long index) const {
  const bool rising = std::is_sorted(series.times.begin(), series.times.end(),
                                     [](std::int64_t a, std::int64_t b) { return a <= b; });
  const bool infinite = std::any_of(series.values.begin(), series.values.end(),
                                    [](double value) { return std::isinf(value); });
  const bool dated = series.times.empty() ||
                     (in_calendar(Instant(std::chrono::milliseconds(series.times.front()))) &&
                      in_calendar(Instant(std::chrono::milliseconds(series.times.back()))));
  if (series.times.size() == series.values.size() && rising && dated && !infinite) return;
  throw InputError(
      "data.sqlite_invalid", Where{.file = database_.path().string()},
      fmt::format("the samples of '{}' in run {} are damaged: their times do not rise, "
                  "or a value is infinite; run it again",
                  series.signal, index));
}

void StoreReader::part_series(long index, const std::function<void(const StoredSeries&)>& take) {
  SqliteStatement& query = statements_->series;
  query.bind(1, std::int64_t{index});
  StoredSeries series;
  long position = 1;
  for (; query.next(); ++position) {
    series.signal = valid_utf8(query.text(0));
    series.unit = valid_utf8(query.text(1));
    const std::string_view bytes = query.blob(4);
    if (bytes.size() % sizeof(double) != 0) {
      throw InputError(
          "data.sqlite_invalid", Where{.file = database_.path().string()},
          fmt::format("the samples of '{}' in run {} are cut off", series.signal, index));
    }
    series.values.resize(bytes.size() / sizeof(double));
    if (!bytes.empty()) std::memcpy(series.values.data(), bytes.data(), bytes.size());
    series.times.clear();
    std::int64_t time = query.integer(2);
    const std::int64_t step = query.integer(3);
    statements_->checksums->check(
        index, position, checksum_of(query.text(0), query.text(1), time, step, series.values));
    check_times(time, step, series.values.size());
    if (step > 0) {
      for (std::size_t k = 0; k < series.values.size(); ++k, time += step) {
        series.times.push_back(time);
      }
    } else {  // times, then the same number of values
      const auto rows = static_cast<std::ptrdiff_t>(series.values.size() / 2);
      for (std::ptrdiff_t k = 0; k < rows; ++k) {
        series.times.push_back(time_of(series.values[static_cast<std::size_t>(k)]));
      }
      series.values.erase(series.values.begin(), series.values.begin() + rows);
    }
    check_samples(series, index);
    take(series);
  }
  statements_->checksums->check_end(index, position);
}

void StoreReader::table_series(long index, const std::function<void(const StoredSeries&)>& take) {
  SqliteStatement& query = statements_->series;
  SqliteStatement& samples = *statements_->samples;
  query.bind(1, std::int64_t{index});
  StoredSeries series;
  while (query.next()) {
    series.signal = valid_utf8(query.text(0));
    series.unit = valid_utf8(query.text(1));
    series.times.clear();
    series.values.clear();
    samples.bind(1, query.integer(2));
    while (samples.next()) {
      series.times.push_back(samples.integer(0));
      series.values.push_back(samples.number(1));
    }
    check_samples(series, index);
    take(series);
  }
}

}  // namespace hearth
