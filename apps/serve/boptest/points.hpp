// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "hearth/framework/base/unit.hpp"

namespace hearth::apps {

/// The data of a point that clients receive, as in BOPTEST.
struct PointData {
  std::string unit;  ///< "": none, as for activations
  std::string description;
  std::optional<double> min{}, max{};
};

/// A unit in BOPTEST's notation, and the conversion of numbers to it.
struct PointUnit {
  std::string symbol;
  Conversion to_point, to_model;
};

/// Returns the unit that BOPTEST uses for a quantity: SI without prefixes, temperatures in K,
/// angles in rad, shares as 1; ppm remain ppm.
PointUnit point_unit(const Unit& unit);

/// Makes unique names of points from letters, digits and underscores.
class PointNames {
 public:
  /// Returns the name for a signal `id.port[key]`: any character except letters, digits and
  /// underscores becomes an underscore. A name that is already in use gets a number.
  std::string name(std::string_view signal);
  /// Returns the name for an input. `_u` within it becomes `_U`, because clients replace each `_u`
  /// of `<name>_u` to obtain `<name>_activate`.
  std::string input_name(std::string_view signal);

 private:
  std::set<std::string> given_;
};

}  // namespace hearth::apps
