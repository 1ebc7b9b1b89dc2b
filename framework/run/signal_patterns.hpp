// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Returns whether `text` matches a pattern: `*` matches any characters, `?` exactly one, other
/// characters match themselves.
bool glob_match(std::string_view pattern, std::string_view text);

/// Limits the work of comparing many patterns with many names.
class PatternWork {
 public:
  /// Counts the comparison of a pattern with names that have `letters` letters in all; throws
  /// InputError `limit.exceeded`. Patterns without `*` and `?` are compared quickly and do not
  /// count.
  void add(std::string_view pattern, std::int64_t letters, const Where& where);

 private:
  std::int64_t steps_ = 0;
};

/// Returns the sum of the lengths of the names of signals.
std::int64_t letters_of(const std::vector<Signal>& signals);

/// Returns the cells of the outputs `id.port` that match at least one of the patterns, sorted by
/// name. Throws InputError `simulation.record_nothing` if a pattern matches nothing.
std::vector<int> select_signals(const Plan& plan, const std::vector<std::string>& patterns);
/// Does the same, but permits patterns that match nothing, for models that differ.
std::vector<int> matching_signals(const Plan& plan, const std::vector<std::string>& patterns);
/// Returns the output cells that have measurements in the model, or all output cells if there are
/// none.
std::vector<int> measured_signals(const Plan& plan);
/// Returns all output cells, sorted by name.
std::vector<int> all_signals(const Plan& plan);

}  // namespace hearth
