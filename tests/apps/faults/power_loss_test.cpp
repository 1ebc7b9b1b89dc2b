// SPDX-License-Identifier: MIT
// Losses of power, simulated: what a call did to its files is recorded, and a disk that keeps what
// was waited for, and any part of the rest, is put together from it.
// HEARTH_FAULT_RUNS sets how many losses are tried of each call, HEARTH_FAULT_SEED the number of
// the first.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/faults/recorded_disk.hpp"
#include "hearth/tests/apps/faults/scenes.hpp"

namespace hearth::test::power_loss_test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Files = std::map<std::string, std::string>;

constexpr long kLosses = 24;

/// Sets a variable of the environment for the processes that are started in its scope.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_.empty()) {
      ::unsetenv(name_);
    } else {
      ::setenv(name_, before_.c_str(), 1);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
};

Files files_in(const fs::path& folder) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().lexically_relative(folder).string()] = text_of(entry.path());
  }
  return files;
}

/// A call and what it did to the folder `disk`.
struct Recorded {
  Outcome outcome;
  Files before, after;
  std::vector<DiskEvent> events;
};

/// Records a call, which gets SIGTERM after `stop_after` events.
struct Recorder {
  const Workshop& shop;
  RecordedDisk disk{made(shop)};

  static fs::path made(const Workshop& shop) {
    fs::create_directories(shop / "disk");
    return fs::canonical(shop / "disk");
  }

  Recorded record(const Words& words, std::optional<std::size_t> stop_after = {}) {
    const fs::path folder = made(shop), log = shop / "writes.log";
    fs::remove(log);
    Recorded recorded;
    recorded.before = files_in(folder);
    {
      const Variable module("LD_PRELOAD", HEARTH_WRITE_RECORDER);
      const Variable below("HEARTH_RECORDED_FOLDER", folder.string());
      const Variable to("HEARTH_WRITE_LOG", log.string());
      const char* options = std::getenv("ASAN_OPTIONS");
      const Variable order("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0:" +
                                               std::string(options == nullptr ? "" : options));
      const Variable last("HEARTH_STOP_AFTER_EVENTS",
                          stop_after ? std::to_string(*stop_after) : std::string("-1"));
      recorded.outcome = Process(shop, words).wait();
    }
    recorded.after = files_in(folder);
    recorded.events = read_disk_events(log);
    return recorded;
  }
};

/// A call that was done before the loss, and one that it hits.
struct Scene {
  std::string name;
  Words first, second;
};

std::vector<Scene> scenes(const Workshop& shop) {
  const std::string model = shop.write("room.hearth.json", kHeatedRoom);
  const auto simulate = [&](const std::string& end, const std::string& output) {
    return Words{
        "simulate", model, "-o",     output, "--start",      "2024-01-01T00:00:00+01:00",
        "--end",    end,   "--step", "600",  "--save-state", (shop / "disk/state.json").string()};
  };
  const std::string csv = (shop / "disk/new/r.csv").string();
  const std::string short_run = "2024-01-02T00:00:00+01:00", long_run = "2024-01-09T00:00:00+01:00";
  const std::string database = (shop / "disk/r.sqlite").string();
  const std::string page = (shop / "disk/pages/page.html").string();
  return {{"rows and a state", simulate(short_run, csv), simulate(long_run, csv)},
          {"a database", simulate(short_run, database), simulate(long_run, database)},
          {"a page", simulate(short_run, csv), {"report", csv, "-o", page}},
          {"a project", {"--version"}, {"init", (shop / "disk/project/first").string()}},
          {"sheets", {"--version"}, {"convert", "--new-sheets", (shop / "disk/sheets").string()}},
          {"a set", {"--version"}, scenarios(shop, "disk/set", {"-j", "2"})}};
}

bool is_temporary(const std::string& name) {
  return fs::path(name).filename().string().starts_with('.') || name.ends_with("-wal") ||
         name.ends_with("-journal");
}

}  // namespace

TEST_CASE("what a call reported as done outlives a loss of power, and no file is half written") {
  const long first = number_in("HEARTH_FAULT_SEED", 0);
  const long count = number_in("HEARTH_FAULT_RUNS", kLosses);
  for (std::size_t k = 0; k < 6; ++k) {
    const Workshop shop;
    write_set(shop);
    const Scene scene = scenes(shop)[k];
    const Outcome before = run_hearth(shop, scene.first);
    INFO(scene.name << '\n' << before.err);
    REQUIRE(before.code == 0);
    Recorder recorder{shop};
    const Recorded call = recorder.record(scene.second);
    INFO(call.outcome.err);
    REQUIRE(call.outcome.code == 0);
    REQUIRE(call.events.size() > 3);
    for (long seed = first; seed < first + count; ++seed) {
      INFO("HEARTH_FAULT_SEED=" << seed << " HEARTH_FAULT_RUNS=1");
      std::mt19937_64 random(static_cast<std::uint64_t>(seed));
      // The end comes first: everything was reported then.
      const std::size_t done =
          seed % 2 == 0 ? call.events.size() : random() % (call.events.size() + 1);
      RecordedDisk disk = recorder.disk;
      for (std::size_t i = 0; i < done; ++i) disk.apply(call.events[i]);
      const Files files = disk.after_power_loss(random);
      for (const auto& [name, text] : files) {
        const bool is_part = name.ends_with(".part.sqlite");
        if (is_temporary(name) || is_part) continue;  // parts are for the last test
        INFO(name);
        const bool is_old = call.before.contains(name) && call.before.at(name) == text;
        const bool is_new = call.after.contains(name) && call.after.at(name) == text;
        // The record of a run is written when it begins and again when it ends.
        const bool is_begun = name.ends_with("run.json") && nlohmann::json::accept(text);
        CHECK((is_old || is_new || (is_begun && done < call.events.size())));
      }
      for (const auto& [name, text] : call.before) CHECK(files.contains(name));
      if (done < call.events.size()) continue;
      for (const auto& [name, text] : call.after) {
        INFO(name);
        CHECK(files.contains(name));
        if (files.contains(name)) CHECK(files.at(name) == text);
      }
    }
  }
}

TEST_CASE("a disk that does not do what it promises loses what was reported") {
  const Workshop shop;
  write_set(shop);
  for (const Scene& scene : scenes(shop)) {
    fs::remove_all(shop / "disk");
    fs::create_directories(shop / "disk");
    REQUIRE(run_hearth(shop, scene.first).code == 0);
    Recorder recorder{shop};
    const Recorded call = recorder.record(scene.second);
    REQUIRE(call.outcome.code == 0);
    recorder.disk.lie();
    for (const DiskEvent& event : call.events) recorder.disk.apply(event);
    std::mt19937_64 random(1);
    bool lost = false;
    for (int i = 0; i < 20; ++i) {
      lost = lost || recorder.disk.after_power_loss(random) != call.after;
    }
    INFO(scene.name);
    CHECK(lost);
  }
}

TEST_CASE("a set that lost power has the runs that were reported and goes on to the same tables") {
  const Workshop shop;
  write_set(shop);
  REQUIRE(run_hearth(shop, scenarios(shop, "calm", {})).code == 0);
  const std::string expected = tables(shop, "calm");
  const std::string folder = "disk/set";
  const long first = number_in("HEARTH_FAULT_SEED", 0);
  const long count = number_in("HEARTH_FAULT_RUNS", kLosses);
  long reported_runs = 0, losses = 0;
  const std::size_t events =
      Recorder{shop}.record(scenarios(shop, folder, {"-j", "2"})).events.size();
  for (long seed = first; seed < first + count; ++seed) {
    INFO("HEARTH_FAULT_SEED=" << seed << " HEARTH_FAULT_RUNS=1");
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    fs::remove_all(shop / "disk");
    Recorder recorder{shop};
    // Stopped, killed by the loss somewhere, or complete.
    const bool stopped = seed % 3 == 0;
    std::optional<std::size_t> stop;
    if (stopped) stop = 1 + random() % events;
    const Recorded call = recorder.record(scenarios(shop, folder, {"-j", "2"}), stop);
    INFO(call.outcome.err);
    REQUIRE((call.outcome.code == 0 || call.outcome.code == 143 || call.outcome.code == -SIGTERM));
    const bool at_end = seed % 3 != 1;
    const std::size_t done = at_end ? call.events.size() : random() % (call.events.size() + 1);
    for (std::size_t i = 0; i < done; ++i) recorder.disk.apply(call.events[i]);
    const Files files = recorder.disk.after_power_loss(random);
    fs::remove_all(shop / "disk");
    put_files(files, shop / "disk");
    if (fs::exists(shop / folder)) age_left_files(shop / folder);
    const Outcome resumed = run_hearth(shop, scenarios(shop, folder, {}));
    INFO(resumed.err);
    REQUIRE(resumed.code == 0);
    CHECK(tables(shop, folder) == expected);
    std::smatch match;
    long reported = 0, found = 0;
    if (std::regex_search(call.outcome.err, match, std::regex("stopped after (\\d+) of"))) {
      reported = std::stol(match[1]);
    }
    if (std::regex_search(resumed.err, match, std::regex("(\\d+) of \\d+ runs were finished"))) {
      found = std::stol(match[1]);
    }
    if (at_end) CHECK(found >= reported);
    // The record that survived counts runs that did as well.
    const auto record = files.find("set/run.json");
    const auto json = record == files.end() ? nlohmann::json()
                                            : nlohmann::json::parse(record->second, nullptr, false);
    if (json.is_object() && json.contains("progress") && !match.empty()) {
      CHECK(found >= json["progress"].value("done", 0L));
    }
    reported_runs += at_end ? reported : 0;
    losses += done > 0 ? 1 : 0;
  }
  if (count >= kLosses) CHECK(reported_runs > 0);
  WARN(fmt::format("{} losses of power, {} runs reported before", losses, reported_runs));
}

}  // namespace hearth::test::power_loss_test
