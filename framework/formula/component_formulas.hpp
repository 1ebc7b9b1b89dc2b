// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/formula/program.hpp"

namespace hearth {

/// The formulas of one expression. Results are in the order of its states, held values and so on.
struct ComponentFormulas {
  FormulaProgram outputs;
  FormulaProgram derivatives;
  FormulaProgram updates;
  FormulaProgram guards;   ///< 0 for guards that receive events
  FormulaProgram actions;  ///< states, then held values, after an event
};

}  // namespace hearth
