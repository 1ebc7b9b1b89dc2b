// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "hearth/data/json/json_forms.hpp"
#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/order/order.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

// Words in files and on the command line for the ways to run a model.

inline constexpr Choices<Engine, 2> kEngineWords{
    {{"stepwise", Engine::Stepwise}, {"continuous", Engine::Continuous}}};
inline constexpr Choices<Method, 4> kMethodWords{{{"bdf", Method::Bdf},
                                                  {"adams", Method::Adams},
                                                  {"euler", Method::Euler},
                                                  {"runge-kutta-4", Method::RungeKutta4}}};
inline constexpr Choices<Coupling, 4> kCouplingWords{{{"balanced", Coupling::Balanced},
                                                      {"gauss-seidel", Coupling::GaussSeidel},
                                                      {"jacobi", Coupling::Jacobi},
                                                      {"iterate", Coupling::Iterate}}};
inline constexpr Choices<InputHold, 3> kInputHoldWords{
    {{"sample", InputHold::BySample}, {"zero", InputHold::Zero}, {"first", InputHold::First}}};
inline constexpr Choices<CycleRemoval, 2> kCycleRemovalWords{
    {{"greedy", CycleRemoval::Greedy}, {"state-edges", CycleRemoval::StateEdges}}};

/// Returns the number of substeps: 0 for `auto`, or a whole number from 1 to kMostSubsteps. Returns
/// nothing for other texts.
std::optional<int> substeps_of(std::string_view text);
/// Reads the number of substeps from a file.
std::optional<int> read_substeps(const JsonNode& node, Diagnostics& diagnostics);
nlohmann::ordered_json substeps_schema();
JsonForm<int> substeps_form();

/// Reads the interval of rows from a file: a text for `parse_interval`, or a number of seconds.
std::optional<Interval> read_every(const JsonNode& node, Diagnostics& diagnostics);
nlohmann::ordered_json every_schema();
JsonForm<Interval> every_form();

}  // namespace hearth
