// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/apps/models/model_input.hpp"

namespace hearth::apps {

/// A number of a model, as users name it.
struct NamedValue {
  std::string name;  ///< `id.name`, with `[key]` over an index set
  double value = 0.0;
  std::string unit;
  std::string source;  ///< of a parameter: as in the model, "model", "computed" or "default"
  double min, max;     ///< what a parameter may be, in the unit; otherwise without a bound
  std::string doc{};   ///< of its field
};

/// A connection that was removed to open a cycle.
struct RemovedConnection {
  std::string from;
  std::string to;  ///< with its key only if that adds something
  Carrier carrier = Carrier::Algebraic;
};

/// The initial value a removed connection delivers first.
struct InitialOutput {
  std::string output;           ///< `id.port`
  std::string source;           ///< "given", "computed" (from the initial state) or "missing"
  std::optional<double> value;  ///< if it is given
  Unit unit;
};

/// Returns the parameters of all instances, computed defaults evaluated.
std::vector<NamedValue> parameter_values(const Plan& plan);

/// Returns the states and held values with their initial values.
std::vector<NamedValue> state_values(const Plan& plan);

/// An input with what feeds it.
struct NamedInput {
  std::string name;  ///< `id.port`, with `[key]` over an index set
  std::string unit;
  std::string from;               ///< the output that feeds it, "" if it is open
  std::optional<double> value{};  ///< of an open input
};
/// Returns the inputs of all instances.
std::vector<NamedInput> input_values(const Plan& plan);

/// Returns the removed connections, sorted by their ends.
std::vector<RemovedConnection> removed_connections(const Plan& plan);

/// Returns the input a connection leads to; a key that would be the same if it were left out is
/// left out.
std::string input_name(const Plan& plan, const Connection& connection);

/// Returns the initial outputs that removed connections need.
std::vector<InitialOutput> initial_outputs(const ViewedPlan& viewed);

/// Returns `state`, `update` or `algebraic`.
const char* carrier_name(Carrier carrier);

/// Returns `greedy` or `state-edges`.
std::string_view policy_name(CycleRemoval policy);

/// Returns `acyclic`, `exact` or `heuristic`.
const char* method_name(Order::Method method);

}  // namespace hearth::apps
