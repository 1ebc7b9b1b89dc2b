// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_runner.hpp"

#include <limits>
#include <sstream>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/tests/cases/case_data.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace hearth::cases::case_runner_test {
namespace {

struct Ran {
  int status;
  std::string lines, messages;
};

Ran run(const std::filesystem::path& cases) {
  std::ostringstream out, errors;
  CaseReport report(out);
  const int status = run_cases({.cases = cases, .data = cases, .step = {}}, report, errors);
  return {status, out.str(), errors.str()};
}

TEST_CASE("a case passes where every check is inside, and names the worst") {
  std::ostringstream out;
  CaseReport report(out);
  report.compare("group", "case 1", {{"", 0.051, 0.15, "K"}});
  report.compare("group", "case 2", {{"power", 1.0, 1.5, "W"}, {"temperature", 0.14, 0.15, "K"}});
  report.compare("group", "case 3", {{"", 0.16, 0.15, "K"}});
  report.compare("group", "case 4", {{"", std::numeric_limits<double>::quiet_NaN(), 1.0, ""}});
  report.compare("group", "case 5", {});
  report.skip("group", "table", "not a case");
  report.summarise();
  CHECK(out.str() ==
        "PASS group case 1: 0.051 K of 0.15 K\n"
        "PASS group case 2: temperature 0.14 K of 0.15 K\n"
        "FAIL group case 3: 0.16 K of 0.15 K\n"
        "FAIL group case 4: nan of 1\n"
        "FAIL group case 5: nothing was compared\n"
        "SKIP group table: not a case\n"
        "2 passed, 3 failed, 1 skipped\n");
}

TEST_CASE("a file that is not understood ends in 3 and is named") {
  const test::TempFolder folder;
  folder.write("broken.json", "{");
  folder.write("other.json", R"({"what": "something else"})");
  folder.write("readme.txt", "not a case file");
  const Ran ran = run(folder.path());
  CHECK(ran.status == 3);
  CHECK_THAT(ran.messages, Catch::Contains("broken.json") && Catch::Contains("other.json"));
  CHECK(ran.lines == "0 passed, 0 failed, 0 skipped\n");
}

TEST_CASE("what a case refers to is found from any folder") {
  const test::TempFolder folder;
  folder.write("cases/case.json", "{}");
  folder.write("cases/beside.csv", "");
  folder.write("data/deep/below.csv.gz", "");
  const auto relative = [&](const char* name) {
    return std::filesystem::relative(folder.path() / name);
  };
  const CaseData data(relative("data"));
  for (const char* name : {"beside.csv", "below.csv"}) {
    const std::filesystem::path found = data.find(name, relative("cases/case.json"));
    CHECK(found.is_absolute());
    CHECK(std::filesystem::exists(found));
  }
  CHECK_THROWS_AS(data.find("absent.csv", relative("cases/case.json")), InputError);
}

TEST_CASE("a folder without case files ends in 3") {
  const test::TempFolder folder;
  CHECK(run(folder.path()).status == 3);
  CHECK(run(folder.path() / "absent").status == 3);
}

}  // namespace
}  // namespace hearth::cases::case_runner_test
