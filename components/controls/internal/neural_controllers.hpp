// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// Returns the component type `NeuralPolicyController`: a neural network whose file the
/// configuration `file` names and whose inputs and outputs are its ports. It acts at the ends of
/// steps or at the ticks of its clock, and its outputs hold in between, as those of a controller
/// that is sampled. The outputs are the means of the policy; nothing is drawn.
ComponentType neural_policy_controller_type();

/// Returns the component type `ClassificationAnnController`: the same with one output, the value of
/// the class that the network finds most likely. Calendar features (sine and cosine of the time of
/// day and year, weekdays) are inputs like others, fed by series.
ComponentType classification_ann_controller_type();

}  // namespace hearth
