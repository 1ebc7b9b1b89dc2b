// SPDX-License-Identifier: MIT
// What `report` and `kpi` read because a record or a model of others names it.
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"

namespace hearth::test::read_from_test {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSecret = "root:*:20228:0:99999:7:::";

const char* const kModel = R"({"hearth": 1,
  "components": {
    "w": {"type": "Schedule", "config": {"value": {"file": "../data/w.csv", "column": "T"}}},
    "g": {"type": "Gain", "parameters": {"k": 2}}},
  "connections": ["w.scheduleValue -> g.u"],
  "simulation": {"start": "2024-01-01T00:00:00Z", "end": "2024-01-01T01:00:00Z", "step": 600}})";

const char* const kData = "time,T\n2024-01-01T00:00:00Z,20\n2024-01-01T01:00:00Z,21\n";

/// A project whose results lie in a folder of their own, with the record of their run.
void make_results(const Workshop& shop) {
  shop.write("data/w.csv", kData);
  const std::string model = shop.write("model/m.hearth.json", kModel);
  const Outcome run =
      run_hearth(shop, {"simulate", model, "--record", "all", "-o", (shop / "out/r.csv").string()});
  INFO(run.err);
  REQUIRE(run.code == 0);
}

Outcome report(const Workshop& shop, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"report", (shop / "out/r.csv").string(), "-o",
                                    (shop / "page.html").string()};
  words.insert(words.end(), more.begin(), more.end());
  return run_hearth(shop, words);
}

/// Adds an input to the record of the results, as somebody else may have written it.
void name_in_record(const Workshop& shop, const std::string& file) {
  Json record = Json::parse(shop.read("out/r.run.json"));
  record["inputs"].push_back({{"path", file}, {"hash", "0000000000000000"}});
  shop.write("out/r.run.json", record.dump());
}

}  // namespace

TEST_CASE("a report reads what has not changed since the run, wherever it lies") {
  const Workshop shop;
  make_results(shop);
  const Outcome made = report(shop);
  INFO(made.err);
  CHECK(made.code == 0);
  CHECK_FALSE(made.said("file.outside"));
  CHECK(shop.read("page.html").find("w.csv") != std::string::npos);
}

TEST_CASE("a report does not read a file elsewhere that a record names") {
  const Workshop shop;
  make_results(shop);
  const std::string secret = shop.write("private/shadow", std::string(kSecret) + "\n" + kSecret);
  const bool full = GENERATE(true, false);
  name_in_record(shop, full ? secret : "../private/shadow");
  const Outcome made = report(shop);
  INFO(made.err);
  CHECK(made.code == 0);
  CHECK(shop.read("page.html").find("20228") == std::string::npos);
  CHECK_FALSE(made.said("20228"));
  // When asked for, it reads, and still quotes nothing of what cannot be read as data.
  const Outcome asked = report(shop, {"--read-from", (shop / "private").string()});
  CHECK(asked.code == 0);
  CHECK(asked.said("shadow"));
  CHECK(shop.read("page.html").find("20228") == std::string::npos);
  CHECK_FALSE(asked.said("20228"));
}

TEST_CASE("a report does not follow a link out of the folder of the results") {
  const Workshop shop;
  make_results(shop);
  shop.write("private/shadow", kSecret);
  std::filesystem::create_symlink(shop / "private/shadow", shop / "out/inside.csv");
  name_in_record(shop, "inside.csv");
  const Outcome made = report(shop);
  INFO(made.err);
  CHECK(made.code == 0);
  CHECK(shop.read("page.html").find("20228") == std::string::npos);
}

TEST_CASE("a model of others next to the results names no file elsewhere") {
  const Workshop shop;
  make_results(shop);
  // The model of the record is another one now, and lies next to the results.
  shop.write("private/w.csv", "time,T\n2024-01-01T00:00:00Z,4711\n2024-01-01T01:00:00Z,4711\n");
  std::string model = kModel;
  model.replace(model.find("../data/w.csv"), 13, (shop / "private/w.csv").string());
  std::filesystem::remove_all(shop / "model");
  shop.write("out/m.hearth.json", model);
  const Outcome kpis = run_hearth(shop, {"kpi", (shop / "out/r.csv").string()});
  INFO(kpis.err);
  CHECK_FALSE(kpis.printed("4711"));
  const Outcome made = report(shop);
  INFO(made.err);
  CHECK(made.code == 0);
  CHECK(shop.read("page.html").find("4711") == std::string::npos);
}

TEST_CASE("a model that changed elsewhere is not taken for that of the results, unless asked for") {
  const Workshop shop;
  make_results(shop);
  shop.write("model/m.hearth.json", std::string(kModel) + "\n");
  const Outcome made = report(shop);
  INFO(made.err);
  CHECK(made.code == 0);
  CHECK(made.said("report.model_missing"));
  CHECK_FALSE(report(shop, {"--read-from", (shop / "model").string()}).said("model_missing"));
  CHECK_FALSE(
      report(shop, {"--model", (shop / "model/m.hearth.json").string()}).said("model_missing"));
}

TEST_CASE("of the folder of a model that is named, a report reads what the model names") {
  const Workshop shop;
  make_results(shop);
  shop.write("home/data/w.csv", kData);
  shop.write("home/.ssh/key", "time,T\n2024-01-01T00:00:00Z,20228\n");
  shop.write("private/w.csv", "time,T\n2024-01-01T00:00:00Z,4711\n2024-01-01T01:00:00Z,4711\n");
  std::string model = kModel;
  model.replace(model.find("../data/w.csv"), 13, "data/w.csv");
  const std::string home = shop.write("home/m.hearth.json", model);
  name_in_record(shop, "../home/.ssh/key");
  const Outcome made = report(shop, {"--model", home});
  INFO(made.err);
  CHECK(made.code == 0);
  CHECK_FALSE(made.said("report.model_unusable"));
  CHECK_FALSE(made.said("report.input_changed"));  // which would say that the key is there
  CHECK(shop.read("page.html").find("data/w.csv") != std::string::npos);
  CHECK(shop.read("page.html").find("20228") == std::string::npos);
  CHECK_FALSE(made.said("20228"));
  // What lies elsewhere, be it by a link, is not read because a model names it.
  model.replace(model.find("data/w.csv"), 10, "link/w.csv");
  shop.write("home/m.hearth.json", model);
  std::filesystem::create_symlink(shop / "private", shop / "home/link");
  const Outcome linked = report(shop, {"--model", home});
  INFO(linked.err);
  CHECK(shop.read("page.html").find("4711") == std::string::npos);
}

}  // namespace hearth::test::read_from_test
