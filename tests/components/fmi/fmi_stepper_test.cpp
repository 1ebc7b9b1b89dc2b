// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/components/fmi/fmi_files.hpp"

namespace fmi_stepper_test {

using namespace hearth;
using namespace hearth::test;

namespace {

/// The equation of the room by itself, operation for operation as in the FMU.
struct Reference {
  double temperature = 20.0, capacity = 1e6, conductance = 100.0, substep = 60.0;

  void step(double length, double outdoor, double heat) {
    const int pieces = static_cast<int>(std::ceil(length / substep));
    const double piece = length / pieces;
    for (int i = 0; i < pieces; ++i) {
      const double exchange = conductance * (outdoor - temperature);
      temperature += piece / capacity * (exchange + heat);
    }
  }
};

double outdoor_at(int step) { return -5.0 + 0.5 * step; }
double heat_at(int step) { return 1000.0 + 100.0 * (step % 3); }

/// Runs a room for some steps of 600 s from `first` on and returns its temperatures in K.
std::vector<double> run_room(FmuBench& room, int first, int count) {
  std::vector<double> rows;
  for (int k = first; k < first + count; ++k) {
    room.input("outdoor_T") = outdoor_at(k);
    room.input("Q") = heat_at(k);
    if (k == 0) room.start(0.0);
    room.step(600.0 * k, 600.0);
    rows.push_back(room.output("room_T"));
  }
  return rows;
}

}  // namespace

TEST_CASE("an FMU gives what its equation gives") {
  FmuBench room(built_fmu(GENERATE("room_fmi2", "room_fmi3")));
  Reference reference;
  room.input("outdoor_T") = outdoor_at(0);
  room.start(0.0);
  CHECK(room.output("room_T") == 20.0 + 273.15);
  CHECK(room.output("loss") == 1e-3 * 100.0 * (20.0 - outdoor_at(0)));
  for (int k = 0; k < 50; ++k) {
    room.input("outdoor_T") = outdoor_at(k);
    room.input("Q") = heat_at(k);
    room.step(600.0 * k, 600.0);
    reference.step(600.0, outdoor_at(k), heat_at(k));
    REQUIRE(room.output("room_T") == reference.temperature + 273.15);
    REQUIRE(room.output("excess") == reference.temperature - outdoor_at(k));
  }
}

TEST_CASE("parameters reach the FMU, and those of two instances are their own") {
  const std::string name = GENERATE("room_fmi2", "room_fmi3");
  FmuBench light(built_fmu(name), "light"), heavy(built_fmu(name), "heavy");
  light.parameter("C") = 2e5;
  heavy.parameter("T_start") = 15.0;
  heavy.parameter("UA") = 250.0;
  Reference light_reference{20.0, 2e5, 100.0, 60.0}, heavy_reference{15.0, 1e6, 250.0, 60.0};
  light.start(0.0);
  heavy.start(0.0);
  for (int k = 0; k < 5; ++k) {
    light.step(600.0 * k, 600.0);
    heavy.step(600.0 * k, 600.0);
    light_reference.step(600.0, 0.0, 0.0);
    heavy_reference.step(600.0, 0.0, 0.0);
  }
  CHECK(light.output("room_T") == light_reference.temperature + 273.15);
  CHECK(heavy.output("room_T") == heavy_reference.temperature + 273.15);
}

TEST_CASE("a second start gives the bits of the first") {
  FmuBench room(built_fmu(GENERATE("room_fmi2", "room_fmi3")));
  room.parameter("C") = 7e5;
  const std::vector<double> first = run_room(room, 0, 20);
  CHECK(run_room(room, 0, 20) == first);
  // A parameter that goes back to its start value does so in the FMU too.
  room.parameter("C") = 1e6;
  FmuBench other(built_fmu("room_fmi2"));
  CHECK(run_room(room, 0, 20) == run_room(other, 0, 20));
}

TEST_CASE("an FMU goes back to a state it was in") {
  FmuBench room(built_fmu(GENERATE("room_fmi2", "room_fmi3")));
  REQUIRE(room.stepper().can_restore());
  run_room(room, 0, 10);
  const auto memory = room.stepper().save();
  const std::vector<double> onward = run_room(room, 10, 10);
  room.stepper().restore(*memory);
  CHECK(run_room(room, 10, 10) == onward);
  // Also after a new start, and a second time.
  run_room(room, 0, 3);
  room.stepper().restore(*memory);
  CHECK(run_room(room, 10, 10) == onward);
}

TEST_CASE("a state written by one instance is read by another") {
  const std::string name = GENERATE("room_fmi2", "room_fmi3");
  FmuBench room(built_fmu(name)), other(built_fmu(name), "other");
  REQUIRE(room.stepper().can_serialize());
  room.parameter("UA") = 180.0;
  run_room(room, 0, 10);
  const std::string bytes = room.stepper().serialize(*room.stepper().save());
  other.stepper().restore(*other.stepper().deserialize(bytes));
  CHECK(run_room(other, 10, 10) == run_room(room, 10, 10));
}

TEST_CASE("a state outlives its stepper, and no other instance takes it") {
  FmuBench room(built_fmu("room_fmi2"));
  room.start(0.0);
  std::shared_ptr<const Stepper::Memory> memory;
  {
    FmuBench other(built_fmu("room_fmi2"), "other");
    other.start(0.0);
    memory = other.stepper().save();
  }
  CHECK(code_of([&] { room.stepper().restore(*memory); }) == "fmi.state_mismatch");
  const std::string foreign = GENERATE("", "no line", "{room-3}\nbytes");
  CHECK(code_of([&] { room.stepper().deserialize(foreign); }) == "fmi.state_mismatch");
}

TEST_CASE("an FMU that declares that it cannot restore is not asked to") {
  const ScratchFolder folder;
  const auto [name, flag] =
      GENERATE(std::pair<std::string, std::string>("room_fmi2", "canGetAndSetFMUstate=\"true\""),
               std::pair<std::string, std::string>("room_fmi3", "canGetAndSetFMUState=\"true\""));
  FmuBench room(changed_fmu(folder, name, flag, ""));
  CHECK_FALSE(room.stepper().can_restore());
  CHECK_FALSE(room.stepper().can_serialize());
  FmuBench whole(built_fmu(name));
  CHECK(run_room(room, 0, 5) == run_room(whole, 0, 5));
}

TEST_CASE("a step that the FMU discards is made in halves") {
  FmuBench room(built_fmu(GENERATE("room_fmi2", "room_fmi3")));
  room.parameter("longestStep") = 200.0;
  room.input("outdoor_T") = -10.0;
  room.start(0.0);
  room.step(0.0, 600.0);
  Reference reference;
  for (int quarter = 0; quarter < 4; ++quarter) reference.step(150.0, -10.0, 0.0);
  CHECK(room.output("room_T") == reference.temperature + 273.15);
}

TEST_CASE("a step that ends early is continued to its end") {
  FmuBench room(built_fmu("room_fmi3"));
  room.parameter("earlyAfter") = 240.0;
  room.input("outdoor_T") = -10.0;
  room.start(0.0);
  room.step(0.0, 600.0);
  Reference reference;
  reference.step(240.0, -10.0, 0.0);
  reference.step(360.0, -10.0, 0.0);
  CHECK(room.output("room_T") == reference.temperature + 273.15);
}

TEST_CASE("warnings of an FMU are kept and do not end the run") {
  FmuBench room(built_fmu(GENERATE("room_fmi2", "room_fmi3")));
  room.input("Q") = -50.0;
  room.start(0.0);
  room.step(0.0, 600.0);
  REQUIRE(room.stepper().warnings().items().size() == 1);
  CHECK(to_string(room.stepper().warnings().items()[0]) == "fmi.warning  room  cooled with -50 W");
}

TEST_CASE("whole numbers, choices and switches pass as numbers") {
  FmuBench kinds(built_fmu("kinds_fmi2"), "counter");
  kinds.parameter("factor") = -2.0;
  kinds.input("amount") = 3.0 + 5e-7;  // within 1e-6 of a whole number
  kinds.input("on") = 1.0;
  kinds.input("level") = 3.0;
  kinds.start(0.0);
  for (int k = 0; k < 4; ++k) kinds.step(60.0 * k, 60.0);
  CHECK(kinds.output("total") == -24.0);
  CHECK(kinds.output("active") == 1.0);
  CHECK(kinds.output("level_out") == 3.0);
  CHECK(kinds.output("mean") == -6.0);
  kinds.parameter("inverted") = 1.0;
  kinds.start(0.0);
  kinds.step(0.0, 60.0);
  CHECK(kinds.output("total") == 0.0);
  CHECK(kinds.output("active") == 0.0);
}

TEST_CASE("every type of number of FMI 3 passes at its ends") {
  struct Case {
    std::string type;
    double low, high;
  };
  const double past = std::pow(2.0, 53.0);  // whole numbers are exact up to here
  const Case ends = GENERATE_COPY(
      Case{"Int8", -128.0, 127.0}, Case{"UInt8", 0.0, 255.0}, Case{"Int16", -32768.0, 32767.0},
      Case{"UInt16", 0.0, 65535.0}, Case{"Int32", -2147483648.0, 2147483647.0},
      Case{"UInt32", 0.0, 4294967295.0}, Case{"Int64", -past, past}, Case{"UInt64", 0.0, past},
      Case{"Float32", -0.5, 3e38f}, Case{"Float64", -1e300, 1e300}, Case{"Boolean", 0.0, 1.0},
      Case{"Enumeration", 1.0, 3.0});
  FmuBench kinds(built_fmu("kinds_fmi3"), "kinds");
  kinds.start(0.0);
  for (const double value : {ends.low, ends.high}) {
    kinds.input("in_" + ends.type) = value;
    kinds.step(0.0, 60.0);
    CHECK(kinds.output("out_" + ends.type) == value);
  }
}

TEST_CASE("a number that the FMU's variable cannot hold is refused with an error that names it") {
  const double infinity = std::numeric_limits<double>::infinity();
  struct Case {
    std::string type;
    double value;
  };
  const Case wrong = GENERATE_COPY(
      Case{"Int8", 128.0}, Case{"Int8", -129.0}, Case{"UInt8", -1.0}, Case{"UInt32", 4294967296.0},
      Case{"Int64", 9223372036854775808.0}, Case{"UInt64", 18446744073709551616.0},
      Case{"Int32", 0.5}, Case{"Int32", 2e-6}, Case{"Int32", std::nan("")}, Case{"Int32", infinity},
      Case{"Boolean", 2.0}, Case{"Boolean", -1.0}, Case{"Boolean", 0.5}, Case{"Float32", 1e39},
      Case{"Enumeration", 1.5});
  FmuBench kinds(built_fmu("kinds_fmi3"), "kinds");
  kinds.start(0.0);
  kinds.input("in_" + wrong.type) = wrong.value;
  CHECK(code_of([&] { kinds.step(0.0, 60.0); }) == "fmi.value_unfit");
  const std::string said = error_of([&] { kinds.step(0.0, 60.0); });
  CHECK_THAT(said, Catch::Contains("kinds.in_" + wrong.type));
}

TEST_CASE("an FMU for steps of one length refuses others") {
  FmuBench kinds(built_fmu("kinds_fmi2"), "counter");
  kinds.start(0.0);
  kinds.step(0.0, 60.0);
  kinds.step(60.0, 60.0 * (1.0 + 1e-9));  // what differences of times leave
  CHECK(code_of([&] { kinds.step(120.0, 30.0); }) == "fmi.step_varies");
  kinds.start(0.0);
  CHECK_NOTHROW(kinds.step(0.0, 30.0));
}

}  // namespace fmi_stepper_test
