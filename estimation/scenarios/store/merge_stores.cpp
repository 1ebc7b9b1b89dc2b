// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/scenarios/store/internal/results_tables.hpp"
#include "hearth/estimation/scenarios/store/internal/store_access.hpp"
#include "hearth/estimation/scenarios/store/internal/store_reader.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kOpenStores = 64;  // well below the number of files a process may open

/// Returns whether a store is the result of an earlier merge.
bool is_table(const fs::path& path) { return path.filename() == "results.sqlite"; }

/// The stores of a set, and the store from which each run is taken.
class StorePool {
 public:
  explicit StorePool(const std::vector<fs::path>& stores) : paths_(stores) {
    for (std::size_t i = 0; i < paths_.size(); ++i) survey(i);
  }

  const std::optional<StoreLayout>& layout() const { return layout_; }
  bool has(long index) const { return runs_[index].store >= 0; }
  const std::vector<StoredState>& states(std::size_t store) const { return states_[store]; }

  /// Calls `use` with the reader of the store that contains a run.
  void with(long index, const std::function<void(StoreReader&)>& use) {
    const auto store = static_cast<std::size_t>(runs_[index].store);
    try {
      StoreReader& own = reader(store);
      // A part may have been created anew for the same set.
      if (own.state(index) != runs_[index].state) throw_changed(store);
      use(own);
    } catch (const InputError& error) {
      const Where& where = error.diagnostics().items().front().where;
      if (where.file != paths_[store].string()) throw;  // an error of writing
      throw store_error(error, paths_[store]);
    }
  }

  void close() { open_.clear(); }

 private:
  struct Place {
    int store = -1;
    RunState state = RunState::Missing;
  };

  void survey(std::size_t store) {
    const fs::path& path = paths_[store];
    states_.emplace_back();
    try {
      const auto deadline = lock_deadline();
      while_locked(deadline, [&] {
        StoreReader reader(path);
        if (!reader.layout()) return;
        require_same_set(*reader.layout(), store);
        states_.back() = reader.states();
      });
    } catch (const InputError& error) {
      throw store_error(error, path);
    }
    for (const StoredState& stored : states_.back()) {
      Place& place = runs_[stored.index];
      const Place found{static_cast<int>(store), stored.state};
      if (place.store < 0 || is_newer(found, place)) place = found;
    }
  }

  /// Returns whether the run at `found` replaces the run at `known`: a run that is done replaces a
  /// failed run. Of two failed runs, the run of a part replaces that of a table, because it was
  /// repeated after the table was written.
  bool is_newer(const Place& found, const Place& known) const {
    if (found.state != known.state) return found.state == RunState::Done;
    if (found.state == RunState::Done) return false;
    return is_table(paths_[static_cast<std::size_t>(known.store)]) &&
           !is_table(paths_[static_cast<std::size_t>(found.store)]);
  }

  void require_same_set(const StoreLayout& layout, std::size_t store) {
    if (!layout_) {
      layout_ = layout;
      first_ = store;
      runs_.resize(static_cast<std::size_t>(std::max(layout.runs, 0L)));
    } else if (layout != *layout_) {
      throw InputError("scenarios.merge_mixed", Where{.file = paths_[store].string()},
                       fmt::format("its results do not belong together with those in '{}': the "
                                   "set, its files or the version of Hearth differs; merge "
                                   "results of one set and one version only",
                                   paths_[first_].string()));
    }
  }

  [[noreturn]] void throw_changed(std::size_t store) const {
    throw InputError("data.sqlite_locked", Where{.file = paths_[store].string()},
                     "another process changed the file during the merge; try again");
  }

  StoreReader& reader(std::size_t store) {
    const auto found = open_.find(store);
    if (found != open_.end()) {
      found->second.used = ++clock_;
      return *found->second.reader;
    }
    if (open_.size() >= kOpenStores) {
      open_.erase(std::min_element(open_.begin(), open_.end(), [](const auto& a, const auto& b) {
        return a.second.used < b.second.used;
      }));
    }
    auto reader =
        while_locked(lock_deadline(), [&] { return std::make_unique<StoreReader>(paths_[store]); });
    if (reader->layout() != layout_) throw_changed(store);
    return *open_.emplace(store, Open{std::move(reader), ++clock_}).first->second.reader;
  }

  struct Open {
    std::unique_ptr<StoreReader> reader{};
    long used = 0;
  };

  std::vector<fs::path> paths_;
  std::optional<StoreLayout> layout_{};
  std::size_t first_ = 0;  // store with the layout
  std::vector<std::vector<StoredState>> states_{};
  std::vector<Place> runs_{};
  std::map<std::size_t, Open> open_{};
  long clock_ = 0;
};

bool same_folder(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a.empty() ? "." : a, b.empty() ? "." : b, ignored);
}

// Removes a part that has not changed since it was read. If it cannot be locked or removed, it
// remains: the next merge takes its runs again, from either place.
void remove_part(const fs::path& path, const std::vector<StoredState>& taken) {
  const bool named = path.filename().string().ends_with(kPartEnding);
  try {
    std::optional<SqliteDatabase> locked = lock_to_remove(path, [](SqliteDatabase& opened) {
      opened.run("PRAGMA locking_mode = EXCLUSIVE");
      opened.run("BEGIN EXCLUSIVE");
    });
    if (!locked) return;
    SqliteDatabase& database = *locked;
    if (!named && !database.has_table("meta")) return;  // it belongs to another program
    std::vector<StoredState> states;
    if (database.has_table("runs")) {
      SqliteStatement query =
          database.prepare("SELECT run, status = 'done' FROM runs ORDER BY run");
      while (query.next()) {
        states.push_back(
            {query.integer(0), query.integer(1) != 0 ? RunState::Done : RunState::Failed});
      }
    }
    if (states != taken) return;
    std::error_code ignored;
    const bool link = fs::is_symlink(path, ignored);
    fs::remove(path, ignored);
    if (link) return;  // files next to a link belong to something else
    // A journal of a killed process is useless without its database.
    for (const char* ending : {"-journal", "-wal", "-shm"}) {
      fs::remove(path.string() + ending, ignored);
    }
  } catch (const InputError&) {
  }
}

void add_run(StorePool& pool, long index, ResultsTables& tables, MergeReport& report) {
  pool.with(index, [&](StoreReader& reader) {
    const FinishedRun run = reader.run(index);
    tables.add(run);
    reader.series(index, [&tables](const StoredSeries& series) { tables.add_series(series); });
    ++report.finished;
    if (!run.failure.empty()) report.failed.emplace_back(run_id(run), run.failure);
  });
}

/// Compares a file with the text that is passed on.
class SameText {
 public:
  explicit SameText(const fs::path& path) : file_(path, std::ios::binary) {}
  void write(std::string_view text) {
    if (!same_) return;
    found_.resize(text.size());
    file_.read(found_.data(), static_cast<std::streamsize>(text.size()));
    same_ = file_.good() && found_ == text;
  }
  bool same() { return same_ && file_.peek() == std::ifstream::traits_type::eof(); }

 private:
  std::ifstream file_;
  std::string found_;
  bool same_ = true;
};

/// Returns whether the only store is the database of an earlier merge into this folder.
bool is_whole(const std::vector<fs::path>& stores, const fs::path& folder) {
  std::error_code ignored;
  return stores.size() == 1 && fs::equivalent(stores.front(), folder / "results.sqlite", ignored);
}

/// Writes the tables in text of a complete database, unless they are unchanged.
MergeReport whole_tables(StorePool& pool, const fs::path& folder, MergeReport report) {
  TextTables<SameText> present(folder, report.layout);
  for (long index = 0; index < report.layout.runs; ++index) {
    if (!pool.has(index)) {
      report.missing.push_back(index);
      continue;
    }
    pool.with(index, [&](StoreReader& reader) {
      const FinishedRun run = reader.run(index);
      present.add(run);
      ++report.finished;
      if (!run.failure.empty()) report.failed.emplace_back(run_id(run), run.failure);
    });
  }
  bool same = true;
  present.finish([&](const fs::path& path, SameText& text) {
    same = text.same() && same;
    report.files.push_back(path);
  });
  report.files.insert(report.files.begin() + 1, folder / "results.sqlite");
  if (same) return report;
  TextTables<AtomicFile> texts(folder, report.layout);
  for (long index = 0; index < report.layout.runs; ++index) {
    if (!pool.has(index)) continue;
    pool.with(index, [&](StoreReader& reader) { texts.add(reader.run(index)); });
  }
  texts.finish([](const fs::path&, AtomicFile& file) { file.commit(); });
  return report;
}

/// Throws if runs are missing that existed when the stores were listed.
void require_all_runs(const StorePool& pool, const fs::path& folder) {
  for (long index = 0; index < pool.layout()->runs; ++index) {
    if (pool.has(index)) continue;
    throw InputError("data.sqlite_locked", Where{.file = folder.string()},
                     "another process has moved runs of this set meanwhile: try again");
  }
}

const StoreLayout& layout_of(const StorePool& pool, const fs::path& place) {
  if (pool.layout()) return *pool.layout();
  throw InputError("scenarios.merge_empty", Where{.file = place.string()},
                   "there are no finished runs to merge; name the folders that contain them");
}

}  // namespace

MergeReport survey_stores(const std::vector<fs::path>& stores) {
  const StorePool pool(stores);
  MergeReport report;
  report.layout = layout_of(pool, stores.empty() ? fs::path() : stores.front().parent_path());
  for (long index = 0; index < report.layout.runs; ++index) {
    if (pool.has(index)) {
      ++report.finished;
    } else {
      report.missing.push_back(index);
    }
  }
  return report;
}

MergeReport merge_stores(const std::vector<fs::path>& stores, const fs::path& folder,
                         const std::function<bool()>& stop, MissingRuns missing) {
  StorePool pool(stores);
  MergeReport report;
  report.layout = layout_of(pool, folder);
  if (missing == MissingRuns::Refuse) require_all_runs(pool, folder);
  remove_leftovers(folder);
  if (is_whole(stores, folder)) return whole_tables(pool, folder, std::move(report));
  ResultsTables tables(folder, report.layout);
  for (long index = 0; index < report.layout.runs; ++index) {
    if (stop && stop()) {
      report.stopped = true;
      return report;
    }
    if (pool.has(index)) {
      add_run(pool, index, tables, report);
    } else {
      report.missing.push_back(index);
    }
  }
  pool.close();
  report.files = tables.commit();
  for (std::size_t i = 0; i < stores.size(); ++i) {
    if (!is_table(stores[i]) && same_folder(stores[i].parent_path(), folder)) {
      remove_part(stores[i], pool.states(i));
    }
  }
  return report;
}

}  // namespace hearth
