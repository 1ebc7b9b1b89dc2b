// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace hearth::test {

/// Compares numbers with the row of a table in docs/validation.md that begins with `head`, up to
/// half a unit of each last printed digit and rounding of the measurement itself.
inline void check_documented(const std::string& head, const std::vector<double>& measured) {
  std::ifstream page(std::string(HEARTH_SOURCE_DIR) + "/docs/validation.md");
  REQUIRE(page.good());
  INFO("the row '" << head << "' of docs/validation.md");
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| " + head + " |")) continue;
    std::istringstream cells(line.substr(head.size() + 4));
    for (const double value : measured) {
      std::string cell;
      REQUIRE(std::getline(cells, cell, '|'));
      const double printed = std::stod(cell);
      const auto dot = cell.find('.');
      const auto end = cell.find_last_of("0123456789");
      const int decimals = dot == std::string::npos ? 0 : static_cast<int>(end - dot);
      INFO("printed " << printed << ", measured " << value);
      CHECK(std::abs(printed - value) <= 0.501 * std::pow(10.0, -decimals));
    }
    return;
  }
  FAIL("there is no such row");
}

}  // namespace hearth::test
