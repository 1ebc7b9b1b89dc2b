// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::fuzz {

/// A reader of text under test.
struct Target {
  std::string name;
  /// Reads the text. What a reader may do with any text is read it or throw InputError; anything
  /// else (another exception, a result that contradicts itself) is thrown as std::logic_error.
  /// Returns whether the text was accepted.
  bool (*read)(std::string_view text);
  std::vector<std::string> seeds;
  std::vector<std::string> tokens;  ///< of the language, to insert
};

/// Turtle; with the W3C tests as seeds where HEARTH_SHARED is there.
Target turtle_target();
/// Triples and paths as mapping files write them.
Target pattern_target();
/// Mapping files, checked against the standard components.
Target mapping_target();
/// JSON, as all files of Hearth are read.
Target json_target();
/// CSV tables.
Target csv_target();

std::vector<Target> all_targets();

}  // namespace hearth::fuzz
