// SPDX-License-Identifier: MIT
#include "hearth/framework/integration/state_step.hpp"

namespace hearth {
namespace {

template <class T>
void take_any_step(const StepTask<T>& task, const StepRates<T>& rates,
                   const StepFactors<T>& factors, const StepOutputs<T>& outputs) {
  switch (task.states) {
    case 1:
      return take_step<1>(task, rates, factors, outputs);
    case 2:
      return take_step<2>(task, rates, factors, outputs);
    case 3:
      return take_step<3>(task, rates, factors, outputs);
    case 4:
      return take_step<4>(task, rates, factors, outputs);
    default:
      return take_step<0>(task, rates, factors, outputs);
  }
}

}  // namespace

void take_step(const StepTask<double>& task, const StepRates<double>& rates,
               const StepFactors<double>& factors, const StepOutputs<double>& outputs) {
  take_any_step(task, rates, factors, outputs);
}

void take_step(const StepTask<Jet8>& task, const StepRates<Jet8>& rates,
               const StepFactors<Jet8>& factors, const StepOutputs<Jet8>& outputs) {
  take_any_step(task, rates, factors, outputs);
}

}  // namespace hearth
