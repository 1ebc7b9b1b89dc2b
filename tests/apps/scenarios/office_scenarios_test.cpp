// SPDX-License-Identifier: MIT
// The scenarios of examples/one_room on its calibrated model, against the table of its README.
#include <cmath>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "hearth/data/text/csv.hpp"
#include "hearth/tests/apps/command.hpp"
#include "hearth/tests/apps/models.hpp"

namespace office_scenarios_test {

using namespace hearth::test;

namespace {

namespace fs = std::filesystem;

const fs::path kExample = fs::path(HEARTH_SOURCE_DIR) / "examples/one_room";

/// A row of the table: the scenario and its numbers as printed.
struct PrintedRow {
  std::string scenario;
  std::vector<std::string> numbers;
};

std::vector<PrintedRow> printed_rows() {
  std::ifstream stream(kExample / "README.md");
  std::vector<PrintedRow> rows;
  bool table = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("| scenario | heat, kWh/m2")) table = true;
    if (table && line.empty()) break;
    if (!table || !line.starts_with("| `")) continue;
    PrintedRow row;
    std::istringstream cells(line.substr(1));
    for (std::string cell; std::getline(cells, cell, '|');) {
      const auto first = cell.find_first_not_of(" `");
      const auto last = cell.find_last_not_of(" `");
      if (first == std::string::npos) continue;
      const std::string text = cell.substr(first, last - first + 1);
      row.scenario.empty() ? void(row.scenario = text) : row.numbers.push_back(text);
    }
    rows.push_back(row);
  }
  return rows;
}

/// Half a unit of the last printed digit, and what another machine's search may end apart.
double allowance(const std::string& printed) {
  const auto point = printed.find('.');
  const int digits = point == std::string::npos ? 0 : static_cast<int>(printed.size() - point) - 1;
  return 0.5 * std::pow(10.0, -digits) + 1e-3 * std::abs(std::stod(printed));
}

}  // namespace

TEST_CASE("the office's scenarios give the table of its README") {
  const Workshop shop;
  const std::string calibrated = (shop / "calibrated.hearth.json").string();
  const Outcome calibration =
      run_hearth(shop, {"calibrate", (kExample / "calibration.json").string(), "-o",
                        (shop / "result.json").string(), "--apply", calibrated});
  REQUIRE(calibration.code == 0);
  const Outcome outcome =
      run_hearth(shop, {"scenarios", (kExample / "scenarios.json").string(), "--base", calibrated,
                        "-o", (shop / "scenarios").string()});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const hearth::CsvTable table = hearth::read_csv(shop / "scenarios/results.csv");
  CHECK(table.rows() == 7 + 32);
  const std::vector<PrintedRow> rows = printed_rows();
  REQUIRE(rows.size() == 7);
  const std::vector<std::string> columns = {"ener_tot", "cost_tot", "pdih_tot", "tdis_tot",
                                            "idis_tot"};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const long row = static_cast<long>(r);
    CHECK(table.cell(row, *table.find(std::string("id"))) == rows[r].scenario);
    REQUIRE(rows[r].numbers.size() == columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      INFO(rows[r].scenario << " " << columns[c]);
      const double ours = table.number(row, table.find(columns[c]).value()).value;
      const double printed = std::stod(rows[r].numbers[c]);
      CHECK(std::abs(ours - printed) <= allowance(rows[r].numbers[c]));
    }
  }
}

}  // namespace office_scenarios_test
