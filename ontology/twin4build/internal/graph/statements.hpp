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

/// The statements of a graph about a component or the model, with the places for messages.
class Statements {
 public:
  /// Messages contain `component`.
  Statements(const TripleStore& store, std::string file, std::string component, Diagnostics& errors)
      : store_(store), file_(std::move(file)), component_(std::move(component)), errors_(errors) {}

  /// Returns the triples with that property (an IRI) of the node, in the order of their lines.
  std::vector<Triple> all(TermId node, const std::string& property) const;
  /// Returns the only statement with that property; nothing if there is none. If there are several,
  /// returns nothing and reports `t4b.value_ambiguous`.
  std::optional<Triple> one(TermId node, const std::string& property) const;
  /// Returns the text of a literal; reports `t4b.value_invalid` for other terms.
  std::optional<std::string> text(TermId node, const std::string& property) const;
  /// Calls a reader of the content of a statement; its problems are reported at the line of the
  /// statement.
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
