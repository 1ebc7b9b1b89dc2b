// SPDX-License-Identifier: MIT
#include "hearth/ontology/twin4build/internal/graph/statements.hpp"

#include <algorithm>

#include "hearth/ontology/twin4build/internal/graph/terms.hpp"
#include "hearth/ontology/twin4build/internal/graph/vocabulary.hpp"

namespace hearth::twin4build {
namespace {

std::string short_name(std::string_view iri) {
  for (const auto& [start, prefix] :
       {std::pair(kHearth, "hearth:"), std::pair(kSaref, "saref:"), std::pair(kSim, "sim:")}) {
    if (iri.starts_with(start)) return prefix + std::string(iri.substr(start.size()));
  }
  return "<" + std::string(iri) + ">";
}

}  // namespace

std::vector<Triple> Statements::all(TermId node, const std::string& property) const {
  const auto found = store_.match({.subject = node, .predicate = store_.find_iri(property)});
  std::vector<Triple> list(found.begin(), found.end());
  std::stable_sort(list.begin(), list.end(), [this](const Triple& a, const Triple& b) {
    return store_.line(a) < store_.line(b);
  });
  return list;
}

std::optional<Triple> Statements::one(TermId node, const std::string& property) const {
  const std::vector<Triple> found = all(node, property);
  if (found.empty()) return std::nullopt;
  if (found.size() > 1) {
    errors_.error("t4b.value_ambiguous", where(found[1]),
                  short_name(property) + " has several values; keep only one");
    return std::nullopt;
  }
  return found.front();
}

std::optional<std::string> Statements::text(TermId node, const std::string& property) const {
  const std::optional<Triple> statement = one(node, property);
  if (!statement) return std::nullopt;
  const Term term = store_.term(statement->object);
  if (term.kind == TermKind::Literal) return std::string(term.text);
  value_error(*statement, "a literal");
  return std::nullopt;
}

void Statements::nested(const Triple& statement,
                        const std::function<void(Diagnostics&)>& read) const {
  Diagnostics found;
  try {
    read(found);
  } catch (const InputError& error) {
    found.append(error.diagnostics());
  }
  for (Diagnostic item : found.items()) {
    item.where = where(statement);
    errors_.add(std::move(item));
  }
}

void Statements::value_error(const Triple& statement, const std::string& expected) const {
  errors_.error("t4b.value_invalid", where(statement),
                short_name(store_.term(statement.predicate).text) + ": '" +
                    std::string(store_.term(statement.object).text) + "' is not " + expected);
}

Where Statements::where(const Triple& statement) const {
  return {.file = file_,
          .line = store_.line(statement),
          .pointer = {},
          .component = component_,
          .port = {}};
}

}  // namespace hearth::twin4build
