// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test {

/// Runs a component alone, in balanced steps and in the continuous engine, and checks that what it
/// books is conserved and that its entries are of ports it has. `inputs` are values by port.
inline void check_own_balance(const std::string& type,
                              const std::vector<std::pair<std::string, double>>& inputs) {
  const ComponentType* found = standard_components().find(type);
  REQUIRE(found != nullptr);
  if (found->traits.balance == nullptr) return;
  INFO(type);
  SimulationModel model;
  model.add_component(instance("x", type));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string source = "s" + std::to_string(i);
    model.add_component(constant(source, inputs[i].second));
    model.add_connection(source + ".scheduleValue -> x." + inputs[i].first);
  }
  for (const Engine engine : {Engine::Stepwise, Engine::Continuous}) {
    RunSettings settings;
    settings.period = {kStart, kStart + std::chrono::hours(1), std::chrono::minutes(10)};
    settings.compile.engine = engine;
    settings.continuous.integrator.relative_tolerance = 1e-9;
    settings.continuous.integrator.absolute_tolerance = 1e-9;
    Run run(model, standard_components(), settings);
    const Slot& slot = run.plan().slots[run.plan().slot_of("x")];
    for (const LedgerEntry& entry : found->traits.balance(slot.sizes)) {
      using Kind = LedgerEntry::Kind;
      INFO(entry.name);
      if (entry.kind == Kind::Outside || entry.kind == Kind::Outdoors) continue;
      const bool input = entry.kind == Kind::In || entry.kind == Kind::StreamIn ||
                         entry.kind == Kind::Conducted || entry.kind == Kind::Wall;
      CHECK(found->schema.find(input ? Role::Input : Role::Output, entry.name) != nullptr);
    }
    run.to_end();
    const Balance balance = run.balance();
    CHECK((!balance.model.empty() || balance.electricity_used + balance.electricity_generated > 0));
    for (const BalanceAccount& account : balance.model) {
      INFO(to_string(account.quantity) << " " << account.supplied << " " << account.delivered << " "
                                       << account.stored << " " << account.lost);
      // The continuous engine integrates what crosses the boundary to its tolerance.
      CHECK(account.share() < (engine == Engine::Stepwise ? 1e-9 : 1e-4));
    }
  }
}

}  // namespace hearth::test
