// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/ontology/patterns/pattern.hpp"
#include "hearth/ontology/rdf/prefixes.hpp"

namespace hearth {

/// A problem at a position in a text.
struct PatternFault {
  std::string code;
  std::size_t at;  ///< byte of the text
  std::string message;
};

/// Reads the parts of patterns and queries from a text, from left to right. Skips white space and
/// `#` comments before a part. Throws a PatternFault if a part cannot be read; an unknown prefix is
/// added to `faults`, and reading continues.
class PatternReader {
 public:
  /// The text must outlive the reader.
  PatternReader(std::string_view text, Prefixes prefixes);

  Prefixes prefixes;
  std::string base;  ///< base of relative IRIs; "": they are not permitted
  std::vector<PatternFault> faults;

  /// Returns the next character, '\0' at the end.
  char peek();
  bool at_end() { return peek() == '\0'; }
  /// Skips the text if it is next.
  bool take(std::string_view wanted);
  /// Skips a word of letters if it is next, in lower or upper case.
  bool take_word(std::string_view wanted);
  /// Returns the next letters without skipping them.
  std::string_view peek_word();
  /// Returns the byte position of the next part.
  std::size_t position();
  void back_to(std::size_t position) { at_ = position; }

  bool has_variable();
  /// Returns the name of `?name` or `$name`.
  std::string variable();
  /// Reads an IRI, a prefixed name or a literal.
  OwnTerm term();
  /// Reads `<IRI>` or a prefixed name.
  std::string iri();
  /// Reads the name of a prefix before its colon, and the colon.
  std::string prefix_name();
  /// Reads a path; `a` means rdf:type.
  PropertyPath path();
  /// Reads an unsigned whole number.
  std::size_t whole_number();

  [[noreturn]] void fail(const std::string& message, const std::string& code = "pattern.syntax");
  /// Throws a PatternFault with the expected part and the text that was found.
  [[noreturn]] void fail_expected(const std::string& what);

 private:
  void skip_space();
  std::string quoted_iri();
  std::string prefixed_name();
  std::string local_part();
  OwnTerm quoted_literal();
  std::string quoted_text(std::string_view quote);
  void escape(std::string& out);
  void code_point(std::string& out, std::size_t digits);
  OwnTerm number();
  bool has_number();
  PropertyPath sequence(int depth);
  PropertyPath either(int depth);
  PropertyPath element(int depth);
  PropertyPath primary(int depth);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t parts_ = 0;  // number of parts of the path that is being read
};

/// Returns the number of a variable, which is added if it is new.
int variable_number(std::vector<std::string>& variables, std::string_view name);

/// Reads `?x` or a term.
PatternTerm read_place(PatternReader& reader, std::vector<std::string>& variables);

/// Reads the object of a triple: `?x`, or terms separated by `|`.
PatternTerm read_object(PatternReader& reader, std::vector<std::string>& variables);

/// Reads the predicate of a triple, a path or `?p`, into `step`.
void read_property(PatternReader& reader, std::vector<std::string>& variables, PatternStep& step);

}  // namespace hearth
