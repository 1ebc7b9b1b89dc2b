// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_record.hpp"

#include <catch2/catch.hpp>

#include "hearth/data/json/json_forms.hpp"

namespace json_record_test {

using namespace hearth;

namespace {

enum class Shape { Round, Square };
constexpr Choices<Shape, 2> kShapeWords{{{"round", Shape::Round}, {"square", Shape::Square}}};

struct Tap {
  double flow = 0.5;
  Where where{};
};

struct Tank {
  std::string name;
  std::optional<double> height{};
  Shape shape = Shape::Round;
  std::vector<Tap> taps{};
};

JsonForm<Tap> tap() {
  return JsonRecord<Tap>()
      .optional("flow", &Tap::flow, forms::number({.min = 0.0}), "kg/s")
      .shorthand("flow")
      .form();
}

const JsonRecord<Tank>& tank_record() {
  static const auto record = JsonRecord<Tank>()
                                 .required("name", &Tank::name, forms::name())
                                 .optional("height", &Tank::height, forms::number(), "In m")
                                 .optional("shape", &Tank::shape, forms::choice(kShapeWords))
                                 .optional("taps", &Tank::taps, forms::list(tap(), 1));
  return record;
}

bool read(const std::string& text, Tank& tank, Diagnostics& diagnostics) {
  const JsonDocument document = JsonDocument::parse(text, "tank.json");
  JsonReading reading{diagnostics};
  return tank_record().read(document.root(), tank, reading);
}

std::vector<std::string> faults(const std::string& text) {
  Tank tank;
  Diagnostics diagnostics;
  read(text, tank, diagnostics);
  std::vector<std::string> lines;
  for (const Diagnostic& item : diagnostics.items()) {
    lines.push_back(item.code + " " + item.where.pointer + " " + item.message);
  }
  return lines;
}

}  // namespace

TEST_CASE("a record is read into its members") {
  Tank tank;
  Diagnostics diagnostics;
  REQUIRE(read(R"({"name": "buffer", "height": 2, "shape": "square", "x-note": 1,
                   "taps": [0.1,
                            {"flow": 0.2}, {}]})",
               tank, diagnostics));
  CHECK(diagnostics.empty());
  CHECK(tank.name == "buffer");
  CHECK(tank.height == 2.0);
  CHECK(tank.shape == Shape::Square);
  REQUIRE(tank.taps.size() == 3);
  CHECK(tank.taps[0].flow == 0.1);
  CHECK(tank.taps[1].flow == 0.2);
  CHECK(tank.taps[1].where.line == 3);
  CHECK(tank.taps[2].flow == 0.5);
}

TEST_CASE("all that is wrong in a record is reported with its place") {
  using Catch::Contains;
  const auto found = faults(R"({"hieght": 2, "shape": "sqare", "taps": [-1, {"flw": 1}, "x"]})");
  REQUIRE(found.size() == 6);
  CHECK_THAT(found[0], Contains("json.unknown_key /hieght") && Contains("did you mean 'height'?"));
  CHECK_THAT(found[1], Contains("json.missing_key  the key 'name' is missing"));
  CHECK_THAT(found[2], Contains("json.choice /shape") && Contains("did you mean 'square'?"));
  CHECK_THAT(found[3], Contains("json.range /taps/0"));
  CHECK_THAT(found[4], Contains("json.unknown_key /taps/1/flw"));
  CHECK_THAT(found[5], Contains("json.type /taps/2"));
  CHECK_THAT(faults("[]").at(0), Contains("json.type") && Contains("expected an object"));
}

TEST_CASE("a record without something that must be there is not complete") {
  Tank tank;
  Diagnostics diagnostics;
  CHECK_FALSE(read(R"({"height": 2})", tank, diagnostics));
  CHECK_FALSE(read(R"({"name": ""})", tank, diagnostics));
  CHECK(read(R"({"name": "a", "height": "high"})", tank, diagnostics));
}

TEST_CASE("what is empty or the default is not written") {
  CHECK(tank_record().write({.name = "a"}).dump() == R"({"name":"a"})");
  const Tank tank{"a", 2.5, Shape::Square, {{0.5}, {0.25}}};
  CHECK(tank_record().write(tank).dump() ==
        R"({"name":"a","height":2.5,"shape":"square","taps":[{},{"flow":0.25}]})");
}

TEST_CASE("the schema of a record has its keys, words and sentences") {
  const auto schema = tank_record().schema();
  CHECK(schema["required"].dump() == R"(["name"])");
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"]["height"].dump() == R"({"type":"number","description":"In m"})");
  CHECK(schema["properties"]["shape"]["enum"].dump() == R"(["round","square"])");
  CHECK(schema["properties"]["taps"]["minItems"] == 1);
  CHECK(schema["properties"]["taps"]["items"]["anyOf"][0]["minimum"] == 0.0);
}

}  // namespace json_record_test
