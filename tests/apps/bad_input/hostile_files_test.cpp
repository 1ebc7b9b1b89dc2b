// SPDX-License-Identifier: MIT
// Small files that ask for all memory or time, nest without end, or put into messages what a
// terminal acts on: each is refused within seconds, with its place.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/tests/apps/command.hpp"

namespace hearth::test::hostile_files_test {
namespace {

using Words = std::vector<std::string>;
using Json = nlohmann::ordered_json;

constexpr const char* kModel = R"({"hearth": 1,
  "components": {"r": {"type": "Schedule", "config": {"value": 3}}}, "connections": [],
  "simulation": {"start": "2024-01-01T00:00:00Z", "end": "2024-01-01T01:00:00Z", "step": 600}})";

std::string nest(int levels) { return std::string(levels, '[') + std::string(levels, ']'); }

/// Whether a text holds what a terminal acts on, or bytes that are not UTF-8.
bool acts(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
  });
}

/// Runs a command that has ten seconds.
Outcome run(const Workshop& shop, const Words& words) {
  Outcome outcome = Process(shop, words).wait_at_most(std::chrono::seconds(10));
  INFO(outcome.err);
  CHECK_FALSE(acts(outcome.err));
  CHECK_FALSE(acts(outcome.out));
  return outcome;
}

/// Expects that the input is refused with a code, and that the message names a file.
void check_refused(const Outcome& outcome, const std::string& code, const std::string& file) {
  INFO(outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.said("error: " + code));
  CHECK(outcome.said(file));
}

std::string database(const Workshop& shop, const std::string& name, const Words& statements) {
  SqliteDatabase made(shop / name, SqliteDatabase::Access::Write);
  for (const std::string& sql : statements) made.run(sql);
  return (shop / name).string();
}

/// A set of scenarios with one patch of a model.
std::string patch_set(const Workshop& shop, const Json& operations) {
  shop.write("base.hearth.json", kModel);
  const Json set = {{"hearth", 1},
                    {"base", "base.hearth.json"},
                    {"scenarios", Json::array({{{"id", "b"}, {"patch", operations}}})}};
  return shop.write("set.json", set.dump());
}

}  // namespace

TEST_CASE("a database without series is refused") {
  const Workshop shop;
  const std::string empty =
      database(shop, "empty.sqlite",
               {"CREATE TABLE series(id INTEGER PRIMARY KEY, name TEXT, unit TEXT)",
                "CREATE TABLE v(series_id INTEGER, time INTEGER, value REAL)"});
  check_refused(run(shop, {"check", empty}), "data.sqlite_invalid", "empty.sqlite");
}

TEST_CASE("a view without end is ended") {
  const Workshop shop;
  const std::string endless =
      database(shop, "view.sqlite",
               {"CREATE VIEW w AS WITH RECURSIVE c(time, value) AS (SELECT 1704668400, 1.0 "
                "UNION ALL SELECT time + 1, value + 1 FROM c) SELECT time, value FROM c"});
  check_refused(run(shop, {"check", endless, "--limit", "sqlite-steps=1000000"}), "limit.exceeded",
                "view.sqlite");
}

TEST_CASE("bytes of a database are neither numbers nor times") {
  const Workshop shop;
  const std::string bytes =
      database(shop, "bytes.sqlite",
               {"CREATE TABLE w(time, value)",
                "INSERT INTO w VALUES (x'323032342D30312D30385430303A30303A30305A', x'FFFE')"});
  const Outcome outcome = run(shop, {"check", bytes});
  INFO(outcome.out + outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.said("data.time_invalid"));
}

TEST_CASE("JSON that nests without end is refused wherever it is read") {
  const Workshop shop;
  const std::string deep = "{\"a\": " + nest(100'000) + ", \"b\": 1}";
  const std::string page = (shop / "page.html").string();
  check_refused(run(shop, {"report", shop.write("result.json", deep), "-o", page}), "json.depth",
                "result.json");
  check_refused(run(shop, {"check", shop.write("m.hearth.json", deep)}), "json.depth",
                "m.hearth.json");
  std::string quoted;
  for (const char c : deep) quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
  const std::string graph = shop.write("rules.ttl", R"(
@prefix s4syst: <https://saref.etsi.org/saref4syst/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sim: <http://simulation.org/> .
sim:ScheduleSystem rdfs:subClassOf s4syst:System .
sim:s a sim:ScheduleSystem ; sim:weekDayRulesetDict ")" +
                                                        quoted + R"("^^rdf:JSON .
sim:c a s4syst:Connection ; sim:outputPort "scheduleValue" ; s4syst:connectsSystem sim:s ;
  s4syst:connectsSystemAt sim:p .
)");
  CHECK(run(shop, {"check", graph}).code == 3);
}

TEST_CASE("a comment does not hide how deep a report's file nests") {
  const Workshop shop;
  for (const std::string& end : {std::string("\r"), std::string(1, '\0')}) {
    const std::string text = "{//" + end + "\"coverage\": " + nest(300000) + ", \"items\": []}";
    const Outcome outcome =
        run(shop, {"report", shop.write("import.json", text), "-o", (shop / "x.html").string()});
    INFO(outcome.err);
    CHECK(outcome.code == 3);
  }
}

TEST_CASE("long keys do not make messages of all memory") {
  const Workshop shop;
  std::string text = "{\"hearth\": 1";
  for (int k = 0; k < 200; ++k) text += ",\"" + std::string(2000, 'k') + "\": {\"a\": 1";
  for (int k = 0; k < 5000; ++k) text += ",\"a\": 1";
  text += std::string(201, '}');
  const Outcome outcome = run(shop, {"check", shop.write("keys.hearth.json", text)});
  CHECK(outcome.code == 3);
  CHECK(outcome.err.size() < 100'000'000);
}

TEST_CASE("a record that names one file many times has it read once") {
  const Workshop shop;
  shop.write("m.hearth.json", kModel);
  const std::string model = (shop / "m.hearth.json").string();
  const std::string results = (shop / "r.csv").string();
  REQUIRE(run(shop, {"simulate", model, "-o", results}).code == 0);
  shop.write("large.csv", std::string(20'000'000, 'x'));
  Json record = Json::parse(shop.read("r.run.json"));
  for (int k = 0; k < 200; ++k) {
    record["inputs"].push_back(
        {{"path", (shop / "large.csv").string()}, {"hash", fmt::format("{:016x}", k)}});
  }
  shop.write("r.run.json", record.dump());
  CHECK(run(shop, {"report", results, "-o", (shop / "x.html").string()}).code != 143);
}

TEST_CASE("the limits of a recorded command do not count") {
  const Workshop shop;
  const std::string view =
      database(shop, "view.sqlite",
               {"CREATE VIEW series AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                "FROM n) SELECT i AS time, i AS value FROM n"});
  shop.write("m.hearth.json", kModel);
  const std::string results = (shop / "r.csv").string();
  REQUIRE(run(shop, {"simulate", (shop / "m.hearth.json").string(), "-o", results}).code == 0);
  Json record = Json::parse(shop.read("r.run.json"));
  record["command"].push_back("--limit");
  record["command"].push_back("sqlite-steps=9000000000000000000");
  record["inputs"].push_back({{"path", view}, {"hash", "0000000000000000"}});
  shop.write("r.run.json", record.dump());
  CHECK(run(shop, {"report", results, "--data-dir", (shop / "").string(), "-o",
                   (shop / "x.html").string()})
            .code != 143);
}

TEST_CASE("a file of the system without a size is empty") {
  const Workshop shop;
  CHECK(run(shop, {"check", "/proc/self/pagemap"}).code == 3);
}

TEST_CASE("names in tables forge no lines") {
  const Workshop shop;
  Json model = Json::parse(kModel);
  model["name"] = "a\nerror: fake.code  forged";
  const Outcome info = run(shop, {"info", shop.write("m.hearth.json", model.dump())});
  CHECK(info.code == 0);
  CHECK_FALSE(info.printed("\nerror: fake"));
  const Outcome check =
      run(shop, {"check", shop.write("d.csv",
                                     "time,\"a\nother.csv: data, 5 rows\"\n"
                                     "2024-01-01T00:00:00Z,1\n2024-01-01T01:00:00Z,2\n")});
  CHECK_FALSE(check.printed("\nother.csv"));
}

TEST_CASE("a patch neither nests nor grows without end") {
  const Workshop shop;
  Json value = Json::array();
  for (int level = 0; level < 240; ++level) value = Json::array({value});
  std::string inner = "/x-b";
  for (int level = 0; level < 240; ++level) inner += "/0";
  Json nesting = Json::array({{{"op", "add"}, {"path", "/x-a"}, {"value", Json::array()}}});
  for (int round = 0; round < 20; ++round) {
    nesting.push_back({{"op", "add"}, {"path", "/x-b"}, {"value", value}});
    nesting.push_back({{"op", "move"}, {"from", "/x-a"}, {"path", inner + "/-"}});
    nesting.push_back({{"op", "move"}, {"from", "/x-b"}, {"path", "/x-a"}});
  }
  check_refused(run(shop, {"check", patch_set(shop, nesting)}), "json.depth", "set.json");
  Json doubling = Json::array({{{"op", "add"}, {"path", "/x-b"}, {"value", Json::array({"a"})}}});
  for (int round = 0; round < 40; ++round) {
    doubling.push_back({{"op", "copy"}, {"from", "/x-b"}, {"path", "/x-b/-"}});
  }
  check_refused(run(shop, {"check", patch_set(shop, doubling)}), "limit.exceeded", "set.json");
}

TEST_CASE("composites that double are counted, and a limit can be raised") {
  const Workshop shop;
  const auto model = [&shop](int levels) {
    Json composites;
    const Json one = {{"type", "Schedule"}, {"config", {{"value", 1}}}};
    const auto name = [](int level) { return "C" + std::to_string(level); };
    composites[name(levels)] = {{"components", {{"s", one}}}};
    for (int level = levels - 1; level >= 0; --level) {
      const Json part = {{"type", name(level + 1)}};
      composites[name(level)] = {{"components", {{"a", part}, {"b", part}}}};
    }
    Json all = Json::parse(kModel);
    all["composites"] = composites;
    return shop.write("m.hearth.json", all.dump());
  };
  check_refused(run(shop, {"check", model(40)}), "limit.exceeded", "m.hearth.json");
  const std::string small = model(4);
  CHECK(run(shop, {"check", small}).code == 0);
  const Outcome outcome = run(shop, {"check", small, "--limit", "components=10"});
  check_refused(outcome, "limit.exceeded", "m.hearth.json");
  CHECK(outcome.said("--limit components=N"));
}

TEST_CASE("a table of many columns and empty lines takes what it holds") {
  const Workshop shop;
  std::string text = "time";
  for (int column = 0; column < 100'000; ++column) text += ",c" + std::to_string(column);
  const std::string wide = shop.write("wide.csv", text + "\n" + std::string(100'000, '\n'));
  check_refused(run(shop, {"check", wide}), "data.no_values", "wide.csv");
  const std::string ragged = shop.write("ragged.csv", text + "\n" + std::string(100'000, '1'));
  CHECK(run(shop, {"check", ragged}).code == 3);
}

TEST_CASE("positions of the sun are counted") {
  const Workshop shop;
  Json model = Json::parse(kModel);
  model["components"]["r"]["config"]["value"] = {
      {"sun", "zenith"}, {"interval", 0.001}, {"latitude", 0}, {"longitude", 0}};
  model["simulation"]["end"] = "2025-01-01T00:00:00Z";
  model["simulation"]["step"] = 86400;
  const Outcome outcome = run(shop, {"simulate", shop.write("sun.hearth.json", model.dump()), "-o",
                                     (shop / "r.csv").string()});
  INFO(outcome.err);
  CHECK(outcome.code == 3);
  CHECK(outcome.said("limit.exceeded"));
}

TEST_CASE("states of one component whose matrices take all time and memory are refused") {
  const Workshop shop;
  const auto model = [&shop](int order) {
    Json all = Json::parse(kModel);
    all["components"]["f"] = {{"type", "TransferFunction"}, {"config", {{"order", order}}}};
    all["connections"].push_back("r.scheduleValue -> f.u");
    return shop.write("f.hearth.json", all.dump());
  };
  const std::string results = (shop / "r.csv").string();
  const std::string large = model(3000);
  check_refused(run(shop, {"simulate", large, "-o", results}), "limit.exceeded", "f.hearth.json");
  check_refused(run(shop, {"simulate", large, "-o", results, "--engine", "continuous"}),
                "limit.exceeded", "f.hearth.json");
  for (const char* verb : {"check", "steady", "linearize"}) {
    check_refused(run(shop, {verb, large}), "limit.exceeded", "f.hearth.json");
  }
  CHECK(run(shop, {"check", model(100)}).code == 0);
  const Outcome given = run(shop, {"check", model(50), "--limit", "dense-states=1000"});
  check_refused(given, "limit.exceeded", "f.hearth.json");
  CHECK(given.said("--limit dense-states=N"));
}

TEST_CASE("components of the models that a set makes are counted") {
  const Workshop shop;
  shop.write("base.hearth.json", kModel);
  Json scenarios = Json::array();
  for (int i = 0; i < 20; ++i) {
    const std::string id = std::to_string(i);
    const Json added = {{"op", "add"},
                        {"path", "/components/s" + id},
                        {"value", {{"type", "Schedule"}, {"config", {{"value", i}}}}}};
    scenarios.push_back({{"id", id}, {"patch", Json::array({added})}});
  }
  const Json set = {{"hearth", 1}, {"base", "base.hearth.json"}, {"scenarios", scenarios}};
  const std::string file = shop.write("set.json", set.dump());
  CHECK(run(shop, {"check", file}).code == 0);
  const Outcome refused = run(shop, {"check", file, "--limit", "compiled-components=30"});
  check_refused(refused, "limit.exceeded", "set.json");
  CHECK(refused.said("--limit compiled-components=N"));
}

TEST_CASE("a column that is read with many scales is counted") {
  const Workshop shop;
  std::string text = "time,v\n";
  for (int row = 0; row < 1000; ++row) text += std::to_string(1'704'067'200 + 60 * row) + ",1\n";
  shop.write("u.csv", text);
  Json model = Json::parse(kModel);
  model["files"] = {{"u.csv", {{"time_format", "unix"}}}};
  for (int i = 1; i <= 20; ++i) {
    model["components"]["s" + std::to_string(i)] = {
        {"type", "Schedule"},
        {"config", {{"value", {{"file", "u.csv"}, {"column", 1}, {"scale", i}}}}}};
  }
  const std::string file = shop.write("scales.hearth.json", model.dump());
  CHECK(run(shop, {"check", file}).code == 0);
  const Outcome outcome = run(shop, {"check", file, "--limit", "series-points=10000"});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("--limit series-points=N"));
}

TEST_CASE("runs of very many steps are prepared at once") {
  const Workshop shop;
  shop.write("t.csv", "time,v\n2024-01-01T00:00:00Z,1\n2024-01-01T01:00:00Z,2\n");
  Json model = Json::parse(kModel);
  const Json column = {{"file", "t.csv"}, {"column", "v"}, {"outside", "hold"}};
  model["components"]["r"]["config"]["value"] = column;
  model["simulation"] = {
      {"start", "0001-01-08T00:00:00Z"}, {"end", "9999-01-08T00:00:00Z"}, {"step", 0.001}};
  const auto check = [&shop, &model](const std::string& name) {
    return run(shop,
               {"check", shop.write(name, model.dump()), "--limit", "run-steps=1000000000000000"});
  };
  const Outcome refused = run(shop, {"check", shop.write("long.hearth.json", model.dump())});
  CHECK(refused.code == 3);
  CHECK(refused.said("--limit run-steps=N"));
  const Outcome held = check("long.hearth.json");
  INFO(held.err);
  CHECK(held.code == 0);
  model["components"]["r"]["config"]["value"]["resample"] = "none";
  const Outcome exact = check("exact.hearth.json");
  CHECK(exact.code == 3);
  CHECK(exact.said("data.no_exact_value"));
  model["components"]["r"]["config"]["value"]["resample"] = "mean";
  const Outcome means = check("means.hearth.json");
  CHECK(means.code == 3);
  CHECK(means.said("--limit series-points=N"));
}

TEST_CASE("columns of a file without rows are counted") {
  const Workshop shop;
  shop.write("wide.csv", "time" + std::string(600'000, ',') + "\n");
  const Outcome outcome = run(shop, {"check", (shop / "wide.csv").string()});
  check_refused(outcome, "limit.exceeded", "wide.csv");
  CHECK(outcome.said("--limit file-columns=N"));
}

TEST_CASE("very many patterns are compared with very many names in time, or counted") {
  const Workshop shop;
  Json model = Json::parse(kModel);
  for (int i = 0; i < 4000; ++i) {
    model["components"][fmt::format("c{}", i)] = {{"type", "Gain"}};
    model["connections"].push_back(fmt::format("r.scheduleValue -> c{}.u", i));
  }
  shop.write("m.hearth.json", model.dump());
  Json scales = Json::object();
  for (int i = 0; i < 300; ++i) scales[fmt::format("zz{}.k", i)] = 2;
  Json set = {{"hearth", 1}, {"base", "m.hearth.json"}};
  set["scenarios"] = {{{"id", "a"}, {"scale", scales}}};
  check_refused(run(shop, {"check", shop.write("set.json", set.dump())}), "scenarios.scale_nothing",
                "set.json");
  Json unknown = Json::object();
  for (int i = 0; i < 5000; ++i) unknown[fmt::format("zz{}.k", i)] = 1;
  check_refused(run(shop, {"simulate", (shop / "m.hearth.json").string(), "--parameters",
                           shop.write("p.json", unknown.dump()), "-o", (shop / "r.csv").string()}),
                "model.component_unknown", "p.json");
  std::string header = "time", row = "\n0", next = "\n3600";
  for (int i = 0; i < 30'000; ++i) {
    header += fmt::format(",a{}.P [W]", i);
    row += ",1";
    next += ",1";
  }
  shop.write("r.csv", header + row + next + "\n");
  Json patterns = Json::array();
  for (int i = 0; i < 60'000; ++i) patterns.push_back("*0*1*2*3*b*P");
  Json settings = {{"energy", {{{"signals", patterns}, {"carrier", "c"}}}}};
  const Words kpi{"kpi", (shop / "r.csv").string(), "--settings", (shop / "s.json").string()};
  shop.write("s.json", settings.dump());
  Words limited = kpi;
  limited.insert(limited.end(), {"--limit", "pattern-steps=1000000000"});
  const Outcome counted = run(shop, limited);
  check_refused(counted, "limit.exceeded", "s.json");
  CHECK(counted.said("--limit pattern-steps=N"));
  settings = {{"zones", Json::object()}};
  for (int i = 0; i < 3000; ++i) {
    settings["zones"][fmt::format("z{}", i)] = {{"temperature", fmt::format("qq{}.T", i)}};
  }
  shop.write("s.json", settings.dump());
  check_refused(run(shop, kpi), "kpi.signal_unknown", "s.json");
}

TEST_CASE("a thousand columns that a wide file does not have are missed in time") {
  const Workshop shop;
  std::string text = "time";
  for (int column = 0; column < 9000; ++column) text += ",column" + std::to_string(column);
  text += "\n2024-01-01T00:00:00Z";
  for (int column = 0; column < 9000; ++column) text += ",1";
  shop.write("wide.csv", text + "\n");
  const auto model = [&shop](const std::string& prefix) {
    Json all = Json::parse(kModel);
    for (int i = 0; i < 5000; ++i) {
      const std::string number = std::to_string(i);
      all["components"]["s" + number] = {
          {"type", "Schedule"},
          {"config",
           {{"value", {{"file", "wide.csv"}, {"column", prefix + number}, {"outside", "hold"}}}}}};
    }
    return shop.write("w.hearth.json", all.dump());
  };
  CHECK(run(shop, {"check", model("column")}).code == 0);
  const Outcome outcome = run(shop, {"check", model("colunm")});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("data.column_missing"));
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') < 2100);
}

TEST_CASE("many misspelt names of many letters are compared in time") {
  const Workshop shop;
  Json model = Json::parse(kModel);
  for (int i = 0; i < 400; ++i) {
    const std::string number = std::to_string(i);
    model["components"][std::string(100, 'g') + number] = {{"type", "Sum"}};
    model["connections"].push_back(std::string(98, 'g') + "hh" + number + ".y -> " +
                                   std::string(97, 'g') + "kkk" + number + ".u[1]");
  }
  CHECK(run(shop, {"check", shop.write("names.hearth.json", model.dump())}).code == 3);
}

TEST_CASE("a file of errors is left after the first thousand") {
  const Workshop shop;
  Json keys = Json::parse(kModel);
  for (int i = 0; i < 20'000; ++i) {
    keys["components"]["c" + std::to_string(i)] = {{"type", "Gain"}, {"wrong", 1}};
  }
  Json ends = Json::parse(kModel);
  for (int i = 0; i < 10'000; ++i) {
    const std::string number = std::to_string(i);
    ends["components"]["c" + number] = {{"type", "Gain"}};
    ends["connections"].push_back("x" + number + ".y -> z" + number + ".u");
  }
  for (const Json& model : {keys, ends}) {
    const Outcome outcome = run(shop, {"check", shop.write("m.hearth.json", model.dump())});
    CHECK(outcome.code == 3);
    const auto lines = std::count(outcome.err.begin(), outcome.err.end(), '\n');
    CHECK(lines > 900);
    CHECK(lines < 2100);
  }
}

TEST_CASE("the content of a file does not act on the terminal, and a line cannot be forged") {
  const Workshop shop;
  const std::string model = shop.write(
      "m.hearth.json",
      "{\"hearth\": 1, \"components\": {\"a\": {\"type\": \"Schedule\", "
      "\"\\u001b]0;title\\u0007\\u001b[2J\\nerror: fake.code  other.json:1  forged\": 1, "
      "\"config\": {\"value\": 1}}}}");
  const Outcome outcome = run(shop, {"check", model});
  INFO(outcome.err);
  CHECK(outcome.said("\\u001b]0;title"));
  CHECK(outcome.err.find("\nerror: fake.code") == std::string::npos);
  const std::string table = shop.write("t.csv", "time,\x1b[31mred\x7f,v\n2024-01-01T00:00Z,1,2\n");
  CHECK(run(shop, {"check", table}).printed("\\u001b[31mred\\u007f"));
}

TEST_CASE("findings are valid JSON whatever bytes a file holds") {
  const Workshop shop;
  const std::string quotes = shop.write("q.hearth.json", "{\xe2\x80\x9chearth\xe2\x80\x9d: 1}");
  const Outcome outcome = run(shop, {"check", "--json", quotes});
  INFO(outcome.out + outcome.err);
  CHECK(outcome.code == 3);
  const Json findings = Json::parse(outcome.out, nullptr, false);
  REQUIRE(findings.is_object());
  CHECK(findings["files"].size() == 1);
}

TEST_CASE("devices and pipes are not accepted as inputs") {
  const Workshop shop;
  check_refused(run(shop, {"check", "/dev/zero"}), "file.unreadable", "/dev/zero");
  for (const std::string name : {"pipe.csv", "pipe.json", "pipe.sqlite", "pipe.ttl"}) {
    const std::string pipe = (shop / name).string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    check_refused(run(shop, {"check", pipe}), "file.unreadable", name);
  }
  const std::string policy = shop.write("m.hearth.json", R"({"hearth": 1,
    "components": {"a": {"type": "NeuralPolicyController", "config": {"file": "pipe.json"}}}})");
  check_refused(run(shop, {"check", policy}), "file.unreadable", "pipe.json");
}

TEST_CASE("a file of the system that waits for bytes is not read") {
  const Workshop shop;
  for (const std::string name : {"log.csv", "log.json", "log.sqlite"}) {
    std::filesystem::create_symlink("/proc/kmsg", shop / name);
    const Outcome outcome = run(shop, {"check", (shop / name).string()});
    INFO(outcome.err);
    CHECK(outcome.code == 3);
    CHECK(outcome.said(name));
  }
}

TEST_CASE("a link that leads to itself is named as what it is") {
  const Workshop shop;
  std::filesystem::create_symlink("loop.csv", shop / "loop.csv");
  const Outcome outcome = run(shop, {"check", (shop / "loop.csv").string()});
  check_refused(outcome, "file.unreadable", "loop.csv");
  CHECK(outcome.said("leads to itself"));
}

#ifndef __SANITIZE_ADDRESS__  // which reserves more addresses than any limit
TEST_CASE("a file beyond the memory is named, and findings of other files are kept") {
  const Workshop shop;
  const std::string good = shop.write("good.hearth.json", kModel);
  const std::string large = shop.write("large.csv", "time,a\n");
  std::filesystem::resize_file(large, 3'500'000'000);  // takes no place on the disk
  ::rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_AS, &before) == 0);
  const ::rlimit limit{2'000'000'000, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_AS, &limit) == 0);
  const Process process(shop, {"check", good, large, good, "--json"});
  REQUIRE(::setrlimit(RLIMIT_AS, &before) == 0);
  const Outcome outcome = process.wait_at_most(std::chrono::seconds(10));
  check_refused(outcome, "limit.memory", "large.csv");
  const Json findings = Json::parse(outcome.out, nullptr, false);
  REQUIRE(findings.is_object());
  REQUIRE(findings["files"].size() == 3);
  CHECK(findings["files"][0]["errors"] == 0);
  CHECK(findings["files"][1]["diagnostics"][0]["code"] == "limit.memory");
  CHECK(findings["files"][2]["errors"] == 0);
}
#endif

TEST_CASE("a file that unpacks to more than a limit is refused") {
  const Workshop shop;
  const std::string csv = shop.write("z.csv", "time,v\n" + std::string(200'000, '0'));
  REQUIRE(std::system(("gzip -k " + csv).c_str()) == 0);
  check_refused(run(shop, {"check", csv + ".gz", "--limit", "unpacked-bytes=100000"}),
                "limit.exceeded", "z.csv.gz");
}

TEST_CASE("a set of samples outside the calendar is refused by the report") {
  const Workshop shop;
  shop.write("set/results.csv", "id,scenario,status,message\nb,b,done,\n");
  database(
      shop, "set/results.sqlite",
      {"CREATE TABLE runs(run INTEGER PRIMARY KEY, id TEXT)", "INSERT INTO runs VALUES(0, 'b')",
       "CREATE TABLE series(id INTEGER, run INTEGER, signal TEXT, unit TEXT)",
       "INSERT INTO series VALUES(1, 0, 'a.b', 'degC')",
       "CREATE TABLE samples(series INTEGER, time INTEGER, value REAL)",
       "INSERT INTO samples VALUES(1, 0, 1)",
       "INSERT INTO samples VALUES(1, 9000000000000000, 2)"});
  check_refused(run(shop, {"report", (shop / "set").string(), "-o", (shop / "page.html").string()}),
                "data.sqlite_invalid", "results.sqlite");
}

TEST_CASE("a question without end is ended") {
  const Workshop shop;
  std::string turtle = "@prefix ex: <urn:ex#> .\n";
  for (int i = 0; i < 400; ++i) {
    turtle += fmt::format("ex:n{} ex:p ex:n{} ; ex:q ex:m{} .\n", i, (i * 7 + 1) % 400, i % 20);
  }
  const std::string graph = shop.write("g.ttl", turtle);
  const auto ask = [&](const std::string& text) {
    const std::string query = shop.write("q.rq", "PREFIX ex: <urn:ex#>\n" + text);
    // A second or two; sanitizers take ten times as long.
    return Process(shop, {"query", graph, "--file", query, "--no-inference"})
        .wait_at_most(std::chrono::seconds(60));
  };
  const Outcome many = ask("SELECT ?a ?b ?c WHERE { ?a ex:p ?x . ?b ex:p ?y . ?c ex:p ?z }");
  check_refused(many, "limit.exceeded", "q.rq");
  CHECK(many.said("query-rows"));
  // Many ways and few answers.
  const Outcome deep =
      ask("SELECT DISTINCT ?x WHERE { ?a ex:q ?x . ?c ex:p ?d . ?e ex:p ?f . ?g ex:p ?h }");
  check_refused(deep, "limit.exceeded", "q.rq");
  CHECK(deep.said("graph-steps"));
}

TEST_CASE("a database of others in the folder of a set is refused, and stays as it is") {
  const std::string name = GENERATE("notes.sqlite", "results.sqlite", "runs.part.sqlite");
  const Workshop shop;
  const std::string set =
      patch_set(shop, {{{"op", "replace"}, {"path", "/simulation/step"}, {"value", 300}}});
  std::filesystem::create_directory(shop / "out");
  database(shop, "out/" + name, {"CREATE TABLE notes(text)", "INSERT INTO notes VALUES ('mine')"});
  const std::string before = shop.read("out/" + name);
  const std::string folder = (shop / "out").string();
  for (const Words& words : {Words{"scenarios", set, "-o", folder}, Words{"merge", folder}}) {
    check_refused(run(shop, words), "data.sqlite_invalid", name);
    const bool same = shop.read("out/" + name) == before;
    CHECK(same);
    CHECK_FALSE(shop.holds("out/" + name + "-wal"));
    CHECK_FALSE(shop.holds("out/results.csv"));
  }
}

TEST_CASE("an empty database of others outlives a set that is run next to it") {
  const Workshop shop;
  const std::string set =
      patch_set(shop, {{{"op", "replace"}, {"path", "/simulation/step"}, {"value", 300}}});
  std::filesystem::create_directory(shop / "out");
  database(shop, "out/planned.sqlite", {"PRAGMA user_version = 7"});
  shop.write("out/notes.sqlite", "");
  const std::string before = shop.read("out/planned.sqlite");
  const Outcome outcome = run(shop, {"scenarios", set, "-o", (shop / "out").string()});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(shop.holds("out/results.csv"));
  CHECK_FALSE(shop.holds("out/runs.part.sqlite"));
  CHECK(shop.holds("out/notes.sqlite"));
  const bool same = shop.read("out/planned.sqlite") == before;
  CHECK(same);
}

TEST_CASE("short names that represent very long ones are refused") {
  const Workshop shop;
  std::string path, base, prefix;
  for (int k = 0; k < 180'000; ++k) path += "a/";
  base = "@base <http://x/" + path + "> .\n";
  prefix = "@prefix p: <http://x/" + path + "> .\n";
  for (int k = 0; k < 20'000; ++k) {
    base += fmt::format("<../../{}> a <b{}> .\n", k, k);
    prefix += fmt::format("p:{} a p:c .\n", k);
  }
  check_refused(run(shop, {"query", shop.write("base.ttl", base), "?x a ?y"}),
                "turtle.namespace_long", "base.ttl:1");
  check_refused(run(shop, {"check", shop.write("prefix.ttl", prefix)}), "turtle.namespace_long",
                "prefix.ttl:1");
}

TEST_CASE("a query that orders by one variable very many times is answered") {
  const Workshop shop;
  std::string graph = "@prefix ex: <urn:ex#> .\n", query = "SELECT ?a WHERE { ?a a ?b } ORDER BY";
  for (int k = 0; k < 5'000; ++k) graph += fmt::format("ex:v{} a ex:V .\n", k);
  for (int k = 0; k < 100'000; ++k) query += " ?a";
  const Outcome outcome = run(shop, {"query", shop.write("v.ttl", graph), "--file",
                                     shop.write("q.rq", query), "--no-inference"});
  CHECK(outcome.code == 0);
  CHECK(outcome.said("5000 answers"));
}

TEST_CASE("very many unknown names of a query or side file are compared in time") {
  const Workshop shop;
  std::string graph = "@prefix brick: <https://brickschema.org/schema/Brick#> .\n";
  std::string query = "PREFIX x: <urn:x#> SELECT ?a WHERE { ?a x:n";
  Json side;
  for (int k = 0; k < 10'000; ++k) {
    graph += fmt::format("<urn:x#v{}> a brick:VAV .\n", k);
    side["urn:x#w" + std::to_string(k)] = {{"x", 1}};
  }
  for (int k = 0; k < 400; ++k) query += fmt::format("|x:n{}", k);
  const std::string file = shop.write("g.ttl", graph);
  const Outcome asked =
      run(shop, {"query", file, "--file", shop.write("q.rq", query + " ?b }"), "--no-inference"});
  CHECK(asked.code == 0);
  check_refused(run(shop, {"translate", file, "--params", shop.write("side.json", side.dump()),
                           "-o", (shop / "m.hearth.json").string()}),
                "import.node_unknown", "side.json");
}

TEST_CASE("a signal ends a run that still reads") {
  const Workshop shop;
  database(shop, "view.sqlite",
           {"CREATE VIEW w AS WITH RECURSIVE c(time, value) AS (SELECT 1704668400, 1.0 "
            "UNION ALL SELECT time + 1, value + 1 FROM c) SELECT time, value FROM c"});
  Json model = Json::parse(kModel);
  model["components"]["r"]["config"]["value"] = {{"file", "view.sqlite"}, {"column", "value"}};
  const std::string file = shop.write("m.hearth.json", model.dump());
  for (const int number : {SIGINT, SIGTERM}) {
    const Process process(shop, {"simulate", file, "-o", (shop / "r.csv").string(), "--limit",
                                 "sqlite-steps=1000000000000000"});
    process.await_handler(number);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const auto sent = std::chrono::steady_clock::now();
    process.signal(number);
    const Outcome outcome = process.wait_at_most(std::chrono::seconds(10));
    INFO(outcome.err);
    CHECK(outcome.code == 128 + number);
    CHECK(outcome.said("run.interrupted"));
    // A second is promised; machines under load take longer.
    CHECK(std::chrono::steady_clock::now() - sent < std::chrono::seconds(5));
    CHECK_FALSE(shop.holds("r.csv"));
  }
}

TEST_CASE("of very many errors the first thousand are listed, and the others counted") {
  const Workshop shop;
  shop.write("base.hearth.json", kModel);
  Json calibration = {{"hearth", 1}, {"model", "base.hearth.json"}, {"step", 600}};
  Json kpis = {{"hearth", 1}, {"base", "base.hearth.json"}};
  for (int i = 0; i < 8000; ++i) {
    calibration["parameters"].push_back({{"name", "p" + std::to_string(i)}});
    kpis["kpis"].push_back("k" + std::to_string(i));
  }
  for (const std::string& file :
       {shop.write("calibration.json", calibration.dump()), shop.write("kpis.json", kpis.dump())}) {
    const Outcome outcome = run(shop, {"check", file});
    INFO(outcome.err.substr(0, 1000));
    CHECK(outcome.code == 3);
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') < 1010);
    CHECK((outcome.said("input.messages_many") || outcome.said("json.errors_many")));
  }
}

TEST_CASE("very many variants of a model, axes and patterns are read within seconds") {
  const Workshop shop;
  shop.write("base.hearth.json", kModel);
  Json variants = {{"hearth", 1}}, same = variants;
  for (int i = 0; i < 10'000; ++i) {
    const std::string id = "m" + std::to_string(i);
    const std::string start = fmt::format("2023-{:02}-{:02}T{:02}:{}0:00Z", 1 + i / 4032,
                                          1 + i / 144 % 28, i / 6 % 24, i % 6);
    variants["models"][id] = {{"file", "base.hearth.json"}, {"period", {{"start", start}}}};
    same["models"][id] = "base.hearth.json";
  }
  Json axes = {{"hearth", 1}, {"base", "base.hearth.json"}}, record = axes;
  for (int i = 0; i < 20'000; ++i)
    axes["axes"]["a" + std::to_string(i)] = Json::array({{{"id", "x"}}});
  for (int i = 0; i < 40'000; ++i) record["record"].push_back(fmt::format("*{}*.x*", i));
  CHECK(run(shop, {"check", shop.write("variants.json", variants.dump())}).code == 0);
  check_refused(run(shop, {"check", shop.write("same.json", same.dump())}),
                "scenarios.model_duplicate", "same.json");
  check_refused(run(shop, {"check", shop.write("axes.json", axes.dump())}), "scenarios.too_many",
                "axes.json");
  check_refused(run(shop, {"check", shop.write("record.json", record.dump())}),
                "simulation.record_nothing", "record.json");
}

}  // namespace hearth::test::hostile_files_test
