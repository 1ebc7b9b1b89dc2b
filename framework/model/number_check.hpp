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

/// A quantity as a number in the wanted unit, or the code and the text of its error.
struct NumberCheck {
  double value = 0.0;
  std::string code{};  ///< "" if there is no error
  std::string problem{};
};

/// Checks a quantity. Codes: `model.unit_mismatch`, `model.not_finite`, `model.out_of_range`, and
/// `model.boolean_unfit` for true or false instead of a number, and for numbers other than 1 and 0
/// instead of a Boolean.
NumberCheck check_number(const Quantity& quantity, const NumberKind& kind);

/// Returns that a quantity is in one unit and another is expected, as the end of a sentence, with
/// the remedy of frequent cases: temperatures in `K`, and volume flows instead of mass flows.
std::string unit_mismatch_words(const Unit& given, const Unit& expected);

}  // namespace hearth
