// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_values.hpp"
#include "hearth/framework/order/order.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

// How files and the command line call the ways to run a model.

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
inline constexpr Choices<CycleRemoval, 2> kCycleRemovalWords{
    {{"greedy", CycleRemoval::Greedy}, {"state-edges", CycleRemoval::StateEdges}}};

}  // namespace hearth
