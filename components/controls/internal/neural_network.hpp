// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hearth/framework/base/unit.hpp"

namespace hearth {

/// A multilayer perceptron with named and scaled inputs and outputs.
///
///     z_0 = (u - min)/(max - min),   z_i = f_i(W_i z_(i-1) + b_i),   y = min + z_n (max - min)
///
/// A classifier has one output instead: the value of the class with the largest z_n (the first of
/// equal ones).
struct NeuralNetwork {
  enum class Kind { Policy, Classifier };
  enum class Activation { Linear, Relu, Sigmoid, Tanh };
  struct Port {
    std::string name;
    Unit unit = unit::bare;
    double min = 0.0, max = 1.0;  ///< in `unit`; scaled to 0 and 1
    std::string doc;
  };
  struct Layer {
    int inputs = 0;
    std::vector<double> weights;  ///< a row for each neuron
    std::vector<double> bias;     ///< one for each neuron
    Activation activation = Activation::Linear;
  };

  std::vector<Port> inputs, outputs;
  std::vector<Layer> layers;
  std::vector<double> classes;  ///< for a classifier: the value of each class

  /// Computes the outputs; `scratch` keeps its memory between calls.
  void evaluate(const double* u, double* y, std::vector<double>& scratch) const;
};

/// Reads a network from a JSON file (docs/files.md, "Neural networks"). Throws an InputError with
/// all errors and their places: those of `JsonDocument::read`, `json.type` and the like for values,
/// `ann.file_invalid` for an impossible network.
NeuralNetwork read_neural_network(const std::filesystem::path& path, NeuralNetwork::Kind kind);

}  // namespace hearth
