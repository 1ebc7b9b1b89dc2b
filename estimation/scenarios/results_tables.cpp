// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/results_tables.hpp"

#include <cmath>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "hearth/framework/number_text.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kChunk = 1 << 16;  // bytes handed on at a time
constexpr int kRowsAtOnce = 32;          // samples per statement, see bench/results_store.cpp

// What users ask for: one row per scenario, signal and instant.
constexpr std::string_view kReadings = R"(CREATE VIEW readings AS
SELECT {} AS scenario, series.signal AS signal,
  CASE samples.time % 1000 WHEN 0
    THEN strftime('%Y-%m-%dT%H:%M:%SZ', samples.time / 1000, 'unixepoch')
    ELSE strftime('%Y-%m-%dT%H:%M:%fZ', samples.time / 1000.0, 'unixepoch') END AS time,
  samples.value AS value, series.unit AS unit
FROM series JOIN samples ON samples.series = series.id JOIN runs ON runs.run = series.run)";

std::string insert_samples(int rows) {
  std::string sql = "INSERT INTO samples VALUES ";
  for (int i = 0; i < rows; ++i) sql += i == 0 ? "(?,?,?)" : ",(?,?,?)";
  return sql;
}

// The parts are removed once the table is there: it has to be on the disk by then.
void flush_folder(const fs::path& folder) {
  const int handle = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

fs::path made_folder(const fs::path& folder) {
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (!error) return folder;
  throw InputError("file.write", Where{.file = folder.string()},
                   fmt::format("'{}' cannot be made: {}", folder.string(), error.message()));
}

std::string scenario_column(const StoreLayout& layout) {
  const std::vector<std::string> titles = run_titles(layout);
  for (std::size_t i = 0; i < layout.labels.size(); ++i) {
    if (layout.labels[i].text) return "runs." + sql_name(titles[i]);
  }
  return "runs." + sql_name("run");
}

}  // namespace

std::string run_id(const FinishedRun& run) {
  return run.words.empty() ? std::to_string(run.index) : run.words.front();
}

void CsvRows::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

void CsvRows::field(std::string_view text) {
  separate();
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    text_ += text;
    return;
  }
  text_ += '"';
  for (const char c : text) text_.append(c == '"' ? 2 : 1, c);
  text_ += '"';
}

void CsvRows::field(double value) {
  separate();
  if (!std::isnan(value)) text_ += number_text(value);
}

void CsvRows::end_row() {
  text_ += '\n';
  first_ = true;
  if (text_.size() < kChunk) return;
  file_.write(text_);
  text_.clear();
}

void CsvRows::commit() {
  file_.write(text_);
  text_.clear();
  file_.commit();
}

struct ResultsDatabase::Statements {
  Statements(SqliteDatabase& database, const StoreLayout& layout)
      : rows(database, layout),
        series(database.prepare("INSERT INTO series VALUES (?1, ?2, ?3, ?4)")),
        samples(database.prepare(insert_samples(kRowsAtOnce))),
        sample(database.prepare(insert_samples(1))) {}

  RunRowWriter rows;
  SqliteStatement series, samples, sample;
};

// No journal: the file has no name yet, and is thrown away where it is not completed.
ResultsDatabase::ResultsDatabase(const fs::path& path, const StoreLayout& layout)
    : target_(path),
      temporary_(path.parent_path() /
                 fmt::format(".{}.{}.part", path.filename().string(), ::getpid())) {
  std::error_code ignored;
  fs::remove(temporary_, ignored);
  database_.emplace(temporary_, SqliteDatabase::Access::Write);
  for (const char* setting :
       {"locking_mode = EXCLUSIVE", "page_size = 4096", "auto_vacuum = NONE", "encoding = 'UTF-8'",
        "journal_mode = OFF", "synchronous = NORMAL", "cache_size = -16384"}) {
    database_->run(fmt::format("PRAGMA {}", setting));
  }
  database_->run("BEGIN EXCLUSIVE");
  create_run_tables(*database_, layout);
  database_->run(
      "CREATE TABLE series(id INTEGER PRIMARY KEY, run INTEGER, signal TEXT, unit TEXT)");
  database_->run(
      "CREATE TABLE samples(series INTEGER, time INTEGER, value REAL, PRIMARY KEY(series, time)) "
      "WITHOUT ROWID");
  database_->run(fmt::format(kReadings, scenario_column(layout)));
  statements_ = std::make_unique<Statements>(*database_, layout);
}

ResultsDatabase::~ResultsDatabase() {
  if (!database_) return;
  statements_.reset();
  database_.reset();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void ResultsDatabase::add(const FinishedRun& run) {
  statements_->rows.write(run);
  run_ = run.index;
}

void ResultsDatabase::add_series(const StoredSeries& series) {
  statements_->series.bind(1, ++series_)
      .bind(2, run_)
      .bind(3, std::string_view(series.signal))
      .bind(4, std::string_view(series.unit))
      .run();
  const auto add = [&](SqliteStatement& statement, std::size_t first, std::size_t count) {
    int parameter = 1;
    for (std::size_t k = first; k < first + count; ++k) {
      statement.bind(parameter++, series_);
      statement.bind(parameter++, series.times[k]);
      statement.bind(parameter++, series.values[k]);
    }
    statement.run();
  };
  std::size_t k = 0;
  for (; k + kRowsAtOnce <= series.values.size(); k += kRowsAtOnce) {
    add(statements_->samples, k, kRowsAtOnce);
  }
  for (; k < series.values.size(); ++k) add(statements_->sample, k, 1);
}

void ResultsDatabase::commit() {
  database_->run("CREATE INDEX series_of_run ON series(run, signal)");
  statements_.reset();
  database_->run("COMMIT");
  database_.reset();
  std::error_code error;
  fs::rename(temporary_, target_, error);
  if (error) {
    const std::string reason = error.message();
    fs::remove(temporary_, error);
    throw InputError("file.write", Where{.file = target_.string()},
                     fmt::format("'{}' cannot be written: {}", target_.string(), reason));
  }
  flush_folder(target_.parent_path());
}

ResultsTables::ResultsTables(const fs::path& folder, const StoreLayout& layout)
    : folder_(made_folder(folder)),
      layout_(layout),
      database_(folder / "results.sqlite", layout),
      runs_(folder / "results.csv") {
  for (const std::string& title : run_titles(layout)) runs_.field(title);
  runs_.end_row();
}

void ResultsTables::add(const FinishedRun& run) {
  database_.add(run);
  std::size_t word = 0;
  std::size_t number = 0;
  for (const TableColumn& label : layout_.labels) {
    if (label.text) {
      runs_.field(run.words[word++]);
    } else {
      runs_.field(run.numbers[number++]);
    }
  }
  runs_.field(run.failure.empty() ? "done" : "failed");
  runs_.field(run.failure);
  for (const double value : run.kpis) runs_.field(value);
  runs_.end_row();
  add_months(run);
}

void ResultsTables::add_months(const FinishedRun& run) {
  if (run.months.empty()) return;
  if (!months_) {
    months_.emplace(folder_ / "monthly.csv");
    months_->field("scenario");
    months_->field("month");
    for (const std::string& title : kpi_titles(layout_)) months_->field(title);
    months_->end_row();
  }
  for (const auto& [month, values] : run.months) {
    months_->field(run_id(run));
    months_->field(month);
    for (const double value : values) months_->field(value);
    months_->end_row();
  }
}

void ResultsTables::add_series(const StoredSeries& series) { database_.add_series(series); }

std::vector<fs::path> ResultsTables::commit() {
  std::vector<fs::path> files{folder_ / "results.csv", folder_ / "results.sqlite"};
  database_.commit();
  runs_.commit();
  if (months_) {
    months_->commit();
    files.push_back(folder_ / "monthly.csv");
  }
  return files;
}

}  // namespace hearth
