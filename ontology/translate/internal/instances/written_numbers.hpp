// SPDX-License-Identifier: MIT
// Numbers as people write them: `1250`, `7,5`, `1 250`, `1.250,5`, `1,250,000`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hearth {

/// The number at the start of a text.
struct WrittenNumber {
  double value = 0.0;
  std::string rest;     ///< the text behind the number, such as its unit
  std::string problem;  ///< why the text is not one number; the value then has no meaning
};

/// Returns the number with which a text begins, or nothing if the text contains no digit. A comma
/// before three digits may separate thousands or decimals, and is a problem: `1,250`. Of numbers
/// such as `45/30-21`, it returns the first.
std::optional<WrittenNumber> written_number(std::string_view text);

}  // namespace hearth
