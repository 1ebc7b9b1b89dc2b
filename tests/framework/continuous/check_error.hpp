// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"

namespace hearth::test {

/// Runs `action`, which throws an E, and checks its first diagnostic: code, place (`component.port`
/// or the pointer) and parts of the message.
template <class E, class Action>
void check_error(Action action, const std::string& code, const std::string& place,
                 const std::vector<std::string>& parts) {
  try {
    action();
    FAIL("expected " << code);
  } catch (const E& error) {
    const Diagnostic& first = error.diagnostics().items().front();
    CHECK(first.code == code);
    const bool port = !first.where.port.empty();
    CHECK(first.where.component + (port ? "." + first.where.port : "") + first.where.pointer ==
          place);
    for (const std::string& part : parts) CHECK_THAT(first.message, Catch::Contains(part));
  }
}

}  // namespace hearth::test
