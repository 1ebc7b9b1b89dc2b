// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// Returns that a quantity is in one unit and another is expected, as the end of a sentence, with
/// the remedy of frequent cases: temperatures in `K`, and volume flows instead of mass flows.
std::string unit_mismatch_words(const Unit& given, const Unit& expected);

}  // namespace hearth
