// SPDX-License-Identifier: MIT
#include "hearth/components/controls/internal/neural_network.hpp"

#include <cmath>
#include <filesystem>
#include <string>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace hearth::test::neural_network_test {
namespace {

using Kind = NeuralNetwork::Kind;

NeuralNetwork read(const std::string& text, Kind kind = Kind::Policy) {
  const TempFolder folder;
  return read_neural_network(folder.write("network.json", text), kind);
}

std::vector<double> outputs(const NeuralNetwork& network, const std::vector<double>& u) {
  std::vector<double> y(network.outputs.size()), scratch;
  network.evaluate(u.data(), y.data(), scratch);
  return y;
}

const std::string kPolicy = R"({
  "inputs": [{"name": "a", "unit": "degC", "min": 10, "max": 30, "description": "Room"},
             {"name": "b"}],
  "outputs": [{"name": "y", "min": -1, "max": 3}],
  "layers": [{"weights": [[1, 2], [-1, 0.5], [0, -4]], "bias": [0.5, 0, 1], "activation": "relu"},
             {"weights": [[1, 2, 3]], "bias": [-2]}],
  "x-origin": "made by hand"})";

TEST_CASE("a policy is worked out layer by layer") {
  const NeuralNetwork network = read(kPolicy);
  // a = 20 is 0.5. Hidden: 0.5 + 2 * 0.25 + 0.5 = 1.5; -0.5 + 0.125 < 0; 1 - 1 = 0.
  // Output: 1.5 - 2 = -0.5, which is -1 - 0.5 * 4.
  CHECK(outputs(network, {20.0, 0.25}) == std::vector<double>{-3.0});
  CHECK(outputs(network, {10.0, 0.0}) == std::vector<double>{-1.0 + 4.0 * (0.5 + 3.0 - 2.0)});
  CHECK(network.inputs[0].unit == unit::degC);
  CHECK(network.inputs[0].doc == "Room");
}

TEST_CASE("each activation is the function of its name") {
  const auto activated = [](const std::string& word, double z) {
    const NeuralNetwork network = read(R"({"inputs": [{"name": "u"}], "outputs": [{"name": "y"}],
      "layers": [{"weights": [[1]], "bias": [0], "activation": ")" +
                                       word + "\"}]}");
    return outputs(network, {z})[0];
  };
  for (const double z : {-800.0, -1.5, 0.0, 2.0, 800.0}) {
    CHECK(activated("linear", z) == z);
    CHECK(activated("relu", z) == (z > 0.0 ? z : 0.0));
    CHECK(activated("sigmoid", z) == 1.0 / (1.0 + std::exp(-z)));
    CHECK(activated("tanh", z) == std::tanh(z));
  }
}

TEST_CASE("a classifier gives the value of its largest neuron, the first of equals") {
  const std::string head = R"({"inputs": [{"name": "u", "min": -1, "max": 1}],
    "outputs": [{"name": "inputSignal"}],
    "layers": [{"weights": [[-2], [0], [2], [2]], "bias": [1, 0.5, -1, -1]}])";
  const NeuralNetwork quarters = read(head + "}", Kind::Classifier);
  CHECK(outputs(quarters, {-1.0}) == std::vector<double>{0.0});
  CHECK(outputs(quarters, {0.0}) == std::vector<double>{0.25});
  CHECK(outputs(quarters, {1.0}) == std::vector<double>{0.5});
  const NeuralNetwork given = read(head + R"(, "classes": [10, 20, 30, 40]})", Kind::Classifier);
  CHECK(outputs(given, {1.0}) == std::vector<double>{30.0});
}

/// Returns what is wrong with the policy after a piece of it was replaced.
std::string problem(const std::string& piece, const std::string& by, Kind kind = Kind::Policy) {
  std::string text = kPolicy;
  text.replace(text.find(piece), piece.size(), by);
  try {
    read(text, kind);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("what is wrong in the file of a network is named with its place") {
  using Catch::Contains;
  CHECK_THAT(problem("{", "["), Contains("network.json"));
  CHECK_THAT(problem("\"inputs\"", "\"input\""),
             Contains("/input") && Contains("did you mean 'inputs'"));
  CHECK_THAT(problem("\"layers\"", "\"x-layers\""), Contains("the key 'layers' is missing"));
  CHECK_THAT(problem("[1, 2]", "[1, 2, 3]"), Contains("/layers/0/weights/0"));
  CHECK_THAT(problem("[1, 2]", "[1, \"2\"]"), Contains("/layers/0/weights/0/1"));
  CHECK_THAT(problem("[-2]", "[-2, 0]"), Contains("/layers/1/bias") && Contains("expected 1"));
  CHECK_THAT(problem("[[1, 2, 3]]", "[[1, 2]]"), Contains("/layers/1/weights/0"));
  CHECK_THAT(problem("\"relu\"", "\"step\""), Contains("\"step\"") && Contains("\"relu\""));
  CHECK_THAT(problem("\"degC\"", "\"degZ\""), Contains("/inputs/0/unit"));
  CHECK_THAT(problem("\"max\": 30", "\"max\": 10"), Contains("/inputs/0") && Contains("larger"));
  CHECK_THAT(problem("\"b\"", "\"a\""), Contains("/inputs/1/name") && Contains("twice"));
  CHECK_THAT(problem("\"b\"", "\"b.c\""), Contains("/inputs/1/name"));
  CHECK_THAT(problem("[{\"name\": \"y\", \"min\": -1, \"max\": 3}]",
                     "[{\"name\": \"y\"}, {\"name\": \"z\"}]"),
             Contains("/layers") && Contains("2 outputs"));
  CHECK_THAT(problem("\"x-origin\": \"made by hand\"", "\"classes\": [1]"), Contains("/classes"));
  CHECK_THAT(problem("\"x-origin\": \"made by hand\"", "\"classes\": [1, 2]", Kind::Classifier),
             Contains("/classes") && Contains("expected 1"));
  CHECK_THAT(problem("\"unit\": \"degC\"", "\"min\": 5"), Contains("'min' appears twice"));
}

TEST_CASE("the file of a network may contain comments") {
  CHECK(read("// made by hand\n" + kPolicy).inputs.size() == 2);
}

TEST_CASE("a pipe, an empty file and one above the limit are refused as networks") {
  const TempFolder folder;
  const auto code = [](const std::filesystem::path& path) {
    try {
      read_neural_network(path, Kind::Policy);
    } catch (const InputError& error) {
      return error.code();
    }
    return std::string();
  };
  const std::filesystem::path pipe = folder.path() / "pipe.json";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(code(pipe) == "file.unreadable");
  CHECK(code(folder.path()) == "file.directory");
  CHECK(code(folder.write("empty.json", "")) == "json.empty");
  const auto network = folder.write("network.json", kPolicy);
  const GivenLimit limit(WorkLimit::FileBytes, 100);
  CHECK(code(network) == "limit.exceeded");
}

TEST_CASE("the file of a network that is not there is named") {
  try {
    read_neural_network("absent.json", Kind::Policy);
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.code() == "file.missing");
  }
}

}  // namespace
}  // namespace hearth::test::neural_network_test
