// SPDX-License-Identifier: MIT
#include "hearth/data/text/time_format.hpp"

#include <catch2/catch.hpp>

#include "hearth/tests/data/data_test.hpp"

namespace time_format_test {

using namespace hearth;
using namespace hearth::test;

namespace {

/// Returns the stamp as ISO 8601, civil time with `naive` behind it.
std::string read(std::string_view pattern, std::string_view text, std::optional<int> year = {}) {
  const std::optional<TimeStamp> stamp = TimeFormat(pattern).read(text, year);
  if (!stamp) return "none";
  if (stamp->offset) return format_time(stamp->instant(), Zone());
  const std::string utc = format_time(Instant(stamp->local.time_since_epoch()), Zone());
  return utc.substr(0, utc.find('+')) + " naive";
}

std::vector<std::string> fitting(const std::vector<std::string_view>& stamps) {
  return fitting_time_formats(stamps);
}

}  // namespace

TEST_CASE("a time format reads stamps by letters") {
  CHECK(read("DD.MM.YYYY HH:mm", "16.10.2023 00:10") == "2023-10-16T00:10:00 naive");
  CHECK(read("DD.MM.YYYY HH:mm", "6.1.2023 7:05") == "2023-01-06T07:05:00 naive");
  CHECK(read("dd/MM/yy HH:mm:ss", "03/04/23 23:59:58") == "2023-04-03T23:59:58 naive");
  CHECK(read("MM/DD/YYYY hh:mm a", "03/04/2023 12:30 AM") == "2023-03-04T00:30:00 naive");
  CHECK(read("MM/DD/YYYY hh:mm a", "3/4/2023 1:05 p.m.") == "2023-03-04T13:05:00 naive");
  CHECK(read("YYYYMMDDHHmm", "202310160010") == "2023-10-16T00:10:00 naive");
  CHECK(read("DD MMM YYYY HH:mm:ss.SSS", "16 Oct 2023 00:10:00.250") ==
        "2023-10-16T00:10:00.250 naive");
  CHECK(read("YYYY-MM-DD'T'HH:mmZ", "2023-10-16T00:10+0200") == "2023-10-15T22:10:00+00:00");
  CHECK(read("E DD.MM.YYYY", "Mo 16.10.2023") == "2023-10-16T00:00:00 naive");
  CHECK(read("DD.MM.YYYY HH:mm", "31.12.2023 24:00") == "2024-01-01T00:00:00 naive");
  CHECK(read("DD.MM. HH:mm", "16.10. 00:10", 2021) == "2021-10-16T00:10:00 naive");
  CHECK(TimeFormat("DD.MM. HH:mm").lacks_year("16.10. 00:10"));
}

TEST_CASE("a time format reads stamps by the directives of strptime") {
  CHECK(read("%d.%m.%Y %H:%M", "16.10.2023 00:10") == "2023-10-16T00:10:00 naive");
  CHECK(read("%m/%d/%Y %I:%M %p", "10/16/2023 01:10 PM") == "2023-10-16T13:10:00 naive");
  CHECK(read("%Y-%m-%dT%H:%M:%S.%f%z", "2023-10-16T00:10:00.125000+02:00") ==
        "2023-10-15T22:10:00.125+00:00");
  CHECK(read("%F %T", "2023-10-16 00:10:20") == "2023-10-16T00:10:20 naive");
  CHECK(read("%d-%b-%y", "16-Oct-23") == "2023-10-16T00:00:00 naive");
}

TEST_CASE("a time format reads numbers") {
  CHECK(read("unix", "1697414400") == "2023-10-16T00:00:00+00:00");
  CHECK(read("unix", "1697414400.5") == "2023-10-16T00:00:00.500+00:00");
  CHECK(read("unix_ms", "1697414400250") == "2023-10-16T00:00:00.250+00:00");
  CHECK(read("excel", "45215.5") == "2023-10-16T12:00:00 naive");
  CHECK(read("excel", "45215.006944444445") == "2023-10-16T00:10:00 naive");
  CHECK(read("unix", "noon") == "none");
  CHECK(read("unix", "253402300799") == "9999-12-31T23:59:59+00:00");
  CHECK(read("unix", "-62135596800") == "0001-01-01T00:00:00+00:00");
  for (const char* beyond : {"253402300800", "-62135596801", "-1e11", "1e300"}) {
    INFO(beyond);
    CHECK(read("unix", beyond) == "none");
  }
  CHECK(read("excel", "2958465.5") == "9999-12-31T12:00:00 naive");
  CHECK(read("excel", "2958466") == "none");
}

TEST_CASE("stamps that do not fit their format are refused") {
  CHECK(read("DD.MM.YYYY HH:mm", "2023-10-16 00:10") == "none");
  CHECK(read("DD.MM.YYYY HH:mm", "16.10.2023") == "none");
  CHECK(read("DD.MM.YYYY HH:mm", "16.10.2023 00:10:00") == "none");
  CHECK(read("DD.MM.YYYY HH:mm", "31.02.2023 00:10") == "none");
  CHECK(read("MM/DD/YYYY", "16/10/2023") == "none");
  CHECK(read("MM/DD/YYYY hh:mm a", "03/04/2023 13:30 AM") == "none");
  CHECK(read("MM/DD/YYYY hh:mm a", "03/04/2023 00:30 AM") == "none");
  CHECK(read("DD.MM.YYYY HH:mm", "16.10.2023 25:10") == "none");
}

TEST_CASE("a text that is not a time format is refused with the reason") {
  const auto why = [](std::string_view pattern) {
    const InputError error = error_of([&] { TimeFormat format(pattern); });
    CHECK(error.code() == "data.time_format");
    return error.diagnostics().items().front().message;
  };
  CHECK_THAT(why("dd/mm/yyyy HH:MM"), Catch::Contains("months are 'MM'"));
  CHECK_THAT(why("HH:mm"), Catch::Contains("lacks the day"));
  CHECK_THAT(why("DD.MM.YYYY hh:mm"), Catch::Contains("need 'a'"));
  CHECK_THAT(why("DD.MM.YYYY HH:mm a"), Catch::Contains("12-hour times"));
  CHECK_THAT(why("quarterly"), Catch::Contains("has no meaning"));
  CHECK_THAT(why("%d.%m.%Q"), Catch::Contains("'%Q' is unknown"));
  CHECK_THAT(why("DD.DD.YYYY"), Catch::Contains("twice"));
}

TEST_CASE("formats that can be meant are found") {
  using List = std::vector<std::string>;
  CHECK(fitting({"16.10.2023 00:00", "17.10.2023 00:10"}) == List{"DD.MM.YYYY HH:mm"});
  CHECK(fitting({"03.04.2023", "04.04.2023"}) == List{"DD.MM.YYYY"});
  CHECK(fitting({"03/04/2023", "04/04/2023"}) == List{"DD/MM/YYYY", "MM/DD/YYYY"});
  CHECK(fitting({"03/04/2023 1:00 PM", "03/14/2023 1:00 AM"}) == List{"MM/DD/YYYY hh:mm a"});
  CHECK(fitting({"13/04/2023 01:00:00"}) == List{"DD/MM/YYYY HH:mm:ss"});
  CHECK(fitting({"2023/10/16 00:00"}) == List{"YYYY/MM/DD HH:mm"});
  CHECK(fitting({"1697414400", "1697414460"}) == List{"unix"});
  CHECK(fitting({"1697414400000"}) == List{"unix_ms"});
  CHECK(fitting({"1697414400000000"}) == List{"unix_us"});
  CHECK(fitting({"1697414400000000000"}) == List{"unix_ns"});
  CHECK(fitting({"45215.5"}) == List{"excel"});
  CHECK(fitting({"20231016"}) == List{"YYYYMMDD"});
  CHECK(fitting({"16-Oct-2023 00:10"}) == List{"DD-MMM-YYYY HH:mm"});
  CHECK(fitting({"03/04/23"}) == List{"DD/MM/YY", "MM/DD/YY", "YY/MM/DD"});
  CHECK(fitting({"05/05/2023"}) == List{"DD/MM/YYYY"});
  CHECK(fitting({"soon"}).empty());
  CHECK(fitting({}).empty());
  CHECK(time_of_day_format({"1:05 PM", "12:00 AM"}) == "hh:mm a");
  CHECK(time_of_day_format({"25:05"}).empty());
}

}  // namespace time_format_test
