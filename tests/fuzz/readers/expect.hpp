// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "hearth/framework/base/error.hpp"

namespace hearth::fuzz {

inline void expect(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

/// Runs a reader; returns whether it accepted the text. An error has to say what is wrong, and in
/// which file if there is one.
template <class Read>
bool accepts(const Read& read, std::string_view file = "") {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    const auto& items = error.diagnostics().items();
    expect(error.diagnostics().has_errors() && !items.front().code.empty(),
           "an error without a message");
    for (const Diagnostic& item : items) {
      const bool named = to_string(item).find(file) != std::string::npos;
      expect(item.severity != Severity::Error || named, "an error without a file");
    }
    return false;
  }
}

}  // namespace hearth::fuzz
