// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/ontology/patterns/internal/path_walk.hpp"

namespace hearth {

/// A regular expression for `regex` and `replace` of SPARQL, matched by PCRE2 with limits on the
/// work of a match, so that no expression takes exponential time.
class TextPattern {
 public:
  /// `flags` are letters of `smixq` (XPath functions 3.0, section 5.6.2).
  TextPattern(std::string_view expression, std::string_view flags);
  ~TextPattern();
  TextPattern(TextPattern&&) noexcept;
  TextPattern& operator=(TextPattern&&) noexcept;

  /// Returns whether the expression and the flags are valid.
  bool is_valid() const { return code_ != nullptr; }
  /// Returns whether the expression matches a part of the text, or nothing if that takes too long.
  /// Steps of matches count as work.
  std::optional<bool> finds(std::string_view text, GraphWork& work) const;
  /// Returns the text with each match replaced by `replacement`, in which `$1` is a group. Returns
  /// nothing if that takes too long, if the result has more than `most` bytes, if the replacement
  /// is invalid or if the expression matches the empty text.
  std::optional<std::string> replace(std::string_view text, std::string_view replacement,
                                     std::size_t most, GraphWork& work) const;

 private:
  struct Code;
  std::unique_ptr<Code> code_;
};

}  // namespace hearth
