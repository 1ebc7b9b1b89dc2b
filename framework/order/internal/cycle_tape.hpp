// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "hearth/framework/order/internal/cycles.hpp"

namespace hearth::graph {

/// Weights of edges while a graph is reduced, with a record of how each weight was computed. The
/// derivative of a sum over cycles with respect to the initial weights can then be propagated back.
/// No number exceeds the number of cycles; `overflow` reports that this number exceeds 128 bits.
class CycleTape {
 public:
  /// Starts with the edges 0 ... edges - 1 of the given graph, each with weight 1.
  explicit CycleTape(int edges)
      : given_(edges), weight_(edges, 1), slope_(edges, 0), records_(edges) {}

  /// Merges two edges that a cycle passes one after the other; returns the new edge.
  int series(int first, int second) {
    return add(product(weight_[first], weight_[second]), first, second, Kind::Series);
  }
  /// Merges two edges of which a cycle passes only one; returns the new edge.
  int parallel(int one, int other) {
    return add(sum(weight_[one], weight_[other]), one, other, Kind::Parallel);
  }

  CycleCount weight(int edge) const { return weight_[edge]; }
  bool overflow() const { return overflow_; }

  /// Records cycles that contain an edge: `rests` is the sum, over these cycles, of the products of
  /// the weights of the other edges.
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

  /// Returns, for each edge of the given graph, the number of cycles that contain it; call it last.
  std::vector<CycleCount> cycles_through() {
    for (int edge = static_cast<int>(records_.size()) - 1; edge >= given_; --edge) sweep(edge);
    slope_.resize(given_);
    return std::move(slope_);
  }

 private:
  enum class Kind { Given, Series, Parallel };
  struct Record {
    int first = -1;
    int second = -1;
    Kind kind = Kind::Given;
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

  int given_;
  std::vector<CycleCount> weight_;
  std::vector<CycleCount> slope_;  // dZ / dweight
  std::vector<Record> records_;
  bool overflow_ = false;
};

}  // namespace hearth::graph
