// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/components/blocks/interpolated.hpp"
#include "hearth/framework/component/component.hpp"

namespace hearth {

/// y = f(u): lines between the points of a table, held beyond the first and the last (Twin4Build's
/// PiecewiseLinearSystem, which cannot be constructed in v1.1.2).
template <class T>
struct PiecewiseLinear {
  struct In {
    T u;
  };
  struct Config {
    Table points;
  };
  struct Out {
    T y;
  };

  static constexpr Schema schema() {
    return Schema("Piecewise linear curve through points")
        .in(&In::u, "u", unit::bare, "Input of the block")
        .config(&Config::points, "points", "Points of the curve: a row x, y for each, x rising",
                column_count(2))
        .out(&Out::y, "y", unit::bare, "Value of the curve at the input");
  }

  static void outputs(const In& u, const Config& c, Out& y) { y.y = interpolated(c.points, u.u); }
};

}  // namespace hearth
