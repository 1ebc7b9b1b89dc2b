// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/internal/results_database.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/text/temporary_file.hpp"
#include "hearth/estimation/scenarios/store/internal/store_access.hpp"
#include "hearth/estimation/scenarios/store/store_tables.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr int kRowsAtOnce = 32;  // samples per statement

// The view for users: one row per scenario, signal and instant.
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

std::string scenario_column(const StoreLayout& layout) {
  const std::vector<std::string> titles = run_titles(layout);
  for (std::size_t i = 0; i < layout.labels.size(); ++i) {
    if (layout.labels[i].text) return "runs." + sql_name(titles[i]);
  }
  return "runs." + sql_name("run");
}

// Removes a database that no process has open or locked, and returns whether it did. A damaged
// database was being written when its process ended. The journal is removed first and none is
// created, because a kill would leave it without its database.
bool remove_unlocked(const fs::path& path) {
  std::optional<SqliteDatabase> locked;  // held until the file is removed
  const auto unlocked = [&path, &locked] {
    try {
      locked = lock_to_remove(path, [](SqliteDatabase& database) {
        database.run("PRAGMA journal_mode = MEMORY");
        database.run("BEGIN EXCLUSIVE");
      });
      if (!locked) return false;  // another merge has files in this folder
    } catch (const InputError& error) {
      if (error.code() == "data.sqlite_locked") return false;
    }
    std::error_code ignored;
    fs::remove(path.string() + "-journal", ignored);
    return true;
  };
  return remove_unheld(path, unlocked);
}

}  // namespace

// A merge keeps its files open, and keeps its database locked from before it creates the others
// until after it has renamed them. Files are listed before locks are requested, so that the files
// of a merge that begins meanwhile are not removed.
void remove_leftovers(const fs::path& folder) {
  remove_left_files(folder);
  std::vector<fs::path> files = temporaries_of(folder / "results.csv");
  for (const fs::path& path : temporaries_of(folder / "monthly.csv")) files.push_back(path);
  const std::vector<fs::path> databases = temporaries_of(folder / "results.sqlite");
  if (std::any_of(databases.begin(), databases.end(), is_held)) return;  // a merge is running
  for (const fs::path& path : databases) {
    if (!remove_unlocked(path)) return;
  }
  for (const fs::path& path : files) remove_unheld(path);
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

// The journal, without which SQLite does not work, is in memory: the file is temporary, and is
// discarded if it is not completed.
ResultsDatabase::ResultsDatabase(const fs::path& path, const StoreLayout& layout)
    : target_(path), temporary_(path) {
  database_ = open_locked(temporary_.path(), [](SqliteDatabase& database) {
    for (const char* setting : {"journal_mode = MEMORY", "locking_mode = EXCLUSIVE",
                                "page_size = 4096", "auto_vacuum = NONE", "encoding = 'UTF-8'",
                                "synchronous = NORMAL", "cache_size = -16384"}) {
      database.run(fmt::format("PRAGMA {}", setting));
    }
    database.run("BEGIN EXCLUSIVE");
  });
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
  temporary_.commit();  // on the disk, because the parts are removed next
}

}  // namespace hearth
