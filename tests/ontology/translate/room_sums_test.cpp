// SPDX-License-Identifier: MIT
// Areas of zones that are sums over rooms: partly stated, in the graph and the side file, nested,
// shared.
#include <filesystem>
#include <fstream>
#include <string>

#include "hearth/tests/ontology/translate/brick_support.hpp"

namespace hearth::test::room_sums_test {
namespace {

constexpr double kPerArea = 165000.0;  // C_wall, J/(K m2)

Translation graph(const std::string& turtle, const std::string& side = "") {
  static const Mappings mappings = read_mappings({}, standard_components());
  const std::string prefixes =
      "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix b: <urn:building#> .\n"
      "@prefix unit: <http://qudt.org/vocab/unit/> .\n";
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "hearth_room_sums.csv";
  TranslateOptions options;
  if (!side.empty()) {
    std::ofstream(file) << side;
    options.side_file = file;
  }
  Translation result = translate(read_turtle_text(prefixes + turtle, "rooms.ttl"), *mappings,
                                 standard_components(), options);
  std::filesystem::remove(file);
  return result;
}

std::string room(const std::string& name, double area = 0.0, const std::string& parts = "") {
  std::string text = "b:" + name + " a brick:Office";
  if (area > 0.0) {
    text += " ; brick:area [ brick:value " + std::to_string(area) + " ; brick:hasUnit unit:M2 ]";
  }
  return text + (parts.empty() ? "" : " ; brick:hasPart " + parts) + " .\n";
}

std::string zone(const std::string& name, const std::string& rooms) {
  return "b:a brick:feeds b:v" + name + " . b:v" + name + " a brick:VAV ; brick:feeds b:" + name +
         " . b:" + name + " a brick:HVAC_Zone ; brick:hasPart " + rooms + " .\n";
}

const std::string kUnit = "b:a a brick:AHU .\n";

double area(const Translation& result, const std::string& zone) {
  return reported_value(result, zone + "/space.C_wall") / kPerArea;
}

TEST_CASE("rooms without an area have the mean area of the other rooms of their zone") {
  const Translation result = graph(kUnit + zone("z", "b:r1, b:r2, b:r3, b:r4") + room("r1", 20) +
                                   room("r2", 40) + room("r3") + room("r4"));
  CHECK(area(result, "z") == Approx(120.0));
  CHECK(nodes_of(result, "import.value_guessed", "floorArea") ==
        std::vector<std::string>{"b:r3", "b:r4"});
}

TEST_CASE("areas of rooms in the graph and in the side file are added") {
  const std::string text =
      kUnit + zone("z", "b:r1, b:r2, b:r3") + room("r1", 20) + room("r2") + room("r3");
  const Translation all = graph(text, "node,floorArea [m2]\nr2,200\nr3,30\n");
  CHECK(area(all, "z") == Approx(250.0));
  CHECK(nodes_of(all, "import.value_guessed", "floorArea").empty());
  const Translation some = graph(text, "node,floorArea [m2]\nr2,40\n");
  CHECK(area(some, "z") == Approx(90.0));
  CHECK(nodes_of(some, "import.value_guessed", "floorArea") == std::vector<std::string>{"b:r3"});
  // Values of the graph take precedence, unless the side file overwrites them.
  const std::string again = "node,floorArea [m2]\nr1,50\nr2,200\nr3,30\n";
  CHECK(area(graph(text, again), "z") == Approx(250.0));
  CHECK(area(graph(text, "# merge: overwrite\n" + again), "z") == Approx(280.0));
}

TEST_CASE("the area of a zone in the side file replaces rooms of which some have none") {
  const std::string text = kUnit + zone("z", "b:r1, b:r2") + room("r1", 20) + room("r2");
  const Translation result = graph(text, "node,floorArea [m2]\nz,70\n");
  CHECK(area(result, "z") == Approx(70.0));
  CHECK(nodes_of(result, "import.value_guessed", "floorArea").empty());
  const Translation both = graph(text, "node,floorArea [m2]\nz,70\nr2,30\n");
  CHECK(area(both, "z") == Approx(70.0));
  CHECK(nodes_of(both, "import.value_unused", "floorArea") == std::vector<std::string>{"b:z"});
}

TEST_CASE("the parts of a room with an area are not added to it") {
  const std::string parts = room("ra", 40) + room("rb", 50);
  CHECK(area(graph(kUnit + zone("z", "b:r") + room("r", 100, "b:ra, b:rb") + parts), "z") ==
        Approx(100.0));
  CHECK(area(graph(kUnit + zone("z", "b:r") + room("r", 0, "b:ra, b:rb") + parts), "z") ==
        Approx(90.0));
}

TEST_CASE("a room of two zones is divided among them") {
  const Translation result =
      graph(kUnit + zone("y", "b:r") + zone("z", "b:r, b:s") + room("r", 50) + room("s", 10));
  CHECK(area(result, "y") == Approx(25.0));
  CHECK(area(result, "z") == Approx(35.0));
  CHECK(nodes_of(result, "import.share", "floorArea") == std::vector<std::string>{"b:r"});
}

TEST_CASE("rooms without a facade in the side file count as 0, and are reported") {
  const std::string text = kUnit + zone("z", "b:r1, b:r2") + room("r1", 20) + room("r2", 20);
  const Translation result = graph(text, "node,facadeArea [m2]\nr1,30\n");
  CHECK(nodes_of(result, "import.value_guessed", "facadeArea") == std::vector<std::string>{"b:r2"});
}

}  // namespace
}  // namespace hearth::test::room_sums_test
