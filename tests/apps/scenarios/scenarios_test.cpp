// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <sys/mount.h>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace hearth::test::scenarios_test {
namespace {

using Json = nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Samples over the heated room; `days` of minutes make a run as long as a test needs.
std::string set_text(int samples, int days) {
  return fmt::format(R"({{
    "hearth": 1, "base": "room.hearth.json",
    "period": {{"start": "2024-01-01T00:00:00+01:00", "end": "2024-01-{:02}T00:00:00+01:00",
               "step": 60, "warmup": "PT12H"}},
    "sweep": {{"method": "sobol", "n": {}, "seed": 5,
              "parameters": {{"room.C_air": [1e6, 4e6], "heater.UA": [30, 90]}}}},
    "record": ["room.indoorTemperature"]}})",
                     1 + days, samples);
}

/// A workshop with the room and a set.
class Shop : public Workshop {
 public:
  Shop(int samples, int days) : set_(write("set.json", set_text(samples, days))) {
    write("room.hearth.json", kHeatedRoom);
  }
  std::vector<std::string> call(const std::string& folder,
                                const std::vector<std::string>& more = {}) const {
    return std::vector<std::string>{"scenarios", set_, "-o", (*this / folder).string()} + more;
  }
  Outcome run(const std::string& folder, const std::vector<std::string>& more = {}) const {
    return run_hearth(*this, call(folder, more));
  }
  Outcome merge(const std::string& folder) const {
    return run_hearth(*this, {"merge", (*this / folder).string()});
  }
  std::string tables(const std::string& folder) const {
    return read(folder + "/results.csv") + read(folder + "/results.sqlite");
  }
  Json record(const std::string& path) const { return Json::parse(read(path)); }
  const std::string& set() const { return set_; }

 private:
  std::string set_;
};

long lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

/// Waits until a file is there, at most ten seconds.
bool appears(const std::filesystem::path& file) {
  for (int i = 0; i < 5000; ++i) {
    if (std::filesystem::exists(file)) return true;
    std::this_thread::sleep_for(milliseconds(2));
  }
  return false;
}

}  // namespace

TEST_CASE("a scenario set becomes one table") {
  const Shop shop(12, 1);
  const Outcome outcome = shop.run("out", {"-j", "2"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("12 runs in "));
  const std::string table = shop.read("out/results.csv");
  CHECK(lines(table) == 13);
  CHECK(table.find("sweep-01") != std::string::npos);
  CHECK(table.find("room.C_air [J/K]") != std::string::npos);
  CHECK_FALSE(shop.holds("out/runs.part.sqlite"));
  const Json record = shop.record("out/run.json");
  CHECK(record["status"] == "done");
  CHECK(record["progress"]["done"] == 12);
  CHECK(record["progress"]["failed"] == 0);
  CHECK(record["progress"]["total"] == 12);
  CHECK(record["inputs"].size() == 2);
  CHECK(record["outputs"].size() >= 2);
  CHECK(record["seed"] == 5);

  const std::string written = shop.read("out/run.json");
  const Outcome again = shop.run("out");
  CHECK(again.code == 0);
  CHECK(again.said("12 of 12 runs were finished before"));
  CHECK(shop.read("out/results.csv") == table);
  CHECK(shop.read("out/run.json") == written);
}

TEST_CASE("the table is the same on one thread, on two, and from shards") {
  const Shop shop(11, 1);
  REQUIRE(shop.run("one", {"-j", "1"}).code == 0);
  REQUIRE(shop.run("two", {"-j", "2"}).code == 0);
  const std::string tables = shop.tables("one");
  CHECK(shop.tables("two") == tables);
  for (const char* shard : {"2/3", "0/3"}) {
    const Outcome outcome = shop.run("shards", {"--shard", shard});
    CHECK(outcome.code == 0);
    CHECK(outcome.said("hearth merge"));
  }
  CHECK(shop.record("shards/run-2-of-3.json")["progress"]["total"] == 3);
  const Outcome early = shop.merge("shards");
  CHECK(early.code == 3);
  CHECK(early.said("scenarios.incomplete"));
  CHECK(early.said("4 of 11 runs are missing: 1, 4, 7, 10; of shard 1 of 3"));
  CHECK_FALSE(shop.holds("shards/results.csv"));

  REQUIRE(shop.run("elsewhere", {"--shard", "1/3"}).code == 0);
  const Outcome merged =
      run_hearth(shop, {"merge", (shop / "shards").string(), (shop / "elsewhere").string(), "-o",
                        (shop / "all").string()});
  INFO(merged.err);
  CHECK(merged.code == 0);
  CHECK(shop.tables("all") == tables);

  const Outcome partial = run_hearth(shop, {"merge", (shop / "shards").string(), "--partial"});
  CHECK(partial.code == 0);
  CHECK(partial.said("4 of 11 runs are missing"));
  CHECK(lines(shop.read("shards/results.csv")) == 8);
  // What was merged in part is completed by the shard that was missing.
  REQUIRE(shop.run("shards", {"--shard", "1/3"}).code == 0);
  CHECK(shop.merge("shards").code == 0);
  CHECK(shop.tables("shards") == tables);
}

TEST_CASE("a set that is killed again and again ends with the same bytes") {
  const Shop shop(60, 3);
  REQUIRE(shop.run("undisturbed", {"-j", "1"}).code == 0);
  std::mt19937 random(7);
  int kills = 0;
  Outcome outcome;
  do {
    // Later and later, so that even the last step, the merge, is once given the time it takes.
    std::uniform_int_distribution<int> delay(20, 60 + 15 * kills);
    const Process process(shop, shop.call("killed", {"-j", "2"}));
    std::this_thread::sleep_for(milliseconds(delay(random)));
    process.signal(SIGKILL);
    outcome = process.wait();
    kills += outcome.code == -SIGKILL ? 1 : 0;
  } while (outcome.code == -SIGKILL && kills < 1000);
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(kills > 2);
  const bool same = shop.tables("killed") == shop.tables("undisturbed");  // too long to be shown
  CHECK(same);
}

TEST_CASE("an interrupt keeps finished runs and prints how to continue") {
  const Shop shop(400, 20);
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string folder = signal == SIGINT ? "interrupted" : "terminated";
    const Process process(shop, shop.call(folder, {"-j", "2"}));
    REQUIRE(appears(shop / (folder + "/run.json")));
    CHECK(shop.record(folder + "/run.json")["status"] == "running");
    std::this_thread::sleep_for(milliseconds(300));
    process.signal(signal);
    const auto asked = std::chrono::steady_clock::now();
    const Outcome outcome = process.wait_at_most(seconds(60));
    // One second on a quiet machine; these share theirs with other work.
    CHECK(std::chrono::steady_clock::now() - asked < seconds(5));
    CHECK(outcome.code == 128 + signal);
    CHECK(outcome.said("run.interrupted"));
    CHECK(outcome.said("the same command continues"));
    const Json record = shop.record(folder + "/run.json");
    CHECK(record["status"] == "interrupted");
    CHECK(record["progress"]["done"] < 400);
    CHECK(record["progress"]["total"] == 400);
    const Outcome partial = run_hearth(shop, {"merge", (shop / folder).string(), "--partial"});
    CHECK(partial.code == 0);
    CHECK(lines(shop.read(folder + "/results.csv")) == 1 + record["progress"]["done"].get<long>());
  }
}

TEST_CASE("an interrupt while the table is written leaves the runs to the next call") {
  const Shop shop(300, 20);
  REQUIRE(shop.run("written", {"--shard", "0/2"}).code == 0);
  REQUIRE(shop.run("written", {"--shard", "1/2"}).code == 0);
  const Process process(shop, shop.call("written"));
  bool writing = false;
  for (int i = 0; i < 5000 && !writing; ++i) {
    std::this_thread::sleep_for(milliseconds(2));
    for (const auto& entry : std::filesystem::directory_iterator(shop / "written")) {
      if (entry.path().filename().string().starts_with(".results.sqlite")) writing = true;
    }
  }
  REQUIRE(writing);
  process.signal(SIGINT);
  const Outcome outcome = process.wait_at_most(seconds(60));
  CHECK(outcome.code == 130);
  CHECK(outcome.said("stopped before the table of 300 runs was written"));
  CHECK(shop.record("written/run.json")["status"] == "interrupted");
  CHECK_FALSE(std::filesystem::exists(shop / "written/results.csv"));
  const Outcome completed = shop.run("written");
  CHECK(completed.code == 0);
  CHECK(completed.said("300 of 300 runs were finished before"));
  CHECK(lines(shop.read("written/results.csv")) == 301);
}

TEST_CASE("an interrupt while a large set is read ends the call soon") {
  const Shop shop(1, 1);
  std::string changes;
  for (int i = 0; i < 30000; ++i) {
    changes += fmt::format(R"({}{{"id": "s{}", "patch": [{{"op": "replace",
        "path": "/components/heater/parameters/UA", "value": {}}}]}})",
                           i == 0 ? "" : ",", i, 30 + 0.001 * i);
  }
  const std::string set = shop.write(
      "large.json", R"({"hearth": 1, "base": "room.hearth.json", "scenarios": [)" + changes + "]}");
  const Process process(shop, {"scenarios", set, "-o", (shop / "large").string()});
  process.await_handler(SIGTERM);
  std::this_thread::sleep_for(milliseconds(100));
  process.signal(SIGTERM);
  const auto asked = std::chrono::steady_clock::now();
  const Outcome outcome = process.wait_at_most(seconds(60));
  CHECK(std::chrono::steady_clock::now() - asked < seconds(2));
  CHECK(outcome.code == 143);
  CHECK(outcome.said("run.interrupted"));
}

TEST_CASE("values of a file that are held beyond its end are reported once for all runs") {
  const Shop shop(1, 1);
  Json set = Json::parse(set_text(3, 1));
  set["base"] = "windy.hearth.json";
  Json model = Json::parse(kHeatedRoom);
  model["components"]["outdoors"]["config"]["outdoorTemperature"] = {
      {"file", "weather.csv"}, {"column", "t"}, {"unit", "degC"}, {"outside", "hold"}};
  shop.write("set.json", set.dump());
  shop.write("windy.hearth.json", model.dump());
  shop.write("weather.csv",
             "time,t\n2023-12-31T23:00:00Z,2\n2024-01-01T00:00:00Z,2\n2024-01-01T01:00:00Z,2\n");
  const Outcome outcome = shop.run("out");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const auto held = [&shop] {
    int count = 0;
    const Json record = shop.record("out/run.json");
    for (const Json& note : record["diagnostics"]) count += note["code"] == "data.held" ? 1 : 0;
    return count;
  };
  CHECK(held() == 1);
  // A call that continues keeps what the calls before warned of.
  Json stopped = shop.record("out/run.json");
  stopped["status"] = "interrupted";
  shop.write("out/run.json", stopped.dump());
  REQUIRE(shop.run("out").code == 0);
  CHECK(shop.record("out/run.json")["status"] == "done");
  CHECK(held() == 1);
}

TEST_CASE("failed scenarios are named, the others are complete") {
  const Shop shop(1, 1);
  Json set = Json::parse(set_text(300, 1));
  set["base"] = "windy.hearth.json";
  Json model = Json::parse(kHeatedRoom);
  model["components"]["outdoors"]["config"]["outdoorTemperature"] = {
      {"file", "weather.csv"}, {"column", "t"}, {"unit", "degC"}};
  set["scenarios"] = Json::array();
  for (int i = 0; i < 12; ++i) {
    set["scenarios"].push_back(
        {{"id", fmt::format("late-{}", i)},
         {"period",
          {{"start", "2025-01-01T00:00:00+01:00"}, {"end", "2025-01-02T00:00:00+01:00"}}}});
  }
  shop.write("set.json", set.dump());
  shop.write("windy.hearth.json", model.dump());
  shop.write("weather.csv", "time,t\n2023-12-31T00:00:00Z,2\n2024-01-05T00:00:00Z,2\n");
  const Outcome outcome = shop.run("out");
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  CHECK(outcome.said("failed: late-0  data."));
  CHECK(outcome.said("failed: late-9  "));
  CHECK_FALSE(outcome.said("failed: late-10  "));
  CHECK(outcome.said("and 2 more failed runs"));
  CHECK(lines(shop.read("out/results.csv")) == 313);
  const Json record = shop.record("out/run.json");
  CHECK(record["status"] == "failed");
  CHECK(record["progress"]["failed"] == 12);
  // They fail again, and are counted once.
  const Outcome retried = shop.run("out", {"--retry-failed"});
  CHECK(retried.code == 1);
  CHECK(retried.said("300 of 312 runs were finished before"));
  CHECK(shop.record("out/run.json")["progress"]["failed"] == 12);
}

TEST_CASE("two processes do not work on the same part") {
  const Shop shop(400, 20);
  const Process first(shop, shop.call("out", {"-j", "1", "-q"}));
  REQUIRE(appears(shop / "out/run.json"));
  const std::string before = shop.record("out/run.json")["command"].dump();
  const Workshop elsewhere;  // for the messages of the second one
  const Outcome second = run_hearth(elsewhere, shop.call("out"));
  CHECK(second.code == 3);
  CHECK(second.said("data.sqlite_locked"));
  CHECK(second.said("runs.part.sqlite"));
  CHECK(shop.record("out/run.json")["command"].dump() == before);
  first.signal(SIGTERM);
  CHECK(first.wait_at_most(seconds(60)).code == 143);
}

TEST_CASE("calls that merge one folder at the same time leave its table and do not crash") {
  const Shop shop(24, 1);
  REQUIRE(shop.run("whole").code == 0);
  for (const char* shard : {"0/3", "1/3", "2/3"}) {
    REQUIRE(shop.run("shards", {"--shard", shard}).code == 0);
  }
  for (int round = 0; round < 5; ++round) {
    const std::string folder = fmt::format("out-{}", round);
    std::filesystem::copy(shop / "shards", shop / folder);
    std::vector<Workshop> elsewhere(6);  // for the messages of each
    std::vector<std::unique_ptr<Process>> calls;
    for (const Workshop& place : elsewhere) {
      calls.push_back(std::make_unique<Process>(
          place, calls.size() % 2 == 0 ? std::vector<std::string>{"merge", (shop / folder).string()}
                                       : shop.call(folder, {"-q"})));
    }
    for (const auto& call : calls) {
      const Outcome outcome = call->wait_at_most(seconds(60));
      INFO(outcome.err);
      // Who comes late may find that another one is at work.
      CHECK((outcome.code == 0 || (outcome.code == 3 && outcome.said("data.sqlite_locked"))));
      CHECK(outcome.said("error: ") == (outcome.code != 0));
    }
    REQUIRE(shop.run(folder).code == 0);
    const bool same = shop.tables(folder) == shop.tables("whole");  // too long to be shown
    CHECK(same);
    for (const auto& entry : std::filesystem::directory_iterator(shop / folder)) {
      INFO(entry.path());
      CHECK_FALSE(entry.path().filename().string().ends_with(".part"));
      CHECK_FALSE(entry.path().filename().string().ends_with(".part.sqlite"));
    }
  }
}

TEST_CASE("a folder of another set is refused") {
  const Shop shop(3, 1);
  REQUIRE(shop.run("out").code == 0);
  const std::string tables = shop.tables("out");
  shop.write("set.json", set_text(4, 1));
  const Outcome outcome = shop.run("out");
  CHECK(outcome.code == 3);
  CHECK(outcome.said("scenarios.folder_changed"));
  CHECK(shop.tables("out") == tables);
}

TEST_CASE("places that cannot be written to are named") {
  const Shop shop(3, 1);
  shop.write("file", "");
  const Outcome file = shop.run("file");
  CHECK(file.code == 2);
  CHECK(file.said("a file of this name exists"));
  const Outcome below = shop.run("file/out");
  CHECK(below.code == 1);
  CHECK(below.said("file.write"));
  // No user can make a folder there, not even root.
  const Outcome nowhere = run_hearth(shop, {"scenarios", shop.set(), "-o", "/proc/out"});
  CHECK(nowhere.code == 1);
  CHECK(nowhere.said("file.write  /proc/out"));
}

TEST_CASE("a read-only folder is named") {
  const Shop shop(3, 1);
  const std::string folder = (shop / "readonly").string();
  std::filesystem::create_directory(folder);
  if (::mount("tmpfs", folder.c_str(), "tmpfs", MS_RDONLY, "size=64k") != 0) {
    WARN("skipped: file systems cannot be mounted here");
    return;
  }
  const Outcome outcome = shop.run("readonly");
  ::umount(folder.c_str());
  CHECK(outcome.code == 1);
  CHECK(outcome.said("file.write"));
  CHECK(outcome.said("readonly"));
}

TEST_CASE("a full disk ends the runs and keeps existing results") {
  const Shop shop(200, 2);
  REQUIRE(shop.run("undisturbed").code == 0);
  const std::string folder = (shop / "full").string();
  std::filesystem::create_directory(folder);
  if (::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=1m") != 0) {
    WARN("skipped: file systems cannot be mounted here");
    return;
  }
  const Outcome outcome = shop.run("full", {"-j", "2"});
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  CHECK(outcome.said("file.write"));
  const Json record = shop.record("full/run.json");
  CHECK(record["status"] == "failed");
  CHECK(record["diagnostics"].back()["code"] == "file.write");
  // With more room the set is completed; the runs that exist are kept.
  CHECK(::mount("tmpfs", folder.c_str(), "tmpfs", MS_REMOUNT, "size=200m") == 0);
  const Outcome completed = shop.run("full");
  INFO(completed.err);
  CHECK(completed.code == 0);
  CHECK(completed.said(" of 200 runs were finished before"));
  CHECK(shop.tables("full") == shop.tables("undisturbed"));
  ::umount(folder.c_str());
}

TEST_CASE("an output never takes the place of an input") {
  const Shop shop(3, 1);
  Json model = Json::parse(kHeatedRoom);
  model["components"]["outdoors"]["config"]["outdoorTemperature"] = {
      {"file", "results.csv"}, {"column", "t"}, {"unit", "degC"}};
  shop.write("room.hearth.json", model.dump());
  const std::string weather = "time,t\n2023-12-31T00:00:00Z,2\n2024-01-05T00:00:00Z,2\n";
  shop.write("results.csv", weather);
  const Outcome outcome = shop.run(".");
  CHECK(outcome.code == 2);
  CHECK(outcome.said("usage.value"));
  CHECK(shop.read("results.csv") == weather);
}

TEST_CASE("the runs of a set are listed without being run") {
  const Shop shop(5, 1);
  const Outcome outcome = run_hearth(shop, {"scenarios", shop.set(), "--list"});
  CHECK(outcome.code == 0);
  CHECK(lines(outcome.out) == 6);
  CHECK(outcome.printed("run\tid\troom.C_air [J/K]\theater.UA [W/K]\n0\tsweep-1\t"));
  const Outcome shard = run_hearth(shop, {"scenarios", shop.set(), "--list", "--shard", "1/3"});
  CHECK(lines(shard.out) == 3);
  CHECK(shard.printed("\n4\tsweep-5\t"));
}

TEST_CASE("times of the command line without an offset are local times of the set") {
  const Shop shop(2, 1);
  std::string text = shop.read("set.json");
  text.insert(text.find("\"base\""), "\"timezone\": \"Europe/Copenhagen\", ");
  shop.write("set.json", text);
  const Outcome local =
      shop.run("local", {"--start", "2023-12-31", "--end", "2024-01-01T18:00", "--step", "600"});
  INFO(local.err);
  REQUIRE(local.code == 0);
  REQUIRE(shop.run("offset", {"--start", "2023-12-31T00:00+01:00", "--end", "2024-01-01T17:00Z",
                              "--step", "600"})
              .code == 0);
  CHECK(shop.read("local/results.csv") == shop.read("offset/results.csv"));
  const Outcome other = shop.run("other", {"--end", "2024-01-01T19:00", "--step", "600"});
  REQUIRE(other.code == 0);
  CHECK(shop.read("local/results.csv") != shop.read("other/results.csv"));
}

TEST_CASE("times of the command line without an offset need a time zone") {
  const Shop shop(2, 1);
  const Outcome outcome = shop.run("out", {"--end", "2024-01-01T18:00"});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("--end"));
  CHECK(outcome.said("--timezone"));
}

TEST_CASE("progress is written for programs") {
  const Shop shop(5, 1);
  const Outcome outcome = shop.run("out", {"--progress", "json"});
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said(R"({"event": "progress", "done": 5, "failed": 0, "total": 5, "elapsed": )"));
}

TEST_CASE("shards and folders that make no sense are refused") {
  const Shop shop(3, 1);
  for (const char* shard : {"3/3", "-1/3", "1", "1/", "/3", "a/b", "1/3x", "0/0"}) {
    INFO(shard);
    const Outcome outcome = shop.run("out", {std::string("--shard=") + shard});
    CHECK(outcome.code == 2);
    CHECK(outcome.said("'0/4' to '3/4'"));
  }
  CHECK(run_hearth(shop, {"scenarios", shop.set()}).said("--output is required"));
  CHECK(run_hearth(shop, {"merge", "a", "b"}).said("--output is required"));
  CHECK(shop.run("out", {"--list", "--retry-failed"}).code == 2);
  const Outcome empty = run_hearth(shop, {"merge", (shop / "").string()});
  CHECK(empty.code == 3);
  CHECK(empty.said("scenarios.merge_empty"));
  CHECK(run_hearth(shop, {"merge", (shop / "missing").string()}).code == 3);
}

TEST_CASE("a signal ends a list of very many runs, of which no more is kept than is written") {
  const Shop shop(9'000'000, 1);
  for (const int number : {SIGINT, SIGTERM}) {
    const Process process(shop, {"scenarios", shop.set(), "--list"});
    process.await_handler(number);
    std::this_thread::sleep_for(milliseconds(300));
    const auto sent = std::chrono::steady_clock::now();
    process.signal(number);
    const Outcome outcome = process.wait_at_most(seconds(20));
    INFO(outcome.err);
    CHECK(outcome.code == 128 + number);
    CHECK(outcome.said("run.interrupted"));
    // A second is promised; machines under load take longer.
    CHECK(std::chrono::steady_clock::now() - sent < seconds(5));
  }
}

}  // namespace hearth::test::scenarios_test
