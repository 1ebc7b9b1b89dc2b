// SPDX-License-Identifier: MIT
#include "hearth/data/results/results_writer.hpp"

#include <chrono>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include "hearth/data/results/read_results.hpp"
#include "hearth/data/sqlite/sqlite_series.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace results_writer_test {

using namespace hearth;
using namespace hearth::test;
using namespace std::chrono_literals;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Two days around a change of the clocks.
Results example() {
  Results results;
  results.interval = "P1D";
  results.start = at("2024-03-30T00:00+01:00");
  results.times = {results.start, at("2024-03-31T00:00+01:00"), at("2024-04-01T00:00+02:00")};
  results.signals = {{"north room.temperature[a]", unit::degC, Statistic::End},
                     {"boiler.gasPower", unit::kWh, Statistic::Sum},
                     {"boiler.gasPower", unit::W, Statistic::Mean}};
  results.values = {20.1, kNone, kNone, 1.0 / 3.0, 24, 1000, -0.0, 5e-324, 1e22};
  return results;
}

void write(const Results& results, const std::filesystem::path& path,
           const std::string& incomplete = "") {
  const auto writer =
      write_results(path, {results.signals, results.interval, Zone("Europe/Copenhagen")});
  for (long k = 0; k < results.rows(); ++k) writer->row(results.time(k), results.row(k));
  writer->finish(incomplete);
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

}  // namespace

TEST_CASE("results come back from every format bit for bit") {
  const TempFolder folder;
  const Results written = example();
  for (const char* name : {"r.csv", "r.csv.gz", "r.sqlite", "r.db", "r.nc"}) {
    INFO(name);
    const auto path = folder.path() / name;
    write(written, path);
    const Results read = read_results(path);
    CHECK(read.interval == "P1D");
    CHECK(read.times == written.times);
    CHECK(same(read.values, written.values));
    REQUIRE(read.signals.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(read.signals[i].name == written.signals[i].name);
      CHECK(read.signals[i].unit == written.signals[i].unit);
      CHECK(read.signals[i].statistic == written.signals[i].statistic);
    }
    CHECK(read_results_table(path).incomplete.empty());
  }
}

TEST_CASE("the header of results names what a row covers and what a column holds of it") {
  const TempFolder folder;
  write(example(), folder.path() / "r.csv");
  const std::string text = read_text_file(folder.path() / "r.csv");
  CHECK(text.substr(0, text.find('\n')) ==
        "time [end of P1D],north room.temperature[a] [degC],boiler.gasPower:sum [kWh],"
        "boiler.gasPower:mean [W]");
}

TEST_CASE("results of a run that stopped early say so in every format") {
  const TempFolder folder;
  for (const char* name : {"r.csv", "r.csv.gz", "r.sqlite", "r.nc"}) {
    INFO(name);
    const auto path = folder.path() / name;
    write(example(), path, "failed: no solution\nat 00:40");
    CHECK(read_results_table(path).incomplete.rfind("failed: no solution", 0) == 0);
    CHECK(read_results(path).rows() == 3);
  }
  CHECK(read_text_file(folder.path() / "r.csv")
            .starts_with("# incomplete: failed: no solution at 00:40\ntime [end of P1D],"));
}

TEST_CASE("results that are not finished leave what was there before") {
  const TempFolder folder;
  for (const char* name : {"r.csv", "r.csv.gz", "r.sqlite", "r.nc"}) {
    INFO(name);
    const auto path = folder.path() / name;
    write(example(), path);
    const std::string before = read_text_file(path);
    const Results results = example();
    {
      const auto writer = write_results(path, {results.signals, "P1D", Zone()});
      writer->row(results.time(0), results.row(0));
    }
    CHECK(read_text_file(path) == before);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()),
                        std::filesystem::directory_iterator()) == 1);  // no temporary file
    std::filesystem::remove(path);
  }
}

TEST_CASE("results as SQLite are read as series by their columns") {
  const TempFolder folder;
  write(example(), folder.path() / "r.sqlite", "failed");
  SqliteSeries series(folder.path() / "r.sqlite");
  Diagnostics notes;
  const auto selection = series.select("boiler.gasPower:sum", 0, notes);
  CHECK(selection.table->rows() == 3);
  CHECK(selection.table->cell(0, 0) == "2024-03-30T00:00:00+01:00");
}

TEST_CASE("the format of results follows from the extension") {
  CHECK(results_format("a.csv") == ResultsFormat::Csv);
  CHECK(results_format("a.CSV.GZ") == ResultsFormat::CsvGzip);
  CHECK(results_format("a.db") == ResultsFormat::Sqlite);
  CHECK(results_format("a.nc") == ResultsFormat::Netcdf);
  CHECK(results_format("/dev/null") == ResultsFormat::Csv);
  CHECK_FALSE(results_format("a.xlsx"));
  CHECK(results_format("a") == ResultsFormat::Csv);
}

TEST_CASE("files that are not results of the format of their names are refused") {
  const TempFolder folder;
  write_text_file(folder.path() / "r.nc", "CDF\x01 and then nothing of the kind");
  CHECK(error_of([&] { read_results(folder.path() / "r.nc"); }).code() == "results.netcdf_invalid");
  {
    SqliteDatabase database(folder.path() / "r.db", SqliteDatabase::Access::Write);
    database.run("CREATE TABLE other(time TEXT, value REAL)");
  }
  CHECK(error_of([&] { read_results(folder.path() / "r.db"); }).code() == "results.table_missing");
}

TEST_CASE("a NetCDF file that announces more rows than it holds is refused") {
  const TempFolder folder;
  const auto path = folder.path() / "r.nc";
  write(example(), path);
  std::string text = read_text_file(path);
  text.replace(4, 4, std::string("\x05\xf5\xe1\x00", 4));  // the number of rows: 100 000 000
  write_text_file(path, text);
  const InputError error = error_of([&] { read_results(path); });
  CHECK(error.code() == "results.netcdf_invalid");
  CHECK_THAT(error.what(), Catch::Contains("100000000 rows"));
}

TEST_CASE("a NetCDF file whose calendar or packing another program changed is refused") {
  const TempFolder folder;
  const auto path = folder.path() / "r.nc";
  write(example(), path);
  const std::string text = read_text_file(path);
  // Names and values of the same length keep the header whole.
  for (const auto& [ours, theirs] :
       {std::pair("standard", "all_leap"), {"long_name", "add_offset"}}) {
    CAPTURE(theirs);
    std::string changed = text;
    const auto at = changed.rfind(ours);
    REQUIRE(at != std::string::npos);
    changed.replace(at, std::string(theirs).size(), theirs);
    if (std::string(theirs) == "add_offset") changed[at - 1] = '\x0a';  // its length
    write_text_file(path, changed);
    const InputError error = error_of([&] { read_results(path); });
    CHECK(error.code() == "results.netcdf_invalid");
    CHECK_THAT(error.what(), Catch::Contains(theirs));
  }
}

}  // namespace results_writer_test
