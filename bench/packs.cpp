// SPDX-License-Identifier: MIT
// Eight runs of a week that differ in parameters, in a pack and one after the other.

#include <optional>
#include <string>
#include <vector>

#include "hearth/bench/benchmarks.hpp"
#include "hearth/bench/prepared.hpp"
#include "hearth/framework/stepwise/packed_simulation.hpp"

namespace hearth::bench {
namespace {

constexpr long kStepsOfWeek = 7 * kStepsOfDay;

/// Rooms with eight sets of parameters; what they record is not part of the work.
class EightRuns {
 public:
  EightRuns(int rooms_count, std::optional<Coupling> coupling)
      : plan_(compile(rooms(rooms_count), standard_components(), {.coupling = coupling})),
        inputs_(resolve_inputs(plan_, request(kStepsOfWeek), &rules_resolver())),
        objects_(plan_, inputs_),
        simulation_(objects_),
        pack_(objects_, false),
        rooms_(rooms_count) {}

  void run_alone() {
    for (int lane = 0; lane < PackedSimulation::kLanes; ++lane) {
      begin(lane);
      for (long k = 0; k < kStepsOfWeek; ++k) simulation_.step();
      benchmark::DoNotOptimize(simulation_.value(0));
    }
  }
  void run_together() {
    for (int lane = 0; lane < PackedSimulation::kLanes; ++lane) {
      begin(lane);
      pack_.start(lane, simulation_);
    }
    for (long k = 0; k < kStepsOfWeek; ++k) pack_.step();
    benchmark::DoNotOptimize(pack_.value(0, 0));
  }

 private:
  void begin(int lane) {
    simulation_.reset();
    for (int room = 0; room < rooms_; ++room) {
      const std::string id = "room" + std::to_string(room);
      const double share = 0.9 + 0.025 * lane + 0.001 * (room % 7);
      simulation_.set_parameter(plan_.parameter(id + ".R_out"), 0.04 * share);
      simulation_.set_parameter(plan_.parameter(id + ".C_air"), 4e5 * share);
      simulation_.set_parameter(plan_.parameter(id + "_heater.UA"), 40.0 * share);
    }
    simulation_.initialize();
  }

  Plan plan_;
  RunInputs inputs_;
  ConfigObjects<double> objects_;
  Simulation<double> simulation_;
  PackedSimulation pack_;
  int rooms_;
};

void add_eight(const std::string& name, int count, std::optional<Coupling> coupling) {
  const auto runs = lazy<EightRuns>(count, coupling);
  add(
      "packs/together/" + name, [runs] { runs->run_together(); }, runs);
  add(
      "packs/alone/" + name, [runs] { runs->run_alone(); }, runs);
}

}  // namespace

void register_packs() {
  for (const int count : {1, 10, 100}) {
    add_eight(std::to_string(count), count, {});
    add_eight("gauss_seidel_" + std::to_string(count), count, Coupling::GaussSeidel);
  }
}

}  // namespace hearth::bench
