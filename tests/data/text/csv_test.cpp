// SPDX-License-Identifier: MIT
#include "hearth/data/text/csv.hpp"

#include <chrono>
#include <clocale>
#include <cmath>
#include <ctime>
#include <locale>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace csv_test {

using namespace hearth;
using namespace hearth::test;

namespace {

/// Returns the CPU time of this process, s: other work of the machine does not count.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

CsvTable parse(std::string text) { return CsvTable::parse(std::move(text), "t.csv"); }

InputError refused(std::string text) {
  return error_of([&] { parse(std::move(text)); });
}

// Numbers of a locale that writes 1.234,5.
struct CommaNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("very many different words in a column are found in time") {
  constexpr int kWords = 60'000;
  std::string text = "a\n";
  for (int i = 0; i < kWords; ++i) text += "word" + std::to_string(i) + "\nword0\n";
  const CsvTable table = parse(text);
  const double begun = cpu_seconds();
  const std::vector<std::string> words = table.words(0);
  REQUIRE(words.size() == kWords);
  CHECK(words.front() == "word0");
  CHECK(words.back() == "word" + std::to_string(kWords - 1));
  CHECK(table.readings(0, {}).empty());
  CHECK(cpu_seconds() - begun < 5.0);  // a search among all for each takes 50 s
}

TEST_CASE("names, cells and lines of a plain file") {
  const CsvTable table = parse("time,a,b\n2023-01-01,1,2.5\n2023-01-02, 3 ,-4e-1\n");
  CHECK(table.columns() == std::vector<std::string>{"time", "a", "b"});
  REQUIRE(table.rows() == 2);
  CHECK(table.cell(1, 1) == "3");
  CHECK(table.line(1) == 3);
  CHECK(table.numbers(2) == std::vector<double>{2.5, -0.4});
  CHECK(table.separator() == ',');
}

TEST_CASE("byte order mark, CRLF, blank lines and a missing end of line change nothing") {
  const CsvTable table = parse(
      "\xef\xbb\xbf# timezone: Europe/Copenhagen\r\n\r\n#made by a logger\r\ntime,a\r\n"
      "2023-01-01,1\r\n\r\n2023-01-02,2");
  CHECK(table.columns() == std::vector<std::string>{"time", "a"});
  CHECK(table.declared("timezone") == "Europe/Copenhagen");
  CHECK(table.declared("Timezone") == "Europe/Copenhagen");
  CHECK_FALSE(table.declared("year"));
  CHECK(table.numbers(1) == std::vector<double>{1, 2});
  CHECK(table.line(1) == 7);
}

TEST_CASE("semicolons with decimal commas are found") {
  const CsvTable table =
      parse("time;t [degC];flow (a,b)\n2023-01-01;20;1\n2023-01-02;-20,5;1,5e3\n");
  CHECK(table.separator() == ';');
  CHECK(table.decimal_comma());
  CHECK(table.numbers(1) == std::vector<double>{20, -20.5});
  CHECK(table.numbers(2) == std::vector<double>{1, 1500});
}

TEST_CASE("semicolons with decimal points, and commas with a semicolon in a name") {
  CHECK_FALSE(parse("time;a\n2023-01-01;20.5\n").decimal_comma());
  CHECK(parse("time;a\n2023-01-01;20.5\n").numbers(1)[0] == 20.5);
  CHECK(parse("time,a;b\n2023-01-01,2\n").columns()[1] == "a;b");
  CHECK(parse("time;a\n").separator() == ';');
}

TEST_CASE("a decimal comma file has no decimal points") {
  const CsvTable table = parse("time;a\n2023-01-01;20,5\n2023-01-02;1.234,5\n2023-01-03;1.234\n");
  const InputError error = error_of([&] { table.numbers(1); });
  CHECK(error.code() == "data.not_a_number");
  CHECK(error.diagnostics().items().size() == 2);
  CHECK(error.diagnostics().items()[0].where.line == 3);
}

TEST_CASE("missing values are NaN") {
  const CsvTable table = parse("t,a\n0,\n1,NaN\n2,nan\n3,NA\n4,null\n5,#N/A\n6, \n7,\"\"\n8,0\n");
  const std::vector<double> values = table.numbers(1);
  for (std::size_t i = 0; i < 8; ++i) CHECK(std::isnan(values[i]));
  CHECK(values[8] == 0.0);
}

TEST_CASE("quotes hide separators, quotes and line ends") {
  const CsvTable table =
      parse("time,\"a, \"\"b\"\"\"\n\"2023-01-01\" , \"1\"\n2023-01-02,\"x\ny\"\n5,6\n");
  CHECK(table.columns()[1] == "a, \"b\"");
  CHECK(table.cell(0, 0) == "2023-01-01");
  CHECK(table.cell(0, 1) == "1");
  CHECK(table.cell(1, 1) == "x\ny");
  CHECK(table.line(2) == 5);
}

TEST_CASE("what is not CSV is refused by what it is") {
  CHECK(refused("").code() == "data.csv_empty");
  CHECK(refused("\n  \n").code() == "data.csv_empty");
  CHECK(refused("# only a comment\n").code() == "data.csv_empty");
  CHECK(refused("<?xml version=\"1.0\"?><a/>").code() == "data.csv_xml");
  CHECK(refused("\n<html>").code() == "data.csv_xml");
  CHECK(refused("PK\x03\x04 xlsx").code() == "data.csv_spreadsheet");
  CHECK(refused(std::string("a,b\n1,\0\n", 8)).code() == "data.csv_binary");
  CHECK(refused(std::string("\xff\xfe"
                            "a\0",
                            4))
            .code() == "data.csv_encoding");
  CHECK(refused("2023-01-01T00:00Z,1\n2023-01-02T00:00Z,2\n").code() == "data.csv_header");
}

TEST_CASE("what is wrong in a CSV file is refused with its line") {
  const InputError latin = refused(
      "time,t \xb0"
      "C\n");
  CHECK(latin.code() == "data.csv_encoding");
  CHECK(latin.diagnostics().items()[0].where.line == 1);
  const InputError ragged = refused("a,b\n1,2\n1\n1,2,3\n1,2\n");
  CHECK(ragged.code() == "data.csv_ragged");
  REQUIRE(ragged.diagnostics().items().size() == 2);
  CHECK(ragged.diagnostics().items()[1].where.line == 4);
  CHECK_THAT(ragged.what(), Catch::Contains("the row has 3 cells, the header has 2"));
  CHECK(refused("a,b\n1,\"2\n").diagnostics().items()[0].where.line == 2);
  CHECK(refused("a,b\n1,\"2\"x\n").code() == "data.csv_quote");
}

TEST_CASE("a thousand wrong rows do not make a thousand messages") {
  std::string text = "a,b\n";
  for (int i = 0; i < 1000; ++i) text += "1\n";
  CHECK(refused(text).diagnostics().items().size() == 11);
}

TEST_CASE("a file that declares two time zones or years is refused") {
  CHECK(refused("# timezone: UTC\n# timezone: Europe/Rome\nt,a\n0,1\n").code() ==
        "data.csv_declared_twice");
  CHECK(refused("# year: 2023\n# Year: 2024\nt,a\n0,1\n").code() == "data.csv_declared_twice");
  CHECK(parse("# timezone: UTC\n# timezone: UTC\n# note: a\n# note: b\nt,a\n0,1\n").rows() == 1);
}

TEST_CASE("what is not a finite number is refused with its line") {
  const CsvTable table =
      parse("t,a\n0,1\n1,on\n2,1 2\n3,inf\n4,1e999\n5,0x10\n6,--1\n7,+1\n8,1.\n9,.5\n");
  const InputError error = error_of([&] { table.numbers(1); });
  CHECK(error.diagnostics().items().size() == 6);
  CHECK(error.diagnostics().items()[0].where.line == 3);
  CHECK_THAT(error.what(), Catch::Contains("'on' in column 'a' is not a number"));
  CHECK(table.number(7, 1).value == 1.0);
  CHECK(table.number(8, 1).value == 1.0);
  CHECK(table.number(9, 1).value == 0.5);
}

TEST_CASE("columns are found by number, name, and name without unit") {
  const CsvTable table = parse("time,room.temperature [degC],x,x\n0,1,2,3\n");
  CHECK(table.find(1) == 1);
  CHECK(table.find("room.temperature") == 1);
  CHECK(table.find("room.temperature [degC]") == 1);
  CHECK(table.header_unit(1) == unit::degC);
  CHECK_FALSE(table.header_unit(2));
  CHECK_FALSE(table.find(4));
  CHECK_FALSE(table.find(-1));
  CHECK(error_of([&] { table.find("x"); }).code() == "data.column_ambiguous");
  CHECK_FALSE(table.find("room.temprature"));
  CHECK_THAT(table.missing_column("room.temprature").what(),
             Catch::Contains("did you mean 'room.temperature'?"));
  CHECK_THAT(table.missing_column(9).what(), Catch::Contains("columns 0 to 3"));
}

TEST_CASE("a name with a unit stands before one without, and names that come twice are ambiguous") {
  const CsvTable table = parse("time,a [degC],a,b [W],b [kW],c\n0,1,2,3,4,5\n");
  CHECK(table.find("a") == 2);
  CHECK(table.find("a [degC]") == 1);
  CHECK(table.find("b [kW]") == 4);
  CHECK(error_of([&] { table.find("b"); }).code() == "data.column_ambiguous");
  CHECK(table.find("c") == 5);
}

TEST_CASE("wrong names of a file of very many columns are compared in time") {
  std::string text = "time";
  for (int i = 0; i < 9000; ++i) text += ",column" + std::to_string(i);
  const CsvTable table = parse(text + "\n");
  CHECK_THAT(table.missing_column("colunm17").what(), Catch::Contains("did you mean"));
  for (int i = 0; i < 1000; ++i) {
    CHECK_FALSE(table.find("colunm" + std::to_string(i)));
    table.missing_column("colunm" + std::to_string(i));
  }
  CHECK_THAT(table.missing_column("colunm17").what(), !Catch::Contains("did you mean"));
}

TEST_CASE("numbers do not depend on the locale") {
  const std::locale before = std::locale::global(std::locale(std::locale(), new CommaNumbers));
  const double value = parse("t,a\n0,1.5\n").numbers(1)[0];
  std::locale::global(before);
  CHECK(value == 1.5);
}

TEST_CASE("a million rows are read in about a second") {
  std::string text = "time,a,b\n";
  Instant time{};
  for (int i = 0; i < 1'000'000; ++i, time += std::chrono::minutes(1)) {
    text += format_time(time, Zone()) + ",21.123456789,-0.5\n";
  }
  const auto start = std::chrono::steady_clock::now();
  const CsvTable table = parse(std::move(text));
  const double last = table.numbers(1).back() + table.numbers(2).back();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  CHECK(last == 20.623456789);
  WARN("a million rows, two columns: " << taken.count() << " s");
  CHECK(taken.count() < 10.0);  // loose: sanitizers and busy machines
}

TEST_CASE("tabs and bars separate, by themselves or as asked") {
  const CsvTable tabs = parse("time\ta, b\n2023-01-01\t20,5\n");
  CHECK(tabs.separator() == '\t');
  CHECK(tabs.numbers(1)[0] == 20.5);
  CHECK(parse("time|a\n2023-01-01|2\n").separator() == '|');
  CHECK(parse("time\ta\n2023-01-01\t\n").rows() == 1);
  const CsvTable asked = CsvTable::parse("a;b,c\n1;2,3\n", "t.csv", Separator::Comma);
  CHECK(asked.columns() == std::vector<std::string>{"a;b", "c"});
}

TEST_CASE("decimal and thousands marks are read as a series describes") {
  const CsvTable table =
      parse("time;a;b;c\n1;1.234,5;1 234.5;12\n2;-12,5;-12.5;1'234'567.5\n3;1.234.567;7e3;1.5\n");
  const NumberFormat points{Mark::Comma, Mark::Point, {}};
  CHECK(table.numbers(1, points) == std::vector<double>{1234.5, -12.5, 1234567});
  CHECK(table.numbers(2, {Mark::Point, Mark::Space, {}}) ==
        std::vector<double>{1234.5, -12.5, 7000});
  CHECK(table.numbers(3, {Mark::Point, Mark::Apostrophe, {}}) ==
        std::vector<double>{12, 1234567.5, 1.5});
  // A decimal mark that is not given is the other one.
  CHECK(table.numbers(1, {{}, Mark::Point, {}}) == std::vector<double>{1234.5, -12.5, 1234567});
  for (const char* wrong : {"12.34", "1234.567", ".123", "1.23.456", "1.2345"}) {
    CHECK(parse("t;a\n1;" + std::string(wrong) + "\n").number(0, 1, points).kind ==
          CsvNumber::Kind::Invalid);
  }
  const InputError error = error_of([&] { table.numbers(1); });
  CHECK_THAT(error.what(), Catch::Contains(R"("decimal": ",", "thousands": ".")"));
}

TEST_CASE("a number that may be a decimal or have thousands is offered in both readings") {
  const CsvTable quoted = parse("t,a\n1,\"1,234\"\n2,\"5,678\"\n");
  const InputError error = error_of([&] { quoted.numbers(1); });
  CHECK_THAT(error.what(), Catch::Contains(R"("decimal": ",")"));
  CHECK_THAT(error.what(), Catch::Contains(R"(or "decimal": ".", "thousands": ",")"));
  // Two decimals are not thousands.
  const InputError decimal = error_of([&] { parse("t,a\n1,\"1,234\"\n2,\"5,67\"\n").numbers(1); });
  CHECK_THAT(decimal.what(), !Catch::Contains("thousands"));
}

TEST_CASE("a file without commas that does not say what the mark in 1.234 is, is refused") {
  for (const char* text :
       {"t;a\n1;1.234\n2;12.500\n", "t;a\n1;1,234\n2;12,500\n", "t\ta\n1\t1.234\n"}) {
    INFO(text);
    const CsvTable table = parse(text);
    const InputError error = error_of([&] { table.numbers(1); });
    CHECK(error.code() == "data.number_ambiguous");
    CHECK_THAT(error.what(), Catch::Contains(" or "));
    const Mark mark =
        table.cell(0, 1).find(',') == std::string_view::npos ? Mark::Point : Mark::Comma;
    CHECK(table.numbers(1, {mark, {}, {}}).front() == 1.234);
    CHECK(table.numbers(0).size() == static_cast<std::size_t>(table.rows()));
  }
  // One number decides for the file.
  CHECK(parse("t;a;b\n1;1.234;0.500\n").numbers(1) == std::vector<double>{1.234});
  CHECK(parse("t;a;b\n1;1,234;21,5\n").numbers(1) == std::vector<double>{1.234});
  CHECK(parse("t,a\n1,1.234\n").numbers(1) == std::vector<double>{1.234});
}

TEST_CASE("words and numbers mark missing values as a series describes") {
  const CsvTable table = parse("t,a\n0,Bad\n1,---\n2,-999.0\n3,4\n4,\n");
  const std::vector<double> values = table.numbers(1, {{}, {}, {"bad", "---", "-999"}});
  for (const std::size_t row : {0, 1, 2, 4}) CHECK(std::isnan(values[row]));
  CHECK(values[3] == 4.0);
  const InputError error = error_of([&] { table.numbers(1); });
  CHECK(error.diagnostics().items().size() == 2);
  CHECK_THAT(error.what(), Catch::Contains(R"("missing": ["Bad"])"));
}

TEST_CASE("a text that a spreadsheet would compute is written as a text, and read back as it was") {
  const auto written = [](const std::string& text) {
    std::string row;
    append_csv_cell(row, text);
    return row;
  };
  CHECK(written("=2+5") == "'=2+5");
  CHECK(written("+1-cmd") == "'+1-cmd");
  CHECK(written("-cmd") == "'-cmd");
  CHECK(written("@sum(a)") == "'@sum(a)");
  CHECK(written("\tx") == "'\tx");
  CHECK(written("'=1") == "''=1");
  for (const char* same : {"-1.5", "+3e2", "-0.5", "a=b", "", "room.T [degC]", "'tis", "-"}) {
    if (std::string(same) != "-") CHECK(written(same) == same);
  }
  for (const char* text : {"=2+5", "'=1", "''=1", "'tis", "a", "-cmd", "'"}) {
    CHECK(plain_csv_text(written(text)) == text);
  }
  const CsvTable table = CsvTable::parse("time," + written("-room.T [degC]") + "\n1,2\n", "r.csv");
  CHECK(table.position("-room.T") == 1);
}

TEST_CASE("titles above the header are skipped") {
  for (const char* text :
       {"Trend export\nBuilding 7;Siemens\n\ntime;T1 [degC];T2 [degC]\n"
        "2024-01-01T00:00:00Z;20,5;21\n2024-01-01T01:00:00Z;20,6;21,5\n",
        "Trend export;;\ntime;T1 [degC];T2 [degC]\n"
        "2024-01-01T00:00:00Z;20,5;21\n2024-01-01T01:00:00Z;20,6;21,5\n",
        "Site;7;\nPoint;AHU;\ntime;T1 [degC];T2 [degC]\n"  // padded by a spreadsheet
        "2024-01-01T00:00:00Z;20,5;21\n2024-01-01T01:00:00Z;20,6;21,5\n",
        "Site,7\nPoint,AHU\n2024-01-02 08:00\ntime,T1 [degC],T2 [degC]\n"
        "2024-01-01T00:00:00Z,20.5,21\n2024-01-01T01:00:00Z,20.6,21.5\n",
        "\"Export, of \"\"T\"\"\"\ntime,T1 [degC],T2 [degC]\n"
        "2024-01-01T00:00:00Z,20.5,21\n2024-01-01T01:00:00Z,20.6,21.5\n"}) {
    CAPTURE(text);
    const CsvTable table = CsvTable::parse(text, "t.csv");
    CHECK(table.columns() == std::vector<std::string>{"time", "T1 [degC]", "T2 [degC]"});
    CHECK(table.rows() == 2);
    CHECK(table.numbers(1) == std::vector<double>{20.5, 20.6});
    CHECK(table.title_lines() > 0);
    CHECK(table.line(0) == table.header_line() + 1);
  }
}

TEST_CASE("a file without titles begins with its header, even if rows are of a wrong width") {
  CHECK(CsvTable::parse("a\n1\n2\n", "t.csv").columns() == std::vector<std::string>{"a"});
  CHECK(CsvTable::parse("time,a\n2024-01-01T00:00:00Z,1\n", "t.csv").title_lines() == 0);
  for (const char* text :
       {"time,a,b\n2024-01-01T00:00:00Z,1\n2024-01-01T01:00:00Z,1,2\n",
        "time,a\n2024-01-01T00:00:00Z,1,5\n2024-01-01T01:00:00Z,2,5\n", "id,type\na,b,c\nd,e,f\n",
        "time,a\nb\nc,d\n", "time,status\n01.01.2024 00:00,NaN,ok\n01.01.2024 01:00,20.1,ok\n"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(CsvTable::parse(text, "t.csv"), Catch::Contains("data.csv_ragged"));
  }
}

TEST_CASE("units may have a row of their own below the names") {
  for (const char* first : {"", "Unit", "[Einheit]"}) {
    CAPTURE(first);
    const CsvTable table = CsvTable::parse("Export\ntime;T1;n;flow [kg/s]\n" + std::string(first) +
                                               ";[°C];-;kg/h\n2024-01-01T00:00:00Z;20;1;2\n",
                                           "t.csv");
    CHECK(table.columns() == std::vector<std::string>{"time", "T1 [°C]", "n", "flow [kg/s]"});
    CHECK(table.header_unit(1) == unit::degC);
    CHECK(table.rows() == 1);
  }
  const CsvTable odd = CsvTable::parse("time,T,on,share\n,degC,on/off,1\n1,2,3,4\n", "t.csv");
  CHECK(odd.columns() == std::vector<std::string>{"time", "T [degC]", "on", "share [1]"});
  CHECK(odd.rows() == 1);
  // Texts that are not units are values, and so are units in a row with a key.
  CHECK(CsvTable::parse("id,side\n,red\n", "t.csv").rows() == 1);
  CHECK(CsvTable::parse("id,side\nroom,W\n", "t.csv").rows() == 1);
}

}  // namespace csv_test
