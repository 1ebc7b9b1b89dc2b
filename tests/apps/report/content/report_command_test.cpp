// SPDX-License-Identifier: MIT
#include <chrono>
#include <cmath>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hearth/data/results/results_csv.hpp"
#include "hearth/tests/apps/report/content/content.hpp"

namespace report_command_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("report writes a page of a run and prints its size") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const std::string page = (shop / "report.html").string();
  const Outcome outcome = run_hearth(shop, {"report", file, "-o", page, "--title", "Our office"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.said("MB"));
  const std::string text = shop.read("report.html");
  CHECK(text.find("Our office") != std::string::npos);
  CHECK(text.find("room.indoorTemperature") != std::string::npos);
}

TEST_CASE("the same results give the same bytes") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const Words line = {"report", file, "-q", "-o"};
  REQUIRE(run_hearth(shop, line + Words{(shop / "a.html").string()}).code == 0);
  REQUIRE(run_hearth(shop, line + Words{(shop / "b.html").string()}).code == 0);
  CHECK(shop.read("a.html") == shop.read("b.html"));
}

TEST_CASE("simulate also writes a report") {
  const RoomShop shop;
  const std::string page = (shop / "report.html").string();
  shop.run(shop.measured_room(), "week", {"--report", page});
  const std::string own = shop.read("report.html");
  const std::string file = (shop / "week/results.csv").string();
  REQUIRE(run_hearth(shop, {"report", file, "-q", "-o", page}).code == 0);
  CHECK(shop.read("report.html") == own);
}

TEST_CASE("a page never replaces a file from which it is made") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const std::string before = shop.read("week/results.csv");
  const Outcome outcome = run_hearth(shop, {"report", file, "-o", file});
  CHECK(outcome.code == 2);
  CHECK(outcome.said("usage.value"));
  CHECK(shop.read("week/results.csv") == before);
}

TEST_CASE("report refuses files that it cannot show") {
  const RoomShop shop;
  const std::string page = (shop / "report.html").string();
  CHECK(run_hearth(shop, {"report", shop.write("a.txt", "x"), "-o", page}).code == 3);
  CHECK(run_hearth(shop, {"report", "-o", page}).code == 2);
  CHECK(run_hearth(shop, {"report", shop.write("b.txt", "x")}).code == 2);
  CHECK_FALSE(shop.holds("report.html"));
  const Outcome piped = run_hearth(
      shop, Words{"simulate", shop.measured_room(), "-o", "/dev/null", "--report", page} + kOneDay);
  CHECK(piped.code == 2);
  CHECK(piped.said("--report"));
}

TEST_CASE("the message for a folder that cannot be written names it") {
  const RoomShop shop;
  const std::string file = shop.run(shop.measured_room(), "week");
  const Outcome outcome =
      run_hearth(shop, {"report", file, "-o", (shop / "week/results.csv/report.html").string()});
  CHECK(outcome.code != 0);
  CHECK(outcome.said("file.write"));
}

TEST_CASE("a year of 15 minutes and 20 signals is exact and below 5 MB") {
  const RoomShop shop;
  Results year;
  year.start = Instant{std::chrono::seconds(1704063600)};  // 2024-01-01T00:00:00+01:00
  year.step = std::chrono::minutes(15);
  constexpr long kRows = 366 * 96 + 1;
  for (int i = 0; i < 20; ++i) {
    year.signals.push_back({fmt::format("room{}.indoorTemperature", i), unit::degC});
  }
  for (long k = 0; k < kRows; ++k) {
    for (int i = 0; i < 20; ++i) {
      year.values.push_back(21.0 + std::sin(0.0654 * static_cast<double>(k)) +
                            0.1 * std::cos(1.7 * static_cast<double>(k * (i + 1))));
    }
  }
  write_results_csv(year, shop / "year.csv");
  const auto begin = std::chrono::steady_clock::now();
  const apps::ReportContent content = shop.collect({(shop / "year.csv").string()});
  const auto collected = std::chrono::steady_clock::now();
  const std::string page = apps::report_html(content);
  const auto written = std::chrono::steady_clock::now();
  const auto seconds = [](auto duration) {
    return std::chrono::duration<double>(duration).count();
  };
  WARN(fmt::format("a year of 20 signals: collected in {:.2f} s, page of {:.2f} MB in {:.2f} s",
                   seconds(collected - begin), 1e-6 * static_cast<double>(page.size()),
                   seconds(written - collected)));
  CHECK(content.series.note.empty());
  const apps::ReportSignal& last = signal_of(content, "room19.indoorTemperature");
  REQUIRE(last.values.size() == static_cast<std::size_t>(kRows));
  CHECK(last.values.back() == static_cast<float>(year.row(kRows - 1)[19]));
  CHECK(page.size() < 5'000'000);
}

TEST_CASE("a report that could not be written is refused before the run") {
  const RoomShop shop;
  const std::string file = (shop / "results.csv").string();
  const Outcome outcome = run_hearth(shop, Words{"simulate", shop.measured_room(), "-o", file,
                                                 "--report", "/proc/none/report.html"} +
                                               kOneDay);
  CHECK(outcome.code == 1);
  CHECK(outcome.said("file.write"));
  CHECK_FALSE(shop.holds("results.csv"));
}

}  // namespace report_command_test
