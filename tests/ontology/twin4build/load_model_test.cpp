// SPDX-License-Identifier: MIT
#include "hearth/ontology/load_model.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/tests/ontology/twin4build/twin4build_test.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace load_model_test {

using namespace hearth;
using namespace hearth::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

/// A folder that goes with the test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("hearth_load_model_" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path file(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

SimulationModel load(const fs::path& path) {
  Diagnostics warnings;
  return load_model(path, standard_components(), {}, warnings);
}

Diagnostic error_of(const fs::path& path) {
  try {
    load(path);
  } catch (const InputError& error) {
    return error.diagnostics().items().at(0);
  }
  FAIL("expected an error");
  return {};
}

const std::string kDamper = kPrefixes + "sim:d a sim:DamperTorchSystem .\n";

}  // namespace

TEST_CASE("a simulation graph is recognised by its content") {
  const Folder folder;
  for (const char* name : {"room.ttl", "room.nt", "room", "room.TTL"}) {
    const SimulationModel model = load(folder.file(name, kDamper));
    CHECK(model.name == "room");
    CHECK(model.component("d").type == "Damper");
  }
}

TEST_CASE("a model file is recognised by its ending or its content") {
  const Folder folder;
  const std::string text =
      R"({"hearth": 1, "name": "n", "components": {"d": {"type": "Damper"}}, "connections": []})";
  for (const char* name : {"room.hearth.json", "room.JSON", "room"}) {
    CHECK(load(folder.file(name, "\n " + text)).component("d").type == "Damper");
    CHECK(load(folder.file(name, "// a room\n" + text)).component("d").type == "Damper");
    CHECK(load(folder.file(name, "/* a room */" + text)).component("d").type == "Damper");
  }
}

TEST_CASE("the loaded graph is the graph that is read") {
  const auto path = shared_data("data/rdf/models/t4b_estimator_simgraph.ttl");
  if (!path) return;
  const SimulationModel model = load(*path);
  CHECK(model.name == "t4b_estimator_simgraph");
  CHECK(model.components().size() == 18);
  CHECK(model.connections().size() == 23);
}

TEST_CASE("missing files and folders are refused") {
  const Folder folder;
  CHECK(error_of(folder.path() / "nothing.ttl").code == "input.file_missing");
  CHECK(error_of(folder.path() / "nothing.json").code == "input.file_missing");
  CHECK(error_of(folder.path()).code == "input.file_directory");
}

TEST_CASE("XML is refused with the command that converts it") {
  const Folder folder;
  for (const char* text : {"<?xml version=\"1.0\"?><rdf:RDF/>", "\n<rdf:RDF></rdf:RDF>",
                           "\xEF\xBB\xBF<!-- c --><rdf:RDF/>"}) {
    const Diagnostic error = error_of(folder.file("house.rdf", text));
    CHECK(error.code == "model.format_unsupported");
    CHECK_THAT(error.message, Contains("rapper -i rdfxml -o turtle house.rdf > house.ttl"));
  }
}

TEST_CASE("an empty graph has nothing to simulate") {
  const Folder folder;
  CHECK(error_of(folder.file("a.ttl", "")).code == "model.empty");
  CHECK(error_of(folder.file("b.ttl", kPrefixes)).code == "model.empty");
  CHECK(error_of(folder.file("c.ttl", kPrefixes + "sim:a sim:b sim:c .")).code == "model.empty");
}

TEST_CASE("unknown classes only are nothing to simulate") {
  const Folder folder;
  const Diagnostic error = error_of(folder.file(
      "a.ttl",
      "@prefix f: <http://xmlns.com/foaf/0.1/> . f:x a f:Person . f:y a f:Person, <urn:c> ."));
  CHECK(error.code == "model.empty");
  CHECK_THAT(error.message, Contains("f:Person (2), <urn:c> (1)"));
}

TEST_CASE("a graph without anything to simulate is named by its most frequent classes") {
  const Folder folder;
  std::string text =
      "@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix : <urn:x#> .\n";
  int node = 0;
  for (const auto& [name, count] :
       std::vector<std::pair<std::string, int>>{{"Luminaire", 4}, {"Camera", 2}, {"Elevator", 1}}) {
    for (int i = 0; i < count; ++i) {
      text += ":n" + std::to_string(node++) + " a brick:" + name + " .\n";
    }
  }
  const Diagnostic error = error_of(folder.file("a.ttl", text));
  CHECK(error.code == "model.empty");
  CHECK_THAT(error.message, Contains("brick:Luminaire (4), brick:Camera (2), brick:Elevator (1)"));
}

TEST_CASE("building graphs of all vocabularies are translated") {
  for (const char* name :
       {"saref_one_room", "brick_g36_ahu_vav", "s223_nist_bdg1", "brick_bldg6", "s223_g36_a9"}) {
    const auto path = shared_data("data/rdf/models/" + std::string(name) + ".ttl");
    if (!path) return;
    INFO(name);
    Diagnostics diagnostics;
    const SimulationModel model = load_model(*path, standard_components(), {}, diagnostics);
    CHECK(model.components().size() > 3);
    CHECK_FALSE(validate(model, standard_components()).has_errors());
    CHECK_FALSE(diagnostics.has_errors());
  }
}

TEST_CASE("broken Turtle keeps its own errors") {
  const Folder folder;
  const Diagnostic error = error_of(folder.file("a.ttl", "@prefix a: <urn:a#> .\na:x a:y"));
  CHECK_THAT(error.code, Contains("turtle."));
}

}  // namespace load_model_test
