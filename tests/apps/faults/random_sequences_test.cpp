// SPDX-License-Identifier: MIT
// Random sequences of runs, kills, full disks, resumes, shards and merges end with the same bytes.
// HEARTH_FAULT_RUNS sets how many sequences are played, HEARTH_FAULT_SEED the number of the first;
// a failure names its number.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/faults/scenes.hpp"

namespace hearth::test::random_sequences_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Words = std::vector<std::string>;
using std::chrono::milliseconds;

constexpr int kSequences = 12;  // of each test, by default

/// What happened in all sequences of a test.
struct Tally {
  long calls = 0, kills = 0, stops = 0, full = 0, finished = 0;
};

/// A limit of the size of files, as a full disk: the command inherits it.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
};

/// Calls the command with faults of random kinds at random moments.
class Chaos {
 public:
  Chaos(const Workshop& shop, std::uint64_t seed, Tally& tally)
      : shop_(shop), random_(seed), tally_(tally) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  /// Calls the command, undisturbed or not.
  Outcome call(const Words& words) {
    ++tally_.calls;
    switch (below(4)) {
      case 0:
        return signalled(words, SIGKILL, tally_.kills);
      case 1:
        return signalled(words, SIGTERM, tally_.stops);
      case 2: {
        const FileSizeLimit disk(static_cast<rlim_t>(1) << (10 + below(10)));  // 1 kB to 0.5 MB
        const Outcome outcome = run_hearth(shop_, words);
        if (outcome.code != 0) ++tally_.full;
        return outcome;
      }
      default:
        return run_hearth(shop_, words);
    }
  }

 private:
  Outcome signalled(const Words& words, int number, long& count) {
    const Process process(shop_, words);
    std::this_thread::sleep_for(milliseconds(below(80)));
    process.signal(number);
    const Outcome outcome = process.wait();
    if (outcome.code != 0) ++count;
    return outcome;
  }

  const Workshop& shop_;
  std::mt19937_64 random_;
  Tally& tally_;
};

/// Names of files that only a call under way may have.
std::vector<std::string> left_over(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".part") || name.ends_with("-wal") || name.ends_with("-shm") ||
        name.ends_with("-journal") || name.ends_with(".part.sqlite")) {
      names.push_back(name);
    }
  }
  return names;
}

/// Whether rows that a call marked as incomplete are the first ones of others.
bool begins(const std::string& all, const std::string& rows) {
  const std::string mark = "# incomplete: interrupted\n";
  return rows.starts_with(mark) && all.starts_with(rows.substr(mark.size()));
}

}  // namespace

TEST_CASE("a set that is killed, stopped, starved of disk, shared out and merged ends the same") {
  const Workshop shop;
  write_set(shop);
  REQUIRE(run_hearth(shop, scenarios(shop, "calm", {"-j", "2"})).code == 0);
  const std::string expected = tables(shop, "calm");
  REQUIRE_FALSE(expected.empty());
  const long first = number_in("HEARTH_FAULT_SEED", 0);
  Tally tally;
  for (long k = first; k < first + number_in("HEARTH_FAULT_RUNS", kSequences); ++k) {
    INFO("HEARTH_FAULT_SEED=" << k << " HEARTH_FAULT_RUNS=1");
    Chaos chaos(shop, static_cast<std::uint64_t>(k), tally);
    const std::string folder = "storm" + std::to_string(k);
    const int shards = chaos.below(3) + 1;
    for (int i = 0; i < 6; ++i) {
      Words more{"-j", std::to_string(1 + chaos.below(3))};
      if (shards > 1) {
        more.insert(more.end(), {"--shard", fmt::format("{}/{}", chaos.below(shards), shards)});
      }
      const Outcome outcome = chaos.call(scenarios(shop, folder, more));
      INFO(outcome.err);
      if (outcome.code == 0) {
        // What was reported as done stays, whatever comes next.
        ++tally.finished;
        if (shards == 1) CHECK(tables(shop, folder) == expected);
      } else {
        CHECK((outcome.code == 1 || outcome.code == 143 || outcome.code == -SIGKILL ||
               outcome.code == -SIGTERM || outcome.code == 3));
        CHECK_FALSE(outcome.said("data.sqlite_invalid"));
      }
    }
    for (int shard = 0; shards > 1 && shard < shards; ++shard) {
      const Outcome outcome = run_hearth(
          shop, scenarios(shop, folder, {"--shard", fmt::format("{}/{}", shard, shards)}));
      INFO(outcome.err);
      CHECK(outcome.code == 0);
    }
    if (shards > 1) chaos.call({"merge", (shop / folder).string()});
    age_left_files(shop / folder);
    const Outcome last = shards > 1 ? run_hearth(shop, {"merge", (shop / folder).string()})
                                    : run_hearth(shop, scenarios(shop, folder, {}));
    INFO(last.err);
    CHECK(last.code == 0);
    CHECK(tables(shop, folder) == expected);
    CHECK(left_over(shop / folder) == std::vector<std::string>());
    fs::remove_all(shop / folder);
  }
  WARN(fmt::format("{} calls: {} killed, {} stopped, {} without disk, {} finished", tally.calls,
                   tally.kills, tally.stops, tally.full, tally.finished));
}

TEST_CASE("a result that is written again is the old one or the new one") {
  const Workshop shop;
  shop.write("room.hearth.json", kHeatedRoom);
  const auto words = [&shop](const std::string& end) {
    return Words{"simulate",     (shop / "room.hearth.json").string(),
                 "-o",           (shop / "r.csv").string(),
                 "--start",      "2024-01-01T00:00:00+01:00",
                 "--end",        end,
                 "--step",       "60",
                 "--record",     "all",
                 "--save-state", (shop / "s.json").string()};
  };
  const Words short_run = words("2024-01-02T00:00:00+01:00");
  const Words long_run = words("2024-01-09T00:00:00+01:00");
  REQUIRE(run_hearth(shop, long_run).code == 0);
  const std::string long_rows = shop.read("r.csv"), long_state = shop.read("s.json");
  REQUIRE(run_hearth(shop, short_run).code == 0);
  const std::string short_rows = shop.read("r.csv"), short_state = shop.read("s.json");
  const long first = number_in("HEARTH_FAULT_SEED", 0);
  Tally tally;
  for (long k = first; k < first + number_in("HEARTH_FAULT_RUNS", kSequences); ++k) {
    INFO("HEARTH_FAULT_SEED=" << k << " HEARTH_FAULT_RUNS=1");
    Chaos chaos(shop, static_cast<std::uint64_t>(k), tally);
    REQUIRE(run_hearth(shop, short_run).code == 0);
    const Outcome outcome = chaos.call(long_run);
    INFO(outcome.err);
    const std::string rows = shop.read("r.csv"), state = shop.read("s.json");
    age_left_files(shop / "");
    if (outcome.code == 0) {
      CHECK(rows == long_rows);
      CHECK(state == long_state);
    } else {
      // A run that was stopped keeps its rows; a state is whole or the one before.
      const bool stopped = outcome.code == 143;
      CHECK((rows == short_rows || rows == long_rows || (stopped && begins(long_rows, rows))));
      CHECK((stopped || state == short_state || state == long_state));
      CHECK(Json::accept(state));
    }
    REQUIRE(run_hearth(shop, short_run).code == 0);
    CHECK(shop.read("r.csv") == short_rows);
    CHECK(left_over(shop / "") == std::vector<std::string>());
  }
  WARN(fmt::format("{} calls: {} killed, {} stopped, {} without disk", tally.calls, tally.kills,
                   tally.stops, tally.full));
}

}  // namespace hearth::test::random_sequences_test
