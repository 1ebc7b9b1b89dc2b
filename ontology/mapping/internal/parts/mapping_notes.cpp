// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_rules.hpp"

namespace hearth {

GraphNote read_note(const JsonNode& node, MappingContext& context) {
  GraphNote note;
  note.where = node.where();
  Diagnostics& diagnostics = context.diagnostics;
  if (!require_object(node, diagnostics)) return note;
  check_keys(node, {"find", "unless", "node", "code", "message", "consequence"}, diagnostics);
  if (const auto find = require_member(node, "find", diagnostics)) {
    read_triples(*find, note.find, context);
  }
  if (const auto variable = require_member(node, "node", diagnostics)) {
    note.node = read_variable(*variable, context).value_or("");
    if (!note.node.empty() && note.find.variable(note.node) < 0) {
      diagnostics.error("mapping.variable_unbound", variable->where(),
                        fmt::format("'?{}' is in no triple of 'find'", note.node));
    }
  }
  if (const auto unless = node.find("unless")) read_unless(*unless, note.find, context);
  const auto text = [&](const JsonNode& n) { return read_string(n, diagnostics); };
  require_member(node, "code", diagnostics);
  require_member(node, "message", diagnostics);
  read_member(node, "code", note.code, text);
  read_member(node, "message", note.message, text);
  read_member(node, "consequence", note.consequence, text);
  if (!note.code.empty() && !note.code.starts_with("import.")) {
    diagnostics.error("mapping.note_code", node.find("code")->where(),
                      "the code of a note starts with 'import.'");
  }
  return note;
}

}  // namespace hearth
