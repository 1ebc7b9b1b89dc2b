// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/ontology/authoring/sheet_graph.hpp"
#include "hearth/ontology/authoring/sheet_rows.hpp"
#include "hearth/ontology/rdf/iri.hpp"
#include "hearth/ontology/rdf/turtle_writer.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

std::string sheet_namespace(const std::string& text) {
  if (text.empty()) return std::string(kSheetNamespace);
  const auto bad = [](unsigned char c) {
    return c <= 0x20 ||
           std::string_view("<>\"{}|^`\\").find(static_cast<char>(c)) != std::string_view::npos;
  };
  const bool ends = text.ends_with('#') || text.ends_with('/') || text.ends_with(':');
  if (is_absolute_iri(text) && ends && std::none_of(text.begin(), text.end(), bad)) return text;
  throw UsageError(
      "usage.value", {.pointer = "--namespace"},
      fmt::format("found '{}', expected an IRI that ends in '#', '/' or ':', such as {}", text,
                  kSheetNamespace));
}

/// Writes an empty sheet of each class; does not overwrite existing files.
void write_new_sheets(const fs::path& folder, Session& session) {
  create_folder(folder);
  for (const auto& [name, text] : empty_sheets()) {
    std::error_code ignored;
    if (!fs::exists(folder / name, ignored)) continue;
    throw UsageError("usage.value", {.pointer = "--new-sheets"},
                     fmt::format("'{}' exists and would be overwritten; choose another folder",
                                 (folder / name).string()));
  }
  for (const auto& [name, text] : empty_sheets()) write_text_file(folder / name, text);
  session.messages.say(
      fmt::format("{} sheets written to '{}'", empty_sheets().size(), folder.string()));
}

bool holds_csv(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator entries(folder, error);
  return std::any_of(fs::begin(entries), fs::end(entries), [](const fs::directory_entry& entry) {
    return entry.path().extension() == ".csv";
  });
}

void refuse_options(const ConvertOptions& options, bool is_folder) {
  const std::string ending = options.output.extension().string();
  if (is_folder && ending != ".ttl" && ending != ".turtle") {
    throw UsageError(
        "usage.value", {.pointer = "--output"},
        fmt::format("found '{}', expected a name that ends in .ttl: sheets become a graph",
                    options.output.string()));
  }
  if (!is_folder && !options.name_space.empty()) {
    throw UsageError("usage.value", {.pointer = "--namespace"},
                     fmt::format("'{}' is not a folder of sheets; only sheets need a namespace",
                                 options.model.file.string()));
  }
}

}  // namespace

bool convert_sheets(const ConvertOptions& options, Session& session) {
  if (options.new_sheets) {
    if (!options.model.file.empty() || !options.output.empty()) {
      throw UsageError("usage.value", {.pointer = "--new-sheets"},
                       "empty sheets are written without a MODEL and --output");
    }
    write_new_sheets(*options.new_sheets, session);
    return true;
  }
  std::error_code ignored;
  const bool is_folder = fs::is_directory(options.model.file, ignored);
  if (!is_folder && is_workbook(options.model.file) && fs::exists(options.model.file, ignored)) {
    throw workbook_refused(options.model.file);
  }
  const bool to_graph = options.output.extension() == ".ttl";
  if (is_folder && !to_graph && !holds_csv(options.model.file)) return false;
  refuse_options(options, is_folder);
  if (!is_folder) return false;
  Diagnostics found;
  const TripleStore store =
      read_sheets(options.model.file, sheet_namespace(options.name_space), found);
  session.messages.show(found);
  session.files.add_input_folder(options.model.file, "sheet");
  session.files.prepare();
  write_text_file(options.output, write_turtle(store));
  session.messages.say(
      fmt::format("'{}' written: {} triples", options.output.string(), store.size()));
  return true;
}

}  // namespace hearth::apps
