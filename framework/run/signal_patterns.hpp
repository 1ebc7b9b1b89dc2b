// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Returns whether `text` matches a pattern: `*` any characters, `?` one, others literally.
bool glob_match(std::string_view pattern, std::string_view text);

/// Limits the comparison of many patterns with many names.
class PatternWork {
 public:
  /// Counts a pattern that is compared with names of `letters` letters in all; throws
  /// `limit.exceeded`. Patterns without `*` and `?` are compared quickly and do not count.
  void add(std::string_view pattern, std::int64_t letters, const Where& where);

 private:
  std::int64_t steps_ = 0;
};

/// Returns the sum of the lengths of the names of signals.
std::int64_t letters_of(const std::vector<Signal>& signals);

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
