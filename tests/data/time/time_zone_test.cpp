// SPDX-License-Identifier: MIT
#include "hearth/data/time/time_zone.hpp"

#include <chrono>

#include <catch2/catch.hpp>

#include "hearth/tests/data/data_test.hpp"

namespace time_zone_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

LocalTime civil(std::string_view text) { return parse_time(text)->local; }

}  // namespace

TEST_CASE("standard time has no daylight saving, in summer either") {
  const Zone copenhagen("Europe/Copenhagen");
  CHECK(copenhagen.standard_offset(at("2023-01-01T00:00Z")) == 1h);
  CHECK(copenhagen.standard_offset(at("2023-07-01T00:00Z")) == 1h);
  CHECK(Zone("America/New_York").standard_offset(at("2023-07-01T00:00Z")) == -5h);
  CHECK(Zone("+03:00").standard_offset(at("2023-07-01T00:00Z")) == 3h);
}

TEST_CASE("a zone is an IANA name or a fixed offset") {
  CHECK(Zone().name() == "UTC");
  CHECK(Zone("UTC").is_fixed());
  CHECK(Zone("+01:00").offset(at("2023-07-01T00:00Z")) == 1h);
  CHECK(Zone("-0330").offset(at("2023-07-01T00:00Z")) == -3h - 30min);
  CHECK(Zone("UTC+02").name() == "+02:00");
  const Zone copenhagen("Europe/Copenhagen");
  CHECK(copenhagen.offset(at("2023-01-01T00:00Z")) == 1h);
  CHECK(copenhagen.offset(at("2023-07-01T00:00Z")) == 2h);
  CHECK(Zone("Asia/Kolkata").offset(at("2023-07-01T00:00Z")) == 5h + 30min);
}

TEST_CASE("an unknown zone is an error that names the nearest") {
  const InputError error = error_of([] { Zone("Europe/Copenhaven"); });
  CHECK(error.code() == "data.zone_unknown");
  CHECK_THAT(error.what(), Catch::Contains("did you mean 'Europe/Copenhagen'?"));
  CHECK(error_of([] { Zone("+1:00"); }).code() == "data.zone_unknown");
  CHECK(error_of([] { Zone("../../etc/passwd"); }).code() == "data.zone_unknown");
  CHECK(error_of([] { Zone("localtime"); }).code() == "data.zone_unknown");
  CHECK(error_of([] { Zone(""); }).code() == "data.zone_unknown");
}

TEST_CASE("the civil day has 23 hours when clocks go forward and 25 when they go back") {
  const Zone zone("Europe/Copenhagen");
  const auto start = [&zone](std::string_view noon, int days) {
    return zone.instant(midnight(zone.local(at(noon))) + std::chrono::days(days));
  };
  const auto length = [&start](std::string_view noon) { return start(noon, 1) - start(noon, 0); };
  CHECK(length("2023-03-25T12:00+01:00") == 24h);
  CHECK(length("2023-03-26T12:00+02:00") == 23h);
  CHECK(length("2023-10-29T12:00+01:00") == 25h);
  CHECK(start("2023-10-29T12:00+01:00", 0) == at("2023-10-29T00:00+02:00"));
  CHECK(start("2023-10-29T12:00+01:00", 1) == at("2023-10-30T00:00+01:00"));
}

TEST_CASE("a civil time in the repeated hour has two instants, in the skipped hour none") {
  const Zone zone("Europe/Copenhagen");
  const LocalMeaning twice = zone.meaning(civil("2023-10-29 02:30"));
  CHECK(twice.kind == LocalMeaning::Kind::Ambiguous);
  CHECK(twice.first == at("2023-10-29T02:30+02:00"));
  CHECK(twice.second == at("2023-10-29T02:30+01:00"));
  const LocalMeaning never = zone.meaning(civil("2023-03-26 02:30"));
  CHECK(never.kind == LocalMeaning::Kind::Nonexistent);
  CHECK(never.first == at("2023-03-26T03:00+02:00"));
  CHECK(zone.meaning(civil("2023-03-26 03:00")).kind == LocalMeaning::Kind::Unique);
  CHECK(zone.instant(civil("2023-03-26 03:00")) == at("2023-03-26T01:00Z"));
}

TEST_CASE("every half hour of a year goes to civil time and back") {
  const Zone zone("Europe/Copenhagen");
  for (Instant t = at("2023-01-01T00:00Z"); t < at("2024-01-01T00:00Z"); t += 30min) {
    const LocalMeaning meaning = zone.meaning(zone.local(t));
    CHECK((meaning.first == t || meaning.second == t));
  }
}

TEST_CASE("weekdays count from Monday, also before 1970") {
  CHECK(weekday(civil("2023-11-27")) == 0);
  CHECK(weekday(civil("2023-12-03 23:59:59.999")) == 6);
  CHECK(weekday(civil("1969-12-31 12:00")) == 2);
  CHECK(midnight(civil("1969-12-31 12:00")) == civil("1969-12-31"));
}

TEST_CASE("spans of constant offset touch each other") {
  const Zone zone("Europe/Copenhagen");
  const OffsetSpan summer = zone.span(at("2023-07-01T00:00Z"));
  CHECK(summer.begin == at("2023-03-26T01:00Z"));
  CHECK(summer.end == at("2023-10-29T01:00Z"));
  CHECK(zone.span(summer.end).begin == summer.end);
  CHECK(zone.span(summer.end).offset == 1h);
}

}  // namespace time_zone_test
