// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace state_test {

using namespace hearth::test;

namespace {

using Words = std::vector<std::string>;

struct Runs {
  Workshop shop;
  std::string room = shop.write("room.hearth.json", kHeatedRoom);
  std::string state = (shop / "state.json").string();

  Outcome run(const std::string& output, const Words& options) const {
    return run_hearth(shop, Words{"simulate", room, "-o", (shop / output).string()} + options);
  }
};

constexpr const char* kStart = "2024-01-15T00:00:00+01:00";
constexpr const char* kNoon = "2024-01-15T12:00:00+01:00";
constexpr const char* kEnd = "2024-01-16T00:00:00+01:00";

}  // namespace

TEST_CASE("a run that is saved and continued equals a straight run byte for byte") {
  const Runs runs;
  REQUIRE(runs.run("straight.csv", kOneDay).code == 0);
  REQUIRE(runs.run("first.csv",
                   {"--start", kStart, "--end", kNoon, "--step", "600", "--save-state", runs.state})
              .code == 0);
  const Outcome second = runs.run("second.csv", {"--load-state", runs.state, "--end", kEnd});
  INFO(second.err);
  REQUIRE(second.code == 0);
  const std::string first_text = runs.shop.read("first.csv");
  const std::string second_text = runs.shop.read("second.csv");
  const std::string last_row = first_text.substr(first_text.rfind('\n', first_text.size() - 2) + 1);
  const auto header_end = second_text.find('\n') + 1;
  CHECK(second_text.substr(header_end, last_row.size()) == last_row);
  CHECK(first_text + second_text.substr(header_end + last_row.size()) ==
        runs.shop.read("straight.csv"));
}

TEST_CASE("continuing keeps start and step of the saved state") {
  const Runs runs;
  REQUIRE(runs.run("first.csv",
                   {"--start", kStart, "--end", kNoon, "--step", "600", "--save-state", runs.state})
              .code == 0);
  CHECK(runs.run("x.csv", {"--load-state", runs.state, "--end", kEnd, "--start", kNoon}).code == 0);
  const Outcome start =
      runs.run("x.csv", {"--load-state", runs.state, "--end", kEnd, "--start", kStart});
  CHECK(start.code == 3);
  CHECK(start.said("state.start_mismatch"));
  const Outcome step =
      runs.run("x.csv", {"--load-state", runs.state, "--end", kEnd, "--step", "1200"});
  CHECK(step.code == 3);
  CHECK(step.said("state.step_mismatch"));
}

TEST_CASE("a state of another model or a damaged one is refused") {
  const Runs runs;
  REQUIRE(runs.run("first.csv",
                   {"--start", kStart, "--end", kNoon, "--step", "600", "--save-state", runs.state})
              .code == 0);
  const Outcome other = runs.run(
      "x.csv", {"--load-state", runs.state, "--end", kEnd, "--cycle-removal", "state-edges"});
  CHECK(other.code == 3);
  CHECK(other.said("state.mismatch"));
  const std::string damaged = runs.shop.write("damaged.json", "{\"hearth_state\": 1");
  const Outcome broken = runs.run("x.csv", {"--load-state", damaged, "--end", kEnd});
  CHECK(broken.code == 3);
  CHECK(broken.said("state.invalid"));
  CHECK(runs.run("x.csv", {"--load-state", "no_such.json", "--end", kEnd}).code == 3);
}

TEST_CASE("the continuous engine saves and continues too, within its tolerance") {
  const Runs runs;
  const Words engine{"--engine", "continuous"};
  REQUIRE(runs.run("straight.csv", kOneDay + engine).code == 0);
  const Words half{"--start", kStart, "--end", kNoon, "--step", "600", "--save-state", runs.state};
  REQUIRE(runs.run("first.csv", half + engine).code == 0);
  const Words rest{"--load-state", runs.state, "--end", kEnd};
  const Outcome second = runs.run("second.csv", rest + engine);
  INFO(second.err);
  REQUIRE(second.code == 0);
  // Both end at the same row; the integrator's tolerance is 1e-6.
  const auto last_numbers = [&](const char* file) {
    const std::string text = runs.shop.read(file);
    const std::string row = text.substr(text.rfind('\n', text.size() - 2) + 1);
    std::vector<double> numbers;
    for (auto at = row.find(','); at != std::string::npos; at = row.find(',', at + 1)) {
      numbers.push_back(std::stod(row.substr(at + 1)));
    }
    return numbers;
  };
  const std::vector<double> expected = last_numbers("straight.csv");
  const std::vector<double> continued = last_numbers("second.csv");
  REQUIRE(continued.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(continued[i] == Approx(expected[i]).epsilon(1e-4).margin(1e-4));
  }
  const Outcome mixed = runs.run("x.csv", rest);
  CHECK(mixed.code == 3);
  CHECK(mixed.said("state.mismatch"));
}

TEST_CASE("options of one engine are refused with the other") {
  const Runs runs;
  const Words continuous{"--engine", "continuous"};
  for (const Words& option : {Words{"--locate-events"}, Words{"--coupling", "iterate"}}) {
    const Outcome outcome = runs.run("r.csv", kOneDay + continuous + option);
    CHECK(outcome.code == 2);
    CHECK(outcome.said("usage.engine  " + option[0]));
  }
  for (const Words& option : {Words{"--tolerance", "1e-8"}, Words{"--check-interval", "60"}}) {
    CHECK(runs.run("r.csv", kOneDay + option).code == 2);
    CHECK(runs.run("r.csv", kOneDay + continuous + option).code == 0);
    CHECK(runs.run("r.csv", kOneDay + continuous + Words{option[0], "-1"}).code == 2);
  }
}

}  // namespace state_test
