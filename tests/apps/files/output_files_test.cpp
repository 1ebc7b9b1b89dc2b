// SPDX-License-Identifier: MIT
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/data/results/record_lock.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace output_files_test {

using namespace hearth::test;
using nlohmann::json;
using Words = std::vector<std::string>;

namespace {

namespace fs = std::filesystem;

/// The project of `hearth init`, which has every kind of input.
class Shop : public Workshop {
 public:
  Shop() { run_hearth(*this, {"init", (*this / "").string(), "-q", "--name", "room"}); }

  /// Runs a command line; words that begin with "./" are files of the project.
  Outcome run(const Words& line) const {
    Words words;
    for (const std::string& word : line) {
      words.push_back(word.starts_with("./") ? (*this / word.substr(2)).string() : word);
    }
    return run_hearth(*this, words);
  }

  /// Returns the files of the project with what is in them.
  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(*this / "")) {
      if (entry.path().filename().string().starts_with(".std") || !entry.is_regular_file())
        continue;
      found[entry.path().string()] = text_of(entry.path());
    }
    return found;
  }

  /// Checks that a line is refused before anything is written, and names both options.
  void check_refused(const Words& line, const std::string& option, const std::string& other) const {
    const auto before = contents();
    const Outcome outcome = run(line);
    std::string text;
    for (const std::string& word : line) text += word + " ";
    INFO(text << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.said("usage.value  " + option + "  '"));
    CHECK(outcome.said(other));
    CHECK(outcome.said("choose another name"));
    CHECK(contents() == before);
  }
};

const std::string kModel = "./model.hearth.json";

}  // namespace

TEST_CASE("no output of simulate takes the place of an input") {
  const Shop shop;
  const Words run = {"simulate", kModel};
  REQUIRE(shop.run(run + Words{"-o", "./first.csv", "--save-state", "./state.json"}).code == 0);
  shop.check_refused(run + Words{"-o", "./weather.csv"}, "--output", "(data of the model)");
  for (const std::string option : {"--save-state", "--report"}) {
    const Words line = run + Words{"-o", "./results.csv", option};
    shop.check_refused(line + Words{kModel}, option, "(MODEL)");
    shop.check_refused(line + Words{"./weather.csv"}, option, "(data of the model)");
    shop.check_refused(line + Words{"./measurements.csv"}, option, "(data of the model)");
    shop.check_refused(line + Words{"./state.json", "--load-state", "./state.json"}, option,
                       "(--load-state)");
  }
}

TEST_CASE("no output of calibrate takes the place of an input") {
  const Shop shop;
  for (const std::string option : {"--output", "--apply", "--report"}) {
    const Words line = {"calibrate", "./calibration.json", option};
    shop.check_refused(line + Words{"./calibration.json"}, option, "(PROBLEM)");
    for (const std::string file : {"model.hearth.json", "weather.csv", "measurements.csv"}) {
      shop.check_refused(line + Words{"./" + file}, option, "is also an input");
    }
  }
}

TEST_CASE("no output of a scenario set takes the place of an input") {
  const Shop shop;
  for (const std::string file : {"scenarios.json", "model.hearth.json", "weather.csv"}) {
    shop.check_refused({"scenarios", "./scenarios.json", "-o", "./out", "--report", "./" + file},
                       "--report", "is also an input");
  }
  shop.check_refused({"scenarios", "./scenarios.json", "-o", "./out", "--report", "./out/run.json"},
                     "--output", "is also written by --report");
  shop.check_refused(
      {"scenarios", "./scenarios.json", "-o", "./out", "--report", "./out/results.csv"}, "--output",
      "is also written by --report");
}

TEST_CASE("no output of kpi and report takes the place of an input") {
  const Shop shop;
  REQUIRE(shop.run({"simulate", kModel, "-o", "./run/results.csv", "--record", "all"}).code == 0);
  REQUIRE(shop.run({"calibrate", "./calibration.json", "-o", "./cal/result.json"}).code == 0);
  shop.write("prices.csv", "time,price\n2024-01-01T00:00Z,0.1\n2025-01-01T00:00Z,0.2\n");
  shop.write("kpi.json", R"({"hearth": 1, "kpi": {"carriers":
    {"gas": {"price": {"file": "prices.csv", "column": "price"}}}}})");
  const Words kpi = {"kpi",        "./run/results.csv", "--model", kModel,
                     "--settings", "./kpi.json",        "-o"};
  for (const std::string file :
       {"run/results.csv", "model.hearth.json", "kpi.json", "prices.csv"}) {
    shop.check_refused(kpi + Words{"./" + file}, "--output", "is also an input");
  }
  for (const std::string file : {"run/results.csv", "run/results.run.json", "cal/result.json",
                                 "model.hearth.json", "weather.csv", "calibration.json"}) {
    shop.check_refused({"report", "./run/results.csv", "./cal/result.json", "-o", "./" + file},
                       "--output", "is also an input");
  }
}

TEST_CASE("no output of translate, convert and graph takes the place of an input") {
  const Shop shop;
  shop.check_refused({"graph", kModel, "-o", "./weather.csv"}, "--output", "data of the model");
  shop.check_refused({"convert", kModel, "-o", kModel}, "--output", "(MODEL)");
  fs::copy(std::string(HEARTH_SOURCE_DIR) + "/examples/brick_floor/floor.ttl", shop / "floor.ttl");
  const Words line = {"translate", "./floor.ttl", "-o"};
  shop.check_refused(line + Words{"./floor.ttl"}, "--output", "(GRAPH)");
  shop.check_refused(line + Words{"./m.hearth.json", "--import-report", "./m.hearth.json"},
                     "--import-report", "is also written by --output");
}

TEST_CASE("two outputs of one call are two files") {
  const Shop shop;
  const Words run = {"simulate", kModel, "-o", "./o.csv"};
  shop.check_refused(run + Words{"--save-state", "./o.csv"}, "--save-state", "written by --output");
  shop.check_refused(run + Words{"--save-state", "./s", "--report", "./s"}, "--report",
                     "written by --save-state");
  shop.check_refused(run + Words{"--save-state", "./o.run.json"}, "--output", "--save-state");
  shop.check_refused(run + Words{"--report", "./o.run.json"}, "--output", "--report");
  shop.check_refused({"calibrate", "./calibration.json", "-o", "./n", "--apply", "./n"}, "--apply",
                     "written by --output");
  shop.check_refused({"simulate", kModel, "-o", "./page/o.csv", "--report", "./page"}, "--report",
                     "is also a folder for --output");
}

TEST_CASE("a file is the same file by any of its names") {
  const Shop shop;
  fs::create_directory(shop / "sub");
  fs::create_symlink(shop / "weather.csv", shop / "link.csv");
  fs::create_hard_link(shop / "weather.csv", shop / "twin.csv");
  fs::create_directory_symlink(shop / "", shop / "sub/above");
  for (const std::string name :
       {"link.csv", "twin.csv", "sub/../weather.csv", "./weather.csv", "sub/above/weather.csv"}) {
    shop.check_refused({"simulate", kModel, "-o", "./r.csv", "--save-state", "./" + name},
                       "--save-state", "is also an input (data of the model '");
  }
  // Neither is there yet; the name alone decides.
  for (const std::string name : {"sub/../new", "./new", "sub/above/new"}) {
    shop.check_refused(
        {"simulate", kModel, "-o", "./r.csv", "--save-state", "./new", "--report", "./" + name},
        "--report", "is also written by --save-state");
  }
}

TEST_CASE("a folder that is still to be made hides no file") {
  const Shop shop;
  shop.check_refused({"simulate", kModel, "-o", "./new/../model.hearth.json"}, "--output",
                     "is also an input (");
  CHECK_FALSE(fs::exists(shop / "new"));
}

TEST_CASE("a link that the command line does not name is not followed") {
  const Shop shop;
  shop.write("victim", "mine");
  fs::create_directory(shop / "out");
  fs::create_symlink(shop / "victim", shop / "out/results.csv");
  const Outcome refused = shop.run({"scenarios", "./scenarios.json", "-o", "./out"});
  INFO(refused.err);
  CHECK(refused.code == 1);
  CHECK(refused.said("error: file.write"));
  CHECK(refused.said("is a link"));
  CHECK(shop.read("victim") == "mine");
  fs::create_symlink(shop / "victim", shop / "out/r.csv");  // named, hence followed
  CHECK(shop.run({"simulate", kModel, "-o", "./out/r.csv"}).code == 0);
  CHECK(fs::is_symlink(shop / "out/r.csv"));
  CHECK(shop.read("victim").starts_with("time,"));
}

TEST_CASE("standard output and error are what the shell made of them") {
  const Shop shop;
  const auto shell = [&shop](const std::string& line) {
    const std::string command = "cd '" + (shop / "").string() + "' && " HEARTH_COMMAND " " + line;
    return std::system(command.c_str());
  };
  shop.write("log", "first\n");
  CHECK(shell("simulate model.hearth.json -q -o /dev/stdout >> log") == 0);
  CHECK(shop.read("log").starts_with("first\ntime,"));
  CHECK(shell("simulate model.hearth.json -o r.sqlite 2>&-") == 0);
  CHECK(shop.read("r.sqlite").starts_with("SQLite format 3"));
}

TEST_CASE("a result that a closed standard output loses is an error") {
  const Shop shop;
  const auto code = [&shop](const std::string& line) {
    const std::string command =
        "cd '" + (shop / "").string() + "' && " HEARTH_COMMAND " " + line + " 2> messages >&-";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  for (const std::string line :
       {"simulate model.hearth.json -q -o -", "info model.hearth.json --json", "--version"}) {
    INFO(line);
    CHECK(code(line) == 1);
    CHECK(shop.read("messages").find("error: file.write  cannot write to stdout") !=
          std::string::npos);
  }
  CHECK(code("simulate model.hearth.json -o /dev/stdout") == 1);
  CHECK(code("convert model.hearth.json -o m.ttl -q") == 0);  // writes nothing there
}

TEST_CASE("a link that leads to itself is refused before a run, and stays") {
  const Shop shop;
  fs::create_symlink("loop", shop / "pool");
  fs::create_symlink("pool", shop / "loop");
  for (const Words& outputs :
       {Words{"-o", "./loop"}, {"-o", "./r.csv", "--save-state", "./loop"}}) {
    const Outcome outcome = shop.run(Words{"simulate", kModel} + outputs);
    INFO(outcome.err);
    CHECK(outcome.code == 1);
    CHECK(outcome.said("error: file.write"));
    CHECK(outcome.said("leads to itself"));
    CHECK(fs::is_symlink(shop / "loop"));
    CHECK_FALSE(shop.holds("r.csv"));
  }
}

TEST_CASE("a pipe without a reader does not hold a run, and is not replaced by a file") {
  const Shop shop;
  for (const std::string name : {"pipe.csv", "pipe.sqlite"}) {
    const std::string pipe = (shop / name).string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const Process process(shop, {"simulate", (shop / "model.hearth.json").string(), "-o", pipe});
    const Outcome outcome = process.wait_at_most(std::chrono::seconds(20));
    INFO(outcome.err);
    CHECK(outcome.code == 1);
    CHECK(outcome.said("error: file.write"));
    CHECK(outcome.said("choose another name"));
    CHECK(fs::is_fifo(pipe));
  }
}

TEST_CASE("devices and pipes are not files that could be overwritten") {
  const Shop shop;
  CHECK(shop.run({"simulate", kModel, "-o", "/dev/null", "--save-state", "/dev/null"}).code == 0);
}

TEST_CASE("the folders of outputs are made") {
  const Shop shop;
  const auto check = [&](const Words& line, const Words& written) {
    const Outcome outcome = shop.run(line);
    INFO(line[0] << "\n" << outcome.err);
    CHECK(outcome.code == 0);
    for (const std::string& file : written) CHECK(shop.holds(file));
  };
  check({"simulate", kModel, "-o", "./a/b/r.csv", "--save-state", "./c/d/s.json", "--report",
         "./e/f/p.html"},
        {"a/b/r.csv", "a/b/r.run.json", "c/d/s.json", "e/f/p.html"});
  check({"calibrate", "./calibration.json", "-o", "./g/h/r.json", "--apply", "./i/j/m.hearth.json",
         "--report", "./k/l/p.html"},
        {"g/h/r.json", "g/h/r.run.json", "i/j/m.hearth.json", "k/l/p.html"});
  check({"scenarios", "./scenarios.json", "-o", "./m/n", "--report", "./o/p/q.html"},
        {"m/n/results.csv", "m/n/run.json", "o/p/q.html"});
  check({"kpi", "./a/b/r.csv", "-o", "./q/r/t.csv"}, {"q/r/t.csv"});
  check({"report", "./a/b/r.csv", "-o", "./s/t/p.html"}, {"s/t/p.html"});
  check({"graph", kModel, "-o", "./u/v/g.dot"}, {"u/v/g.dot"});
  check({"convert", kModel, "-o", "./w/x/m.ttl"}, {"w/x/m.ttl"});
  check({"translate", std::string(HEARTH_SOURCE_DIR) + "/examples/brick_floor/floor.ttl", "-o",
         "./y/z/m.hearth.json", "--import-report", "./aa/bb/i.json"},
        {"y/z/m.hearth.json", "aa/bb/i.json"});
  check({"convert", std::string(HEARTH_SOURCE_DIR) + "/examples/two_rooms_sheets", "-o",
         "./cc/dd/g.ttl"},
        {"cc/dd/g.ttl"});
}

TEST_CASE("results in one folder keep a record each") {
  const Shop shop;
  REQUIRE(shop.run({"simulate", kModel, "-o", "./out/a.csv"}).code == 0);
  REQUIRE(shop.run({"simulate", kModel, "-o", "./out/b.csv", "--set", "room.R_out=0.05"}).code ==
          0);
  REQUIRE(shop.run({"calibrate", "./calibration.json", "-o", "./out/a.json"}).code == 0);
  REQUIRE(shop.run({"simulate", kModel, "-o", "./out/a"}).code == 0);
  CHECK(json::parse(shop.read("out/a.run.json"))["command"][1] == "simulate");
  CHECK(json::parse(shop.read("out/a-2.run.json"))["command"][1] == "calibrate");
  CHECK(json::parse(shop.read("out/a-3.run.json"))["command"][1] == "simulate");
  CHECK(json::parse(shop.read("out/b.run.json"))["command"].size() == 7);
  CHECK_FALSE(shop.holds("out/run.json"));
  const Words all = {"report", "./out/a.csv", "./out/b.csv", "./out/a.json", "-o", "./out/p.html"};
  const Outcome page = shop.run(all);
  CHECK(page.code == 0);
  CHECK_FALSE(page.said("report.record_missing"));
  // Doing a run again replaces its own record.
  REQUIRE(shop.run({"calibrate", "./calibration.json", "-o", "./out/a.json"}).code == 0);
  CHECK_FALSE(shop.holds("out/a-4.run.json"));
}

TEST_CASE("results do not take the record of a later run that failed for theirs") {
  const Shop shop;
  shop.write("a.hearth.json", shop.read("model.hearth.json"));
  shop.write("b.hearth.json", shop.read("model.hearth.json") + "\n");
  const Words line = {"-o", "./rec/results.csv", "--record", "all"};
  REQUIRE(shop.run(Words{"simulate", "./a.hearth.json"} + line).code == 0);
  const std::string results = shop.read("rec/results.csv");
  CHECK(shop.run({"kpi", "./rec/results.csv", "--kpis", "ener_heating"}).code == 0);
  // The saved state is that of another model, which shows when the run has begun.
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Words keep = {"simulate", room, "-o", "./room.csv", "--save-state", "./room.json"};
  REQUIRE(shop.run(keep + kOneDay).code == 0);
  const Words resume = {"simulate", "./b.hearth.json", "--load-state", "./room.json"};
  REQUIRE(shop.run(resume + line).code == 3);
  REQUIRE(shop.read("rec/results.csv") == results);
  REQUIRE(json::parse(shop.read("rec/results.run.json"))["status"] == "failed");

  const Outcome kpis = shop.run({"kpi", "./rec/results.csv", "--kpis", "ener_heating"});
  INFO(kpis.err);
  CHECK(kpis.code == 2);
  CHECK(kpis.said("--model MODEL"));
  const Outcome page = shop.run({"report", "./rec/results.csv", "-o", "./p.html"});
  INFO(page.err);
  CHECK(page.code == 0);
  CHECK(page.said("report.record_missing"));
  CHECK(page.said("a run that wrote no results"));
  CHECK(shop.read("p.html").find("b.hearth.json") == std::string::npos);
}

TEST_CASE("a run next to another one does not take the record of its results") {
  const Shop shop;
  // The first run is under way until the second has ended.
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Words decade = {
      "--start",  "2024-01-01T00:00Z",     "--end", "2034-01-01T00:00Z", "--step", "60",
      "--record", "room.indoorTemperature"};
  const Process under_way(shop,
                          Words{"simulate", room, "-o", (shop / "out/r.sqlite").string()} + decade);
  for (int i = 0; i < 2000 && !shop.holds("out/r.run.json"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  REQUIRE(shop.holds("out/r.run.json"));
  REQUIRE(shop.run({"simulate", kModel, "-o", "./out/r.csv"}).code == 0);
  under_way.signal(SIGINT);
  under_way.wait();
  const auto record = [&shop](const std::string& name) {
    return json::parse(shop.read("out/" + name))["outputs"].dump();
  };
  CHECK(record("r.run.json").find("r.csv") != std::string::npos);
  CHECK(record("r-2.run.json").find("r.sqlite") != std::string::npos);
}

TEST_CASE("results that two calls write at the same time are those of their record") {
  const Shop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  const Words settings = {"room.R_out=0.03", "room.R_out=0.04"};
  const auto call = [&](const std::string& setting, const std::string& output) {
    return Words{"simulate", room, "-q", "-o", (shop / output).string()} + kOneDay +
           Words{"--set", setting};
  };
  std::map<std::string, std::string> expected;
  for (const std::string& setting : settings) {
    REQUIRE(shop.run(call(setting, "alone.csv")).code == 0);
    expected[setting] = shop.read("alone.csv");
  }
  REQUIRE(expected[settings[0]] != expected[settings[1]]);
  constexpr int kTrials = 20;
  for (int i = 0; i < kTrials; ++i) {
    const Process first(shop, call(settings[0], "both/c.csv"));
    const Process second(shop, call(settings[1], "both/c.csv"));
    CHECK(first.wait().code == 0);
    CHECK(second.wait().code == 0);
    const json record = json::parse(shop.read("both/c.run.json"));
    CHECK(record["status"] == "done");
    const bool same = shop.read("both/c.csv") == expected[record["command"].back()];
    CHECK(same);
    CHECK_FALSE(shop.holds("both/.hearth.lock"));
  }
}

TEST_CASE("a run that waits for the lock of its folder prints a line") {
  const Shop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  auto lock = hearth::RecordLock::take(shop / "");
  REQUIRE(lock.has_value());
  const Process waiting(shop, Words{"simulate", room, "-o", (shop / "r.csv").string()} + kOneDay);
  std::this_thread::sleep_for(std::chrono::milliseconds(1800));
  lock.reset();
  const auto done = waiting.wait();
  CHECK(done.code == 0);
  CHECK_THAT(done.err, Catch::Contains("waiting for another run that writes its results into"));
}

TEST_CASE("results of one name and several formats keep a record each, written at the same time") {
  const Shop shop;
  const std::string room = shop.write("room.hearth.json", kHeatedRoom);
  constexpr int kTrials = 10;
  for (int i = 0; i < kTrials; ++i) {
    const std::string folder = "out-" + std::to_string(i);
    const auto call = [&](const std::string& name) {
      return Words{"simulate", room, "-q", "-o", (shop / (folder + "/" + name)).string()} + kOneDay;
    };
    const Process csv(shop, call("b.csv")), packed(shop, call("b.csv.gz")),
        sqlite(shop, call("b.sqlite"));
    for (const Process* process : {&csv, &packed, &sqlite}) CHECK(process->wait().code == 0);
    std::set<std::string> outputs;
    for (const char* name : {"b.run.json", "b-2.run.json", "b-3.run.json"}) {
      REQUIRE(shop.holds(folder + "/" + name));
      const json record = json::parse(shop.read(folder + "/" + name));
      outputs.insert(fs::path(record["outputs"][0].get<std::string>()).filename().string());
    }
    CHECK(outputs == std::set<std::string>{"b.csv", "b.csv.gz", "b.sqlite"});
  }
}

TEST_CASE("a record by its former name is read, and one that was renamed with its results") {
  const Shop shop;
  REQUIRE(shop.run({"simulate", kModel, "-o", "./out/results.csv"}).code == 0);
  const auto found = [&shop](const std::string& results) {
    const Outcome outcome = shop.run({"report", "./out/" + results, "-o", "./p.html"});
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return !outcome.said("report.record_missing");
  };
  fs::rename(shop / "out/results.run.json", shop / "out/run.json");
  CHECK(found("results.csv"));
  CHECK(shop.run({"kpi", "./out/results.csv", "--kpis", "ener_heating"}).code == 0);
  fs::rename(shop / "out/results.csv", shop / "out/old.csv");
  CHECK_FALSE(found("old.csv"));
  fs::rename(shop / "out/run.json", shop / "out/old.run.json");
  CHECK(found("old.csv"));
}

TEST_CASE("kpi finds the model in the record of the results") {
  const Shop shop;
  REQUIRE(shop.run({"simulate", kModel, "-o", "./out/r.csv", "--record", "all"}).code == 0);
  const Outcome named = shop.run({"kpi", "./out/r.csv", "--model", kModel, "--json"});
  const Outcome found = shop.run({"kpi", "./out/r.csv", "--json"});
  INFO(found.err);
  CHECK(found.code == 0);
  CHECK(found.out == named.out);
  fs::remove(shop / "out/r.run.json");
  const Outcome lost = shop.run({"kpi", "./out/r.csv"});
  CHECK(lost.code == 2);
  CHECK(lost.said("--model MODEL"));
}

}  // namespace output_files_test
