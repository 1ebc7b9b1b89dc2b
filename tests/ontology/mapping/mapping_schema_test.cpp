// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"

namespace mapping_schema_test {

using namespace hearth;

namespace {

namespace fs = std::filesystem;

constexpr int kNoModule = 77;  // what check_schema.py returns without jsonschema
const std::string kSource = HEARTH_SOURCE_DIR;
const std::string kEveryKey = kSource + "/tests/ontology/mappings/every_key.json";

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// A file that goes with the test case.
struct TemporaryFile {
  explicit TemporaryFile(const std::string& text)
      : path((fs::temp_directory_path() /
              ("hearth-schema-" + std::to_string(::getpid()) + "-" + std::to_string(counter++)))
                 .string()) {
    std::ofstream(path) << text;
  }
  ~TemporaryFile() { fs::remove(path); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  static inline int counter = 0;
  std::string path;
};

/// Returns 0 if the files agree with the schema, 1 if not, kNoModule if that cannot be checked.
int check(const std::string& schema, const std::string& files) {
  for (const std::string python : {"/usr/bin/python3", "python3"}) {
    const std::string command = "command -v " + python + " > /dev/null || exit 77; " + python +
                                " " + kSource + "/tests/ontology/model_files/check_schema.py " +
                                schema + " " + files;
    const int status = std::system(command.c_str());
    const int result = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (result != kNoModule) return result;
  }
  return kNoModule;
}

bool absent(int result) {
  if (result != kNoModule) return false;
  WARN("skipped: python3 with jsonschema is absent");
  return true;
}

}  // namespace

TEST_CASE("good mapping files agree with the schema") {
  const TemporaryFile schema(mapping_schema(standard_components()));
  std::string files = kEveryKey;
  for (const std::string& name : builtin_mapping_names()) {
    files += " " + kSource + "/ontology/mappings/" + name + ".json";
  }
  const int result = check(schema.path, files);
  if (absent(result)) return;
  CHECK(result == 0);
}

TEST_CASE("the schema refuses unknown keys, types, settings and malformed texts") {
  const TemporaryFile schema(mapping_schema(standard_components()));
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"\"pointOf\"", "\"pointsOf\""},
      {"\"type\": \"VavReheatTerminal\"", "\"type\": \"VavReheatTerminl\""},
      {"\"config\": {\"isReverse\": true}", "\"config\": {\"isRevers\": true}"},
      {"\"minimumAirFlowRate\"", "\"minimumAirFlow\""},
      {"\"coldest.value -> heating.actualValue\"", "\"coldest.value = heating.actualValue\""},
      {"\"count\": \"1..*\"", "\"count\": \"some\""},
      {"\"root\": \"?v\"", "\"root\": \"v\""},
      {"\"cut\": \"prefer\"", "\"cut\": \"perfer\""},
      {"\"coils\": {\"count\": \"?c\"}", "\"coils\": {\"cuont\": \"?c\"}"}};
  for (const auto& [from, to] : changes) {
    INFO(to);
    std::string text = text_of(kEveryKey);
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
    const TemporaryFile file(text);
    const int result = check(schema.path, file.path + " > /dev/null");
    if (absent(result)) return;
    CHECK(result == 1);
  }
}

}  // namespace mapping_schema_test
