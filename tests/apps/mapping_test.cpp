// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/tests/apps/command.hpp"

namespace mapping_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

const std::string kMapping =
    R"({ "hearthMapping": 1, "id": "site", "prefixes": {"site": "urn:site#"},
  "rules": [
    {"id": "site.zone", "root": "?z", "component": "BuildingSpace", "where": ["?z a site:Zone"],
     "parameters": {"V": {"from": "?z site:volume", "default": "100 m3"}}} ] }
)";

}  // namespace

TEST_CASE("check accepts a mapping file and reports its contents") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"check", shop.write("site.json", kMapping)});
  CHECK(outcome.code == 0);
  CHECK(outcome.printed("mapping, site: 1 rule, boundaries: 0"));
  CHECK(outcome.printed("0 errors"));
}

TEST_CASE("check names every error of a mapping file with line and remedy") {
  const Workshop shop;
  std::string text = kMapping;
  text.replace(text.find("BuildingSpace"), 13, "BuildingSpce");
  text.replace(text.find("100 m3"), 6, "100 m4");
  const Outcome outcome = run_hearth(shop, {"check", shop.write("site.json", text)});
  CHECK(outcome.code == 3);
  CHECK(outcome.said("error: mapping.component_unknown"));
  CHECK(outcome.said("did you mean 'BuildingSpace'?"));
  CHECK(outcome.said("site.json:3"));
  CHECK(outcome.said("site.json:4"));
  CHECK(outcome.printed("2 errors"));
}

TEST_CASE("schema prints the JSON Schema of mapping files") {
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, {"schema", "mapping"});
  REQUIRE(outcome.code == 0);
  const json schema = json::parse(outcome.out);
  CHECK(schema["$schema"] == "http://json-schema.org/draft-07/schema#");
  CHECK(schema["properties"].contains("rules"));
  const Outcome wrong = run_hearth(shop, {"schema", "maping"});
  CHECK(wrong.code == 2);
  CHECK(wrong.said("did you mean 'mapping'?"));
}

}  // namespace mapping_test
