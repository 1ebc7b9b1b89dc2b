// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/formula/program.hpp"

namespace hearth {

/// The formulas of one component of type Expression. The results of a program are in the order of
/// the outputs, states, held values or guards of the component.
struct ComponentFormulas {
  FormulaProgram outputs;
  FormulaProgram derivatives;
  FormulaProgram updates;
  FormulaProgram guards;   ///< 0 for guards that receive events
  FormulaProgram actions;  ///< new states, then new held values, after an event
};

}  // namespace hearth
