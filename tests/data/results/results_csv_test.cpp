// SPDX-License-Identifier: MIT
#include "hearth/data/results/results_csv.hpp"

#include <chrono>
#include <cmath>
#include <limits>
#include <locale>

#include <catch2/catch.hpp>

#include "hearth/data/text/text_file.hpp"
#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace results_csv_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

Results example() {
  Results results;
  results.start = at("2023-11-27T00:00+01:00");
  results.step = 20min;
  results.signals = {{"020B.indoorTemperature", unit::degC},
                     {"J.airFlowRateIn[damper 1]", unit::kg_per_s},
                     {"valve.valvePosition", unit::one}};
  results.values = {20.1, 0.1, 1, 1.0 / 3.0, 1e-300, 0, -0.0, 5e-324, 1e22};
  return results;
}

struct CommaNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("results are written with offset, units and shortest numbers") {
  const std::string text = results_csv(example(), {.zone = Zone("Europe/Copenhagen")});
  CHECK(text ==
        "time,020B.indoorTemperature [degC],J.airFlowRateIn[damper 1] [kg/s],"
        "valve.valvePosition [1]\n"
        "2023-11-27T00:00:00+01:00,20.1,0.1,1\n"
        "2023-11-27T00:20:00+01:00,0.3333333333333333,1e-300,0\n"
        "2023-11-27T00:40:00+01:00,-0,5e-324,1e+22\n");
}

TEST_CASE("results come back from a file bit for bit") {
  const TempFolder folder;
  const auto path = folder.path() / "results.csv";
  const Results written = example();
  write_results_csv(written, path, {.zone = Zone("Europe/Copenhagen")});
  const Results read = read_results_csv(path);
  CHECK(read.start == written.start);
  CHECK(read.step == written.step);
  CHECK(read.values == written.values);
  REQUIRE(read.signals.size() == 3);
  CHECK(read.signals[1].name == "J.airFlowRateIn[damper 1]");
  CHECK(read.signals[1].unit == unit::kg_per_s);
  CHECK(std::signbit(read.values[6]));
}

TEST_CASE("results cross the repeated hour in equal steps") {
  const TempFolder folder;
  Results written;
  written.start = at("2023-10-28T22:00Z");
  written.step = 30min;
  written.signals = {{"a.b", unit::W}};
  for (int i = 0; i < 20; ++i) written.values.push_back(i);
  const auto path = folder.path() / "results.csv";
  write_results_csv(written, path, {.zone = Zone("Europe/Copenhagen")});
  CHECK_THAT(read_text_file(path), Catch::Contains("2023-10-29T02:30:00+02:00,5\n") &&
                                       Catch::Contains("2023-10-29T02:30:00+01:00,7\n"));
  const Results read = read_results_csv(path);
  CHECK(read.start == written.start);
  CHECK(read.rows() == 20);
}

TEST_CASE("the text does not depend on the locale") {
  const std::string plain = results_csv(example());
  const std::locale before = std::locale::global(std::locale(std::locale(), new CommaNumbers));
  const std::string other = results_csv(example());
  std::locale::global(before);
  CHECK(other == plain);
}

TEST_CASE("the results of a run that stopped early are marked and can be read") {
  const TempFolder folder;
  const auto path = folder.path() / "results.csv";
  write_results_csv(example(), path, {.zone = Zone(), .incomplete = "run.diverged\n at 00:40"});
  CHECK(read_text_file(path).substr(0, 40) == "# incomplete: run.diverged  at 00:40\ntim");
  CHECK(read_results_csv(path).rows() == 3);
}

TEST_CASE("results of no signals, one row and NaN") {
  const TempFolder folder;
  CHECK(results_csv({}) == "time\n");
  Results one;
  one.signals = {{"a.b", unit::one}};
  one.values = {std::numeric_limits<double>::quiet_NaN()};
  const auto path = folder.path() / "one.csv";
  write_results_csv(one, path);
  CHECK(read_text_file(path) == "time,a.b [1]\n1970-01-01T00:00:00+00:00,NaN\n");
  CHECK(std::isnan(read_results_csv(path).values[0]));
}

TEST_CASE("a long file is written in several pieces") {
  const TempFolder folder;
  Results written;
  written.step = 1s;
  written.signals = {{"a.b", unit::one}, {"a.c", unit::one}};
  for (int i = 0; i < 100000; ++i) written.values.push_back(0.1 * i);
  const auto path = folder.path() / "long.csv";
  write_results_csv(written, path);
  CHECK(read_results_csv(path).values == written.values);
}

TEST_CASE("stamps without a constant step and unknown units are errors") {
  const TempFolder folder;
  const auto grid = folder.write(
      "g.csv", "time,a [1]\n2023-01-01T00:00Z,1\n2023-01-01T01:00Z,1\n2023-01-01T03:00Z,1\n");
  CHECK(error_of([&] { read_results_csv(grid); }).code() == "results.time_grid");
  const auto units = folder.write("u.csv", "time,a [degX]\n2023-01-01T00:00Z,1\n");
  CHECK(error_of([&] { read_results_csv(units); }).code() == "results.unit_unknown");
}

TEST_CASE("results that cannot be written leave nothing behind") {
  const TempFolder folder;
  const InputError error =
      error_of([&] { write_results_csv(example(), folder.path() / "no" / "r.csv"); });
  CHECK(error.code() == "file.write");
  CHECK(std::filesystem::is_empty(folder.path()));
}

}  // namespace results_csv_test
