// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "hearth/framework/error.hpp"

namespace hearth::turtle {

/// What is wrong with one text: errors are collected while its structure is understood.
class Errors {
 public:
  explicit Errors(std::string file) : file_(std::move(file)) {}

  /// Adds an error that leaves the structure intact; throws InputError where there are many.
  void add(std::string code, int line, std::string message) {
    found_.error(std::move(code), where(line), std::move(message));
    if (found_.items().size() >= kMost) throw InputError(found_);
  }
  /// Throws InputError with this error and those before it.
  [[noreturn]] void stop(std::string code, int line, std::string message) {
    found_.error(std::move(code), where(line), std::move(message));
    throw InputError(found_);
  }
  /// Throws InputError if there are errors.
  void check() const {
    if (found_.has_errors()) throw InputError(found_);
  }

  Where where(int line) const { return {.file = file_, .line = line}; }

 private:
  static constexpr std::size_t kMost = 20;

  std::string file_;
  Diagnostics found_;
};

}  // namespace hearth::turtle
