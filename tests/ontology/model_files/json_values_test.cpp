// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_values.hpp"

#include <string>
#include <variant>

#include <catch2/catch.hpp>

#include "hearth/ontology/model_files/json_series.hpp"
#include "hearth/ontology/model_files/weekly_rules_json.hpp"

namespace json_values_test {

using namespace hearth;

namespace {

/// Reads a text with one of the readers; what is wrong is left in `diagnostics`.
template <class Read>
auto read(const std::string& text, Diagnostics& diagnostics, Read reader) {
  const JsonDocument document = JsonDocument::parse(text, "m.json");
  return reader(document.root(), diagnostics);
}

template <class Read>
auto good(const std::string& text, Read reader) {
  INFO(text);
  Diagnostics diagnostics;
  auto value = read(text, diagnostics, reader);
  for (const Diagnostic& item : diagnostics.items()) UNSCOPED_INFO(to_string(item));
  REQUIRE(diagnostics.empty());
  REQUIRE(value.has_value());
  return *value;
}

/// Returns the one thing that is wrong.
template <class Read>
Diagnostic bad(const std::string& text, Read reader) {
  INFO(text);
  Diagnostics diagnostics;
  read(text, diagnostics, reader);
  REQUIRE(diagnostics.items().size() == 1);
  CHECK(diagnostics.items()[0].where.file == "m.json");
  CHECK(diagnostics.items()[0].where.line >= 1);
  return diagnostics.items()[0];
}

const auto quantity = [](const JsonNode& n, Diagnostics& d) { return read_quantity(n, d); };
const auto duration = [](const JsonNode& n, Diagnostics& d) { return read_duration(n, d); };
const auto series = [](const JsonNode& n, Diagnostics& d) { return read_series(n, d); };
const auto measurement = [](const JsonNode& n, Diagnostics& d) { return read_measurement(n, d); };
const auto integer = [](const JsonNode& n, Diagnostics& d) {
  return read_integer(n, d, {.min = 1.0});
};

}  // namespace

TEST_CASE("a quantity is a number, a text with a unit or an object") {
  CHECK(good("21.5", quantity) == Quantity{21.5, std::nullopt});
  CHECK(good("\"21.5 degC\"", quantity) == Quantity{21.5, unit::degC});
  CHECK(good("\"0.4\"", quantity) == Quantity{0.4, std::nullopt});
  CHECK(good("{\"value\": 70, \"unit\": \"degF\"}", quantity) == Quantity{70.0, unit::degF});
  CHECK(good("{\"value\": 70}", quantity) == Quantity{70.0, std::nullopt});
  CHECK(good("{\"value\": 70, \"x-note\": \"nameplate\"}", quantity).value == 70.0);
}

TEST_CASE("the error of a bad quantity names the found and the possible values") {
  CHECK(bad("true", quantity).code == "json.type");
  CHECK_THAT(bad("\"warm\"", quantity).message,
             Catch::Contains("the string \"warm\"") && Catch::Contains("21.5 degC"));
  const Diagnostic unit = bad("\"21 degX\"", quantity);
  CHECK(unit.code == "json.unit_unknown");
  CHECK_THAT(unit.message, Catch::Contains("'degX'") && Catch::Contains("did you mean"));
  CHECK(bad("{\"value\": \"7\"}", quantity).where.pointer == "/value");
  CHECK(bad("{\"unit\": \"K\"}", quantity).code == "json.missing_key");
  CHECK(bad("{\"value\": 7, \"unit\": \"furlong\"}", quantity).where.pointer == "/unit");
  CHECK(bad("\"inf degC\"", quantity).code == "json.type");
}

TEST_CASE("an unknown key is reported with the nearest known one") {
  const Diagnostic key = bad("{\n\"value\": 1,\n\"units\": \"K\"}", quantity);
  CHECK(key.code == "json.unknown_key");
  CHECK(key.where.line == 3);
  CHECK(key.where.pointer == "/units");
  CHECK_THAT(key.message, Catch::Contains("did you mean 'unit'?"));
}

TEST_CASE("whole numbers are checked for fractions and range") {
  CHECK(good("3", integer) == 3);
  CHECK(good("3.0", integer) == 3);
  CHECK(bad("3.5", integer).code == "json.type");
  CHECK(bad("0", integer).code == "json.range");
  CHECK(bad("1e10", integer).code == "json.range");
}

TEST_CASE("a duration is seconds or ISO 8601") {
  using namespace std::chrono_literals;
  CHECK(good("1200", duration) == 1200s);
  CHECK(good("0.001", duration) == 1ms);
  CHECK(good("\"PT6H40M\"", duration) == 24000s);
  CHECK(bad("0.0001", duration).code == "json.duration");
  CHECK(bad("-5", duration).code == "json.duration");
  CHECK(good("\"20 min\"", duration) == 1200s);
  CHECK(bad("\"20 m\"", duration).code == "json.duration");
  CHECK(bad("[]", duration).code == "json.duration");
}

TEST_CASE("an instant has an offset or takes the zone") {
  const auto naive = [](const JsonNode& n, Diagnostics& d) {
    return read_instant(n, std::nullopt, d);
  };
  const auto local = [](const JsonNode& n, Diagnostics& d) {
    return read_instant(n, Zone("Europe/Copenhagen"), d);
  };
  const Instant expected = good("\"2023-11-26T23:00:00Z\"", naive);
  CHECK(good("\"2023-11-27T00:00:00+01:00\"", naive) == expected);
  CHECK(good("\"2023-11-27T00:00:00\"", local) == expected);
  CHECK(bad("\"2023-11-27T00:00:00\"", naive).code == "data.naive_time");
  CHECK(bad("\"2023-02-30\"", local).code == "data.time_invalid");
  CHECK(bad("20231127", local).code == "json.type");
}

TEST_CASE("a series is a number, rules, points or a file column") {
  CHECK(good("4", series) == SeriesSpec{4.0, std::nullopt, Sample::Mean});
  CHECK(good("\"21 degC\"", series) == SeriesSpec{21.0, unit::degC, Sample::Mean});
  CHECK(good(R"({"value": 21, "unit": "degC", "sample": "end"})", series) ==
        SeriesSpec{21.0, unit::degC, Sample::End});

  const WeeklyRules rules{0.0, {{0x1f, 480, 960, 4.0}}, true};
  CHECK(good(R"({"default": 0, "rules": [{"days": "Mon-Fri", "from": "08:00", "to": "16:00",
                 "value": 4}], "endInclusive": true, "sample": "start"})",
             series) == SeriesSpec{rules, std::nullopt, Sample::Start});

  const TimeTable table{{0.0, 3600.0}, {18.0, 21.0}, Series::Shape::Linear};
  CHECK(good(R"({"times": [0, 3600], "values": [18, 21], "resample": "linear", "unit": "degC"})",
             series) == SeriesSpec{table, unit::degC, Sample::Mean});
  CHECK(bad(R"({"times": [0]})", series).code == "json.missing_key");
  CHECK(bad(R"({"times": [0], "values": ["a"]})", series).code == "json.type");

  const SunAngle sun{SunAngle::Angle::Azimuth, 40.0, -105.0, 3600.0};
  CHECK(good(R"({"sun": "azimuth", "latitude": 40, "longitude": -105, "interval": "PT1H"})",
             series) == SeriesSpec{sun, std::nullopt, Sample::Mean});
  CHECK(good(R"({"sun": "zenith", "sample": "end"})", series) ==
        SeriesSpec{SunAngle{}, std::nullopt, Sample::End});
  CHECK(bad(R"({"sun": "height"})", series).code == "json.choice");
  CHECK(bad(R"({"sun": "zenith", "latitude": 95})", series).code == "json.range");
  CHECK(bad(R"({"sun": "zenith", "unit": "deg"})", series).code == "json.unknown_key");

  FileColumn column;
  column.file = "weather.csv";
  column.column = "t_out";
  column.time_column = 2;
  column.unit = unit::degC;
  column.resample = Resample::Linear;
  column.max_gap = 7200.0;
  column.stamp = Stamp::MeanAfter;
  column.outside = Outside::Hold;
  column.duplicates = Duplicates::Last;
  column.timezone = "Europe/Copenhagen";
  column.missing_column = 400.0;
  CHECK(good(R"({"file": "weather.csv", "column": "t_out", "time": 2, "unit": "degC",
                 "resample": "linear", "max_gap": "PT2H", "stamp": "mean_after",
                 "outside": "hold", "duplicates": "last", "sample": "end",
                 "timezone": "Europe/Copenhagen", "missing_column": 400})",
             series) == SeriesSpec{column, std::nullopt, Sample::End});
}

TEST_CASE("a bad file column is reported with its pointer") {
  struct Case {
    const char* text;
    const char* code;
    const char* pointer;
  };
  const Case cases[] = {
      {R"({"file": ""})", "json.type", "/file"},
      {R"({"file": 3})", "json.type", "/file"},
      {R"({"file": "a.csv", "column": -1})", "json.range", "/column"},
      {R"({"file": "a.csv", "column": 1.5})", "json.type", "/column"},
      {R"({"file": "a.csv", "column": []})", "json.type", "/column"},
      {R"({"file": "a.csv", "resample": "liner"})", "json.choice", "/resample"},
      {R"({"file": "a.csv", "max_gap": -1})", "json.range", "/max_gap"},
      {R"({"file": "a.csv", "stamp": null})", "json.choice", "/stamp"},
      {R"({"file": "a.csv", "timezone": "Europe/Kopenhagen"})", "data.zone_unknown", "/timezone"},
      {R"({"file": "a.csv", "colum": 1})", "json.unknown_key", "/colum"},
      {R"({"file": "a.csv", "sample": "begin"})", "json.choice", "/sample"},
      {R"({"default": 0, "ruls": []})", "json.unknown_key", "/ruls"},
      {R"({"fiel": "a.csv"})", "json.type", ""},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    Diagnostics diagnostics;
    read(c.text, diagnostics, series);
    REQUIRE_FALSE(diagnostics.empty());
    CHECK(diagnostics.items()[0].code == c.code);
    CHECK(diagnostics.items()[0].where.pointer == c.pointer);
  }
}

TEST_CASE("a wrong word lists the ones that are allowed") {
  CHECK_THAT(bad(R"({"file": "a.csv", "resample": "liner"})", series).message,
             Catch::Contains(R"("linear", "hold", "mean", "none")") &&
                 Catch::Contains("did you mean 'linear'?"));
}

TEST_CASE("a measurement has a standard deviation above zero") {
  CHECK(good(R"({"file": "t.csv", "column": 1, "sd": 0.05})", measurement).sd == 0.05);
  CHECK(bad(R"({"file": "t.csv", "sd": 0})", measurement).where.pointer == "/sd");
  CHECK(bad(R"({"file": "t.csv", "sample": "end"})", measurement).code == "json.unknown_key");
}

TEST_CASE("days are read in every spelling") {
  CHECK(parse_days("Mon-Fri") == 0x1f);
  CHECK(parse_days("Sat,Sun") == 0x60);
  CHECK(parse_days("Sat, Sun") == 0x60);
  CHECK(parse_days("Mon") == 0x01);
  CHECK(parse_days("all") == 0x7f);
  CHECK(parse_days("weekdays") == 0x1f);
  CHECK(parse_days("weekend") == 0x60);
  CHECK(parse_days("Fri-Mon") == 0x71);
  CHECK(parse_days("Mon-Tue,Thu-Fri") == 0x1b);
  CHECK(parse_days("none") == 0);
  for (const char* text : {"", "Mo", "Mon-", "-Fri", "Mon,,Tue", "Mon-Tue-Wed", "Holiday"}) {
    CHECK_FALSE(parse_days(text).has_value());
  }
}

TEST_CASE("every set of days is read back as written") {
  for (int days = 0; days < 128; ++days) {
    const auto set = static_cast<std::uint8_t>(days);
    CHECK(parse_days(days_text(set)) == set);
  }
  CHECK(days_text(0x1f) == "Mon-Fri");
  CHECK(days_text(0x60) == "Sat,Sun");
}

TEST_CASE("every minute of a day is read back as written") {
  for (int minute = 0; minute <= 1440; ++minute) {
    CHECK(parse_time_of_day(time_of_day_text(minute)) == minute);
  }
  for (const char* text : {"8:00", "08:60", "24:01", "25:00", "0800", "08:00:00", "aa:bb"}) {
    CHECK_FALSE(parse_time_of_day(text).has_value());
  }
}

TEST_CASE("a bad rule is reported with its pointer") {
  const auto rules = [](const std::string& rule) {
    return "{\"default\": 0, \"rules\": [{\"value\": 1},\n" + rule + "]}";
  };
  const auto check = [&](const std::string& rule, const char* code, const char* pointer) {
    const Diagnostic found = bad(rules(rule), series);
    CHECK(found.code == code);
    CHECK(found.where.pointer == pointer);
    CHECK(found.where.line == 2);
  };
  check(R"({"days": "Mon-Frei", "value": 1})", "json.days", "/rules/1/days");
  check(R"({"days": 1, "value": 1})", "json.days", "/rules/1/days");
  check(R"({"from": "8", "value": 1})", "json.time_of_day", "/rules/1/from");
  check(R"({"from": "18:00", "to": "08:00", "value": 1})", "json.rule_times", "/rules/1");
  check(R"({"from": "18:00", "to": "18:00", "value": 1})", "json.rule_times", "/rules/1");
  check(R"({"from": "18:00"})", "json.missing_key", "/rules/1");
  check(R"({"value": "much"})", "json.type", "/rules/1/value");
  check(R"({"vale": 1, "value": 1})", "json.unknown_key", "/rules/1/vale");
  check("[]", "json.type", "/rules/1");
}

TEST_CASE("values of rules are brought to one unit") {
  const SeriesSpec named =
      good(R"({"default": "18 degC", "rules": [{"value": "294.15 kelvin"}]})", series);
  CHECK(named.unit == unit::degC);
  const auto& rules = std::get<WeeklyRules>(named.source);
  CHECK(rules.otherwise == 18.0);
  // 294.15 - 273.15 in double precision
  CHECK(rules.rules[0].value == Approx(21.0).epsilon(1e-14));

  const SeriesSpec given =
      good(R"({"unit": "kW", "default": 1, "rules": [{"value": "500 W"}]})", series);
  CHECK(given.unit == unit::kW);
  CHECK(std::get<WeeklyRules>(given.source).otherwise == 1.0);
  CHECK(std::get<WeeklyRules>(given.source).rules[0].value == Approx(0.5).epsilon(1e-14));

  CHECK(bad(R"({"default": 18, "rules": [{"value": "21 degC"}]})", series).where.pointer ==
        "/default");
  CHECK(bad(R"({"unit": "W", "default": 0, "rules": [{"value": "2 K"}]})", series).code ==
        "json.unit_mixed");
}

}  // namespace json_values_test
