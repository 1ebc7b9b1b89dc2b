// SPDX-License-Identifier: MIT
// Exported FMUs, called as an importer calls them.
#include <cmath>
#include <filesystem>
#include <optional>
#include <thread>

#include "hearth/tests/apps/fmu_export/exported_fmu.hpp"

namespace hearth::test::fmu_export_instance_test {
namespace {

constexpr double kStep = 600.0;

/// A heated room in a loop with its controller; the water temperature comes from outside, the
/// outdoor temperature from a file, the setpoint from a schedule of the week.
const std::string kRoom = R"({
  "hearth": 1, "name": "heated room", "site": {"timezone": "Europe/Copenhagen"},
  "simulation": {"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-16T00:00:00+01:00", "step": 600},
  "inputs": ["heater.in.supplyWaterTemperature"],
  "components": {
    "room": {"type": "BuildingSpace", "parameters": {"C_air": 2e6, "R_out": "0.05 K/W"},
             "initial": {"indoorTemperature": "19 degC"}},
    "heater": {"type": "SpaceHeater", "parameters": {"UA": 60}, "initial": {"Power": 0}},
    "valve": {"type": "Valve", "parameters": {"waterFlowRateMax": 0.02}},
    "controller": {"type": "PidController", "parameters": {"kp": 0.2, "Ti": 3600},
                   "config": {"isReverse": true}},
    "setpoint": {"type": "Schedule", "config": {"value": {"default": 18, "rules": [
      {"days": "Mon-Fri", "from": "06:00", "to": "18:00", "value": 21}]}}},
    "outdoors": {"type": "OutdoorEnvironment", "config": {"outdoorTemperature":
      {"file": "weather.csv", "column": "t", "unit": "degC", "resample": "linear"}}}
  },
  "connections": [
    "outdoors.outdoorTemperature -> room.outdoorTemperature",
    "heater.Power -> room.heatGain",
    "room.indoorTemperature -> heater.indoorTemperature",
    "room.indoorTemperature -> controller.actualValue",
    "setpoint.scheduleValue -> controller.setpointValue",
    "controller.inputSignal -> valve.valvePosition",
    "valve.waterFlowRate -> heater.waterFlowRate"
  ]
})";
const std::string kWater = "heater.in.supplyWaterTemperature";
const std::string kAir = "room.indoorTemperature";
const std::string kHeat = "heater.Power";

/// The FMU of the room in a folder without the model and its data, which must not be needed.
class RoomFmu {
 public:
  explicit RoomFmu(const std::vector<std::string>& options = {}) {
    std::string weather = "time,t\n";
    for (int hour = 0; hour <= 72; ++hour) {
      const int day = 15 + hour / 24;
      weather += "2024-01-" + std::to_string(day) + "T" + (hour % 24 < 10 ? "0" : "") +
                 std::to_string(hour % 24) + ":00:00+01:00," + std::to_string(2 + hour % 7) + "\n";
    }
    shop_.write("source/weather.csv", weather);
    const std::string model = shop_.write("source/room.hearth.json", kRoom);
    fmu_.emplace(shop_, export_fmu(shop_, model, options));
    std::filesystem::remove_all(shop_ / "source");
  }
  const LoadedFmu& operator*() const { return *fmu_; }

 private:
  Workshop shop_;
  std::optional<LoadedFmu> fmu_;
};

/// What is set before step k; it changes now and then.
double water(int k) { return 55.0 + 3.0 * (k / 4 % 5); }

struct Row {
  double air, heat;
  friend bool operator==(const Row&, const Row&) = default;
};

Row row_of(Fmu2Instance& one) { return {one.get(kAir), one.get(kHeat)}; }

/// Steps through half a day.
std::vector<Row> course(Fmu2Instance& one, double start = 0.0, int first = 0, int last = 72) {
  std::vector<Row> rows;
  for (int k = first; k < last; ++k) {
    CHECK(one.set(kWater, water(k)) == 0);
    CHECK(one.step(start + k * kStep, kStep) == 0);
    rows.push_back(row_of(one));
  }
  return rows;
}

}  // namespace

TEST_CASE("an exported FMU does not depend on the time it starts at") {
  const RoomFmu fmu;
  Fmu2Instance first(*fmu), second(*fmu);
  REQUIRE(first.handle() != nullptr);
  CHECK(first.initialize() == 0);
  CHECK(second.initialize(2.592e6) == 0);
  const std::vector<Row> rows = course(first);
  CHECK(rows.back().air > 15.0);  // it is heated
  CHECK(rows == course(second, 2.592e6));
}

TEST_CASE("instances of an exported FMU continue alike in threads, and after a reset") {
  const RoomFmu fmu;
  Fmu2Instance lone(*fmu);
  CHECK(lone.initialize() == 0);
  const std::vector<Row> rows = course(lone);
  CHECK(lone.call("fmi2Reset") == 0);
  CHECK(lone.set("room.C_air", 1e6) == 0);
  CHECK(lone.initialize() == 0);
  CHECK(course(lone) != rows);
  CHECK(lone.call("fmi2Reset") == 0);
  CHECK(lone.initialize() == 0);
  CHECK(course(lone) == rows);

  constexpr int kThreads = 6;
  std::vector<char> same(kThreads, 0);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {  // Catch2 is not for several threads
      Fmu2Instance one(*fmu);
      bool equal = one.setup(0.0) == 0 && one.call("fmi2EnterInitializationMode") == 0 &&
                   one.call("fmi2ExitInitializationMode") == 0;
      const unsigned refs[] = {(*fmu).reference(kAir), (*fmu).reference(kHeat)};
      const unsigned input = (*fmu).reference(kWater);
      const auto set =
          (*fmu).function<int(void*, const unsigned*, std::size_t, const double*)>("fmi2SetReal");
      const auto get =
          (*fmu).function<int(void*, const unsigned*, std::size_t, double*)>("fmi2GetReal");
      for (int k = 0; k < 72 && equal; ++k) {
        const double value = water(k);
        double found[2] = {0.0, 0.0};
        equal = set(one.handle(), &input, 1, &value) == 0 && one.step(k * kStep, kStep) == 0 &&
                get(one.handle(), refs, 2, found) == 0 &&
                rows[static_cast<std::size_t>(k)] == Row{found[0], found[1]};
      }
      same[static_cast<std::size_t>(i)] = equal ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(same == std::vector<char>(kThreads, 1));
}

TEST_CASE("an exported FMU continues from a state of any step, also in another instance") {
  const std::string engine = GENERATE("stepwise", "continuous");
  const RoomFmu fmu({"--engine", engine});
  Fmu2Instance whole(*fmu);
  CHECK(whole.initialize() == 0);
  const std::vector<Row> rows = course(whole);

  Fmu2Instance saving(*fmu);
  CHECK(saving.initialize() == 0);
  for (int k = 0; k < 72; ++k) {
    void* before = saving.save();
    CHECK(saving.set(kWater, 20.0) == 0);
    CHECK(saving.step(k * kStep, 2 * kStep) == 0);
    CHECK(saving.restore(before) == 0);
    saving.free(before);
    CHECK(course(saving, 0.0, k, k + 1).front() == rows[static_cast<std::size_t>(k)]);
  }

  Fmu2Instance first(*fmu);
  CHECK(first.initialize() == 0);
  for (int k = 0; k < 72; k += 12) {
    const std::string bytes = first.serialized();
    Fmu2Instance later(*fmu);  // restored right after its instantiation
    CHECK(later.take(bytes) == 0);
    CHECK(later.set("room.C_air", 2e6) == 0);  // the same value
    if (k > 0) CHECK(row_of(later) == rows[static_cast<std::size_t>(k - 1)]);
    const std::vector<Row> rest = course(later, 0.0, k);
    CHECK(rest == std::vector<Row>(rows.begin() + k, rows.end()));
    course(first, 0.0, k, k + 12);
  }
}

TEST_CASE("a state with another parameter is restored with it") {
  const RoomFmu fmu;
  Fmu2Instance light(*fmu), other(*fmu);
  CHECK(light.set("room.C_air", 1e6) == 0);
  CHECK(light.initialize() == 0);
  CHECK(other.initialize() == 0);
  course(light, 0.0, 0, 6);
  const std::string bytes = light.serialized();
  const std::vector<Row> rest = course(light, 0.0, 6, 20);
  CHECK(other.take(bytes) == 0);
  CHECK(other.get("room.C_air") == 1e6);
  CHECK(course(other, 0.0, 6, 20) == rest);
}

TEST_CASE("damaged states and states of other FMUs are refused") {
  const RoomFmu fmu, other({"--set", "room.C_air=3e6"});
  Fmu2Instance one(*fmu), two(*other);
  CHECK(one.initialize() == 0);
  const std::string bytes = one.serialized();
  CHECK(two.take(bytes) == 3);
  CHECK(two.messages().find("saved by another FMU") != std::string::npos);
  std::string damaged = bytes;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  CHECK(one.take(damaged) == 3);
  CHECK(one.take(bytes.substr(0, bytes.size() / 2)) == 3);
  CHECK(one.take("") == 3);
  CHECK(one.step(0.0, kStep) == 0);
}

TEST_CASE("directional derivatives of an exported FMU are those of its step") {
  const RoomFmu fmu;
  Fmu2Instance one(*fmu);
  CHECK(one.initialize() == 0);
  course(one, 0.0, 0, 40);
  void* point = one.save();
  CHECK(one.set(kWater, 60.0) == 0);
  CHECK(one.step(40 * kStep, 2 * kStep) == 0);
  const double air = one.derivative(kAir, kWater), heat = one.derivative(kHeat, kWater);
  // Also of a state that was restored.
  const std::string bytes = one.serialized();
  Fmu2Instance later(*fmu);
  CHECK(later.take(bytes) == 0);
  CHECK(later.derivative(kAir, kWater) == air);
  const auto at = [&](double value) {
    CHECK(one.restore(point) == 0);
    CHECK(one.set(kWater, value) == 0);
    CHECK(one.step(40 * kStep, 2 * kStep) == 0);
    return row_of(one);
  };
  constexpr double kShift = 1e-3;
  const Row low = at(60.0 - kShift), high = at(60.0 + kShift);
  one.free(point);
  CHECK(heat > 0.1);  // W/K: it is being heated
  // Differences over 2e-3 K: rounding of 20 degC / 2e-3 K, and loops that stop at 1e-10 of a value.
  CHECK(air == Approx((high.air - low.air) / (2 * kShift)).epsilon(1e-5));
  CHECK(heat == Approx((high.heat - low.heat) / (2 * kShift)).epsilon(1e-5));
}

TEST_CASE("an exported FMU steps over the end of the model while its data last") {
  const RoomFmu fmu;
  Fmu2Instance one(*fmu);
  CHECK(one.initialize() == 0);
  const std::vector<Row> rows = course(one, 0.0, 0, 420);  // of three days, the data of which end
  CHECK(rows.size() == 420);
  Fmu2Instance once(*fmu);
  CHECK(once.initialize() == 0);
  CHECK(course(once, 0.0, 0, 143) == std::vector<Row>(rows.begin(), rows.begin() + 143));
  CHECK(one.step(420 * kStep, 200 * kStep) == 3);
  CHECK(one.messages().find("weather.csv") != std::string::npos);
}

TEST_CASE("communication steps are whole steps of the model") {
  const RoomFmu fmu;
  Fmu2Instance one(*fmu), two(*fmu);
  CHECK(one.initialize() == 0);
  CHECK(two.initialize() == 0);
  CHECK(one.step(0.0, 900.0) == 2);
  CHECK(one.messages().find("is not a whole number of steps of the model, which are 600 s long") !=
        std::string::npos);
  double last = -1.0;
  CHECK((*fmu).function<int(void*, int, double*)>("fmi2GetRealStatus")(one.handle(), 2, &last) ==
        0);
  CHECK(last == 0.0);
  CHECK(one.step(600.0, 600.0) == 3);
  CHECK(one.messages().find("does not begin at the end of the previous step, 0 s") !=
        std::string::npos);
  CHECK(one.step(0.0, 1800.0) == 0);
  for (int k = 0; k < 3; ++k)
    CHECK(two.step(k * 600.0 * (1.0 + 1e-15), 600.0 * (1.0 - 1e-15)) == 0);
  CHECK(row_of(one) == row_of(two));
}

TEST_CASE("an exported FMU refuses calls that it does not support, with the reason") {
  const RoomFmu fmu;
  Fmu2Instance wrong(*fmu, "{another}");
  CHECK(wrong.handle() == nullptr);
  CHECK(wrong.messages().find("'{another}' does not match this FMU") != std::string::npos);
  Fmu2Instance one(*fmu);
  CHECK(one.step(0.0, kStep) == 3);
  CHECK(one.set("room.C_air", -1.0) == 3);
  CHECK(one.messages().find("room.C_air") != std::string::npos);
  CHECK(one.set(kAir, 20.0) == 3);
  CHECK(one.messages().find("only inputs and parameters can be set") != std::string::npos);
  CHECK(one.initialize() == 0);
  CHECK(one.set("room.C_air", 1e6) == 3);
  CHECK(one.messages().find("before the end of the initialization") != std::string::npos);
  CHECK(one.set(kWater, std::nan("")) == 3);
  CHECK(one.step(0.0, kStep) == 0);
  CHECK(one.call("fmi2Terminate") == 0);
  const double last = one.get(kAir);
  CHECK(one.step(kStep, kStep) == 3);
  CHECK(one.messages().find("the instance is terminated; reset it") != std::string::npos);
  CHECK(one.get(kAir) == last);
  CHECK(one.call("fmi2Reset") == 0);
  CHECK(one.setup(std::nan("")) == 3);
  CHECK(one.messages().find("start time must be a finite number") != std::string::npos);
  CHECK(one.initialize() == 0);
  CHECK(one.step(0.0, kStep) == 0);
}

TEST_CASE("the values of an exported FMU follow what is set before it is initialized") {
  const RoomFmu fmu;
  Fmu2Instance one(*fmu);
  CHECK(one.setup(0.0) == 0);
  CHECK(one.call("fmi2EnterInitializationMode") == 0);
  CHECK(one.get(kAir) == 19.0);
  CHECK(one.set(kWater, 40.0) == 0);
  CHECK(one.get(kWater) == 40.0);
  CHECK(one.get("room.C_air") == 2e6);
  CHECK(one.call("fmi2ExitInitializationMode") == 0);
  CHECK(one.get(kAir) == 19.0);
}

}  // namespace hearth::test::fmu_export_instance_test
