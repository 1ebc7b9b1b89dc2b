// SPDX-License-Identifier: MIT
// How often a call reads its model and resolves its names, keys and units.
#include <array>
#include <sstream>
#include <sys/inotify.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "hearth/apps/command.hpp"
#include "hearth/framework/model/resolved_model.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace resolutions_test {

using namespace hearth;
using namespace hearth::test;

using Words = std::vector<std::string>;

namespace {

/// Runs a command line in this process and returns how many models it resolved.
long resolutions_of(const Words& arguments) {
  const long before = resolved_models();
  std::ostringstream out, err;
  const int code = apps::run_command(Words{"hearth"} + arguments, {out, err});
  INFO(err.str());
  CHECK(code == 0);
  return resolved_models() - before;
}

/// Counts how often a file is opened as long as this lives.
class OpenCounter {
 public:
  explicit OpenCounter(const std::string& file) : events_(::inotify_init1(IN_NONBLOCK)) {
    // The kernel merges equal events that follow each other: each close keeps two opens apart.
    watched_ = ::inotify_add_watch(events_, file.c_str(), IN_OPEN | IN_CLOSE) >= 0;
  }
  ~OpenCounter() { ::close(events_); }
  OpenCounter(const OpenCounter&) = delete;
  OpenCounter& operator=(const OpenCounter&) = delete;

  int count() {
    REQUIRE(watched_);
    alignas(inotify_event) std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = ::read(events_, buffer.data(), buffer.size())) > 0;) {
      for (ssize_t at = 0; at < size;) {
        const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
        opened_ += (event->mask & IN_OPEN) != 0 ? 1 : 0;
        at += static_cast<ssize_t>(sizeof(inotify_event)) + event->len;
      }
    }
    return opened_;
  }

 private:
  int events_ = -1;
  bool watched_ = false;
  int opened_ = 0;
};

/// The heated room, its measured temperature and a calibration of its wall.
struct Study {
  Workshop shop;
  std::string model = shop.write("room.hearth.json", kHeatedRoom);
  std::string measured = (shop / "measured/results.csv").string();

  std::string calibration() {
    shop.write("measured/.keep", "");
    REQUIRE(run_hearth(shop, Words{"simulate", model, "-o", measured} + kOneDay).code == 0);
    return shop.write("calibration.json", R"({
      "hearth": 1, "model": "room.hearth.json", "step": 600,
      "periods": [{"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-16T00:00:00+01:00"}],
      "parameters": [{"name": "R_out", "targets": ["room.R_out"],
                      "initial": 0.06, "min": 0.02, "max": 0.1}],
      "fixed": {"heater.UA": 60},
      "measurements": [{"port": "room.indoorTemperature", "file": "measured/results.csv",
                        "column": "room.indoorTemperature [degC]", "unit": "degC", "sd": 0.1}]
    })");
  }
};

}  // namespace

TEST_CASE("a simulation opens its model file once and resolves its model once") {
  const Study study;
  OpenCounter opens(study.model);
  const Words arguments =
      Words{"simulate", study.model, "-o", (study.shop / "results.csv").string()} + kOneDay;
  SECTION("in the stepwise engine") {
    CHECK(resolutions_of(arguments) == 1);
    CHECK(opens.count() == 1);
  }
  SECTION("in the continuous engine") {
    CHECK(resolutions_of(arguments + Words{"--engine", "continuous"}) == 1);
    CHECK(opens.count() == 1);
  }
  SECTION("with a report") {
    CHECK(resolutions_of(arguments + Words{"--report", (study.shop / "page.html").string()}) == 1);
  }
}

TEST_CASE("the room of the example is read and resolved once") {
  const Workshop shop;
  const std::string example = std::string(HEARTH_SOURCE_DIR) + "/examples/one_room";
  const std::string model = shop.write("room.ttl", text_of(example + "/room.ttl"));
  OpenCounter opens(model);
  CHECK(resolutions_of(
            Words{"simulate", model, "--data-dir", example, "-o", (shop / "results.csv").string()} +
            kOneDay) == 1);
  CHECK(opens.count() == 1);
}

TEST_CASE("a calibration resolves its model once, its report the calibrated one too") {
  Study study;
  const std::string problem = study.calibration();
  const Words arguments = {"calibrate", problem, "-o", (study.shop / "result.json").string()};
  SECTION("without a report") { CHECK(resolutions_of(arguments) == 1); }
  SECTION("with a report") {
    CHECK(resolutions_of(arguments + Words{"--report", (study.shop / "page.html").string()}) == 2);
  }
}

TEST_CASE("a scenario set resolves each distinct model once") {
  const Study study;
  const std::string set = study.shop.write("set.json", R"({
    "hearth": 1, "base": "room.hearth.json",
    "period": {"start": "2024-01-15T00:00:00+01:00", "end": "2024-01-16T00:00:00+01:00",
               "step": 600},
    "axes": {"month": [{"id": "january"},
                       {"id": "may", "period": {"start": "2024-05-15T00:00:00+01:00",
                                                "end": "2024-05-16T00:00:00+01:00"}}]},
    "scenarios": [
      {"id": "as-is"},
      {"id": "better-wall", "set": {"room.R_out": 0.08}},
      {"id": "hot-water", "set": {"water.value": 70}},
      {"id": "warm", "patch": [
        {"op": "replace", "path": "/components/setpoint/config/value", "value": 22}]}
    ],
    "sweep": {"method": "grid", "parameters": {"room.C_air": {"values": [1e6, 2e6, 3e6]}}}
  })");
  const Words arguments = {"scenarios", set, "-o", (study.shop / "runs").string()};
  constexpr long kDistinct = 3;  // as it is, with hot water, with the warm setpoint
  SECTION("without a report") { CHECK(resolutions_of(arguments) == kDistinct); }
  SECTION("with a report") {
    CHECK(resolutions_of(arguments + Words{"--report", (study.shop / "page.html").string()}) ==
          kDistinct);
  }
}

TEST_CASE("a page written with the results is that of the same results read from their files") {
  Study study;
  const std::string page = (study.shop / "page.html").string();
  const std::string again = (study.shop / "again.html").string();
  std::string result;
  SECTION("of a simulation") {
    result = (study.shop / "results.csv").string();
    resolutions_of(Words{"simulate", study.model, "-o", result, "--report", page} + kOneDay);
  }
  SECTION("of a calibration") {
    result = (study.shop / "result.json").string();
    const std::string problem = study.calibration();
    resolutions_of({"calibrate", problem, "-o", result, "--report", page});
  }
  resolutions_of({"report", result, "-o", again});
  CHECK(text_of(page) == text_of(again));
}

}  // namespace resolutions_test
