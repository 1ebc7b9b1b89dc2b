// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/base/unit.hpp"
#include "hearth/framework/component/schema.hpp"

namespace hearth {

/// Requirements on a number: its unit, its range, and whether it is a Boolean.
struct NumberKind {
  Unit unit;
  Range range;
  bool boolean = false;  ///< 1 (true) or 0 (false)
};

/// The number of a quantity in the required unit, or the code and the text of an error.
struct NumberCheck {
  double value = 0.0;
  std::string code{};  ///< "" if there is no error
  std::string problem{};
};

/// Checks a quantity. The error codes are `model.unit_mismatch`, `model.not_finite`,
/// `model.out_of_range` and `model.boolean_unfit`. The last is used if `true` or `false` replaces a
/// number, or if a number other than 0 and 1 replaces a Boolean.
NumberCheck check_number(const Quantity& quantity, const NumberKind& kind);

/// Returns the end of an error message about a quantity that is in the unit `given` while
/// `expected` is required. It contains the remedy for frequent cases: temperatures in `K`, and
/// volume flows instead of mass flows.
std::string unit_mismatch_words(const Unit& given, const Unit& expected);

}  // namespace hearth
