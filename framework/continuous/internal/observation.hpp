// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "hearth/framework/continuous/continuous_simulation.hpp"

namespace hearth {

/// Makes a simulation call an observer as long as this object exists.
class Observation {
 public:
  Observation(ContinuousSimulation& simulation, ContinuousSimulation::Observer observer)
      : simulation_(simulation) {
    simulation_.observe(std::move(observer));
  }
  ~Observation() { simulation_.observe({}); }
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

 private:
  ContinuousSimulation& simulation_;
};

}  // namespace hearth
