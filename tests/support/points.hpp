// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/tests/support/simulate.hpp"

namespace hearth::test {

/// Makes a Schedule that delivers given values at given times; a step receives the value at its
/// start.
inline Component points(std::string id, std::vector<double> times, std::vector<double> values,
                        Series::Shape shape = Series::Shape::Hold,
                        std::optional<Unit> unit = std::nullopt) {
  Component component = instance(std::move(id), "Schedule");
  SeriesSpec spec;
  spec.source = TimeTable{std::move(times), std::move(values), shape};
  spec.sample = Sample::Start;
  spec.unit = unit;
  component.config["value"] = spec;
  return component;
}

/// The same with one value for each step of 600 s.
inline Component each_step(std::string id, std::vector<double> values) {
  std::vector<double> times;
  for (std::size_t k = 0; k < values.size(); ++k) times.push_back(600.0 * static_cast<double>(k));
  return points(std::move(id), std::move(times), std::move(values));
}

}  // namespace hearth::test
