// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/ontology/patterns/internal/path_walk.hpp"

namespace hearth {

/// A regular expression as `regex` and `replace` of SPARQL have it, by PCRE2 with bounds on the
/// work of a match, so that no expression takes exponential time.
class TextPattern {
 public:
  /// `flags` are letters of `smixq` (XPath functions 3.0, section 5.6.2).
  TextPattern(std::string_view expression, std::string_view flags);
  ~TextPattern();
  TextPattern(TextPattern&&) noexcept;
  TextPattern& operator=(TextPattern&&) noexcept;

  /// Returns whether the expression and the flags could be read.
  bool is_valid() const { return code_ != nullptr; }
  /// Returns whether it fits some part of the text; nothing if that takes too long to find out.
  /// Steps of matches count as work.
  std::optional<bool> finds(std::string_view text, GraphWork& work) const;
  /// Returns the text with `replacement` for each part that fits, `$1` in it for a group; nothing
  /// if that takes too long, has more than `most` bytes, if the replacement is wrong or if the
  /// expression fits nothing at all.
  std::optional<std::string> replace(std::string_view text, std::string_view replacement,
                                     std::size_t most, GraphWork& work) const;

 private:
  struct Code;
  std::unique_ptr<Code> code_;
};

}  // namespace hearth
