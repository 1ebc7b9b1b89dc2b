// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/suggestions.hpp"

namespace hearth {

/// Severity of a diagnostic.
enum class Severity { Note, Warning, Error };

/// The place that a message refers to. Fields are empty if they are unknown or do not apply.
struct Where {
  std::string file{};       ///< path as the user gave it
  int line = 0;             ///< 1-based, 0 = unknown
  std::string pointer{};    ///< JSON pointer or RDF subject
  std::string component{};  ///< component id
  std::string port{};       ///< port, parameter or state of that component

  /// Returns the place of a component, or of one of its ports, in the same file.
  Where at(std::string_view id, std::string_view port_name = {}) const;
  /// Returns the place of a value inside this one in the same JSON document; `keys` is a JSON
  /// pointer relative to this place. The line is then unknown.
  Where below(std::string_view keys) const;
  /// Returns the place of a value that is named `id.port` or `id@state`.
  static Where of_signal(std::string_view name);
};

/// One message: what is wrong, where, and what to do. `code` is stable across versions
/// (`model.unit_mismatch`); docs/diagnostics.md lists all codes.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string code;
  Where where;
  std::string message;
};

/// Returns `note`, `warning` or `error`.
const char* to_string(Severity severity);

/// Returns one line, `code  place  message`; control characters are escaped (`printable`).
std::string to_string(const Diagnostic& diagnostic);

/// Collects the messages about a file or a model, so that one exception can report all of them.
class Diagnostics {
 public:
  void add(Diagnostic diagnostic) {
    errors_ += diagnostic.severity == Severity::Error ? 1 : 0;
    items_.push_back(std::move(diagnostic));
  }
  void error(std::string code, Where where, std::string message);
  void warning(std::string code, Where where, std::string message);
  void note(std::string code, Where where, std::string message);
  void append(const Diagnostics& other);
  /// Merges diagnostics that differ only in their component into one that states their number.
  void merge_repeated();
  /// Removes the errors after the first 1000 and adds one error, with this code, that reports how
  /// many were removed.
  void leave_out_rest(const std::string& code);

  bool has_errors() const { return errors_ > 0; }
  /// Returns whether 1000 errors were collected, so that checks should stop.
  bool full() const { return errors_ >= kMostErrors; }
  bool empty() const { return items_.empty(); }
  /// Returns the budget for suggestions of names in the messages collected here.
  SuggestionBudget& suggestions() { return suggestions_; }
  const std::vector<Diagnostic>& items() const { return items_; }

 private:
  static constexpr std::size_t kMostErrors = 1000;

  std::vector<Diagnostic> items_;
  std::size_t errors_ = 0;
  SuggestionBudget suggestions_;
};

/// Base class of all exceptions of Hearth; carries all diagnostics that led to it.
class Error : public std::runtime_error {
 public:
  explicit Error(Diagnostics diagnostics);
  Error(std::string code, Where where, std::string message);

  const Diagnostics& diagnostics() const { return diagnostics_; }
  /// Returns the code of the first error.
  const std::string& code() const;

 private:
  Diagnostics diagnostics_;
};

/// Thrown if a file, a value or an option is invalid or missing.
class InputError final : public Error {
 public:
  using Error::Error;
};

/// Thrown if a model is invalid: its connections are wrong, or it is incomplete or contradictory.
class ModelError final : public Error {
 public:
  using Error::Error;
};

/// Thrown if a simulation cannot continue; the message names the time and the component.
class SimulationError final : public Error {
 public:
  using Error::Error;
};

/// Returns the candidate nearest to `word` by edit distance, or "" if none is near.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

/// Returns `, did you mean 'x'?` for the nearest candidate, or "" if none is near. Also returns ""
/// if this process has already spent its limit of time on such searches.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace hearth
