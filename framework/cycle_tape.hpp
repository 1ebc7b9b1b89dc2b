// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "hearth/framework/cycles.hpp"

namespace hearth::graph {

/// Weights of edges while a graph is reduced, with the record of how each came about, so that the
/// derivative of a sum of cycles with respect to the first weights can be swept back.
/// All numbers are at most the number of cycles; `overflow` says that this exceeds 128 bits.
class CycleTape {
 public:
  /// Adds an edge of the given graph; its weight is 1.
  int leaf() { return add(1, -1, -1, Kind::Leaf); }
  /// Adds two edges passed one after the other.
  int series(int first, int second) {
    return add(product(weight_[first], weight_[second]), first, second, Kind::Series);
  }
  /// Adds two edges of which a cycle passes one.
  int parallel(int one, int other) {
    return add(sum(weight_[one], weight_[other]), one, other, Kind::Parallel);
  }

  CycleCount weight(int edge) const { return weight_[edge]; }
  bool overflow() const { return overflow_; }

  /// Notes cycles through an edge: `rests` is the sum of products of the weights of their others.
  void close(int edge, CycleCount rests) { slope_[edge] = sum(slope_[edge], rests); }

  CycleCount product(CycleCount a, CycleCount b) {
    CycleCount result = 0;
    overflow_ |= __builtin_mul_overflow(a, b, &result);
    return result;
  }
  CycleCount sum(CycleCount a, CycleCount b) {
    CycleCount result = 0;
    overflow_ |= __builtin_add_overflow(a, b, &result);
    return result;
  }

  /// Returns the cycles through the edges 0 ... count - 1, which are leaves.
  std::vector<CycleCount> cycles_through(int count) {
    for (int edge = static_cast<int>(records_.size()) - 1; edge >= count; --edge) sweep(edge);
    return {slope_.begin(), slope_.begin() + count};
  }

 private:
  enum class Kind { Leaf, Series, Parallel };
  struct Record {
    int first = -1;
    int second = -1;
    Kind kind = Kind::Leaf;
  };

  int add(CycleCount weight, int first, int second, Kind kind) {
    weight_.push_back(weight);
    slope_.push_back(0);
    records_.push_back({first, second, kind});
    return static_cast<int>(records_.size()) - 1;
  }

  void sweep(int edge) {
    const auto [first, second, kind] = records_[edge];
    if (kind == Kind::Series) {
      close(first, product(slope_[edge], weight_[second]));
      close(second, product(slope_[edge], weight_[first]));
    } else if (kind == Kind::Parallel) {
      close(first, slope_[edge]);
      close(second, slope_[edge]);
    }
  }

  std::vector<CycleCount> weight_;
  std::vector<CycleCount> slope_;  // dZ / dweight
  std::vector<Record> records_;
  bool overflow_ = false;
};

}  // namespace hearth::graph
