// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <map>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "hearth/data/results/results_csv.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace one_room_test {

using namespace hearth::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

struct OneRoom {
  std::filesystem::path folder;  // of the graph and its data

  Words model() const {
    return {(folder / "semantic_model.ttl").string(), "--data-dir", folder.string()};
  }
};

std::optional<OneRoom> one_room() {
  const auto folder = shared_data("data/twin4build/one_room");
  if (!folder) return std::nullopt;
  return OneRoom{*folder};
}

/// The reference's row at a time is ours at that time when our run starts one step earlier.
const Words kRun = {"--start",  "2023-11-26T23:40:00+01:00",
                    "--end",    "2023-11-30T23:40:00+01:00",
                    "--step",   "1200",
                    "--record", "all"};

hearth::Results simulate(const Workshop& shop, const OneRoom& room, const Words& options) {
  const std::string output = (shop / "results.csv").string();
  const Outcome outcome =
      run_hearth(shop, Words{"simulate", "-o", output} + room.model() + kRun + options);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return hearth::read_results_csv(output);
}

std::map<std::string, std::size_t> columns_of(const hearth::Results& results) {
  std::map<std::string, std::size_t> columns;
  for (std::size_t i = 0; i < results.signals.size(); ++i) columns[results.signals[i].name] = i;
  return columns;
}

}  // namespace

TEST_CASE("the one-room graph is ordered as in the reference") {
  const auto room = one_room();
  if (!room) return;
  const Workshop shop;
  const Outcome outcome = run_hearth(shop, Words{"info", "--json"} + room->model());
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const json info = json::parse(outcome.out);
  CHECK(info["components"] == 18);
  CHECK(info["connections"] == 23);
  CHECK(info["cycles"]["policy"] == "greedy");
  std::vector<std::string> removed;
  for (const json& edge : info["cycles"]["removed"]) {
    removed.push_back(edge["from"].get<std::string>() + " -> " + edge["to"].get<std::string>());
  }
  CHECK(removed == std::vector<std::string>{"020B.indoorCO2 -> 020B_co2_sensor.measuredValue",
                                            "020B_space_heater.Power -> 020B.heatGain"});
  std::vector<std::size_t> sizes;
  for (const json& level : info["levels"]) sizes.push_back(level.size());
  CHECK(sizes == std::vector<std::size_t>{8, 1, 3, 1, 1, 1, 2, 1});
}

TEST_CASE("the one-room run agrees with the reference in every column") {
  const auto room = one_room();
  const auto reference_file = shared_data("data/twin4build/one_room_ttl_fixedweather.csv");
  if (!room || !reference_file) return;
  const Workshop shop;
  const hearth::Results results = simulate(shop, *room, {});
  const auto columns = columns_of(results);
  const hearth::CsvTable reference = hearth::read_csv(*reference_file);
  REQUIRE(results.rows() == 289);
  REQUIRE(reference.rows() == 288);
  for (int c = 2; c < static_cast<int>(reference.columns().size()); ++c) {
    const std::string& name = reference.columns()[c];
    REQUIRE(columns.count(name) == 1);
    const std::vector<double> expected = reference.numbers(c);
    double worst = 0.0;
    for (long k = 0; k < 288; ++k) {
      const double ours = results.row(k + 1)[columns.at(name)];
      const double theirs = expected[k];
      // Six digits are printed; a small power is the difference of two close temperatures.
      const double floor = name.ends_with(".Power") ? 1e-6 / 6e-6 : 0.0;  // W
      const double scale = std::max(std::abs(theirs), floor);
      if (ours != theirs) worst = std::max(worst, std::abs(ours - theirs) / scale);
    }
    INFO(name);
    CHECK(worst <= 6e-6);
  }
}

TEST_CASE("the one-room run agrees with the reference table to its eight digits") {
  const auto room = one_room();
  if (!room) return;
  const Workshop shop;
  const hearth::Results results =
      simulate(shop, *room, {"--set", "020B_space_heater.UA=351.33468772"});
  const auto columns = columns_of(results);
  const std::array<const char*, 6> names = {"020B.indoorTemperature",
                                            "020B.wallTemperature",
                                            "020B_space_heater.Power",
                                            "020B_space_heater.outletWaterTemperature",
                                            "020B_space_heater_valve.waterFlowRate",
                                            "020B_space_heater_valve.valvePosition"};
  struct Row {
    long k;
    std::array<double, 6> values;
  };
  const std::array<Row, 5> table = {{
      {0, {20.001182, 19.552438, 151.22787, 20.431003, 2.313024e-6, 1.4502663e-4}},
      {1, {20.172485, 19.131843, 39.329253, 20.283733, 1.5950844e-6, 1.0001182e-4}},
      {20, {19.971061, 14.094746, 493.7213, 19.903299, 4.4198786e-3, 0.27712645}},
      {100, {22.425217, 9.2382316, 98.955645, 22.621921, 9.7074055e-6, 6.0865445e-4}},
      {287, {19.462909, 9.403862, 26.833788, 19.535598, 8.8566024e-6, 5.5530908e-4}},
  }};
  for (const Row& row : table) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const double ours = results.row(row.k + 1)[columns.at(names[i])];
      INFO(names[i] << " at " << row.k << ": " << ours);
      // Half a unit of the last of eight printed digits is at most 5e-8 of the number.
      CHECK(std::abs(ours - row.values[i]) <= 5e-8 * std::abs(row.values[i]));
    }
  }
}

TEST_CASE("one_room files of the simulation graph need no time zone for info and check") {
  const auto room = one_room();
  if (!room) return;
  const Workshop shop;
  const Outcome check = run_hearth(shop, Words{"check"} + room->model());
  INFO(check.err);
  CHECK(check.code == 0);
}

}  // namespace one_room_test
