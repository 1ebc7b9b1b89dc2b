// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "hearth/framework/component.hpp"
#include "hearth/framework/table.hpp"

namespace hearth {

/// One finite volume of a wall, per square metre.
struct WallCell {
  double resistance;  // m2 K/W, across the whole cell
  double capacity;    // J/(m2 K)
};

/// Columns of a table of layers.
enum LayerColumn { kThickness = 0, kConductivity, kDensity, kSpecificHeat };

/// Returns cell `i` of `count` into which layers are cut, the first layer's first.
///
/// Every layer gets one cell; the others go where heat takes longest to pass, in proportion to
/// sqrt(R C) of the layers. `count` is at least the number of layers.
class WallCells {
 public:
  static constexpr int kMaxLayers = 16;

  WallCells(const Table& layers, int count) : layers_(layers) {
    const int spare = std::max(0, count - layers.rows());
    double total = 0.0;
    for (int k = 0; k < layers.rows(); ++k) total += delay(k);
    double passed = 0.0;
    int given = 0;
    for (int k = 0; k < layers.rows(); ++k) {
      passed += delay(k);
      // Rounding the running sum hands out every spare cell exactly once.
      const double share = total > 0.0 ? passed / total : (k + 1.0) / layers.rows();
      const int upto = static_cast<int>(std::lround(share * spare));
      cells_[k] = 1 + upto - given;
      given = upto;
    }
  }

  int cells_of(int layer) const { return cells_[layer]; }
  /// Returns one of the equal cells of a layer.
  WallCell cell(int layer) const {
    const double n = cells_[layer];
    return {resistance(layer) / n, capacity(layer) / n};
  }

 private:
  double resistance(int k) const { return layers_(k, kThickness) / layers_(k, kConductivity); }
  double capacity(int k) const {
    return layers_(k, kThickness) * layers_(k, kDensity) * layers_(k, kSpecificHeat);
  }
  double delay(int k) const { return std::sqrt(resistance(k) * capacity(k)); }

  const Table& layers_;
  int cells_[kMaxLayers] = {};
};

}  // namespace hearth
