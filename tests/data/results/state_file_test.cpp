// SPDX-License-Identifier: MIT
#include "hearth/data/results/state_file.hpp"

#include <chrono>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/tests/data/temp_folder.hpp"

namespace state_file_test {

using namespace hearth;
using namespace std::chrono_literals;

namespace {

StateFile example() {
  StateFile file;
  file.timezone = "Europe/Copenhagen";
  file.state.model = "a \"quoted\" room";
  file.state.origin = std::chrono::sys_days(std::chrono::year(2023) / 11 / 26) + 22h + 40min;
  file.state.time = file.state.origin + 20min + 250ms;
  file.state.step = 500ms;
  file.state.values = {{"room.indoorTemperature", 20.1},
                       {"lag a.out -> b.in[key]", -0.0},
                       {"tiny", std::numeric_limits<double>::denorm_min()},
                       {"large", std::numeric_limits<double>::max()},
                       {"third", 1.0 / 3.0},
                       {"integer", 123456789012345680000.0}};
  file.state.sides = {-1, 1};
  file.state.engine = Engine::Continuous;
  file.state.settled = true;
  file.state.loops = {{1.0 / 3.0, -0.0}, {}};
  file.state.steppers = {{"plant", std::string("\0\xff \n", 4)}, {"other", ""}};
  return file;
}

std::string code_of(const std::string& text) {
  try {
    parse_state_json(text, "state.json");
  } catch (const InputError& error) {
    return error.code();
  }
  return "";
}

}  // namespace

TEST_CASE("a state reads back bit for bit") {
  const StateFile written = example();
  const StateFile read = parse_state_json(state_json(written), "state.json");
  CHECK(read.timezone == written.timezone);
  CHECK(read.state.model == written.state.model);
  CHECK(read.state.origin == written.state.origin);
  CHECK(read.state.time == written.state.time);
  CHECK(read.state.step == written.state.step);
  CHECK(read.state.sides == written.state.sides);
  CHECK(read.state.engine == written.state.engine);
  CHECK(read.state.settled);
  CHECK(read.state.loops == written.state.loops);
  CHECK(read.state.steppers == written.state.steppers);
  REQUIRE(read.state.values == written.state.values);  // names, order and numbers, exactly
  CHECK(std::signbit(read.state.values[1].second));
}

TEST_CASE("a state file is written whole and read again") {
  const test::TempFolder folder;
  const auto path = folder.path() / "state.json";
  write_state_file(example(), path);
  CHECK(state_json(read_state_file(path)) == state_json(example()));
}

TEST_CASE("a state with a value that is not finite is not written") {
  StateFile file = example();
  file.state.values[0].second = std::nan("");
  CHECK_THROWS_AS(state_json(file), InputError);
}

TEST_CASE("what is not a state is refused") {
  CHECK(code_of("") == "state.invalid");
  CHECK(code_of("[1]") == "state.invalid");
  CHECK(code_of(R"({"hearth_state": 2})") == "state.invalid");
  const std::string good = state_json(example());
  CHECK(code_of(good.substr(0, good.size() / 2)) == "state.invalid");
  const auto replaced = [&good](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  CHECK(code_of(good).empty());
  CHECK(code_of(replaced("20.1", "\"warm\"")) == "state.invalid");
  CHECK(code_of(replaced("0.5", "0")) == "state.invalid");
  CHECK(code_of(replaced("\"continuous\"", "\"leaping\"")) == "state.invalid");
  CHECK(code_of(replaced("00ff200a", "00ff200")) == "state.invalid");
  CHECK(code_of(replaced("00ff200a", "00fg200a")) == "state.invalid");
  CHECK(code_of(replaced("[-1, 1]", "[-1, 3]")) == "state.invalid");
  CHECK(code_of(replaced("2023-11-26T22:40:00+00:00", "2023-11-26T22:40:00")) == "state.invalid");
}

TEST_CASE("a state file that is not there is named") {
  CHECK_THROWS_AS(read_state_file("no/such/state.json"), InputError);
}

}  // namespace state_file_test
