// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/estimation/scenarios/store/store_tables.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

constexpr long kMostRecordedRows = 2000;
constexpr std::int64_t kMostRuns = 8;  // lines in one plot

/// Whether a column contains numbers only.
bool is_numeric(const CsvTable& table, int column) {
  bool any = false;
  for (long row = 0; row < table.rows(); ++row) {
    switch (table.number(row, column).kind) {
      case CsvNumber::Kind::Invalid:
        return false;
      case CsvNumber::Kind::Number:
        any = true;
        break;
      default:
        break;
    }
  }
  return any;
}

ReportTable shown_table(const CsvTable& table, const std::string& title) {
  ReportTable shown;
  shown.title = title;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    const auto [name, unit] = split_unit(table.columns()[c]);
    shown.columns.push_back(name);
    shown.units.push_back(unit);
    shown.numeric.push_back(is_numeric(table, static_cast<int>(c)));
  }
  const long rows = std::min(table.rows(), kMostRecordedRows);
  for (long row = 0; row < rows; ++row) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      cells.emplace_back(plain_csv_text(table.cell(row, static_cast<int>(c))));
    }
    shown.cells.push_back(std::move(cells));
  }
  if (rows < table.rows()) {
    shown.note = fmt::format("The first {} of {} rows; {} contains all of them.", rows,
                             table.rows(), fs::path(table.file()).filename().string());
  }
  return shown;
}

std::string text_in(const CsvTable& table, long row, const std::string& column) {
  const std::optional<int> found = table.find(column);
  return found ? std::string(plain_csv_text(table.cell(row, *found))) : "";
}

/// Returns the name of a run: the first of its labels that is a word.
std::string run_name(SqliteDatabase& database, std::int64_t run) {
  SqliteStatement row = database.prepare("SELECT * FROM runs WHERE run = ?1");
  row.bind(1, run);
  if (row.next()) {
    for (int c = 1; c < row.columns(); ++c) {
      if (row.is_text(c) && row.column_name(c) != "status") return std::string(row.text(c));
    }
  }
  return fmt::format("run {}", run);
}

/// The samples of one signal of one run.
struct Samples {
  Signal signal;
  std::vector<std::int64_t> times{};  // Unix time, ms
  std::vector<double> values{};
};

std::int64_t checked_time(std::int64_t time, const fs::path& path) {
  if (in_calendar(Instant(std::chrono::milliseconds(time)))) return time;
  throw InputError(
      "data.sqlite_invalid", {.file = path.string()},
      fmt::format("the time {} in 'samples' is not in the years 1 to {}", time, kLastYear));
}

Samples read_samples(SqliteDatabase& database, std::int64_t series, Signal signal) {
  Samples samples{std::move(signal)};
  SqliteStatement rows =
      database.prepare("SELECT time, value FROM samples WHERE series = ?1 ORDER BY time");
  rows.bind(1, series);
  while (rows.next()) {
    samples.times.push_back(checked_time(rows.integer(0), database.path()));
    samples.values.push_back(rows.number(1));
  }
  return samples;
}

bool has_one_step(const std::vector<std::int64_t>& times) {
  for (std::size_t k = 2; k < times.size(); ++k) {
    if (times[k] - times[k - 1] != times[1] - times[0]) return false;
  }
  return !times.empty();
}

/// Returns the samples as a run with one signal.
RunSeries as_run(const std::string& name, Samples samples) {
  RunSeries run{.run = name};
  run.zone = "+00:00";
  run.results.start = Instant{std::chrono::milliseconds(samples.times.front())};
  if (samples.times.size() > 1 && has_one_step(samples.times)) {
    run.results.step = std::chrono::milliseconds(samples.times[1] - samples.times[0]);
  } else if (samples.times.size() > 1) {
    for (const std::int64_t time : samples.times) {
      run.results.times.emplace_back(std::chrono::milliseconds(time));
    }
  }
  run.results.signals = {std::move(samples.signal)};
  run.results.values = std::move(samples.values);
  return run;
}

void add_series_of(SqliteDatabase& database, std::int64_t run, std::vector<RunSeries>& all) {
  const std::string name = run_name(database, run);
  SqliteStatement list =
      database.prepare("SELECT id, signal, unit FROM series WHERE run = ?1 ORDER BY id");
  list.bind(1, run);
  while (list.next()) {
    const auto [port, statistic] = split_statistic(list.text(1));
    const Signal signal{port, parse_unit(list.text(2)).value_or(unit::one), statistic};
    Samples samples = read_samples(database, list.integer(0), signal);
    if (samples.times.empty()) continue;
    all.push_back(as_run(name, std::move(samples)));
  }
}

}  // namespace

ScenarioResults read_scenario_results(const fs::path& folder, const std::string& name) {
  ScenarioResults results;
  const CsvTable table = read_csv(folder / "results.csv");
  results.count = table.rows();
  results.runs = shown_table(table, "Scenarios" + (name.empty() ? "" : ": " + name));
  for (long row = 0; row < table.rows(); ++row) {
    if (text_in(table, row, "status") != "failed") continue;
    results.failed.emplace_back(plain_csv_text(table.cell(row, 0)), text_in(table, row, "message"));
  }
  if (fs::exists(folder / "monthly.csv")) {
    results.months =
        shown_table(read_csv(folder / "monthly.csv"), "Months" + (name.empty() ? "" : ": " + name));
  }
  return results;
}

std::vector<RunSeries> scenario_series(const fs::path& folder, Diagnostics& diagnostics) {
  std::vector<RunSeries> all;
  const fs::path path = folder / "results.sqlite";
  if (!fs::exists(path)) return all;
  SqliteDatabase database(path, SqliteDatabase::Access::Read);
  database.require_plain_tables(kReadingsView);
  if (!database.has_table("series") || !database.has_table("samples")) return all;
  SqliteStatement runs = database.prepare("SELECT DISTINCT run FROM series ORDER BY run");
  std::int64_t count = 0;
  while (runs.next()) {
    if (count++ < kMostRuns) add_series_of(database, runs.integer(0), all);
  }
  if (count > kMostRuns) {
    diagnostics.note("report.runs_left_out", {.file = path.string()},
                     fmt::format("the report draws the time series of the first {} of {} runs only",
                                 kMostRuns, count));
  }
  return all;
}

}  // namespace hearth::apps
