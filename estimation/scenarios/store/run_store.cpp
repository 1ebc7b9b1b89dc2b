// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/run_store.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "hearth/data/results/result_columns.hpp"
#include "hearth/estimation/scenarios/store/internal/store_access.hpp"
#include "hearth/estimation/scenarios/store/internal/store_checksums.hpp"
#include "hearth/estimation/scenarios/store/internal/store_reader.hpp"
#include "hearth/estimation/scenarios/store/store_tables.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

// Returns the difference between the results in a folder and the requested ones.
std::string difference(const StoreLayout& there, const StoreLayout& wanted) {
  if (there.set != wanted.set) return fmt::format("set '{}'", there.set);
  if (there.version != wanted.version) return "version " + there.version + " of Hearth";
  if (there.runs != wanted.runs) return fmt::format("a set of {} runs", there.runs);
  return "an earlier version of the set, its models or their files";
}

void require_layout(const StoreLayout& there, const StoreLayout& wanted, const fs::path& path) {
  if (there == wanted) return;
  const std::string folder = path.parent_path().empty() ? "." : path.parent_path().string();
  throw InputError(
      "scenarios.folder_changed", Where{.file = path.string()},
      fmt::format("'{}' contains results of {}: choose another folder, or remove this one", folder,
                  difference(there, wanted)));
}

SqliteDatabase open_for_adding(const fs::path& path, const StoreLayout& layout) {
  try {
    SqliteDatabase database = open_part(path);
    SqliteTransaction transaction(database);
    if (const auto there = read_layout(database)) {
      require_layout(*there, layout, path);
    } else {
      create_run_tables(database, layout);
      database.run(
          "CREATE TABLE recorded(run INTEGER, position INTEGER, signal TEXT, unit TEXT, "
          "start INTEGER, step INTEGER, data BLOB, PRIMARY KEY(run, position))");
    }
    create_checksums(database);
    transaction.commit();
    return database;
  } catch (const InputError& error) {
    throw store_error(error, path);
  }
}

// Adds the content of a store to the states of all runs.
void add_states(const fs::path& path, const StoreLayout& layout, std::vector<RunState>& states) {
  try {
    StoreReader reader(path);
    if (!reader.layout()) return;
    require_layout(*reader.layout(), layout, path);
    for (const StoredState& stored : reader.states()) {
      RunState& state = states[stored.index];
      if (state != RunState::Done) state = stored.state;
    }
  } catch (const InputError& error) {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return;  // a merge has removed it meanwhile
    throw store_error(error, path);
  }
}

}  // namespace

struct RunStore::Statements {
  Statements(SqliteDatabase& database, const StoreLayout& layout)
      : rows(database, layout),
        clear(database.prepare("DELETE FROM recorded WHERE run = ?1")),
        record(database.prepare("INSERT INTO recorded VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")),
        checksums(database) {}

  RunRowWriter rows;
  SqliteStatement clear, record;
  ChecksumWriter checksums;
  std::vector<double> column;  // values of one signal
};

RunStore::RunStore(const fs::path& path, const StoreLayout& layout)
    : database_(open_for_adding(path, layout)),
      statements_(std::make_unique<Statements>(database_, layout)) {}

RunStore::~RunStore() {
  statements_.reset();
  try {
    database_.run("PRAGMA journal_mode = DELETE");  // moves the log into the file
  } catch (const Error&) {                          // it remains in the log, which is equivalent
  }
}

void RunStore::add(const FinishedRun& run) {
  SqliteTransaction transaction(database_);
  statements_->rows.write(run);
  statements_->clear.bind(1, std::int64_t{run.index}).run();
  statements_->checksums.begin(run.index);
  statements_->checksums.add(checksum_of(run));
  const Results& series = run.series;
  const std::size_t signals = series.signals.size();
  std::vector<double>& column = statements_->column;
  for (std::size_t i = 0; i < signals; ++i) {
    column.clear();
    for (const Instant time : series.times) {  // a step of 0 indicates that the times are first
      column.push_back(static_cast<double>(time.time_since_epoch().count()));
    }
    for (std::size_t k = i; k < series.values.size(); k += signals) {
      column.push_back(series.values[k]);
    }
    statements_->record.bind(1, std::int64_t{run.index})
        .bind(2, static_cast<std::int64_t>(i))
        .bind(3, std::string_view(column_name(series.signals[i])))
        .bind(4, std::string_view(series.signals[i].unit.symbol))
        .bind(5, std::int64_t{series.start.time_since_epoch().count()})
        .bind(6, std::int64_t{series.step.count()})
        .bind_blob(7, column.data(), column.size() * sizeof(double))
        .run();
    statements_->checksums.add(
        checksum_of(column_name(series.signals[i]), series.signals[i].unit.symbol,
                    series.start.time_since_epoch().count(), series.step.count(), column));
  }
  transaction.commit();
}

// Moving the log into the file waits for the disk, whereas adding to the log does not.
void RunStore::sync() { database_.run("PRAGMA wal_checkpoint"); }

std::vector<fs::path> stores_in(const fs::path& folder) {
  std::vector<fs::path> stores;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const bool hidden = entry->path().filename().string().front() == '.';
    if (!hidden && entry->path().extension() == ".sqlite") stores.push_back(entry->path());
  }
  std::sort(stores.begin(), stores.end());
  return stores;
}

std::vector<RunState> run_states(const std::vector<fs::path>& stores, const StoreLayout& layout) {
  std::vector<RunState> states(static_cast<std::size_t>(layout.runs), RunState::Missing);
  std::vector<fs::path> locked;
  const auto look = [&](const fs::path& path) {
    try {
      add_states(path, layout, states);
      return true;
    } catch (const InputError& error) {
      if (error.code() != "data.sqlite_locked") throw;
      return false;
    }
  };
  for (const fs::path& path : stores) {
    if (!look(path)) locked.push_back(path);
  }
  // Other processes may be reading, too; all stores share one deadline, because many may be in use.
  const auto deadline = lock_deadline();
  while (!locked.empty() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    locked.erase(std::remove_if(locked.begin(), locked.end(), look), locked.end());
  }
  return states;
}

}  // namespace hearth
