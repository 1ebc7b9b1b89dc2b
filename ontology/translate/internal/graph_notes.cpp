// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/internal/graph_notes.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "hearth/ontology/patterns/internal/matcher.hpp"

namespace hearth {
namespace {

/// Fills `{x}` with the node of ?x; what is no variable stays.
std::string filled(const std::string& text, const GraphPattern& pattern, const Binding& solution,
                   const GraphNames& names) {
  return with_words(text, [&](std::string_view word) -> std::optional<std::string> {
    const int variable = pattern.variable(word);
    const TermId node = variable < 0 ? kNoTerm : solution[variable];
    if (node == kNoTerm) return std::nullopt;
    return names.name(node);
  });
}

void report_note(const GraphNote& note, const GraphNames& names, ImportReport& report) {
  const PatternMatcher matcher(names.graph(), note.find);
  const auto wanted = static_cast<std::size_t>(note.find.variable(note.node));
  std::set<std::pair<std::string, TermId>> said;
  matcher.for_each({}, [&](const Binding& solution) {
    const std::string message = filled(note.message, note.find, solution, names);
    if (!said.insert({message, solution[wanted]}).second) return true;
    report.add({.severity = Severity::Warning,
                .code = note.code,
                .message = message,
                .nodes = {names.node(solution[wanted])},
                .add = {},
                .consequence = note.consequence});
    return true;
  });
}

}  // namespace

void report_notes(const std::vector<Mapping>& mappings, const GraphNames& names,
                  ImportReport& report) {
  for (const Mapping& mapping : mappings) {
    for (const GraphNote& note : mapping.notes) report_note(note, names, report);
  }
}

}  // namespace hearth
