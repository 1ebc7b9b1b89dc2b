// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hearth/framework/model/resolved_model.hpp"

namespace hearth {

/// The longest time a clock may name, s: keeps milliseconds within 64 bits.
inline constexpr double kLongestTime = 1e12;

/// The numbers of one component in the order of its cells.
struct Settings {
  std::vector<double> parameters;
  std::uint64_t computed = 0;  ///< bit i: parameter member i is computed from the others
  std::vector<double> states;
  std::vector<double> held;
  std::vector<std::pair<int, double>> given_outputs;  ///< output cell, initial value
};

/// Reads parameters and initial values of a component, defaults filled in; reports what is wrong.
Settings read_settings(const Wiring& wiring, int component, Diagnostics& diagnostics);

/// Checks the configuration of a component: names, kinds, what must be given.
void check_config(const WiredComponent& wired, Diagnostics& diagnostics);

/// Returns the first cell of a field inside its role, given the sizes of the index sets.
int cell_offset(const Schema& schema, const Field& field, const std::vector<int>& sizes);

/// Returns the number of cells of a field.
int cell_count(const Schema& schema, const Field& field, const std::vector<int>& sizes);

}  // namespace hearth
