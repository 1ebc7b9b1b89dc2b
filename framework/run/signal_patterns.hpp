// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Returns whether `text` matches a pattern: `*` any characters, `?` one, others literally.
bool glob_match(std::string_view pattern, std::string_view text);

/// Returns the output cells that match any of the patterns over `id.port`, sorted by name.
/// Throws InputError `simulation.record_nothing` if a pattern matches nothing.
std::vector<int> select_signals(const Plan& plan, const std::vector<std::string>& patterns);
/// Does the same, but a pattern may match nothing: for models that differ.
std::vector<int> matching_signals(const Plan& plan, const std::vector<std::string>& patterns);
/// Returns the output cells of the model's measurements, or all if it has none.
std::vector<int> measured_signals(const Plan& plan);
/// Returns all output cells, sorted by name.
std::vector<int> all_signals(const Plan& plan);

}  // namespace hearth
