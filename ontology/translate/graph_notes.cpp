// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/graph_notes.hpp"

#include <set>
#include <string>
#include <utility>

#include "hearth/ontology/patterns/matcher.hpp"

namespace hearth {
namespace {

/// Fills `{x}` with the node of ?x; what is no variable stays.
std::string filled(const std::string& text, const GraphPattern& pattern, const Binding& solution,
                   const GraphNames& names) {
  std::string result;
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = text.find('{', at);
    const std::size_t close = open == std::string::npos ? open : text.find('}', open);
    if (close == std::string::npos) return result + text.substr(at);
    const int variable = pattern.variable(text.substr(open + 1, close - open - 1));
    const TermId node = variable < 0 ? kNoTerm : solution[static_cast<std::size_t>(variable)];
    result += text.substr(at, open - at);
    result += node == kNoTerm ? text.substr(open, close - open + 1) : names.name(node);
    at = close + 1;
  }
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
