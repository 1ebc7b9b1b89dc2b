// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/apps/models/model_input.hpp"

namespace hearth::apps {

/// A number of a model with its name for users.
struct NamedValue {
  std::string name;  ///< `id.name`, with `[key]` for an index set
  double value = 0.0;
  std::string unit;
  std::string source;  ///< for a parameter: source in the model, "model", "computed" or "default"
  double min, max;     ///< permitted range of a parameter, in the unit; infinite: no bound
  std::string doc{};   ///< description of its field
};

/// A connection that was removed to break a cycle.
struct RemovedConnection {
  std::string from;
  std::string to;  ///< without its key if the key follows from the rest
  Carrier carrier = Carrier::Algebraic;
};

/// The initial value that a removed connection delivers first.
struct InitialOutput {
  std::string output;           ///< `id.port`
  std::string source;           ///< "given", "computed" (from the initial state) or "missing"
  std::optional<double> value;  ///< the value, if the model sets it
  Unit unit;
};

/// Returns the parameters of all instances, with computed defaults evaluated.
std::vector<NamedValue> parameter_values(const Plan& plan);

/// Returns the states and held values with their initial values.
std::vector<NamedValue> state_values(const Plan& plan);

/// An input and its connection.
struct NamedInput {
  std::string name;  ///< `id.port`, with `[key]` for an index set
  std::string unit;
  std::string from;               ///< output that feeds it, "" if it is open
  std::optional<double> value{};  ///< for an unconnected input
};
/// Returns the inputs of all instances.
std::vector<NamedInput> input_values(const Plan& plan);

/// Returns the removed connections, sorted by their ends.
std::vector<RemovedConnection> removed_connections(const Plan& plan);

/// Returns the name of the input to which a connection leads. A key that follows from the rest of
/// the connection is left out.
std::string input_name(const Plan& plan, const Connection& connection);

/// Returns the initial outputs that are needed for removed connections.
std::vector<InitialOutput> initial_outputs(const ViewedPlan& viewed);

/// Returns `state`, `update` or `algebraic`.
const char* carrier_name(Carrier carrier);

/// Returns `greedy` or `state-edges`.
std::string_view policy_name(CycleRemoval policy);

/// Returns `acyclic`, `exact` or `heuristic`.
const char* method_name(Order::Method method);

}  // namespace hearth::apps
