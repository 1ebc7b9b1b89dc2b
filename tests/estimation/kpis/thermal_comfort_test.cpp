// SPDX-License-Identifier: MIT
#include "hearth/estimation/kpis/internal/thermal_comfort.hpp"

#include <cmath>

#include <catch2/catch.hpp>

namespace thermal_comfort_test {

using namespace hearth;

namespace {

struct Row {
  ComfortConditions at;
  double pmv, ppd;
};

}  // namespace

TEST_CASE("the votes of ISO 7730 are reproduced") {
  // ISO 7730:2005, table D.1, without its row 7: see below.
  const Row rows[] = {
      {{22.0, 22.0, 0.10, 60, 1.2, 0.5}, -0.75, 17}, {{27.0, 27.0, 0.10, 60, 1.2, 0.5}, 0.77, 17},
      {{27.0, 27.0, 0.30, 60, 1.2, 0.5}, 0.44, 9},   {{23.5, 25.5, 0.10, 60, 1.2, 0.5}, -0.01, 5},
      {{23.5, 25.5, 0.30, 60, 1.2, 0.5}, -0.55, 11}, {{19.0, 19.0, 0.10, 40, 1.2, 1.0}, -0.60, 13},
      {{23.5, 23.5, 0.30, 40, 1.2, 1.0}, 0.12, 5},   {{23.0, 21.0, 0.10, 40, 1.2, 1.0}, 0.05, 5},
      {{23.0, 21.0, 0.30, 40, 1.2, 1.0}, -0.16, 6},  {{22.0, 22.0, 0.10, 60, 1.6, 0.5}, 0.05, 5},
      {{27.0, 27.0, 0.10, 60, 1.6, 0.5}, 1.17, 34},  {{27.0, 27.0, 0.30, 60, 1.6, 0.5}, 0.95, 24},
  };
  for (const Row& row : rows) {
    const double pmv = predicted_mean_vote(row.at);
    CAPTURE(row.at.air_temperature, row.at.air_speed, pmv);
    // The table's programme (annex D) stops when the clothing's temperature moves by less than
    // 0.015 K, which is 0.0075 of a vote; printing adds 0.005, and half a percent of PPD.
    CHECK(std::abs(pmv - row.pmv) <= 0.0125);
    CHECK(std::abs(predicted_percentage_dissatisfied(pmv) - row.ppd) <= 0.9);
  }
}

TEST_CASE("row 7 of the table of ISO 7730 is not what its equations give") {
  // 23.5/23.5/0.10/40/1.2/1.0 is printed as 0.50, between what the equations give for a radiant
  // temperature of 23.5 (0.36) and of 25.5 degC (0.57); its neighbour with more air is reproduced.
  const double as_printed = predicted_mean_vote({23.5, 23.5, 0.10, 40, 1.2, 1.0});
  const double as_row_4 = predicted_mean_vote({23.5, 25.5, 0.10, 40, 1.2, 1.0});
  CHECK(as_printed < 0.50 - 0.0125);
  CHECK(as_row_4 > 0.50 + 0.0125);
}

TEST_CASE("the clothing's surface is found at all ends of the standard's ranges") {
  for (const double air : {10.0, 20.0, 30.0}) {
    for (const double radiant : {10.0, air, 40.0}) {
      for (const double speed : {0.0, 0.1, 1.0}) {
        for (const double humidity : {0.0, 100.0}) {
          for (const double metabolism : {0.8, 1.2, 4.0}) {
            for (const double clothing : {0.0, 0.5, 0.51, 2.0}) {
              const double pmv =
                  predicted_mean_vote({air, radiant, speed, humidity, metabolism, clothing});
              CAPTURE(air, radiant, speed, humidity, metabolism, clothing);
              CHECK(std::isfinite(pmv));
              const double ppd = predicted_percentage_dissatisfied(pmv);
              CHECK(ppd >= 5.0);  // eq. 5: no condition pleases all
              CHECK(ppd <= 100.0);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("people feel warmer in warmer, damper and stiller air with more clothing and work") {
  const ComfortConditions still{22.0, 22.0, 0.1, 50.0, 1.2, 0.8};
  const double vote = predicted_mean_vote(still);
  const auto with = [&](auto change) {
    ComfortConditions at = still;
    change(at);
    return predicted_mean_vote(at);
  };
  CHECK(with([](ComfortConditions& at) { at.air_temperature = 24.0; }) > vote);
  CHECK(with([](ComfortConditions& at) { at.radiant_temperature = 24.0; }) > vote);
  CHECK(with([](ComfortConditions& at) { at.relative_humidity = 80.0; }) > vote);
  CHECK(with([](ComfortConditions& at) { at.air_speed = 0.4; }) < vote);
  CHECK(with([](ComfortConditions& at) { at.clothing = 1.2; }) > vote);
  CHECK(with([](ComfortConditions& at) { at.metabolic_rate = 1.6; }) > vote);
  CHECK(with([](ComfortConditions& at) { at.external_work = 0.2; }) < vote);
}

TEST_CASE("the percentage dissatisfied is the same for warm and cold votes") {
  CHECK(predicted_percentage_dissatisfied(0.0) == 5.0);
  CHECK(predicted_percentage_dissatisfied(0.5) == Approx(10.2).margin(0.05));  // category B
  CHECK(predicted_percentage_dissatisfied(-0.5) == predicted_percentage_dissatisfied(0.5));
  CHECK(predicted_percentage_dissatisfied(3.0) == Approx(99.1).margin(0.05));
}

TEST_CASE("conditions that are not numbers have no vote") {
  CHECK(std::isnan(predicted_mean_vote({std::nan(""), 22.0})));
  CHECK(std::isnan(predicted_mean_vote({22.0, 22.0, -1.0})));
}

}  // namespace thermal_comfort_test
