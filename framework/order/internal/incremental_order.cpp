// SPDX-License-Identifier: MIT
#include "hearth/framework/order/internal/incremental_order.hpp"

#include <algorithm>

namespace hearth::graph {

IncrementalOrder::IncrementalOrder(std::vector<int> sequence)
    : position_(sequence.size()),
      out_(sequence.size()),
      in_(sequence.size()),
      seen_(sequence.size(), false) {
  for (int i = 0; i < std::ssize(sequence); ++i) position_[sequence[i]] = i;
}

bool IncrementalOrder::insert(Edge edge) {
  if (edge.source == edge.target) return false;
  if (position_[edge.source] > position_[edge.target]) {
    if (!search_forward(edge)) return false;
    search_backward(edge);
    move();
  }
  out_[edge.source].push_back(edge.target);
  in_[edge.target].push_back(edge.source);
  return true;
}

/// Collects successors of the target up to the source's position; false if one is the source.
bool IncrementalOrder::search_forward(Edge edge) {
  after_.assign(1, edge.target);
  seen_[edge.target] = true;
  for (std::size_t i = 0; i < after_.size(); ++i) {
    for (const int next : out_[after_[i]]) {
      ++visits_;
      if (next == edge.source) {
        forget(after_);
        return false;
      }
      if (seen_[next] || position_[next] > position_[edge.source]) continue;
      seen_[next] = true;
      after_.push_back(next);
    }
  }
  forget(after_);
  return true;
}

/// Collects predecessors of the source down to the target's position.
void IncrementalOrder::search_backward(Edge edge) {
  before_.assign(1, edge.source);
  seen_[edge.source] = true;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    for (const int previous : in_[before_[i]]) {
      ++visits_;
      if (seen_[previous] || position_[previous] < position_[edge.target]) continue;
      seen_[previous] = true;
      before_.push_back(previous);
    }
  }
  forget(before_);
}

/// Redistributes the positions of the collected nodes: `before_` first, then `after_`.
void IncrementalOrder::move() {
  const auto by_position = [this](int a, int b) { return position_[a] < position_[b]; };
  std::sort(before_.begin(), before_.end(), by_position);
  std::sort(after_.begin(), after_.end(), by_position);
  before_.insert(before_.end(), after_.begin(), after_.end());
  std::vector<int> positions;
  for (const int node : before_) positions.push_back(position_[node]);
  std::sort(positions.begin(), positions.end());
  for (std::size_t i = 0; i < before_.size(); ++i) position_[before_[i]] = positions[i];
}

void IncrementalOrder::forget(const std::vector<int>& nodes) {
  for (const int node : nodes) seen_[node] = false;
}

}  // namespace hearth::graph
