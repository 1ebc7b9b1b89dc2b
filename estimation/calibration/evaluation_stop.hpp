// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <utility>

#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Stops an evaluation of residuals and their Jacobian when the caller asks for it. No evaluation
/// is stopped before the first evaluation with a Jacobian has succeeded, because a search cannot
/// begin without its result.
class EvaluationStop {
 public:
  /// `stop` returns true as soon as evaluations must end. Several threads call it at the same time.
  void set(std::function<bool()> stop) { stop_ = std::move(stop); }

  void begin(bool with_jacobian) { active_ = with_jacobian && differentiated_; }
  void end(bool with_jacobian, bool good) {
    active_ = false;
    differentiated_ = differentiated_ || (with_jacobian && good);
  }
  /// Throws SimulationError `run.interrupted` if the present evaluation must end.
  void check() const {
    if (!active_ || !stop_ || !stop_()) return;
    throw SimulationError("run.interrupted", {}, "the evaluation of the model was stopped");
  }

 private:
  std::function<bool()> stop_{};
  bool differentiated_ = false;  // an evaluation with a Jacobian has succeeded
  bool active_ = false;          // the present evaluation may be stopped
};

}  // namespace hearth
