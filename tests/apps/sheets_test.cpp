// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/apps/command.hpp"

namespace sheets_test {

using namespace hearth::test;

namespace {

std::string example() { return std::string(HEARTH_SOURCE_DIR) + "/examples/two_rooms_sheets"; }

}  // namespace

TEST_CASE("a folder of sheets becomes a graph, the same each time") {
  const Workshop shop;
  const std::string graph = (shop / "b.ttl").string();
  const Outcome first = run_hearth(shop, {"convert", example(), "-o", graph});
  INFO(first.err);
  REQUIRE(first.code == 0);
  CHECK(first.said("triples"));
  const std::string text = shop.read("b.ttl");
  CHECK(text.find("@prefix bldg: <http://example.org/building#> .") == 0);
  CHECK(text.find("\nbldg:office a s4bldg:BuildingSpace ;") != text.npos);
  REQUIRE(run_hearth(shop, {"convert", example(), "-o", graph}).code == 0);
  CHECK(shop.read("b.ttl") == text);
}

TEST_CASE("things in sheets are named in the namespace that was asked for") {
  const Workshop shop;
  const std::string graph = (shop / "b.ttl").string();
  const auto run = [&](const std::string& iri) {
    return run_hearth(shop, {"convert", example(), "-o", graph, "--namespace", iri});
  };
  REQUIRE(run("https://example.com/7/").code == 0);
  CHECK(shop.read("b.ttl").find("@prefix bldg: <https://example.com/7/> .") == 0);
  for (const std::string wrong : {"building#", "https://example.com/7", "http://a b#"}) {
    const Outcome outcome = run(wrong);
    INFO(wrong);
    CHECK(outcome.code == 2);
    CHECK(outcome.said("usage.value  --namespace"));
  }
}

TEST_CASE("sheets with errors leave the graph that was there") {
  const Workshop shop;
  shop.write("s/Fan.csv", "id,nominalPowerRate\nf,much\n");
  const std::string graph = shop.write("b.ttl", "before");
  const Outcome outcome = run_hearth(shop, {"convert", (shop / "s").string(), "-o", graph});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("Fan.csv:2 column 2 'nominalPowerRate'"));
  CHECK(shop.read("b.ttl") == "before");
}

TEST_CASE("sheets become a graph only, and only they take a namespace") {
  const Workshop shop;
  const std::string json = (shop / "b.hearth.json").string();
  CHECK(run_hearth(shop, {"convert", example(), "-o", json}).code == 2);
  const std::string room = std::string(HEARTH_SOURCE_DIR) + "/examples/one_room/room.ttl";
  const Outcome outcome =
      run_hearth(shop, {"convert", room, "-o", json, "--namespace", "http://example.org/x#"});
  CHECK(outcome.code == 2);
  CHECK(outcome.said("not a folder of sheets"));
}

TEST_CASE("a workbook is refused with the command that makes sheets of it") {
  const Workshop shop;
  const std::string book = shop.write("office.xlsx", "PK\x03\x04");
  const Outcome outcome = run_hearth(shop, {"convert", book, "-o", (shop / "b.ttl").string()});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("libreoffice --headless --convert-to"));
}

TEST_CASE("empty sheets are written once and never over others") {
  const Workshop shop;
  const std::string folder = (shop / "new/sheets").string();
  const Outcome first = run_hearth(shop, {"convert", "--new-sheets", folder});
  INFO(first.err);
  REQUIRE(first.code == 0);
  CHECK(shop.read("new/sheets/Schedule.csv").find("id,scheduleType") == 0);
  shop.write("new/sheets/Fan.csv", "id\nf\n");
  const Outcome again = run_hearth(shop, {"convert", "--new-sheets", folder});
  CHECK(again.code == 2);
  CHECK(shop.read("new/sheets/Fan.csv") == "id\nf\n");
  const std::string graph = (shop / "b.ttl").string();
  CHECK(run_hearth(shop, {"convert", folder, "-o", graph}).code == 0);
  CHECK(run_hearth(shop, {"convert", folder, "--new-sheets", folder}).code == 2);
}

}  // namespace sheets_test
