// SPDX-License-Identifier: MIT
#include "hearth/data/text/time_text.hpp"

#include <chrono>

#include <catch2/catch.hpp>

#include "hearth/tests/data/data_test.hpp"

namespace time_text_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

TEST_CASE("ISO 8601 stamps are read in all their spellings") {
  const Instant expected = std::chrono::sys_days(std::chrono::year(2023) / 11 / 26) + 23h + 20min;
  for (const char* text :
       {"2023-11-27T00:20:00+01:00", "2023-11-27 00:20:00+01:00", "2023-11-27T00:20+0100",
        "2023-11-26T23:20:00Z", "2023-11-26T23:20Z", "2023-11-26 23:20:00.000000+00:00",
        "2023-11-26T18:20:00,0-05", " 2023-11-26 23:20:00 UTC ", "2023-11-26 23:20:00 +00:00"}) {
    INFO(text);
    REQUIRE(parse_time(text));
    CHECK(parse_time(text)->instant() == expected);
  }
}

TEST_CASE("fractions of a second are rounded to milliseconds") {
  CHECK(at("2023-11-27T00:00:00.25Z") == at("2023-11-27T00:00:00Z") + 250ms);
  CHECK(at("2023-11-27T00:00:00.0014999Z") == at("2023-11-27T00:00:00.001Z"));
  CHECK(at("2023-11-27T23:59:59.9996Z") == at("2023-11-28T00:00:00Z"));
}

TEST_CASE("a stamp without an offset is naive") {
  CHECK_FALSE(parse_time("2023-11-27")->offset);
  CHECK_FALSE(parse_time("2023-11-27 00:20:00")->offset);
  CHECK(parse_time("2023-11-27")->local == parse_time("2023-11-27T00:00")->local);
}

TEST_CASE("EnergyPlus stamps need a year and know 24:00") {
  CHECK(lacks_year(" 01/31  24:00:00"));
  CHECK_FALSE(parse_time(" 01/31  24:00:00"));
  CHECK(parse_time(" 01/31  24:00:00", 2023)->local == parse_time("2023-02-01")->local);
  CHECK(parse_time("12/31 24:00:00", 2023)->local == parse_time("2024-01-01")->local);
  CHECK(parse_time("02/29 00:10", 2024));
  CHECK_FALSE(parse_time("02/29 00:10", 2023));
  CHECK(parse_time("2023-01-31T24:00")->local == parse_time("2023-02-01")->local);
  CHECK_FALSE(parse_time("2023-01-31T24:01"));
}

TEST_CASE("what is not a time is refused") {
  for (const char* text :
       {"", "yesterday", "2023", "2023-13-01", "2023-02-30", "2023-1-1", "27/11/2023", "21.5",
        "2023-11-27T", "2023-11-27T25:00", "2023-11-27T00:60", "2023-11-27T00:00:60",
        "2023-11-27T00:00:00+99:00", "2023-11-27T00:00:00X", "2023-11-27T00:00:00.Z",
        "2023-11-27T00", "0000-01-01", "2023-11-27T00:00+1:00", "2023-11-27T00:00 CET"}) {
    INFO(text);
    CHECK_FALSE(parse_time(text, 2023));
  }
}

TEST_CASE("a naive stamp is read in its zone, and refused where that is not clear") {
  const Zone zone("Europe/Copenhagen");
  CHECK(read_instant("2023-07-01 12:00", zone, {}) == at("2023-07-01T10:00Z"));
  CHECK(error_of([] { read_instant("2023-07-01", std::nullopt, {}); }).code() == "data.naive_time");
  CHECK(error_of([&] { read_instant("2023-03-26 02:30", zone, {}); }).code() ==
        "data.time_nonexistent");
  const InputError twice = error_of([&] { read_instant("2023-10-29 02:30", zone, {}); });
  CHECK(twice.code() == "data.time_ambiguous");
  CHECK_THAT(twice.what(), Catch::Contains("2023-10-29T02:30:00+02:00"));
  const InputError wrong = error_of([&] { read_instant("noon", zone, {.file = "m.json"}); });
  CHECK(wrong.code() == "data.time_invalid");
  CHECK(wrong.diagnostics().items()[0].where.file == "m.json");
}

TEST_CASE("times are written with the offset of their zone") {
  const Zone zone("Europe/Copenhagen");
  CHECK(format_time(at("2023-11-26T23:20Z"), zone) == "2023-11-27T00:20:00+01:00");
  CHECK(format_time(at("2023-07-01T00:00:00.050Z"), zone) == "2023-07-01T02:00:00.050+02:00");
  CHECK(format_time(at("2023-07-01T00:00Z"), Zone()) == "2023-07-01T00:00:00+00:00");
  CHECK(format_time(at("1969-12-31T23:59:59.999Z"), Zone()) == "1969-12-31T23:59:59.999+00:00");
  CHECK(format_time(at("2023-07-01T00:00Z"), Zone("-03:30")) == "2023-06-30T20:30:00-03:30");
}

TEST_CASE("a stamp before standard time names its instant, without the seconds of the offset") {
  for (const char* name : {"Europe/Amsterdam", "America/New_York"}) {
    const std::string text = format_time(at("1800-01-01T00:00:00Z"), Zone(name));
    CAPTURE(text);
    CHECK(parse_time(text)->instant() == at("1800-01-01T00:00:00Z"));
  }
}

TEST_CASE("durations are ISO 8601 or seconds") {
  CHECK(parse_duration("PT6H40M") == 6h + 40min);
  CHECK(parse_duration("P4DT20M") == 96h + 20min);
  CHECK(parse_duration("PT10M") == 10min);
  CHECK(parse_duration("P1D") == 24h);
  CHECK(parse_duration("P2W") == 336h);
  CHECK(parse_duration("PT0.5S") == 500ms);
  CHECK(parse_duration("1200") == 20min);
  CHECK(parse_duration("0.1") == 100ms);
  CHECK(parse_duration("0") == 0ms);
  CHECK(parse_duration("15min") == 15min);
  CHECK(parse_duration("1 h") == 1h);
  CHECK(parse_duration("900 s") == 15min);
  for (const char* text :
       {"", "P", "PT", "P1DT", "P1M", "P1Y", "PT10", "PT1M1H", "P1D1D", "1 m", "-1 h", "1 degC",
        "-60", "0.0001", "PT-5M", "P1.5D", "inf", "nan", "1e300"}) {
    INFO(text);
    CHECK_FALSE(parse_duration(text));
  }
}

TEST_CASE("durations are described for people") {
  CHECK(describe(96h + 20min) == "4 d 20 min");
  CHECK(describe(1500ms) == "1 s 500 ms");
  CHECK(describe(0ms) == "0 s");
  CHECK(describe(-90s) == "-1 min 30 s");
}

}  // namespace time_text_test
