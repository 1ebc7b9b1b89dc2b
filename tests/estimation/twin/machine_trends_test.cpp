// SPDX-License-Identifier: MIT
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/components/plant/chiller.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/twin/plant_trends.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::machine_trends_test {
namespace {

constexpr Instant kStart{std::chrono::seconds(1688342400)};  // 2023-07-03T00:00:00Z
constexpr int kDays = 14;

/// The power of a chiller of 330 kW with a COP of 5.5 and the default curves.
double true_power(double cooling, double condenser) {
  Chiller<double>::Params p{330000.0,
                            5.5,
                            {0.507883, 0.145228, -0.00625644, -0.0011178, -0.0001296, -0.00028188},
                            {1.03076, -0.103536, 0.00710208, 0.0093186, 0.00031752, -0.00104328},
                            0.088065,
                            1.137742,
                            -0.225806,
                            1.0,
                            0.1,
                            0.2,
                            1.0,
                            5.0,
                            10.0,
                            24.0,
                            35.0};
  Chiller<double>::Out out{};
  Chiller<double>::outputs({10.0, 7.0 + cooling / (10.0 * 4180.0), 7.0, condenser, 1.0}, p, out);
  return out.power;
}

/// A chiller whose condenser follows the outdoor temperature, with the capacity and COP that
/// translation assumes, and trends of the true one.
struct Plant {
  explicit Plant(const std::string& source) {
    Component chiller = instance("chiller", "Chiller");
    chiller.parameters["nominalCoolingPower"] = {Quantity{1.1e6, unit::W}, {}, {}, source};
    model.add_component(chiller);
    Component setpoint = instance("setpoint", "Schedule");
    setpoint.config["value"] = SeriesSpec{7.0, unit::degC};
    model.add_component(setpoint);
    Component outdoor = instance("outdoor", "TimeSeries");
    outdoor.config["value"] = SeriesSpec{column("outdoor", "degC"), std::nullopt};
    model.add_component(outdoor);
    Component tower = instance("tower", "PiecewiseLinearSchedule");
    tower.config["points"] = Table(2, 2, {-100.0, -95.0, 100.0, 105.0});
    model.add_component(tower);
    for (const char* connection :
         {"setpoint.scheduleValue -> chiller.outletWaterTemperatureSetpoint",
          "outdoor.value -> tower.x", "tower.scheduleValue -> chiller.condenserInletTemperature"}) {
      model.add_connection(connection);
    }
    model.measurements["chiller.coolingPower"].column = column("cooling", "W");
    model.measurements["chiller.Power"].column = column("power", "W");
  }

  PlantTrends learn(double largest) {
    std::string text = "time,outdoor,cooling,power\n";
    for (int k = 0; k <= kDays * 96; ++k) {
      const double hour = 0.25 * (k % 96);
      const double outdoor = 24.0 + 6.0 * std::sin((hour - 9.0) * M_PI / 12.0);
      const bool works = hour >= 7.0 && hour < 19.0;
      const double cooling = works ? largest * (0.3 + 0.7 * (hour - 7.0) / 12.0) : 0.0;
      const double power = works ? true_power(cooling, outdoor + 5.0) : 0.0;
      text += fmt::format("2023-07-{:02}T{:02}:{:02}:00Z,{},{},{}\n", 3 + k / 96, k % 96 / 4,
                          15 * (k % 4), outdoor, cooling, power);
    }
    write_text_file(folder.path() / "trends.csv", text);
    return learn_plant(model, standard_components(), {.folders = {folder.path()}},
                       {kStart, kStart + std::chrono::days(kDays), std::chrono::minutes(15)});
  }

  double parameter(const std::string& name) const {
    return std::get<Quantity>(model.component("chiller").parameters.at(name).value).value;
  }

  SimulationModel model;

 private:
  static FileColumn column(const std::string& name, const std::string& unit) {
    FileColumn own;
    own.file = "trends.csv";
    own.column = name;
    own.unit = parse_unit(unit);
    return own;
  }
  TempFolder folder;
};

}  // namespace

TEST_CASE("a chiller gets the capacity and the COP that its power shows") {
  Plant plant("nominalCoolingPower (sum of chillerPower)");
  const PlantTrends found = plant.learn(300000.0);
  // Loads from 30 to 100 % show the power within 1 % for capacities that differ by some 30 %.
  CHECK(plant.parameter("nominalCoolingPower") == Approx(330000.0).epsilon(0.2));
  CHECK(plant.parameter("nominalCOP") == Approx(5.5).epsilon(0.05));
  REQUIRE(found.values.size() == 2);
  CHECK(found.values.front().sd);
}

TEST_CASE("the stated capacity of a chiller remains, and its COP follows") {
  Plant plant("nominalCoolingPower (graph b:chiller)");
  plant.model.component("chiller").parameters["nominalCoolingPower"].value =
      Quantity{330000.0, unit::W};
  plant.learn(100000.0);
  CHECK(plant.parameter("nominalCoolingPower") == 330000.0);
  CHECK(plant.parameter("nominalCOP") == Approx(5.5).epsilon(1e-3));  // digits of the file
}

TEST_CASE("a chiller without measured power does not change") {
  Plant plant("nominalCoolingPower (sum of chillerPower)");
  plant.model.measurements.erase("chiller.Power");
  CHECK(plant.learn(300000.0).values.empty());
}

}  // namespace hearth::test::machine_trends_test
