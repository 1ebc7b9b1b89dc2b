// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// Returns the component type `NeuralPolicyController`: a neural network. The configuration `file`
/// names the file of the network, whose inputs and outputs are the ports. It acts at the ends of
/// steps or at the ticks of its clock, and its outputs are constant in between, like those of a
/// sampled controller. The outputs are the means of the policy; no random numbers are drawn.
ComponentType neural_policy_controller_type();

/// Returns the component type `ClassificationAnnController`: a neural network with one output, the
/// value of the most likely class. Calendar features (sine and cosine of the time of day and year,
/// weekdays) are ordinary inputs, connected to series.
ComponentType classification_ann_controller_type();

}  // namespace hearth
