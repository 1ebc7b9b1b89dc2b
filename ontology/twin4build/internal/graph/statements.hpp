// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/framework/base/error.hpp"
#include "hearth/ontology/rdf/triple_store.hpp"

namespace hearth::twin4build {

/// The statements of a graph about a component or the model, with where messages point to.
class Statements {
 public:
  /// messages name `component`.
  Statements(const TripleStore& store, std::string file, std::string component, Diagnostics& errors)
      : store_(store), file_(std::move(file)), component_(std::move(component)), errors_(errors) {}

  /// Returns the triples with that property (an IRI) of the node, in the order of their lines.
  std::vector<Triple> all(TermId node, const std::string& property) const;
  /// Returns the one statement; nothing if there is none, an error `t4b.value_ambiguous` as well if
  /// there are several.
  std::optional<Triple> one(TermId node, const std::string& property) const;
  /// Returns the text of a literal; an error `t4b.value_invalid` if it is none.
  std::optional<std::string> text(TermId node, const std::string& property) const;
  /// Calls a reader of what a statement holds; what is wrong is reported at its line.
  void nested(const Triple& statement, const std::function<void(Diagnostics&)>& read) const;

  void value_error(const Triple& statement, const std::string& expected) const;
  Where where(const Triple& statement) const;
  const TripleStore& store() const { return store_; }
  Diagnostics& errors() const { return errors_; }

 private:
  const TripleStore& store_;
  std::string file_;
  std::string component_;
  Diagnostics& errors_;
};

}  // namespace hearth::twin4build
