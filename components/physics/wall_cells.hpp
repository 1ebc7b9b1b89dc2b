// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "hearth/framework/component/component.hpp"
#include "hearth/framework/component/table.hpp"

namespace hearth {

/// Columns of a table of wall layers.
enum LayerColumn { kThickness = 0, kConductivity, kDensity, kSpecificHeat };

/// Divides the layers of a wall into cells, in the order of the layers.
///
/// Every layer gets one cell; the other cells go to the layers through which heat takes longest to
/// pass, in proportion to sqrt(R C). With fewer cells than layers, and beyond 16 layers,
/// neighbouring layers share a cell.
class WallCells {
 public:
  /// Consecutive equal cells, per square metre.
  struct Part {
    int cells = 0;
    double resistance = 0.0;  // m2 K/W, across one cell
    double capacity = 0.0;    // J/(m2 K), of one cell
  };

  /// `layers` has the columns of LayerColumn; `count` is the number of cells, at least one.
  WallCells(const Table& layers, int count)
      : parts_(std::min({layers.rows(), count, static_cast<int>(kMost)})) {
    for (int k = 0; k < layers.rows(); ++k) add(layers, k);
    double total = 0.0;
    for (int i = 0; i < parts_; ++i) total += delay(part(i));
    double passed = 0.0;
    int given = 0;
    for (int i = 0; i < parts_; ++i) {
      passed += delay(part(i));
      // Rounding the running sum distributes every spare cell exactly once.
      const double share = total > 0.0 ? passed / total : (i + 1.0) / parts_;
      const int upto = static_cast<int>(std::lround(share * (count - parts_)));
      part(i).cells = 1 + upto - given;
      given = upto;
    }
    for (int i = 0; i < parts_; ++i) {
      part(i).resistance /= part(i).cells;
      part(i).capacity /= part(i).cells;
    }
  }

  int parts() const { return parts_; }
  const Part& operator[](int i) const { return part_[i]; }

 private:
  static constexpr std::size_t kMost = 16;

  Part& part(int i) { return part_[i]; }
  void add(const Table& layers, int k) {
    Part& into = part(static_cast<int>(static_cast<long>(k) * parts_ / layers.rows()));
    into.resistance += layers(k, kThickness) / layers(k, kConductivity);
    into.capacity += layers(k, kThickness) * layers(k, kDensity) * layers(k, kSpecificHeat);
  }
  static double delay(const Part& whole) { return std::sqrt(whole.resistance * whole.capacity); }

  int parts_;
  std::array<Part, kMost> part_{};
};

}  // namespace hearth
