// SPDX-License-Identifier: MIT
// Stages divided into blocks that can run at the same time.
#include "hearth/framework/stepwise/step_blocks.hpp"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/support/simulate.hpp"
#include "hearth/tests/support/test_components.hpp"

namespace hearth::test::step_blocks_test {
namespace {

/// One source, and chains of three components behind it.
SimulationModel chains(int count) {
  SimulationModel model;
  model.add_component(constant("source", 1.0));
  for (int i = 0; i < count; ++i) {
    std::string before = "source.scheduleValue";
    for (const char* part : {"a", "b", "c"}) {
      const std::string id = part + std::to_string(i);
      model.add_component(instance(id, "Sine"));
      model.add_connection(before + " -> " + id + ".u");
      before = id + ".y";
    }
  }
  return model;
}

/// Adds a component that reads the ends of all chains, and one behind it for each of them.
void add_junction(SimulationModel& model, int count) {
  model.add_component(instance("sum", "Digits"));
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    model.add_connection("c" + n + ".y -> sum.u[" + n + "]");
    model.add_component(instance("d" + n, "Sine"));
    model.add_connection("sum.y -> d" + n + ".u");
  }
}

/// By id: the segment and the block in it.
std::map<std::string, std::pair<std::size_t, std::size_t>> places(const Plan& plan,
                                                                  const BlockedStages& blocked) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> places;
  for (std::size_t segment = 0; segment < blocked.segments.size(); ++segment) {
    for (std::size_t block = 0; block < blocked.segments[segment].size(); ++block) {
      const StepBlock& range = blocked.segments[segment][block];
      for (std::size_t s = range.first; s < range.end; ++s) {
        for (const Batch& batch : blocked.stages[s].batches) {
          for (int slot = batch.first; slot < batch.first + batch.count; ++slot) {
            CHECK(places.emplace(plan.instances[slot].id, std::pair(segment, block)).second);
          }
        }
      }
    }
  }
  return places;
}

/// By slot: the number of its stage, -1 if it is in none.
std::vector<int> stage_numbers(const Plan& plan, const std::vector<Stage>& stages) {
  std::vector<int> numbers(plan.slots.size(), -1);
  for (std::size_t s = 0; s < stages.size(); ++s) {
    for (const Batch& batch : stages[s].batches) {
      for (int slot = batch.first; slot < batch.first + batch.count; ++slot) {
        numbers[slot] = static_cast<int>(s);
      }
    }
  }
  return numbers;
}

TEST_CASE("parts of a model that share only a source are blocks of one segment") {
  const Plan plan = compile(chains(100), test_components(), {});
  const BlockedStages blocked = divide_into_blocks(plan, plan.stages, 30);
  REQUIRE(blocked.segments.size() == 2);
  CHECK(blocked.segments[0].size() == 1);
  CHECK(blocked.segments[1].size() == 10);
  const auto found = places(plan, blocked);
  CHECK(found.size() == 301);
  CHECK(found.at("source").first == 0);
  for (int i = 0; i < 100; ++i) {
    const std::string n = std::to_string(i);
    CHECK(found.at("a" + n) == found.at("b" + n));
    CHECK(found.at("b" + n) == found.at("c" + n));
  }
}

TEST_CASE("a component that reads all others begins a segment") {
  SimulationModel model = chains(100);
  add_junction(model, 100);
  const Plan plan = compile(model, test_components(), {});
  const auto found = places(plan, divide_into_blocks(plan, plan.stages, 30));
  CHECK(found.size() == 402);
  CHECK(found.at("a0").first == 1);
  CHECK(found.at("c0").first == 1);
  CHECK(found.at("sum").first == 2);
  CHECK(found.at("d0").first == 3);  // the junction connects all that follow
}

TEST_CASE("a small model is one block") {
  const Plan plan = compile(chains(10), test_components(), {});
  const BlockedStages blocked = divide_into_blocks(plan, plan.stages, 256);
  REQUIRE(blocked.segments.size() == 1);
  CHECK(blocked.segments[0].size() == 1);
}

TEST_CASE("components that exchange values keep their order in blocks") {
  std::mt19937 random(3);
  const auto draw = [&random](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  for (int trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    SimulationModel model;
    model.add_component(constant("source", 0.5));
    const int count = 20 + draw(200);
    for (int i = 0; i < count; ++i) {
      Component component = instance("c" + std::to_string(i), draw(3) == 0 ? "Digits" : "Sine");
      component.initial["y"] = Quantity{0.0, {}};
      model.add_component(component);
    }
    for (int i = 0; i < count; ++i) {
      const std::string id = "c" + std::to_string(i);
      const bool sum = model.component(id).type == "Digits";
      for (int k = 0; k < (sum ? 1 + draw(4) : 1); ++k) {
        // Mostly near neighbours before it; sometimes a later one, which makes a cycle.
        const int from = draw(20) == 0 ? draw(count) : i - 1 - draw(5);
        const std::string source =
            from < 0 ? "source.scheduleValue" : "c" + std::to_string(from) + ".y";
        model.add_connection(source + " -> " + id + ".u" +
                             (sum ? "[" + std::to_string(k) + "]" : ""));
      }
    }
    CompileOptions options;
    options.coupling = trial % 2 == 0 ? Coupling::GaussSeidel : Coupling::Balanced;
    const Plan plan = compile(model, test_components(), options);
    const BlockedStages blocked = divide_into_blocks(plan, plan.stages, 1 + draw(40));
    const std::vector<int> before = stage_numbers(plan, plan.stages);
    const std::vector<int> after = stage_numbers(plan, blocked.stages);
    std::vector<int> writers(plan.cells.size(), -1);
    for (std::size_t s = 0; s < plan.slots.size(); ++s) {
      const Slot& slot = plan.slots[s];
      for (int o = 0; o < slot.out_count; ++o) writers[slot.out + o] = static_cast<int>(s);
    }
    int compared = 0;
    for (std::size_t s = 0; s < plan.slots.size(); ++s) {
      CHECK((before[s] < 0) == (after[s] < 0));
      const Slot& slot = plan.slots[s];
      for (int i = 0; i < slot.in_count; ++i) {
        const int writer = writers[plan.in[slot.in + i]];
        if (writer < 0 || before[s] < 0 || before[writer] < 0) continue;
        CHECK((before[writer] < before[s]) == (after[writer] < after[s]));
        ++compared;
      }
    }
    CHECK(compared > count / 5);  // members of solved loops are in no batch
  }
}

}  // namespace
}  // namespace hearth::test::step_blocks_test
