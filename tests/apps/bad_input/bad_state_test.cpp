// SPDX-License-Identifier: MIT
#include "hearth/tests/apps/bad_input/broken_input.hpp"

namespace bad_state_test {

using namespace hearth::test;

namespace {

/// The state of the heated room at 01:00, as the command saves it.
std::string saved_state() {
  const Workshop shop;
  const std::string state = (shop / "state.json").string();
  const Outcome outcome = run_hearth(
      shop, {"simulate", shop.write("room.hearth.json", kHeatedRoom), "-o",
             (shop / "results.csv").string(), "--start", "2024-01-15T00:00:00+01:00", "--end",
             "2024-01-15T01:00:00+01:00", "--step", "600", "--save-state", state});
  REQUIRE(outcome.code == 0);
  return shop.read("state.json");
}

/// The same as it was before states had checksums, so that a test can change it.
std::string plain_state() {
  const std::string state = saved_state();
  return state.substr(0, state.find(",\n  \"checksum\"")) + "\n}\n";
}

Words continued(const std::string& end = "2024-01-16T00:00:00+01:00") {
  return line_of("simulate", "room.hearth.json") +
         Words{"--load-state", "./state.json", "--end", end};
}

}  // namespace

TEST_CASE("a state file that is damaged is refused with its name") {
  const std::string state = plain_state();
  const std::string remedy = "expected a file of --save-state";
  std::string deep(200000, '[');
  const std::vector<BrokenText> texts = {
      {"cut off", state.substr(0, 200), "state.invalid", "state.json", remedy},
      {"empty", "", "state.invalid", "state.json", remedy},
      {"nested without end", deep, "state.invalid", "state.json", remedy},
      {"another kind of file", kHeatedRoom, "state.invalid", "state.json", remedy},
      {"another version", edited(state, "\"hearth_state\": 1", "\"hearth_state\": 7"),
       "state.invalid", "state.json /hearth_state", "expected version 1"},
      {"a missing key", edited(state, "\"origin\"", "\"orgin\""), "state.invalid", "state.json",
       "the key 'origin' is missing"},
      {"no time", edited(state, "\"time\": \"2024", "\"time\": \"2o24"), "state.invalid",
       "state.json /time", "expected a time with an offset"},
      {"a negative step", edited(state, "\"step\": 600", "\"step\": -600"), "state.invalid",
       "state.json /step", "expected seconds above 0"},
      {"an unknown time zone", edited(state, "\"+01:00\"", "\"Mars\""), "data.zone_unknown",
       "state.json", "expected an IANA name"},
  };
  for (const BrokenText& broken : texts) {
    INFO(broken.what);
    const Files files = {{"room.hearth.json", kHeatedRoom}, {"state.json", broken.text}};
    check_refused({continued(), files, broken.code, broken.place, broken.remedy});
  }
}

TEST_CASE("a state whose numbers changed is refused, unless its checksum was removed") {
  const std::string state = saved_state();
  const std::size_t at = state.find("\"values\": [\n    [");
  const std::size_t number = state.find(", ", at) + 2;
  const std::string changed = state.substr(0, number) + "1" + state.substr(number);
  const Files files = {{"room.hearth.json", kHeatedRoom}, {"state.json", changed}};
  check_refused({continued(), files, "state.damaged", "state.json", "remove the key 'checksum'"});

  const std::size_t sum = state.find(",\n  \"checksum\"");
  REQUIRE(sum != std::string::npos);
  const std::size_t end = state.find(']', number);
  const std::string absurd =
      state.substr(0, number) + "1e300" + state.substr(end, sum - end) + "\n}\n";
  const Files more = {{"room.hearth.json", kHeatedRoom}, {"state.json", absurd}};
  check_refused({continued(), more, "state.out_of_range", "", "1e+300"});
}

TEST_CASE("a state of another model is refused with what differs") {
  const std::string state = plain_state();
  const std::string other =
      edited(edited(edited(kHeatedRoom, "\"valve\": {", "\"tap\": {"), "-> valve.", "-> tap."),
             "\"valve.w", "\"tap.w");
  check_refused({continued(),
                 {{"room.hearth.json", other}, {"state.json", state}},
                 "state.mismatch",
                 "state.json",
                 "expected 'tap.valvePosition'"});
  const std::string shorter = edited(state, "    [\"outdoors.outdoorTemperature\", 2],\n", "");
  check_refused({continued(),
                 {{"room.hearth.json", kHeatedRoom}, {"state.json", shorter}},
                 "state.mismatch",
                 "state.json",
                 "it contains"});
}

TEST_CASE("a state that is not there, or continued backwards, is refused with the option") {
  const Files alone = {{"room.hearth.json", kHeatedRoom}};
  check_refused({continued(), alone, "file.missing", "state.json", "does not exist"});
  const Files files = {{"room.hearth.json", kHeatedRoom}, {"state.json", plain_state()}};
  check_refused({continued("2024-01-15T00:30:00+01:00"), files, "simulation.end_before_start",
                 "--end", "set a later end"});
  check_refused({continued() + Words{"--step", "1200"}, files, "state.step_mismatch", "--step",
                 "remove --step"});
}

}  // namespace bad_state_test
