// SPDX-License-Identifier: MIT
#include "hearth/ontology/load_model.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/translate/translation.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

bool is_xml(std::string_view content) {
  constexpr std::array<std::string_view, 4> kStarts = {"<?xml", "<!", "<rdf:", "<owl:"};
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [content](std::string_view start) { return content.starts_with(start); });
}

[[noreturn]] void refuse_xml(const fs::path& path) {
  fs::path turtle = path.filename();
  turtle.replace_extension(".ttl");
  throw InputError("model.format_unsupported", {.file = path.string()},
                   "this is XML; convert RDF/XML with 'rapper -i rdfxml -o turtle " +
                       path.filename().string() + " > " + turtle.string() + "'");
}

[[noreturn]] void refuse_side_file(const fs::path& side_file, const std::string& model) {
  throw InputError("model.params_unused", {.file = side_file.string()},
                   "sizes are for the nodes of a building's graph; '" + model +
                       "' is a model: set its parameters with --set");
}

/// Refuses files of other kinds, which would otherwise be read as Turtle.
void refuse_other_kinds(const TextFile& file) {
  std::string ending = lower_case(file.path.extension().string());
  if (ending == ".gz") ending = lower_case(file.path.stem().extension().string());
  const auto is_one_of = [&ending](std::initializer_list<std::string_view> endings) {
    return std::find(endings.begin(), endings.end(), ending) != endings.end();
  };
  const auto refuse = [&file](const std::string& why) {
    throw InputError("model.format_unsupported", {.file = file.path.string()},
                     why + "; a model is a JSON file (*.hearth.json) or a graph (*.ttl)");
  };
  if (ending == ".fmu") {
    refuse("this is an FMU: name it in a component of the type Fmu");
  }
  if (is_one_of({".xlsx", ".xls", ".ods"})) {
    refuse("this is a spreadsheet: save its sheets as CSV and run 'hearth convert FOLDER'");
  }
  if (is_one_of({".csv", ".tsv", ".epw", ".tmy", ".tm2", ".tm3", ".sqlite", ".db", ".nc"})) {
    refuse("this is a data file: 'hearth check' shows its content");
  }
  if (is_one_of({".ttl", ".nt", ".turtle"})) return;  // the reader reports the line
  const std::string_view begin = std::string_view(file.text).substr(0, 4096);
  if (begin.find('\0') != std::string_view::npos) refuse("this is not a text file");
}

}  // namespace

TextFile read_model_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const Where where{.file = path.string()};
  if (!fs::exists(status)) {
    const fs::path folder = fs::absolute(path, error).parent_path();
    throw InputError("input.file_missing", where,
                     "the file does not exist; looked in '" + folder.string() + "'");
  }
  if (fs::is_directory(status)) {
    throw InputError("input.file_directory", where,
                     "this is a folder: name the model file inside it");
  }
  return {path, read_text_file(path)};
}

bool is_json_model(const TextFile& file) {
  const std::string ending = lower_case(file.path.extension().string());
  if (ending == ".json") return true;
  const bool is_turtle_name = ending == ".ttl" || ending == ".nt" || ending == ".turtle";
  if (is_turtle_name) return false;
  const std::string_view content = content_of(file.text);
  // Turtle never begins with a brace or a slash.
  return content.starts_with('{') || content.starts_with("//") || content.starts_with("/*");
}

SimulationModel load_model(const TextFile& file, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics) {
  if (is_xml(content_of(file.text))) refuse_xml(file.path);
  const std::string name = file.path.string();
  if (is_json_model(file)) {
    if (options.side_file) refuse_side_file(*options.side_file, name);
    return parse_model_json(file.text, name, registry, diagnostics, {.timezone = options.timezone});
  }
  refuse_other_kinds(file);
  const TripleStore store = read_turtle(file, diagnostics);
  if (is_twin4build(store)) {
    if (options.side_file) refuse_side_file(*options.side_file, name);
    return read_twin4build(store, name, registry, diagnostics);
  }
  GraphFileOptions how;
  how.translate.name = file.path.stem().string();
  how.translate.data_dir = options.data_dir;
  how.translate.side_file = options.side_file;
  how.translate.weather = options.weather;
  Translation translation = translate_graph(store, registry, how);
  add_to(diagnostics, translation.report);
  if (!translation.report.flows) {
    throw InputError("import.nothing_flows", {.file = name},
                     "nothing flows in the model of this graph: no room, terminal or load receives "
                     "air or water; state in the graph what the equipment feeds");
  }
  return std::move(translation.model);
}

SimulationModel load_model(const fs::path& path, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics) {
  return load_model(read_model_file(path), registry, options, diagnostics);
}

}  // namespace hearth
