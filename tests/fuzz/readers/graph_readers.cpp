// SPDX-License-Identifier: MIT
// Graphs and side files, translated with mappings that are read once.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include "hearth/components/standard_components.hpp"
#include "hearth/ontology/model_files/model_json.hpp"
#include "hearth/ontology/rdf/turtle.hpp"
#include "hearth/ontology/translate/translation.hpp"
#include "hearth/ontology/translate/understood_graph.hpp"
#include "hearth/tests/fuzz/engine/scratch.hpp"
#include "hearth/tests/fuzz/engine/texts.hpp"
#include "hearth/tests/fuzz/readers/expect.hpp"
#include "hearth/tests/fuzz/targets.hpp"

namespace hearth::fuzz {
namespace {

/// The built-in mappings and what their ontologies say, kept in memory.
const std::vector<Mapping>& mappings() {
  static const Mappings read = read_mappings({}, standard_components());
  static const Knowledge kept = knowledge_of(*read);
  return *read;
}

/// A translation is a valid model, which is written and read back.
void translate_text(std::string_view text, const TranslateOptions& options) {
  const TripleStore graph = read_turtle_text(text, "text.ttl");
  const Translation made = translate(graph, mappings(), standard_components(), options);
  Diagnostics diagnostics;
  parse_model_json(write_model_json(made.model), "written.hearth.json", standard_components(),
                   diagnostics);
}

}  // namespace

Target translation_target() {
  const auto read = [](std::string_view text, std::uint64_t) {
    return accepts([text] { translate_text(text, {}); });
  };
  return {{texts_below("seeds/graph"),
           {" a brick:",
            " . ",
            " ; ",
            "[ ",
            " ]",
            "( ",
            " )",
            "brick:feeds ",
            "brick:hasPart ",
            "brick:hasPoint ",
            "brick:area ",
            "brick:value ",
            "brick:hasUnit ",
            "owl:inverseOf ",
            "rdfs:subClassOf ",
            "s4bldg:",
            "saref:",
            "s223:",
            "\"1\"^^xsd:double",
            "_:x"}},
          read};
}

namespace {

/// Reads a text as the side file of that name of the graph of a floor.
std::function<bool(std::string_view, std::uint64_t)> side_file_read(const std::string& name) {
  const auto folder = std::make_shared<Scratch>();
  return [folder, name](std::string_view text, std::uint64_t) {
    TranslateOptions options;
    options.side_file = folder->path() / name;
    std::ofstream(*options.side_file, std::ios::binary) << text;
    static const std::vector<std::string> graphs = texts_below("seeds/graph");
    static const std::string& graph = *std::find_if(graphs.begin(), graphs.end(), [](auto& seed) {
      return seed.find("floor:VAV1") != std::string::npos;
    });
    return accepts([&] { translate_text(graph, options); }, name);
  };
}

}  // namespace

Target side_file_text_target() {
  return {{texts_below("seeds/side_file"),
           {"{", "}", ",", "\"merge\": ", "\"units\": ", "\"us\"", "\"fill\"", "\"overwrite\"",
            "\"brick.zone\": ", "\"floor:North\": ", "\"floorArea\": ", "1e999", "null",
            "\"kinds\": ", "\"office\": ", "\"building\": ", "\"hours\": ", "\"always\""}},
          side_file_read("side.json")};
}

Target side_table_text_target() {
  return {{texts_below("seeds/side_table"),
           {",", "\n", "North", "floor:South", "rooms", "building", "brick.zone", "office",
            "floorArea [m2]", "hours", "kind", "orientation", "heatingSetpoint [degF]", "20 ft2",
            "Mon-Fri 22:00-06:00", "# units: us\n", "1e999", "[", "\""}},
          side_file_read("side.csv")};
}

}  // namespace hearth::fuzz
