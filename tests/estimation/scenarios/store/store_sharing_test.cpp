// SPDX-License-Identifier: MIT
// Folders that several processes work on at the same time, and what others keep in them.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/estimation/scenarios/store/internal/results_database.hpp"
#include "hearth/estimation/scenarios/store/internal/store_reader.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"
#include "hearth/tests/estimation/scenarios/store/run_store_samples.hpp"

namespace store_sharing_test {

using namespace hearth;
using namespace hearth::test;

namespace {

/// Another process, which works up to a point and waits there.
class Neighbour {
 public:
  /// `work` is given a function that returns when `finish` is called.
  template <class Work>
  explicit Neighbour(const Work& work) {
    int said[2], told[2];
    REQUIRE(::pipe2(said, O_CLOEXEC) == 0);
    REQUIRE(::pipe2(told, O_CLOEXEC) == 0);
    child_ = ::fork();
    if (child_ == 0) {
      ::close(said[0]);
      ::close(told[1]);
      try {
        work([&said, &told] {
          char byte = 'x';
          if (::write(said[1], &byte, 1) != 1 || ::read(told[0], &byte, 1) != 0) ::_exit(2);
        });
      } catch (...) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    ::close(said[1]);
    ::close(told[0]);
    told_ = told[1];
    char byte = 0;
    waits_ = ::read(said[0], &byte, 1) == 1;
    ::close(said[0]);
  }
  ~Neighbour() {
    if (child_ != 0) finish();
  }
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;

  bool waits() const { return waits_; }
  /// Lets it work to its end, and returns whether it did so without an error.
  bool finish() {
    ::close(told_);
    int status = 0;
    ::waitpid(std::exchange(child_, 0), &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  pid_t child_ = 0;
  int told_ = -1;
  bool waits_ = false;
};

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

std::set<std::string> hidden_in(const fs::path& folder) {
  std::set<std::string> names = names_in(folder);
  std::erase_if(names, [](const std::string& name) { return !name.starts_with('.'); });
  return names;
}

fs::path temporary_name(const std::string& target, char first) {
  return "." + target + "." + first + "123456789abcdef.part";
}

void make_old(const fs::path& path) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

/// Adds every second run.
void add_half(const fs::path& part, long first, const StoreLayout& layout = layout_of()) {
  RunStore store(part, layout);
  for (long i = first; i < kRuns; i += 2) store.add(run_of(i));
}

/// Merges a folder; `act` is called before the run of that number is read.
template <class Act>
MergeReport merge_with(const fs::path& folder, long number, const Act& act) {
  long next = 0;
  return merge_stores(stores_in(folder), folder, [&] {
    if (next++ == number) act();
    return false;
  });
}

fs::path file_of(const InputError& error) { return error.diagnostics().items().front().where.file; }

}  // namespace

// ---- parts that change while they are read ----------------------------------------------------

TEST_CASE("a store that another process has begun anew is in use") {
  const TempFolder folder;
  const fs::path part = folder.write("part-0.sqlite", "");
  StoreReader reader(part);
  CHECK_FALSE(reader.layout());
  CHECK(reader.states().empty());
  bool taken = false;
  for (const InputError& error :
       {error_of([&] { reader.run(0); }),
        error_of([&] { reader.series(0, [&taken](const StoredSeries&) { taken = true; }); })}) {
    CHECK(error.code() == "data.sqlite_locked");
    CHECK(file_of(error) == part);
    CHECK_THAT(first_message(error), Catch::Contains("another process has taken over its runs"));
  }
  CHECK_FALSE(taken);
}

TEST_CASE("a store that is gone when it is opened was taken over by another process") {
  const TempFolder folder;
  const fs::path gone = folder.path() / "shard-0-of-2.part.sqlite";
  const fs::path out = folder.path() / "out";
  CHECK(error_of([&] { StoreReader reader(gone); }).code() == "data.sqlite_locked");
  for (const InputError& error :
       {error_of([&] { survey_stores({gone}); }), error_of([&] { merge_stores({gone}, out); })}) {
    CHECK(error.code() == "data.sqlite_locked");
    CHECK(file_of(error) == gone);
    CHECK_THAT(first_message(error), Catch::Contains("another process is working on this part"));
  }
  CHECK(finished_runs({gone}, layout_of()) == std::vector<bool>(kRuns, false));
  CHECK(names_in(folder.path()).empty());
}

TEST_CASE("a part that is replaced before it is read ends the merge, which writes nothing") {
  enum class Change { Removed, Emptied, BegunAnew, OtherSet };
  const Change change =
      GENERATE(Change::Removed, Change::Emptied, Change::BegunAnew, Change::OtherSet);
  const TempFolder folder, aside;
  const fs::path part = folder.path() / "part-1.sqlite";
  add_half(folder.path() / "part-0.sqlite", 0);
  add_half(part, 1);
  fs::copy_file(part, aside.path() / "part-1.sqlite");
  StoreLayout other = layout_of();
  other.fingerprint = 0xbeef;  // of a set with the same columns
  const InputError error = error_of([&] {
    merge_with(folder.path(), 1, [&] {
      fs::remove(part);
      if (change == Change::Emptied) folder.write("part-1.sqlite", "");
      if (change == Change::BegunAnew) RunStore(part, layout_of());
      if (change == Change::OtherSet) add_half(part, 1, other);
    });
  });
  CHECK(error.code() == "data.sqlite_locked");
  CHECK(file_of(error) == part);
  CHECK_THAT(first_message(error), Catch::Contains("another process is working on this part") &&
                                       Catch::Contains(folder.path().string()));
  CHECK(hidden_in(folder.path()).empty());
  CHECK_FALSE(fs::exists(folder.path() / "results.csv"));
  CHECK_FALSE(fs::exists(folder.path() / "results.sqlite"));
  CHECK(fs::exists(folder.path() / "part-0.sqlite"));
  // With the part as it was, nothing is lost.
  fs::copy_file(aside.path() / "part-1.sqlite", part, fs::copy_options::overwrite_existing);
  CHECK(merged_bytes(folder.path()) == undisturbed());
}

TEST_CASE("parts that another process takes away once they are open are read to their end") {
  const TempFolder folder;
  add_half(folder.path() / "part-0.sqlite", 0);
  add_half(folder.path() / "part-1.sqlite", 1);
  const MergeReport report = merge_with(folder.path(), 2, [&] {
    for (const fs::path& part : stores_in(folder.path())) fs::remove(part);
  });
  CHECK(report.finished == kRuns);
  CHECK(bytes_of(folder.path() / "results.csv") == undisturbed().table);
  CHECK(bytes_of(folder.path() / "results.sqlite") == undisturbed().database);
  CHECK(names_in(folder.path()) ==
        std::set<std::string>{"monthly.csv", "results.csv", "results.sqlite"});
}

TEST_CASE("a part that goes while it is looked at is never called no database") {
  const TempFolder folder, aside;
  const fs::path part = folder.path() / "part-0.sqlite";
  add_half(part, 0);
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done) {
      fs::rename(part, aside.path() / "part-0.sqlite");
      fs::rename(aside.path() / "part-0.sqlite", part);
    }
  });
  constexpr int kLooks = 2000;
  std::set<std::string> codes;
  for (int i = 0; i < kLooks; ++i) {
    try {
      StoreReader reader(part);
    } catch (const InputError& error) {
      codes.insert(error.code());
    }
  }
  done = true;
  other.join();
  codes.erase("data.sqlite_locked");
  codes.erase("file.unreadable");  // it was back when its name was looked up again
  CHECK(codes == std::set<std::string>());
}

TEST_CASE("runs that were there when stores were listed are not left out of the tables") {
  const TempFolder folder;
  add_half(folder.path() / "part-0.sqlite", 0);
  const std::vector<fs::path> listed = stores_in(folder.path());  // without the other half
  add_half(folder.path() / "part-1.sqlite", 1);
  merge_stores(stores_in(folder.path()), folder.path() / "out");
  const std::string table = bytes_of(folder.path() / "out/results.sqlite");
  const InputError error =
      error_of([&] { merge_stores(listed, folder.path() / "out", {}, MissingRuns::Refuse); });
  CHECK(error.code() == "data.sqlite_locked");
  CHECK_THAT(first_message(error), Catch::Contains("has moved runs of this set"));
  CHECK(bytes_of(folder.path() / "out/results.sqlite") == table);
  CHECK(fs::exists(listed.front()));
  const MergeReport half = merge_stores(listed, folder.path() / "half");
  CHECK(static_cast<long>(half.missing.size()) == kRuns / 2);
}

// ---- what merges leave behind -----------------------------------------------------------------

TEST_CASE("a merge that begins takes no file of one that is at work") {
  const TempFolder folder;
  add_half(folder.path() / "part-0.sqlite", 0);
  add_half(folder.path() / "part-1.sqlite", 1);
  Neighbour merge([&folder](const auto& wait) { merge_with(folder.path(), 2, wait); });
  REQUIRE(merge.waits());
  const std::set<std::string> before = hidden_in(folder.path());
  std::set<std::string> targets;
  for (const std::string& name : before) {
    CHECK(name.ends_with(".part"));  // no journal of the database
    targets.insert(name.substr(1, name.rfind('.', name.size() - 6) - 1));
  }
  CHECK(targets == std::set<std::string>{"monthly.csv", "results.csv", "results.sqlite"});
  for (const std::string& name : before) make_old(folder.path() / name);
  remove_leftovers(folder.path());
  CHECK(hidden_in(folder.path()) == before);
  CHECK(merge.finish());
  CHECK(hidden_in(folder.path()).empty());
  CHECK(bytes_of(folder.path() / "results.csv") == undisturbed().table);
  CHECK(bytes_of(folder.path() / "results.sqlite") == undisturbed().database);
}

TEST_CASE("files that a process holds are kept, those it left go, and others are not touched") {
  const TempFolder folder;
  std::vector<fs::path> held, left, alike;
  for (const char* target : {"results.csv", "results.sqlite", "monthly.csv"}) {
    const bool database = std::string(target) == "results.sqlite";
    if (!database) held.push_back(folder.write(temporary_name(target, 'a'), "written"));
    left.push_back(folder.write(temporary_name(target, '0'), "cut"));
  }
  left.push_back(folder.write(temporary_name("results.sqlite", '0').string() + "-journal", "cut"));
  for (const char* name :
       {".results.csv.backup-2019.part", ".results.csv.0123456789ABCDEF.part",
        ".results.csv.0123456789abcde.part", ".results.csv.0123456789abcdef.parts",
        ".results.csv.0123456789abcdef", "results.csv.0123456789abcdef.part",
        ".my-results.csv.backup.part", ".results.sqlite.0123456789abcdeg.part", ".part"}) {
    alike.push_back(folder.write(name, "of somebody"));
    make_old(alike.back());
  }
  const fs::path link = folder.path() / temporary_name("results.csv", '1');
  fs::create_symlink(folder.write("victim", "mine"), link);
  const fs::path inner = folder.path() / temporary_name("results.csv", '2');
  fs::create_directory(inner);
  Neighbour writer([&held](const auto& wait) {
    for (const fs::path& path : held) {
      const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
      if (::flock(handle, LOCK_EX | LOCK_NB) != 0) ::_exit(3);
    }
    wait();
  });
  REQUIRE(writer.waits());
  make_old(held.front());
  const auto exists = [](const fs::path& path) { return fs::exists(path); };
  const auto others_stay = [&] {
    CHECK(std::all_of(alike.begin(), alike.end(), exists));
    CHECK(fs::is_symlink(link));
    CHECK(fs::is_directory(inner));
    CHECK(bytes_of(folder.path() / "victim") == "mine");
  };
  remove_leftovers(folder.path());
  CHECK(std::all_of(held.begin(), held.end(), exists));
  CHECK(std::none_of(left.begin(), left.end(), exists));
  others_stay();
  REQUIRE(writer.finish());
  remove_leftovers(folder.path());
  CHECK(std::none_of(held.begin(), held.end(), exists));
  others_stay();
}

TEST_CASE("nothing is removed while a process holds the database of a merge") {
  const TempFolder folder;
  const fs::path held = folder.write(temporary_name("results.sqlite", 'f'), "");
  folder.write(temporary_name("results.sqlite", '0'), "cut");
  folder.write(temporary_name("results.csv", '0'), "written");
  const std::set<std::string> before = names_in(folder.path());
  Neighbour merge([&held](const auto& wait) {
    const int handle = ::open(held.c_str(), O_RDONLY | O_CLOEXEC);
    if (::flock(handle, LOCK_EX | LOCK_NB) != 0) ::_exit(3);
    wait();
  });
  REQUIRE(merge.waits());
  remove_leftovers(folder.path());
  CHECK(names_in(folder.path()) == before);
  REQUIRE(merge.finish());
  remove_leftovers(folder.path());
  CHECK(names_in(folder.path()).empty());
}

TEST_CASE("tables stay with a database that a process has locked") {
  // File systems may have the locks of SQLite only.
  const TempFolder folder;
  const fs::path database = folder.path() / temporary_name("results.sqlite", '0');
  const fs::path table = folder.write(temporary_name("results.csv", '0'), "written");
  Neighbour merge([&database](const auto& wait) {
    SqliteDatabase open(database, SqliteDatabase::Access::Write);
    open.run("BEGIN EXCLUSIVE");
    wait();
  });
  REQUIRE(merge.waits());
  remove_leftovers(folder.path());
  CHECK(fs::exists(database));
  CHECK(fs::exists(table));
  REQUIRE(merge.finish());
  remove_leftovers(folder.path());
  CHECK(names_in(folder.path()).empty());
}

// ---- what others keep in the folder -----------------------------------------------------------

TEST_CASE("a merge removes its parts and no database of others") {
  const TempFolder folder;
  add_half(folder.path() / "part-0.sqlite", 0);
  add_half(folder.path() / "runs.part.sqlite", 1);
  folder.write("begun.part.sqlite", "");  // its process ended before it wrote anything
  const fs::path empty = folder.write("notes.sqlite", "");
  const fs::path planned = folder.path() / "planned.sqlite";  // has no tables yet
  SqliteDatabase(planned, SqliteDatabase::Access::Write).run("PRAGMA user_version = 7");
  const std::string before = bytes_of(planned);
  REQUIRE_FALSE(before.empty());
  CHECK(merged_bytes(folder.path()) == undisturbed());
  CHECK(names_in(folder.path()) == std::set<std::string>{"monthly.csv", "notes.sqlite",
                                                         "planned.sqlite", "results.csv",
                                                         "results.sqlite"});
  CHECK(fs::file_size(empty) == 0);
  CHECK(bytes_of(planned) == before);
}

TEST_CASE("a database of others is not completed, whatever its process left next to it") {
  const TempFolder folder;
  const fs::path foreign = folder.path() / "notes.sqlite";
  const fs::path log = foreign.string() + "-wal";
  const pid_t child = ::fork();
  if (child == 0) {
    SqliteDatabase database(foreign, SqliteDatabase::Access::Write);
    database.run("PRAGMA journal_mode = WAL");
    database.run("CREATE TABLE notes(text)");
    database.run("INSERT INTO notes VALUES ('mine')");
    ::_exit(0);  // without closing it
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  const std::string database = bytes_of(foreign), written = bytes_of(log);
  REQUIRE_FALSE(written.empty());
  for (const InputError& error : {error_of([&] { StoreReader reader(foreign); }),
                                  error_of([&] { finished_runs({foreign}, layout_of()); }),
                                  error_of([&] { survey_stores({foreign}); }),
                                  error_of([&] { merge_stores({foreign}, folder.path()); })}) {
    CHECK(error.code() == "data.sqlite_invalid");
    CHECK(file_of(error) == foreign);
    CHECK_THAT(first_message(error), Catch::Contains("not a database of scenario results"));
  }
  CHECK(bytes_of(foreign) == database);
  CHECK(bytes_of(log) == written);
  CHECK_FALSE(fs::exists(folder.path() / "results.csv"));
}

}  // namespace store_sharing_test
