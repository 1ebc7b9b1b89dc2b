// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth::apps {

/// A signal of a model that may be overwritten from outside.
struct OverwrittenSignal {
  std::string signal;     ///< `id.port` or `id.port[key]`; of an unconnected input: `id.in.port`
  std::string component;  ///< the `Overwrite` that delivers it; "": an unconnected input
};

/// A model in which control signals can be overwritten.
struct OverwritableModel {
  SimulationModel model;
  std::vector<OverwrittenSignal> signals;  ///< sorted by signal
};

/// Returns whether a port of this name takes a setpoint or a command: its name ends in `setpoint`,
/// `setpointValue`, `signal`, `position` or `target`.
bool is_command(std::string_view port);

/// Returns the model with an `Overwrite` after each output that can be overwritten: an output that
/// only follows the clock, in the unit of the ports that it feeds (a schedule), and an output that
/// feeds a setpoint or a command of another component. Unconnected inputs of the model are
/// overwritten directly.
///
/// While nothing is overwritten, runs of both models are bit-identical: cycles are broken at the
/// same connections as in `plain`, the plan of the model. With `input_hold: first` and with the
/// coupling `jacobi`, a component between output and input would change the time at which a value
/// arrives; with these settings, only unconnected inputs can be overwritten. Outputs that feed
/// ports of different units as bare numbers are left out.
OverwritableModel with_overwrites(const Plan& plain);

}  // namespace hearth::apps
