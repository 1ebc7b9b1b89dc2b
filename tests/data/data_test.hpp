// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/text/time_text.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::test {

/// Returns the instant of a stamp with an offset.
inline Instant at(std::string_view text) { return read_instant(text, std::nullopt, {}); }

/// Returns the error that `action` throws.
template <class Action>
InputError error_of(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error;
  }
  return {"none", {}, "nothing was thrown"};
}

/// Returns the first message with that code, or one without a code.
inline Diagnostic message(const Diagnostics& diagnostics, std::string_view code) {
  for (const Diagnostic& item : diagnostics.items()) {
    if (item.code == code) return item;
  }
  return {};
}

inline std::vector<std::string> codes(const Diagnostics& diagnostics) {
  std::vector<std::string> list;
  for (const Diagnostic& item : diagnostics.items()) list.push_back(item.code);
  return list;
}

}  // namespace hearth::test
