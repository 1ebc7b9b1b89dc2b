// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "hearth/framework/base/unit.hpp"

namespace hearth::apps {

/// What clients are told of a point, as BOPTEST tells it.
struct PointData {
  std::string unit;  ///< "": none, as of activations
  std::string description;
  std::optional<double> min{}, max{};
};

/// A unit as BOPTEST writes it, and how numbers get there.
struct PointUnit {
  std::string symbol;
  Conversion to_point, to_model;
};

/// Returns the unit in which BOPTEST gives a quantity: SI without prefixes, temperatures in K,
/// angles in rad, shares as 1; ppm stay ppm.
PointUnit point_unit(const Unit& unit);

/// Makes names of points: letters, digits and underscores, each once.
class PointNames {
 public:
  /// Returns the name for a signal `id.port[key]`: what is no letter, digit or underscore becomes
  /// an underscore. A name that was given already gets a number.
  std::string name(std::string_view signal);
  /// The same for an input. `_u` within it becomes `_U`: clients make `<name>_activate` of
  /// `<name>_u` by replacing each `_u`.
  std::string input_name(std::string_view signal);

 private:
  std::set<std::string> given_;
};

}  // namespace hearth::apps
