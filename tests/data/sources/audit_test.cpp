// SPDX-License-Identifier: MIT
#include "hearth/data/sources/audit.hpp"

#include <chrono>

#include <catch2/catch.hpp>

#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace audit_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

std::string hourly(std::string_view from, std::string_view to, const Zone& zone, bool naive) {
  std::string text = "time,v\n";
  int i = 0;
  for (Instant t = at(from); t < at(to); t += 1h) {
    const std::string stamp = format_time(t, zone);
    text += (naive ? stamp.substr(0, 19) : stamp) + "," + std::to_string(++i) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("an audit counts rows, span, steps, missing values and gaps") {
  const TempFolder folder;
  const DataAudit audit = audit_data(folder.write(
      "a.csv",
      "time;t;note\n2023-01-01T00:00Z;1,5;x\n2023-01-01T01:00Z;;y\n2023-01-01T02:00Z;2,5;z\n"
      "2023-01-01T02:00Z;2,5;z\n2023-01-01T05:00Z;NaN;z\n"));
  CHECK(audit.rows == 5);
  CHECK(audit.separator == ';');
  CHECK(audit.decimal_comma);
  CHECK(audit.first == at("2023-01-01T00:00Z"));
  CHECK(audit.last == at("2023-01-01T05:00Z"));
  REQUIRE(audit.steps.size() == 2);
  CHECK(audit.steps[0].step == 1h);
  CHECK(audit.steps[1].step == 3h);
  CHECK(audit.duplicates == 1);
  CHECK(audit.diagnostics.has_errors());
  REQUIRE(audit.columns.size() == 2);
  CHECK(audit.columns[0].missing == 2);
  CHECK(audit.columns[0].missing_share == 0.4);
  CHECK(audit.columns[0].min == 1.5);
  CHECK(audit.columns[0].max == 2.5);
  CHECK(audit.columns[0].longest_gap.length() == 2h);
  CHECK_FALSE(audit.columns[1].numeric);
}

TEST_CASE("values that stay equal for a day are flat-lined") {
  const TempFolder folder;
  std::string text = "time,v\n";
  for (int hour = 0; hour < 80; ++hour) {
    const int value = hour >= 20 && hour <= 50 ? 7 : hour;
    text += format_time(at("2023-01-01T00:00Z") + hour * 1h, Zone()) + "," + std::to_string(value) +
            "\n";
  }
  const DataAudit audit = audit_data(folder.write("f.csv", text));
  REQUIRE(audit.columns[0].flat.size() == 1);
  CHECK(audit.columns[0].flat[0].from == at("2023-01-01T20:00Z"));
  CHECK(audit.columns[0].flat[0].to == at("2023-01-03T02:00Z"));
  CHECK(audit.columns[0].flat[0].count == 31);
  CHECK(audit.columns[0].flat[0].value == 7);
}

TEST_CASE("a complete file has no daylight saving anomalies") {
  const TempFolder folder;
  const Zone zone("Europe/Copenhagen");
  const std::string text = hourly("2023-03-01T00:00Z", "2023-11-30T00:00Z", zone, false);
  const DataAudit audit =
      audit_data(folder.write("z.csv", text), {.timezone = "Europe/Copenhagen"});
  CHECK(audit.columns[0].daylight.empty());
  const DataAudit naive = audit_data(
      folder.write("n.csv", hourly("2023-03-01T00:00Z", "2023-11-30T00:00Z", zone, true)),
      {.timezone = "Europe/Copenhagen"});
  CHECK(naive.columns[0].daylight.empty());
  CHECK(naive.ambiguous == 2);
}

TEST_CASE("a repeated hour that is recorded once is a daylight saving anomaly") {
  const TempFolder folder;
  const Zone zone("Europe/Copenhagen");
  std::string text = hourly("2023-10-28T00:00Z", "2023-10-30T00:00Z", zone, true);
  const std::string second = "2023-10-29T02:00:00,";
  const std::size_t at_second = text.find(second, text.find(second) + 1);
  text.erase(at_second, text.find('\n', at_second) + 1 - at_second);
  const DataAudit audit =
      audit_data(folder.write("n.csv", text), {.timezone = "Europe/Copenhagen"});
  REQUIRE(audit.columns[0].daylight.size() == 1);
  CHECK(audit.columns[0].daylight[0].change == at("2023-10-29T01:00Z"));
  CHECK_FALSE(audit.columns[0].daylight[0].forward);
  CHECK(audit.columns[0].daylight[0].after);
}

TEST_CASE(
    "naive stamps without a zone, or in a skipped hour, are errors, and the rest is audited") {
  const TempFolder folder;
  const auto file =
      folder.write("n.csv", "time,v\n2023-03-26 01:00,1\n2023-03-26 02:00,x\n2023-03-26 03:00,3\n");
  const DataAudit unknown = audit_data(file);
  CHECK(codes(unknown.diagnostics) ==
        std::vector<std::string>{"data.naive_time", "data.not_a_number"});
  CHECK(unknown.rows == 3);
  CHECK(unknown.columns[0].invalid == 1);
  const DataAudit skipped = audit_data(file, {.timezone = "Europe/Copenhagen"});
  CHECK(message(skipped.diagnostics, "data.time_nonexistent").where.line == 3);
}

TEST_CASE("a file that is not CSV cannot be audited") {
  const TempFolder folder;
  CHECK(error_of([&] { audit_data(folder.write("x.csv", "<a/>")); }).code() == "data.csv_xml");
  CHECK(error_of([&] { audit_data(folder.path() / "no.csv"); }).code() == "file.missing");
}

TEST_CASE("the audit of measured weather finds its holes") {
  const auto file = shared_data("data/twin4build/one_room/outdoor_environment.csv");
  if (!file) return;
  const DataAudit audit = audit_data(*file, {.timezone = "Europe/Copenhagen"});
  CHECK(audit.rows == 10320);
  CHECK(audit.steps[0].step == 1h);
  CHECK(audit.absent > 0);
  CHECK(audit.columns.size() == 2);
  CHECK_FALSE(audit.diagnostics.has_errors());
}

TEST_CASE("an hour that comes twice without a zone is a missing zone, not disorder") {
  const TempFolder folder;
  std::string text = "time,v\n";
  for (const char* stamp : {"00:30", "01:30", "02:00", "02:30", "02:00", "02:30", "03:00"}) {
    text += std::string("2023-10-29 ") + stamp + ",1\n";
  }
  const auto file = folder.write("a.csv", text);
  const InputError error = error_of([&] { audit_data(file); });
  CHECK(error.code() == "data.naive_time");
  CHECK(error.diagnostics().items()[0].where.line == 6);
  CHECK_THAT(error.what(), Catch::Contains("--timezone ZONE"));
  CHECK(audit_data(file, {.timezone = "Europe/Rome"}).ambiguous == 4);
  // More than an hour back is disorder.
  const auto mixed = folder.write("b.csv",
                                  "time,v\n2023-10-29 05:00,1\n2023-10-29 06:00,1\n"
                                  "2023-10-29 02:00,1\n2023-10-29 07:00,1\n");
  CHECK(error_of([&] { audit_data(mixed); }).code() == "data.time_order");
}

TEST_CASE("doubled names and unknown units of columns are warnings") {
  const TempFolder folder;
  const DataAudit audit = audit_data(folder.write(
      "a.csv", "time,t,t,a [furlong],b [kWh/k],c [degC]\n2023-01-01T00:00Z,1,2,3,4,5\n"));
  std::vector<std::string> codes;
  for (const Diagnostic& item : audit.diagnostics.items()) codes.push_back(item.code);
  CHECK(codes == std::vector<std::string>{"data.column_duplicate", "data.unit_unknown",
                                          "data.unit_unknown"});
  CHECK_THAT(audit.diagnostics.items()[0].message, Catch::Contains("2 columns are named 't'"));
  CHECK_THAT(audit.diagnostics.items()[2].message, Catch::Contains("did you mean 'kWh/K'?"));
  CHECK(audit.diagnostics.items()[0].where.line == 1);
  CHECK_FALSE(audit.diagnostics.has_errors());
}

TEST_CASE("an audit recognises a format that is written in one way only, and names it") {
  const TempFolder folder;
  const auto audited = [&](const std::string& text,
                           const AuditOptions& options = {
                               .timezone = "Europe/Rome", .column = {}, .recognise = true}) {
    return audit_data(folder.write("bms.csv", text), options);
  };
  const DataAudit german = audited(
      "Zeit;T;P\n16.10.2023 00:00;20,5;1.234,5\n16.10.2023 00:10;Bad;999,5\n"
      "16.10.2023 00:20;---;1.000,0\n");
  CHECK(german.first == at("2023-10-15T22:00:00Z"));
  CHECK(german.columns[1].max == 1234.5);
  const std::string line = message(german.diagnostics, "data.format_recognised").message;
  CHECK_THAT(line,
             Catch::Contains(R"("files": {"bms.csv": {"time_format": "DD.MM.YYYY HH:mm", )"
                             R"("decimal": ",", "thousands": ".", "missing": ["Bad", "---"]}})"));
  const DataAudit two = audited("Date,Time,v\n10/16/2023,1:00 PM,1\n10/16/2023,2:00 PM,2\n");
  CHECK(two.first == at("2023-10-16T11:00:00Z"));
  REQUIRE(two.columns.size() == 1);
  CHECK_THAT(message(two.diagnostics, "data.format_recognised").message,
             Catch::Contains(R"("time": ["Date", "Time"], "time_format": "MM/DD/YYYY hh:mm a")"));
  CHECK(message(audited("time,v\n1697414400,1\n").diagnostics, "data.format_recognised")
            .message.find("\"unix\"") != std::string::npos);
  CHECK(codes(audited("time,v\n2023-10-16T00:00Z,1\n").diagnostics).empty());
  CHECK(error_of([&] { audited("time,v\n03/04/2023,1\n"); }).code() == "data.date_ambiguous");
  FileColumn asked;
  asked.time_format = "MM/DD/YYYY";
  const DataAudit given =
      audited("time,v\n03/04/2023,1\n", {.timezone = "UTC", .column = asked, .recognise = true});
  CHECK(given.first == at("2023-03-04T00:00:00Z"));
  CHECK(codes(given.diagnostics).empty());
}

TEST_CASE("a missing zone is named at the autumn change in any format") {
  const TempFolder folder;
  const auto file =
      folder.write("a.csv",
                   "time;v\n29.10.2023 02:00;1\n29.10.2023 02:30;2\n29.10.2023 02:00;3\n"
                   "29.10.2023 02:30;4\n29.10.2023 03:00;5\n");
  const AuditOptions recognise{.column = {}, .recognise = true};
  CHECK(error_of([&] { audit_data(file, recognise); }).code() == "data.naive_time");
  CHECK(audit_data(file, {.timezone = "Europe/Rome", .column = {}, .recognise = true}).ambiguous ==
        4);
}

TEST_CASE("stamps at the end of the calendar end an audit") {
  const TempFolder folder;
  const DataAudit audit = audit_data(
      folder.write("a.csv", hourly("9999-12-28T00:00Z", "9999-12-31T20:00Z", Zone(), false)),
      {.timezone = "UTC"});
  CHECK(audit.rows == 92);
}

}  // namespace audit_test
