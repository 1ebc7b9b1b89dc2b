// SPDX-License-Identifier: MIT
#include "hearth/ontology/turtle.hpp"

#include "hearth/data/text_file.hpp"
#include "hearth/ontology/iri.hpp"
#include "hearth/ontology/turtle_parser.hpp"
#include "hearth/ontology/turtle_sniff.hpp"

namespace hearth {

TripleStore read_turtle_text(std::string_view text, const std::string& name,
                             Diagnostics& diagnostics, const std::string& base) {
  if (const auto problem = turtle::not_turtle(text)) {
    throw InputError(problem->code, Where{.file = name, .line = problem->line}, problem->message);
  }
  TripleStore store = turtle::Parser(text, name, base, diagnostics).read();
  if (store.empty()) {
    diagnostics.warning("turtle.no_triples", Where{.file = name}, "the file holds no triples");
  }
  return store;
}

TripleStore read_turtle_text(std::string_view text, const std::string& name) {
  Diagnostics unused;
  return read_turtle_text(text, name, unused);
}

TripleStore read_turtle(const std::filesystem::path& path, Diagnostics& diagnostics) {
  const std::string text = read_text_file(path);
  return read_turtle_text(text, path.string(), diagnostics, file_iri(path));
}

}  // namespace hearth
