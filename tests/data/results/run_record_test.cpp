// SPDX-License-Identifier: MIT
#include "hearth/data/results/run_record.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace run_record_test {

using namespace hearth;
using namespace hearth::test;

namespace {

RunRecord example() {
  RunRecord record;
  record.version = "0.1.0";
  record.command = {"hearth", "simulate", "m.hearth.json"};
  record.inputs = {{"m.hearth.json", 0xcbf29ce484222325u}, {"t.csv", 0x1u}};
  record.seed = 18446744073709551615u;
  record.threads = 2;
  record.wall_seconds = 1.25;
  record.status = RunStatus::Failed;
  record.diagnostics.warning("data.column_constant", {.file = "t.csv", .line = 3}, "400 is used");
  record.diagnostics.error("simulation.diverged", {.component = "room", .port = "t"}, "at 00:40");
  record.series = {{"weather.outdoorTemperature", "t.csv", 97, 3, 1}};
  record.outputs = {"results.csv"};
  return record;
}

}  // namespace

TEST_CASE("a record names the inputs of a run and how it ended") {
  const auto json = nlohmann::json::parse(run_record_json(example()));
  CHECK(json["status"] == "failed");
  CHECK(json["version"] == "0.1.0");
  CHECK(json["command"][1] == "simulate");
  CHECK(json["inputs"][0]["fnv1a64"] == "cbf29ce484222325");
  CHECK(json["inputs"][1]["fnv1a64"] == "0000000000000001");
  CHECK(json["seed"] == 18446744073709551615u);
  CHECK(json["threads"] == 2);
  CHECK(json["wall_seconds"] == 1.25);
  CHECK(json["series"][0]["missing"] == 3);
  CHECK(json["series"][0]["held"] == 1);
  CHECK(json["diagnostics"][0]["severity"] == "warning");
  CHECK(json["diagnostics"][0]["place"]["line"] == 3);
  CHECK(json["diagnostics"][1]["place"]["component"] == "room");
  CHECK(json["outputs"][0] == "results.csv");
}

TEST_CASE("the record of a run without a seed has none") {
  CHECK(nlohmann::json::parse(run_record_json({}))["seed"].is_null());
}

TEST_CASE("arguments that are not UTF-8 do no harm") {
  RunRecord record;
  record.command = {"hearth", "caf\xe9.json"};
  CHECK(nlohmann::json::accept(run_record_json(record)));
}

TEST_CASE("a record is rewritten during the run") {
  const TempFolder folder;
  const auto path = folder.path() / "run.json";
  RunRecord record;
  for (const RunStatus status :
       {RunStatus::Running, RunStatus::Interrupted, RunStatus::Failed, RunStatus::Done}) {
    record.status = status;
    write_run_record(record, path);
    CHECK(read_run_record(path).status == status);
  }
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a record is read back as it was written") {
  const TempFolder folder;
  RunRecord record = example();
  record.model = "m.hearth.json";
  record.seed = 2147483647;
  record.progress = {3, 1, 8, 2.5};
  const std::string text = run_record_json(record);
  const RunRecord read = read_run_record(folder.write("run.json", text));
  CHECK(read.seed == record.seed);
  CHECK(read.progress->seconds_left == 2.5);
  CHECK(run_record_json(read) == text);
}

TEST_CASE("what a record of another version lacks keeps its default") {
  const TempFolder folder;
  const auto file = folder.write("run.json", R"({"status": "done", "threads": "two", "new": 1,
    "diagnostics": [{"code": "a.b"}]})");
  const RunRecord record = read_run_record(file);
  CHECK(record.threads == 1);
  CHECK_FALSE(record.seed);
  REQUIRE(record.diagnostics.items().size() == 1);
  CHECK(record.diagnostics.items()[0].severity == Severity::Error);
  CHECK(record.diagnostics.items()[0].where.file.empty());
}

TEST_CASE("a run that wrote nothing is not that of any results") {
  const TempFolder folder;
  const auto results = folder.write("results.csv", "of a run before");
  RunRecord record = example();
  const auto path = folder.path() / "results.run.json";
  CHECK(is_record_of(record, path, results));
  record.outputs.clear();
  for (const RunStatus status :
       {RunStatus::Running, RunStatus::Failed, RunStatus::Interrupted, RunStatus::Done}) {
    record.status = status;
    CHECK_FALSE(is_record_of(record, path, results));
    CHECK_FALSE(is_record_of(record, folder.path() / "run.json", results));
  }
  write_run_record(record, path);  // it is not needed any more
  CHECK(run_record_path(results) == path);
}

TEST_CASE("a record that was begun keeps its name until another run has results there") {
  const TempFolder folder;
  const auto csv = folder.path() / "r.csv", sqlite = folder.path() / "r.sqlite";
  const auto first = folder.path() / "r.run.json", second = folder.path() / "r-2.run.json";
  RunRecord record = example();
  record.outputs.clear();
  write_run_record(record, first);
  CHECK(run_record_path(csv, first) == first);
  CHECK(run_record_path(sqlite, first) == first);  // both are under way
  record.outputs = {folder.write("r.csv", "done").string()};
  write_run_record(record, first);
  CHECK(run_record_path(csv, first) == first);
  CHECK(run_record_path(sqlite, first) == second);
  std::filesystem::remove(csv);
  CHECK(run_record_path(sqlite, second) == second);  // it does not go back
  CHECK(run_record_path(sqlite) == first);
}

TEST_CASE("the end of a record is written in place if a new file does not fit, not to a link") {
  const TempFolder folder;
  // In so deep a folder a system takes the name of a record, but not that of a temporary file.
  constexpr std::size_t kLongestPath = 4095;
  std::string deep = folder.path().string();
  const std::string name = "r.run.json";
  while (deep.size() + 202 + name.size() < kLongestPath) deep += "/" + std::string(200, 'd');
  deep += "/" + std::string(kLongestPath - deep.size() - name.size() - 2, 'd');
  const std::filesystem::path path = deep + "/" + name;
  std::filesystem::create_directories(deep);
  std::ofstream(path) << run_record_json(example());
  RunRecord record = example();
  record.command = {"hearth"};
  CHECK(error_of([&] { write_run_record(record, path); }).code() == "file.write");
  end_run_record(record, path);
  CHECK(read_run_record(path).command == record.command);

  const auto link = folder.path() / name;
  std::filesystem::create_symlink(path, link);
  record.command = {"other"};
  CHECK(error_of([&] { end_run_record(record, link); }).code() == "file.write");
  CHECK(read_run_record(path).command != record.command);
}

TEST_CASE("what is not a record is an error") {
  const TempFolder folder;
  for (const char* text : {"", "{", "[]", "{\"status\": 1}", "{\"status\": \"lost\"}"}) {
    CHECK(error_of([&] { read_run_record(folder.write("r.json", text)); }).code() ==
          "run.record_invalid");
  }
}

}  // namespace run_record_test
