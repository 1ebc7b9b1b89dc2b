// SPDX-License-Identifier: MIT
#include "hearth/components/controls/internal/neural_network.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/json_levels.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/read_confinement.hpp"
#include "hearth/framework/files/repeated_keys.hpp"

namespace hearth {
namespace {

using Json = nlohmann::json;

double activated(NeuralNetwork::Activation activation, double z) {
  switch (activation) {
    case NeuralNetwork::Activation::Relu:
      return std::max(z, 0.0);
    case NeuralNetwork::Activation::Sigmoid:
      return 1.0 / (1.0 + std::exp(-z));
    case NeuralNetwork::Activation::Tanh:
      return std::tanh(z);
    case NeuralNetwork::Activation::Linear:
      break;
  }
  return z;
}

/// Reads one file; whatever is wrong ends it with the place.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  NeuralNetwork read(const Json& json, NeuralNetwork::Kind kind) const {
    check_keys(json, "", {"inputs", "outputs", "layers", "classes"});
    NeuralNetwork network;
    network.inputs = ports(json, "inputs");
    network.outputs = ports(json, "outputs");
    const Json& layers = array(json, "", "layers");
    std::size_t width = network.inputs.size();
    for (std::size_t i = 0; i < layers.size(); ++i) {
      network.layers.push_back(layer(layers[i], at("/layers", i), width));
      width = network.layers.back().bias.size();
    }
    if (kind == NeuralNetwork::Kind::Classifier) {
      set_classes(json, width, network);
    } else if (json.contains("classes")) {
      fail("/classes", "a policy has no classes; expected a ClassificationAnnController");
    } else if (width != network.outputs.size()) {
      fail("/layers", "the last layer has " + std::to_string(width) +
                          " neurons, expected one for " + "each of the " +
                          std::to_string(network.outputs.size()) + " outputs");
    }
    return network;
  }

  [[noreturn]] void fail(const std::string& pointer, const std::string& what) const {
    throw InputError("ann.file_invalid", {.file = file_, .pointer = pointer}, what);
  }

 private:
  static std::string at(const std::string& pointer, std::size_t i) {
    return pointer + "/" + std::to_string(i);
  }

  void check_keys(const Json& json, const std::string& pointer,
                  std::initializer_list<std::string_view> known) const {
    if (!json.is_object()) fail(pointer, "expected an object");
    for (const auto& item : json.items()) {
      if (item.key().rfind("x-", 0) == 0) continue;
      if (std::find(known.begin(), known.end(), item.key()) == known.end()) {
        fail(pointer + "/" + item.key(), "there is no such key here");
      }
    }
  }
  const Json& array(const Json& json, const std::string& pointer, const char* key) const {
    if (!json.contains(key)) fail(pointer, std::string("needs '") + key + "'");
    const Json& value = json.at(key);
    if (!value.is_array() || value.empty()) {
      fail(pointer + "/" + key, "expected an array that is not empty");
    }
    return value;
  }
  double number(const Json& json, const std::string& pointer) const {
    if (!json.is_number()) fail(pointer, "expected a number");
    const double value = json.get<double>();
    if (!std::isfinite(value)) fail(pointer, "expected a finite number");
    return value;
  }
  std::string text(const Json& json, const std::string& pointer) const {
    if (!json.is_string()) fail(pointer, "expected a text");
    return json.get<std::string>();
  }

  std::vector<NeuralNetwork::Port> ports(const Json& json, const char* key) const {
    std::vector<NeuralNetwork::Port> found;
    const Json& list = array(json, "", key);
    std::set<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string pointer = at(std::string("/") + key, i);
      found.push_back(port(list[i], pointer));
      if (!names.insert(found.back().name).second) {
        fail(pointer + "/name", "'" + found.back().name + "' is there twice");
      }
    }
    return found;
  }

  NeuralNetwork::Port port(const Json& json, const std::string& pointer) const {
    check_keys(json, pointer, {"name", "unit", "min", "max", "description"});
    NeuralNetwork::Port port;
    if (!json.contains("name")) fail(pointer, "needs 'name'");
    port.name = text(json.at("name"), pointer + "/name");
    if (port.name.empty() || port.name.find_first_of(".[]/ ") != std::string::npos) {
      fail(pointer + "/name", "expected a name without spaces, points, brackets and slashes");
    }
    if (json.contains("unit")) {
      const std::string symbol = text(json.at("unit"), pointer + "/unit");
      const std::optional<Unit> unit = parse_unit(symbol);
      if (!unit) fail(pointer + "/unit", "there is no unit '" + symbol + "'");
      port.unit = *unit;
    }
    if (json.contains("description")) {
      port.doc = text(json.at("description"), pointer + "/description");
    }
    if (json.contains("min")) port.min = number(json.at("min"), pointer + "/min");
    if (json.contains("max")) port.max = number(json.at("max"), pointer + "/max");
    if (!(port.max > port.min)) {
      fail(pointer, "min " + number_text(port.min) + " and max " + number_text(port.max) +
                        ", expected a larger max");
    }
    return port;
  }

  NeuralNetwork::Layer layer(const Json& json, const std::string& pointer,
                             std::size_t width) const {
    check_keys(json, pointer, {"weights", "bias", "activation"});
    NeuralNetwork::Layer layer;
    layer.inputs = static_cast<int>(width);
    const Json& rows = array(json, pointer, "weights");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string row = at(pointer + "/weights", i);
      if (!rows[i].is_array() || rows[i].size() != width) {
        fail(row, "expected " + std::to_string(width) + " numbers, one for each value before it");
      }
      for (std::size_t k = 0; k < width; ++k) {
        layer.weights.push_back(number(rows[i][k], at(row, k)));
      }
    }
    layer.bias = numbers(array(json, pointer, "bias"), pointer + "/bias", rows.size());
    if (json.contains("activation")) {
      layer.activation = activation(json.at("activation"), pointer + "/activation");
    }
    return layer;
  }

  std::vector<double> numbers(const Json& json, const std::string& pointer,
                              std::size_t count) const {
    if (!json.is_array() || json.size() != count) {
      fail(pointer, "expected " + std::to_string(count) + " numbers");
    }
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(number(json[i], at(pointer, i)));
    return values;
  }

  NeuralNetwork::Activation activation(const Json& json, const std::string& pointer) const {
    const std::string word = text(json, pointer);
    if (word == "linear") return NeuralNetwork::Activation::Linear;
    if (word == "relu") return NeuralNetwork::Activation::Relu;
    if (word == "sigmoid") return NeuralNetwork::Activation::Sigmoid;
    if (word == "tanh") return NeuralNetwork::Activation::Tanh;
    fail(pointer, "'" + word + "' is none of linear, relu, sigmoid, tanh");
  }

  void set_classes(const Json& json, std::size_t count, NeuralNetwork& network) const {
    if (network.outputs.size() != 1) fail("/outputs", "a classifier has one output");
    if (json.contains("classes")) {
      network.classes = numbers(json.at("classes"), "/classes", count);
      return;
    }
    for (std::size_t k = 0; k < count; ++k) {
      network.classes.push_back(static_cast<double>(k) / static_cast<double>(count));
    }
  }

  std::string file_;
};

/// Returns the text of a regular file within the limit of bytes.
std::string content_of(const std::filesystem::path& path) {
  check_may_read(path);
  const Where where{.file = path.string()};
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw InputError("file.missing", where, "does not exist");
  if (!std::filesystem::is_regular_file(status)) {
    throw InputError("file.unreadable", where, "is not a regular file; copy it to one");
  }
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (!error && size == 0) return "";  // a file of the system may wait for bytes
  std::ifstream stream(path, std::ios::binary);
  if (error || !stream.is_open()) throw InputError("file.unreadable", where, "cannot be read");
  check_limit(WorkLimit::FileBytes, static_cast<std::int64_t>(size), where);
  std::string content(static_cast<std::size_t>(size), '\0');
  stream.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(stream.gcount()));
  return content;
}

}  // namespace

void NeuralNetwork::evaluate(const double* u, double* y, std::vector<double>& scratch) const {
  std::size_t widest = inputs.size();
  for (const Layer& layer : layers) widest = std::max(widest, layer.bias.size());
  scratch.resize(2 * widest);
  double* from = scratch.data();
  double* to = from + widest;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    from[i] = (u[i] - inputs[i].min) / (inputs[i].max - inputs[i].min);
  }
  for (const Layer& layer : layers) {
    const double* weight = layer.weights.data();
    for (std::size_t i = 0; i < layer.bias.size(); ++i) {
      double sum = layer.bias[i];
      for (int k = 0; k < layer.inputs; ++k) sum += *weight++ * from[k];
      to[i] = activated(layer.activation, sum);
    }
    std::swap(from, to);
  }
  if (!classes.empty()) {
    y[0] = classes[std::max_element(from, from + classes.size()) - from];
    return;
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    y[i] = outputs[i].min + from[i] * (outputs[i].max - outputs[i].min);
  }
}

NeuralNetwork read_neural_network(const std::filesystem::path& path, NeuralNetwork::Kind kind) {
  const std::string content = content_of(path);
  const Reader reader(path.string());
  Json json;
  if (nests_too_deep(content)) reader.fail("", "arrays and objects are nested too deeply");
  RepeatedKeys repeated;
  try {
    json = Json::parse(content, repeated.callback<Json>(), true, true);
  } catch (const Json::exception& error) {
    reader.fail("", error.what());
  }
  if (repeated.first()) {
    reader.fail("", "the key '" + *repeated.first() + "' stands twice in its object; remove one");
  }
  return reader.read(json, kind);
}

}  // namespace hearth
