// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/file/mapping_reader.hpp"

#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/json_document.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/file/internal/mapping_checks.hpp"
#include "hearth/ontology/mapping/file/internal/mapping_file.hpp"

namespace hearth {
namespace embedded {
std::string_view mappings(std::string_view name);
std::vector<std::string> mappings_names();
}  // namespace embedded

namespace {

std::vector<JsonDocument> parse_all(const std::vector<std::pair<std::string, std::string>>& texts,
                                    Diagnostics& diagnostics) {
  std::vector<JsonDocument> documents;
  for (const auto& [file, text] : texts) {
    try {
      JsonDocument document = JsonDocument::parse(text, file);
      require_file_kind(document.root(), JsonFileKind::Mapping);
      documents.push_back(std::move(document));
    } catch (const InputError& error) {
      diagnostics.append(error.diagnostics());
    }
  }
  return documents;
}

std::vector<DraftMapping> read_all(const std::vector<std::pair<std::string, std::string>>& texts,
                                   const Registry& registry, Diagnostics& diagnostics) {
  const std::vector<JsonDocument> documents = parse_all(texts, diagnostics);
  std::vector<DraftMapping> drafts;
  for (const MergedMapping& merged : merge_mappings(documents, diagnostics)) {
    drafts.push_back(read_mapping(merged, registry, diagnostics));
  }
  check_mappings(drafts, registry, diagnostics);
  return drafts;
}

std::vector<Mapping> mappings_of(std::vector<DraftMapping> drafts, const Diagnostics& found) {
  if (found.has_errors()) throw InputError(found);
  std::vector<Mapping> mappings;
  for (DraftMapping& draft : drafts) {
    for (DraftRule& rule : draft.rules) draft.mapping.rules.push_back(std::move(rule.rule));
    mappings.push_back(std::move(draft.mapping));
  }
  return mappings;
}

}  // namespace

std::vector<std::string> builtin_mapping_names() { return embedded::mappings_names(); }

void MappingReader::add_builtin(const std::string& name) {
  const std::string_view text = embedded::mappings(name);
  if (text.empty()) {
    throw InputError("mapping.builtin_unknown", {},
                     fmt::format("no built-in mapping is named '{}'{}", name,
                                 expected_name(name, builtin_mapping_names())));
  }
  add_text(text, fmt::format("mappings/{}.json (built in)", name));
}

void MappingReader::add_file(const std::filesystem::path& path) {
  add_text(read_text_file(path), path.string());
}

void MappingReader::add_text(std::string_view text, const std::string& file) {
  texts_.emplace_back(file, text);
}

std::vector<Mapping> MappingReader::read() const {
  Diagnostics found;
  return mappings_of(read_all(texts_, *registry_, found), found);
}

std::vector<Mapping> MappingReader::read(Diagnostics& diagnostics) const {
  Diagnostics found;
  std::vector<DraftMapping> all = read_all(texts_, *registry_, found);
  for (const DraftMapping& draft : all) check_known_terms(draft, found);
  std::vector<Mapping> mappings = mappings_of(std::move(all), found);
  diagnostics.append(found);
  return mappings;
}

}  // namespace hearth
