// SPDX-License-Identifier: MIT
#include "hearth/ontology/load_model.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <string_view>
#include <utility>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/translate/graph_model.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

void check_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const Where where{.file = path.string()};
  if (!fs::exists(status)) {
    const fs::path folder = fs::absolute(path, error).parent_path();
    throw InputError("input.file_missing", where,
                     "there is no such file; looked in '" + folder.string() + "'");
  }
  if (fs::is_directory(status)) {
    throw InputError("input.file_directory", where,
                     "this is a folder: name the model file inside it");
  }
}

// The first characters of a file, without a byte order mark and blanks.
std::string beginning(const fs::path& path) {
  constexpr std::size_t kEnough = 4096;  // bytes
  std::string text(kEnough, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  text.erase(0, std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

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

}  // namespace

SimulationModel load_model(const fs::path& path, const Registry& registry,
                           const LoadOptions& options, Diagnostics& diagnostics) {
  check_file(path);
  const std::string ending = lower_case(path.extension().string());
  const std::string content = beginning(path);
  if (is_xml(content)) refuse_xml(path);
  const bool is_turtle_name = ending == ".ttl" || ending == ".nt" || ending == ".turtle";
  if (ending == ".json" || (content.starts_with('{') && !is_turtle_name)) {
    return read_model_json(path, registry, diagnostics, {.timezone = options.timezone});
  }
  const TripleStore store = read_turtle(path, diagnostics);
  if (is_twin4build(store)) return read_twin4build(store, path.string(), registry, diagnostics);
  GraphFileOptions how;
  how.translate.name = path.stem().string();
  how.translate.data_dir = options.data_dir;
  Translation translation = translate_graph(store, registry, how);
  add_to(diagnostics, translation.report);
  return std::move(translation.model);
}

}  // namespace hearth
