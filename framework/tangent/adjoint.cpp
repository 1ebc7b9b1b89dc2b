// SPDX-License-Identifier: MIT
#include "hearth/framework/tangent/adjoint.hpp"

#include <algorithm>
#include <cmath>

namespace hearth {

Adjoint::Adjoint(Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
                 const std::vector<int>& origins)
    : simulation_(simulation),
      tangent_(simulation, objects, {origins}),
      tape_(objects.plan()),
      start_(objects.plan()) {
  for (const auto& [name, cell] : objects.plan().open_inputs) open_inputs_.push_back(cell);
}

void Adjoint::step_forwards(long row) {
  if (inputs_) inputs_(row);
  simulation_.step();
}

const Tangent::Matrix& Adjoint::run(long steps, int scalars, const RowUse& use,
                                    const RowSeed& seed) {
  const long interval =
      interval_ > 0 ? interval_ : std::max(1L, std::lround(std::sqrt(static_cast<double>(steps))));
  {
    const TapeRecording recorded(simulation_, start_);
    simulation_.initialize();
  }
  tangent_.begin();
  use(0);
  std::vector<Snapshot<double>> checkpoints;
  for (long row = 0; row < steps; ++row) {
    if (row % interval == 0) checkpoints.push_back(simulation_.snapshot());
    step_forwards(row);
    use(row + 1);
  }

  gradients_.setZero(tangent_.rows(), scalars);
  std::vector<StepTape::Mark> marks;
  for (long last = steps; last > 0;) {
    const long first = (last - 1) / interval * interval;
    simulation_.restore(checkpoints[static_cast<std::size_t>(first / interval)]);
    const TapeRecording recorded(simulation_, tape_);
    marks.assign(1, tape_.mark());
    for (long row = first; row < last; ++row) {
      step_forwards(row);
      marks.push_back(tape_.mark());
    }
    for (long row = last; row > first; --row) {
      const auto k = static_cast<std::size_t>(row - first);
      seed(row, gradients_);
      tangent_.pull(tape_, marks[k - 1], marks[k], gradients_);
      if (!inputs_) continue;
      if (input_use_) input_use_(row, gradients_);
      for (const int cell : open_inputs_) gradients_.row(cell).setZero();
    }
    last = first;
  }
  seed(0, gradients_);
  tangent_.pull(start_, gradients_);
  return gradients_;
}

}  // namespace hearth
