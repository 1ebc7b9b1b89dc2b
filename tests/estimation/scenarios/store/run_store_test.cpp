// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/run_store.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/sqlite/sqlite_series.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/scenarios/store/internal/store_access.hpp"
#include "hearth/estimation/scenarios/store/internal/store_reader.hpp"
#include "hearth/tests/estimation/scenarios/store/run_store_samples.hpp"

namespace run_store_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("a merged table has labels, status, message and KPIs of every run in order") {
  const Merged merged = undisturbed();
  const std::string head = merged.table.substr(0, merged.table.find("winter/sweep-3"));
  CHECK(head ==
        "id,heating,R_out [K/W],status,message,ener_tot [kWh/m2],tdis_tot [K h]\n"
        "winter/sweep-0,\"gas, old\",,done,,12.5,\n"
        "winter/sweep-1,heat pump,0.1,done,,6.25,1e-09\n"
        "winter/sweep-2,\"gas, old\",0.2,done,,4.166666666666667,2e-09\n");
  CHECK(merged.table.find("winter/sweep-7,heat pump,0.7000000000000001,failed,"
                          "\"simulation.diverged  \"\"room\"\" at 2024-01-01T00:10:00Z\n"
                          "not finite\",,\n") != std::string::npos);
  CHECK(merged.months.substr(0, merged.months.find("winter/sweep-1,")) ==
        "scenario,month,ener_tot [kWh/m2],tdis_tot [K h]\n"
        "winter/sweep-0,2024-01,1,0.5\n"
        "winter/sweep-0,2024-02,,0.25\n");
}

TEST_CASE("a part whose numbers changed after they were written is refused") {
  const char* change = GENERATE("UPDATE runs SET \"ener_tot [kWh/m2]\" = 7 WHERE run = 1",
                                "UPDATE runs SET message = 'x' WHERE run = 1",
                                "UPDATE months SET \"tdis_tot [K h]\" = 7 WHERE run = 0",
                                "UPDATE recorded SET start = start + 1 WHERE run = 4",
                                "UPDATE recorded SET unit = 'MW' WHERE run = 4",
                                "DELETE FROM recorded WHERE run = 4 AND position = "
                                "(SELECT max(position) FROM recorded WHERE run = 4)",
                                "UPDATE recorded SET data = CAST(x'0000000000000000' || "
                                "substr(data, 9) AS BLOB) WHERE run = 4");
  const TempFolder folder;
  {
    RunStore store(folder.path() / "part-0.sqlite", layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  SqliteDatabase(folder.path() / "part-0.sqlite", SqliteDatabase::Access::Write).run(change);
  INFO(change);
  std::string said;
  try {
    merge_stores(stores_in(folder.path()), folder.path());
  } catch (const InputError& error) {
    said = error.what();
  }
  CHECK_THAT(said, Catch::Contains("part-0.sqlite") && Catch::Contains("checksum"));
}

TEST_CASE("runs lie in the file itself after a wait for the disk") {
  const TempFolder folder;
  RunStore store(folder.path() / "part-0.sqlite", layout_of());
  for (long i = 0; i < 3; ++i) store.add(run_of(i));
  store.sync();
  // Without its log, as after a loss of power.
  fs::create_directories(folder.path() / "copy");
  fs::copy_file(folder.path() / "part-0.sqlite", folder.path() / "copy/part-0.sqlite");
  const auto states = run_states(stores_in(folder.path() / "copy"), layout_of());
  CHECK(std::count(states.begin(), states.end(), RunState::Missing) ==
        static_cast<long>(states.size()) - 3);
}

TEST_CASE("merging a finished set again writes nothing") {
  const TempFolder folder;
  {
    RunStore store(folder.path() / "part-0.sqlite", layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  merge_stores(stores_in(folder.path()), folder.path());
  const auto before = fs::last_write_time(folder.path() / "results.csv");
  const MergeReport again = merge_stores(stores_in(folder.path()), folder.path());
  CHECK(again.finished == kRuns);
  CHECK(again.failed.size() == 1);
  CHECK(again.files.size() == 3);
  CHECK(fs::last_write_time(folder.path() / "results.csv") == before);
}

TEST_CASE("merging a finished set again rewrites changed tables") {
  const TempFolder folder;
  {
    RunStore store(folder.path() / "part-0.sqlite", layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  merge_stores(stores_in(folder.path()), folder.path());
  for (const char* table : {"results.csv", "monthly.csv"}) {
    const fs::path path = folder.path() / table;
    const std::string whole = read_text_file(path);
    std::string changed = whole;
    changed[whole.rfind('1')] = '2';
    for (const std::string& damaged :
         {std::string(), whole.substr(0, whole.size() / 2), whole + "\n", changed}) {
      write_text_file(path, damaged);
      CHECK(merge_stores(stores_in(folder.path()), folder.path()).files.size() == 3);
      CHECK(read_text_file(path) == whole);
    }
    fs::remove(path);
    merge_stores(stores_in(folder.path()), folder.path());
    CHECK(read_text_file(path) == whole);
  }
}

TEST_CASE("results.sqlite has plain tables that any reader of SQLite understands") {
  const TempFolder folder;
  {
    RunStore store(folder.path() / "part-0.sqlite", layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  const MergeReport report = merge_stores(stores_in(folder.path()), folder.path());
  CHECK(report.finished == kRuns);
  CHECK(report.missing.empty());
  REQUIRE(report.failed.size() == 1);
  CHECK(report.failed[0].first == "winter/sweep-7");
  CHECK(report.files.size() == 3);
  CHECK(stores_in(folder.path()) == std::vector<fs::path>{folder.path() / "results.sqlite"});

  SqliteDatabase database(folder.path() / "results.sqlite", SqliteDatabase::Access::Read);
  SqliteStatement sample = database.prepare(
      "SELECT samples.time, value, unit FROM samples JOIN series ON series.id = samples.series "
      "WHERE run = 4 AND signal = 'boiler.power' ORDER BY time");
  REQUIRE(sample.next());
  CHECK(sample.integer(0) == 1704067200000);
  CHECK(sample.number(1) == 1000.0);
  CHECK(sample.text(2) == "W");
  sample.next();
  CHECK(sample.integer(0) == 1704067200000 + 600000);
  sample.next();
  sample.next();
  CHECK(sample.is_null(1));

  SqliteStatement reading = database.prepare(
      "SELECT value, unit FROM readings WHERE scenario = 'winter/sweep-4' AND "
      "signal = '020B.indoorTemperature' AND time = '2024-01-01T00:20:00Z'");
  REQUIRE(reading.next());
  CHECK(reading.number(0) == 20.0 + 0.1 * 4.0 + 2);
  CHECK(reading.text(1) == "degC");
  SqliteStatement kpi =
      database.prepare("SELECT \"ener_tot [kWh/m2]\" FROM runs WHERE id = 'winter/sweep-1'");
  REQUIRE(kpi.next());
  CHECK(kpi.number(0) == 6.25);
  SqliteStatement runs = database.prepare("SELECT value FROM meta WHERE name = 'runs'");
  REQUIRE(runs.next());
  CHECK(runs.text(0) == "24");
}

TEST_CASE("the series of a merged table can be read as those of data files") {
  const TempFolder folder;
  {
    RunStore store(folder.path() / "part-0.sqlite", layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  merge_stores(stores_in(folder.path()), folder.path());
  SqliteSeries series(folder.path() / "results.sqlite");
  Diagnostics notes;
  const auto power = series.select("winter/sweep-4:boiler.power", 0, notes);
  CHECK(power.table->header_unit(1) == unit::W);
  CHECK(power.table->rows() == 20);
  CHECK(power.table->cell(1, 0) == "2024-01-01T00:10:00+00:00");
  CHECK(power.table->number(1, 1).value == 500.0);
  CHECK(power.table->number(3, 1).kind == CsvNumber::Kind::Missing);
  CHECK(notes.empty());
  CHECK(error_of([&] { series.lacks("boiler.power"); }).code() == "data.column_ambiguous");
}

TEST_CASE("the merged bytes do not depend on how the runs were shared out") {
  const Merged expected = undisturbed();
  std::mt19937 random(1);
  for (const int shards : {1, 2, 3, 7, 24}) {
    const TempFolder folder;
    std::vector<long> order(kRuns);
    for (long i = 0; i < kRuns; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    for (int shard = 0; shard < shards; ++shard) {
      RunStore store(folder.path() / ("part-" + std::to_string(shard) + ".sqlite"), layout_of());
      for (const long i : order) {
        if (i % shards == shard) store.add(run_of(i));
      }
    }
    CHECK(merged_bytes(folder.path()) == expected);
  }
}

TEST_CASE("an incomplete set is merged, reported, and can be resumed from its table") {
  const TempFolder folder;
  const StoreLayout layout = layout_of();
  {
    RunStore store(folder.path() / "part-0.sqlite", layout);
    for (long i = 0; i < kRuns; i += 2) store.add(run_of(i));
  }
  const MergeReport report = merge_stores(stores_in(folder.path()), folder.path());
  CHECK(report.finished == 12);
  REQUIRE(report.missing.size() == 12);
  CHECK(report.missing[1] == 3);
  const std::vector<bool> finished = finished_runs(stores_in(folder.path()), layout);
  CHECK(finished[2]);
  CHECK_FALSE(finished[3]);
  {
    RunStore store(folder.path() / "part-0.sqlite", layout);
    for (long i = 1; i < kRuns; i += 2) store.add(run_of(i));
  }
  CHECK(merged_bytes(folder.path()) == undisturbed());
  CHECK(merged_bytes(folder.path()) == undisturbed());  // from the finished table alone
}

TEST_CASE("a run that failed can be tried again, in the same part or in another one") {
  const StoreLayout layout = layout_of();
  FinishedRun failed = run_of(5);
  failed.failure = "disk on fire";
  failed.kpis.clear();
  for (const char* second : {"part-0.sqlite", "part-1.sqlite"}) {
    const TempFolder folder;
    {
      RunStore store(folder.path() / "part-0.sqlite", layout);
      for (long i = 0; i < kRuns; ++i) store.add(i == 5 ? failed : run_of(i));
    }
    CHECK(run_states(stores_in(folder.path()), layout)[5] == RunState::Failed);
    { RunStore(folder.path() / second, layout).add(run_of(5)); }
    CHECK(run_states(stores_in(folder.path()), layout)[5] == RunState::Done);
    CHECK(merged_bytes(folder.path()) == undisturbed());
  }
}

TEST_CASE("a run that fails again has the reason of the last time in the table") {
  const TempFolder folder;
  {
    RunStore store(folder.path() / "runs.part.sqlite", layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  merge_stores(stores_in(folder.path()), folder.path());
  {
    RunStore store(folder.path() / "runs.part.sqlite", layout_of());
    FinishedRun again = run_of(7);
    again.failure = "data.outside  the run is longer than the data";
    store.add(again);
  }
  const Merged merged = merged_bytes(folder.path());
  CHECK_THAT(merged.table, Catch::Contains("the run is longer than the data"));
  CHECK_THAT(merged.table, !Catch::Contains("simulation.diverged"));
  CHECK_FALSE(fs::exists(folder.path() / "runs.part.sqlite"));
}

TEST_CASE("a store is not removed where another one has taken its name") {
  const TempFolder folder;
  const fs::path part = folder.path() / "runs.part.sqlite";
  const auto lock = [](SqliteDatabase& database) { database.run("BEGIN EXCLUSIVE"); };
  CHECK_FALSE(lock_to_remove(part, lock).has_value());
  CHECK_FALSE(fs::exists(part));
  { RunStore store(part, layout_of()); }
  CHECK(lock_to_remove(part, lock).has_value());
  const auto replaced = lock_to_remove(part, [&](SqliteDatabase& database) {
    lock(database);
    fs::rename(part, folder.path() / "aside");
    RunStore(part, layout_of()).add(run_of(1));
  });
  CHECK_FALSE(replaced.has_value());
  CHECK(StoreReader(part).states().size() == 1);
}

TEST_CASE("a merge removes a link to a part, and nothing next to it or at its target") {
  const TempFolder folder, hidden;
  {
    RunStore store(hidden.path() / "a.sqlite", layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  fs::create_symlink(hidden.path() / "a.sqlite", folder.path() / "b.part.sqlite");
  folder.write("b.part.sqlite-wal", "of somebody");
  const std::string before = bytes_of(hidden.path() / "a.sqlite");
  CHECK(merged_bytes(folder.path()) == undisturbed());
  CHECK_FALSE(fs::is_symlink(folder.path() / "b.part.sqlite"));
  CHECK(bytes_of(folder.path() / "b.part.sqlite-wal") == "of somebody");
  CHECK(bytes_of(hidden.path() / "a.sqlite") == before);
}

TEST_CASE("a store that a kill left is completed through a link, too") {
  const TempFolder folder, hidden;
  const fs::path part = hidden.path() / "a.sqlite", link = folder.path() / "b.part.sqlite";
  {
    RunStore store(part, layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  fs::create_symlink(part, link);
  const pid_t child = ::fork();
  if (child == 0) {
    SqliteDatabase database(part, SqliteDatabase::Access::Write);
    database.run("PRAGMA cache_size = 1; BEGIN; DELETE FROM runs; CREATE TABLE junk(x)");
    SqliteStatement insert = database.prepare("INSERT INTO junk VALUES (?1)");
    for (int i = 0; i < 2000; ++i) insert.bind(1, std::string_view(std::string(2000, 'x'))).run();
    ::_exit(0);  // in the middle of its transaction
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(fs::file_size(part.string() + "-journal") > 0);
  CHECK(StoreReader(link).states().size() == static_cast<std::size_t>(kRuns));
  CHECK(merged_bytes(folder.path()) == undisturbed());
}

TEST_CASE("names that SQLite takes for equal stay apart in the table") {
  StoreLayout layout = layout_of(1);
  layout.labels.push_back({"r_out", "K/W", false});
  layout.labels.push_back({"status", "", true});
  layout.labels.push_back({"say \"hi\"", "", true});
  const TempFolder folder;
  FinishedRun run = run_of(0);
  run.numbers = {1.0, 2.0};
  run.words.insert(run.words.end(), {"open", "x"});
  { RunStore(folder.path() / "part.sqlite", layout).add(run); }
  merge_stores(stores_in(folder.path()), folder.path());
  CHECK(bytes_of(folder.path() / "results.csv") ==
        "id,heating,R_out [K/W],r_out [K/W] 2,status 2,\"say \"\"hi\"\"\",status,message,"
        "ener_tot [kWh/m2],tdis_tot [K h]\n"
        "winter/sweep-0,\"gas, old\",1,2,open,x,done,,12.5,\n");
}

TEST_CASE("a second process on a part is refused at once, with the folder's name") {
  const TempFolder folder;
  const fs::path part = folder.path() / "part-0.sqlite";
  RunStore store(part, layout_of());
  store.add(run_of(0));
  const pid_t child = ::fork();
  if (child == 0) {
    const auto before = std::chrono::steady_clock::now();
    try {
      RunStore second(part, layout_of());
    } catch (const InputError& error) {
      const bool named = first_message(error).find(folder.path().string()) != std::string::npos;
      const bool quick = std::chrono::steady_clock::now() - before < std::chrono::seconds(2);
      const bool passed = run_states({part}, layout_of())[0] == RunState::Missing;
      ::_exit(error.code() == "data.sqlite_locked" && named && quick && passed ? 0 : 1);
    }
    ::_exit(2);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(error_of([&] { merge_stores({part}, folder.path()); }).code() == "data.sqlite_locked");
  CHECK_FALSE(fs::exists(folder.path() / "results.csv"));
  store.add(run_of(1));
}

TEST_CASE("a folder of another set is refused with what differs") {
  const TempFolder folder;
  const fs::path part = folder.path() / "part-0.sqlite";
  { RunStore(part, layout_of()).add(run_of(0)); }
  StoreLayout other = layout_of();
  other.set = "summer";
  const InputError error = error_of([&] { RunStore(part, other); });
  CHECK(error.code() == "scenarios.folder_changed");
  CHECK(first_message(error).find("set 'winter': choose another folder") != std::string::npos);
  other = layout_of();
  other.fingerprint = 1;
  CHECK(error_of([&] { finished_runs({part}, other); }).code() == "scenarios.folder_changed");
  other.runs = 25;
  const fs::path second = folder.path() / "part-1.sqlite";
  { RunStore(second, other).add(run_of(24)); }
  const InputError mixed = error_of([&] { merge_stores({part, second}, folder.path()); });
  CHECK(mixed.code() == "scenarios.merge_mixed");
  CHECK(error_of([&] { merge_stores({}, folder.path()); }).code() == "scenarios.merge_empty");
}

TEST_CASE("a file that is not a store, or a damaged one, is named with a remedy") {
  const TempFolder folder;
  const fs::path text = folder.write("part-0.sqlite", "time,value\n");
  const fs::path foreign = folder.path() / "foreign.sqlite";
  SqliteDatabase(foreign, SqliteDatabase::Access::Write).run("CREATE TABLE runs(a)");
  const fs::path torn = folder.path() / "torn.sqlite";
  {
    RunStore store(torn, layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i, 500));
  }
  fs::resize_file(torn, fs::file_size(torn) / 2);
  for (const fs::path& path : {text, foreign, torn}) {
    for (const InputError& error :
         {error_of([&] { RunStore(path, layout_of()); }),
          error_of([&] { finished_runs({path}, layout_of()); }),
          error_of([&] { merge_stores({path}, folder.path() / "out"); })}) {
      CHECK(error.code() == "data.sqlite_invalid");
      CHECK(error.diagnostics().items().front().where.file == path.string());
      CHECK(first_message(error).find("remove it") != std::string::npos);
    }
  }
  // An empty file is a part whose process ended before it wrote anything.
  const fs::path empty = folder.write("empty.sqlite", "");
  CHECK(finished_runs({empty}, layout_of()) == std::vector<bool>(kRuns, false));
  { RunStore(empty, layout_of()).add(run_of(0)); }
  CHECK(finished_runs({empty}, layout_of())[0]);
}

TEST_CASE("damage inside a part is found by the merge, which leaves the earlier results") {
  const TempFolder folder;
  const fs::path part = folder.path() / "part-0.sqlite";
  {
    RunStore store(part, layout_of());
    for (long i = 0; i < 12; ++i) store.add(run_of(i));
  }
  const Merged first = merged_bytes(folder.path());
  {
    RunStore store(part, layout_of());
    for (long i = 12; i < kRuns; ++i) store.add(run_of(i, 2000));
  }
  std::fstream file(part, std::ios::binary | std::ios::in | std::ios::out);
  const auto size = static_cast<std::streamoff>(fs::file_size(part));
  for (std::streamoff page = 4 * 4096; page < size; page += 4096) {
    file.seekp(page);
    file.write("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12);
  }
  file.close();
  const InputError error = error_of([&] { merged_bytes(folder.path()); });
  CHECK(error.code() == "data.sqlite_invalid");
  CHECK(error.diagnostics().items().front().where.file == part.string());
  CHECK(first.table == bytes_of(folder.path() / "results.csv"));
  CHECK(first.database == bytes_of(folder.path() / "results.sqlite"));
  CHECK(fs::exists(part));
  const auto entries = std::distance(fs::directory_iterator(folder.path()), {});
  CHECK(entries == 4);  // no temporary files
}

namespace {

// Adds what is missing, as a process does that was started again.
void resume(const fs::path& folder, long runs) {
  const StoreLayout layout = layout_of(runs);
  const std::vector<bool> finished = finished_runs(stores_in(folder), layout);
  RunStore store(folder / "part-0.sqlite", layout);
  for (long i = 0; i < runs; ++i) {
    if (!finished[i]) store.add(run_of(i, 100));
  }
}

}  // namespace

TEST_CASE("kills at any moment lose no run and change no byte") {
  constexpr long kMany = 300;
  // In memory where that is possible: what a kill leaves is the same, and no disk is waited for.
  const fs::path base = fs::exists("/dev/shm") ? "/dev/shm" : fs::temp_directory_path();
  const TempFolder calm(base);
  resume(calm.path(), kMany);
  const Merged expected = merged_bytes(calm.path());
  std::mt19937 random(7);
  // Adding all takes some 40 ms here, merging as long; from well before to well after.
  std::uniform_real_distribution<double> log_moment(std::log(300.0), std::log(60000.0));  // us
  int killed = 0;
  std::set<long> seen;
  for (int round = 0; round < 8; ++round) {
    const TempFolder folder(base);
    long last = 0;
    int kills = 0;
    for (bool done = false; !done;) {
      const pid_t child = ::fork();
      if (child == 0) {
        try {
          resume(folder.path(), kMany);
          merge_stores(stores_in(folder.path()), folder.path());
        } catch (...) {
          ::_exit(1);
        }
        ::_exit(0);
      }
      const double patience =
          1.0 + static_cast<double>(kills) / 10.0;  // a slow disk gets there, too
      ::usleep(static_cast<useconds_t>(patience * std::exp(log_moment(random))));
      ::kill(child, SIGKILL);
      int status = 0;
      ::waitpid(child, &status, 0);
      done = WIFEXITED(status);
      if (done) REQUIRE(WEXITSTATUS(status) == 0);
      if (!done) ++kills;
      const std::vector<bool> finished = finished_runs(stores_in(folder.path()), layout_of(kMany));
      const long count = std::count(finished.begin(), finished.end(), true);
      CHECK(count >= last);  // what was added stays
      last = count;
      seen.insert(count);
      REQUIRE(kills < 500);
    }
    killed += kills;
    CHECK(last == kMany);
    CHECK(merged_bytes(folder.path()) == expected);
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      names.insert(entry.path().filename().string());
    }
    CHECK(names == std::set<std::string>{"monthly.csv", "results.csv", "results.sqlite"});
  }
  CHECK(killed >= 8);      // a round takes one on average at the least
  CHECK(seen.size() > 2);  // in the midst of adding, too
}

}  // namespace run_store_test
