// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <stdexcept>
#include <vector>

#include "hearth/framework/balance/balance.hpp"
#include "hearth/framework/plan/model_state.hpp"
#include "hearth/framework/plan/run_inputs.hpp"
#include "hearth/framework/scalar/pack.hpp"
#include "hearth/framework/stepwise/simulation.hpp"
#include "hearth/framework/stepwise/step_schedule.hpp"

namespace hearth {

class DueSamples;
class PackedLoop;

/// Eight runs of one plan and period that advance together in the lanes of packs. They differ in
/// parameters, initial values and unconnected inputs. Each lane equals the run alone bit for bit.
///
/// Every lane starts from a `Simulation<double>` at its row 0. Components with guards, and
/// components whose states need steps of their own length, run lane by lane. Decisions of the
/// engine (parts of a step, passes of a loop) are made for each lane.
class PackedSimulation {
 public:
  static constexpr int kLanes = Pack8::kLanes;

  /// Thrown if a lane needs what packs cannot do, such as the report of a failure. All runs of the
  /// pack must then be repeated without packing.
  struct Abandoned : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  /// Returns whether runs of a plan can be packed. They cannot if the model contains components
  /// that can only step or events between components, if inputs change within a step, or with
  /// Coupling::Iterate.
  static bool possible(const Plan& plan, const RunInputs& inputs);

  /// `objects` must outlive this object. If `balance` is true, amounts that cross the boundaries of
  /// components are booked.
  PackedSimulation(const ConfigObjects<double>& objects, bool balance);
  ~PackedSimulation();
  PackedSimulation(const PackedSimulation&) = delete;
  PackedSimulation& operator=(const PackedSimulation&) = delete;

  /// Makes a lane continue from a simulation of the same plan that has just been initialised. Set
  /// all lanes before the first step. Throws std::invalid_argument if the simulation has another
  /// option `balance`.
  void start(int lane, const Simulation<double>& simulation);
  /// Advances all lanes by one step.
  void step();
  /// Returns an output of a lane at the present row, as `Simulation::value`.
  double value(int lane, int cell) const { return cells_[cell][lane]; }
  /// Returns the amounts that a lane booked since its start.
  BookedAmounts booked(int lane);

 private:
  friend class PackedLoop;

  /// Instances of one type that run in packs, or lane by lane.
  struct PackedBatch {
    const ComponentType* type = nullptr;
    int first = 0, count = 0;
    bool packed = false;
  };
  struct PackedStage {
    std::vector<PackedBatch> batches;
    std::vector<Transfer> transfers;
    std::vector<int> loops;
  };
  struct PackedSamples {
    std::vector<PackedStage> next, first;
  };
  enum class Call { Outputs, Events, Step, Update };

  /// The numbers with which the components of a lane run alone.
  struct Lane {
    explicit Lane(const Plan& plan);
    ModelState<double> state;
    std::vector<signed char> fired;  // by guard, in the present step
    std::vector<Side> sides_before;  // at the start of a part of a step
    std::vector<double> rates;       // of the balance
    long at = 0;                     // of the step, in units of its smallest part
    int halvings = 0;                // a part of a step is 2^-halvings of it
    BookedAmounts booked;            // at the start of the run
  };

  const Plan& plan() const { return objects_.plan(); }
  const RunInputs& inputs() const { return objects_.inputs(); }
  bool runs_packed(int slot) const;
  std::vector<PackedStage> divided(const std::vector<Stage>& stages) const;
  Frame<Pack8> frame_for_step();
  void perform(Call call, const PackedBatch& batch, const Frame<Pack8>& frame);
  void perform_alone(Call call, const ComponentType& type, int slot, const Frame<Pack8>& frame);
  void take_samples(Frame<Pack8> frame);
  void take_samples(Frame<Pack8>& frame, const std::vector<PackedStage>& stages, bool means);
  void update_due(const PackedBatch& batch, DueSamples& samples, const Frame<Pack8>& frame);
  unsigned advance(Frame<Pack8>& frame);
  void find_present(Frame<Pack8> frame);
  void step_in_parts(Frame<Pack8>& frame);
  void balanced_step(Frame<Pack8>& frame);
  void keep_part();
  void go_back(unsigned lanes);
  void book(double length);
  unsigned refused(unsigned lanes, unsigned failed, bool divisible, double* changes) const;
  void check_finite() const;

  const ConfigObjects<double>& objects_;
  ConfigObjects<Pack8> packed_objects_;
  StepSchedule schedule_;
  bool balanced_, books_;
  Cells<Pack8> cells_;
  Cells<Pack8> scratch_;
  std::vector<double> lane_scratch_;
  std::vector<int> held_counts_;  // by slot
  std::vector<Pack8> resting_;
  std::vector<Pack8> rates_;  // of the balance, in the last advance
  std::vector<Lane> lanes_;
  std::vector<PackedStage> stages_, present_;
  std::vector<PackedBatch> delayed_;
  PackedSamples sampled_, mean_sampled_;
  std::vector<std::unique_ptr<PackedLoop>> loops_;
  bool samples_means_now_ = false;       // the configurations deliver values for a step
  unsigned active_ = 0;                  // lanes of the present part, by bits
  std::vector<Pack8> sums_, part_sums_;  // of means, over the step and its present part
  std::vector<Pack8> part_amounts_, amounts_;
  std::vector<Pack8> part_;          // cells at the start of a part
  std::vector<double> loop_memory_;  // of all lanes at the start of a part
  std::vector<Pack8> watched_from_;
  bool after_step_ = false;
  long step_ = 0, first_step_ = 0;
};

}  // namespace hearth
