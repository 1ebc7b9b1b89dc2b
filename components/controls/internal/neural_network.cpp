// SPDX-License-Identifier: MIT
#include "hearth/components/controls/internal/neural_network.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

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

constexpr Choices<NeuralNetwork::Activation, 4> kActivations{{
    {"linear", NeuralNetwork::Activation::Linear},
    {"relu", NeuralNetwork::Activation::Relu},
    {"sigmoid", NeuralNetwork::Activation::Sigmoid},
    {"tanh", NeuralNetwork::Activation::Tanh},
}};

/// Reads the document of one file, and collects everything that is wrong with it.
class Reader {
 public:
  NeuralNetwork read(const JsonNode& root, NeuralNetwork::Kind kind) {
    NeuralNetwork network;
    if (!require_object(root, diagnostics_)) return network;
    check_keys(root, {"inputs", "outputs", "layers", "classes"}, diagnostics_);
    network.inputs = ports(root, "inputs");
    network.outputs = ports(root, "outputs");
    int width = static_cast<int>(network.inputs.size());
    const std::optional<JsonNode> layers = filled_array(root, "layers");
    if (!layers) return network;
    for (const JsonNode& node : layers->elements()) {
      network.layers.push_back(layer(node, width));
      width = static_cast<int>(network.layers.back().bias.size());
      if (diagnostics_.has_errors()) return network;  // the widths that follow are not known
    }
    set_classes(root, kind, width, network);
    return network;
  }

  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  void error(const JsonNode& node, std::string what) {
    diagnostics_.error("ann.file_invalid", node.where(), std::move(what));
  }

  std::optional<JsonNode> filled_array(const JsonNode& object, std::string_view key) {
    const std::optional<JsonNode> array = require_member(object, key, diagnostics_);
    if (!array || !require_array(*array, diagnostics_)) return std::nullopt;
    if (array->size() == 0) {
      error(*array, "the array is empty; expected at least one element");
      return std::nullopt;
    }
    return array;
  }

  std::vector<NeuralNetwork::Port> ports(const JsonNode& root, std::string_view key) {
    std::vector<NeuralNetwork::Port> found;
    const std::optional<JsonNode> list = filled_array(root, key);
    if (!list) return found;
    std::set<std::string> names;
    for (const JsonNode& node : list->elements()) {
      if (!require_object(node, diagnostics_)) continue;
      found.push_back(port(node));
      const std::string& name = found.back().name;
      if (!name.empty() && !names.insert(name).second) {
        error(*node.find("name"), "'" + name + "' is there twice; give each port its own name");
      }
    }
    return found;
  }

  NeuralNetwork::Port port(const JsonNode& node) {
    check_keys(node, {"name", "unit", "min", "max", "description"}, diagnostics_);
    NeuralNetwork::Port port;
    if (const auto name = require_member(node, "name", diagnostics_)) {
      port.name = read_name(*name, diagnostics_).value_or("");
      if (port.name.find_first_of(".[]/ ") != std::string::npos) {
        error(*name, "expected a name without spaces, points, brackets and slashes");
      }
    }
    const auto number = [this](const JsonNode& n) { return read_number(n, diagnostics_); };
    read_member(node, "unit", port.unit,
                [this](const JsonNode& n) { return read_unit(n, diagnostics_); });
    read_member(node, "description", port.doc,
                [this](const JsonNode& n) { return read_string(n, diagnostics_); });
    read_member(node, "min", port.min, number);
    read_member(node, "max", port.max, number);
    if (!(port.max > port.min)) {
      error(node, "min is " + number_text(port.min) + " and max is " + number_text(port.max) +
                      "; expected a larger max");
    }
    return port;
  }

  NeuralNetwork::Layer layer(const JsonNode& node, int width) {
    NeuralNetwork::Layer layer;
    if (!require_object(node, diagnostics_)) return layer;
    check_keys(node, {"weights", "bias", "activation"}, diagnostics_);
    layer.inputs = width;
    const std::optional<JsonNode> rows = filled_array(node, "weights");
    if (!rows) return layer;
    for (const JsonNode& row : rows->elements()) append_numbers(row, width, layer.weights);
    if (const auto bias = require_member(node, "bias", diagnostics_)) {
      append_numbers(*bias, rows->size(), layer.bias);
    }
    read_member(node, "activation", layer.activation,
                [this](const JsonNode& n) { return read_choice(n, kActivations, diagnostics_); });
    return layer;
  }

  void append_numbers(const JsonNode& array, int count, std::vector<double>& values) {
    if (!require_array(array, diagnostics_)) return;
    if (array.size() != count) {
      error(array, "expected " + std::to_string(count) + " numbers, found " +
                       std::to_string(array.size()));
      return;
    }
    for (const JsonNode& node : array.elements()) {
      if (const auto value = read_number(node, diagnostics_)) values.push_back(*value);
    }
  }

  void set_classes(const JsonNode& root, NeuralNetwork::Kind kind, int width,
                   NeuralNetwork& network) {
    const std::optional<JsonNode> classes = root.find("classes");
    const int outputs = static_cast<int>(network.outputs.size());
    if (kind == NeuralNetwork::Kind::Policy) {
      if (classes)
        error(*classes, "a policy has no classes; expected a ClassificationAnnController");
      if (width != outputs) {
        error(*root.find("layers"), "the last layer has " + std::to_string(width) +
                                        " neurons; expected one for each of the " +
                                        std::to_string(outputs) + " outputs");
      }
      return;
    }
    if (outputs != 1) error(*root.find("outputs"), "a classifier has one output");
    if (classes) return append_numbers(*classes, width, network.classes);
    for (int k = 0; k < width; ++k) network.classes.push_back(static_cast<double>(k) / width);
  }

  Diagnostics diagnostics_;
};

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
  const JsonDocument document = JsonDocument::read(path);
  Reader reader;
  NeuralNetwork network = reader.read(document.root(), kind);
  if (reader.diagnostics().has_errors()) throw InputError(reader.diagnostics());
  return network;
}

}  // namespace hearth
