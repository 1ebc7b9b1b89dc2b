// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace hearth {

/// An output of a component type that takes energy from outside the building.
struct EnergyUse {
  std::string type, output;
  std::string carrier, end_use;
  double factor = 1.0;
  std::string without;  ///< only if no plant of that kind supplies its heating or cooling
  /// Only if the configuration `config_member` has the value `config_value`; "": always.
  std::string config_member{}, config_value{};
  bool alone = false;  ///< only if no other component takes energy
};

/// The energy that component types take from outside, and their parameters that are floor areas.
struct EnergyUses {
  std::map<std::string, std::vector<std::string>> plants{};  ///< by kind: types
  /// Types that compute the energy use for the heating or cooling at their inputs. The heating or
  /// cooling itself does not count.
  std::vector<std::string> converters{};
  std::vector<EnergyUse> uses{};
  std::map<std::string, std::string> floor_areas{};  ///< by type: a parameter
};

/// Returns the table of energy_uses.json.
const EnergyUses& energy_uses();

}  // namespace hearth
