// SPDX-License-Identifier: MIT
#include "hearth/framework/stepwise/step_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

#include "hearth/framework/plan/internal/batches.hpp"

namespace hearth {
namespace {

constexpr int kCallsOfLoop = 3;  // of a component in a loop that is solved, in a step

/// Connects the components of successive stages that read values of each other. Nodes are slots,
/// and after them cells, which represent copies.
class Connected {
 public:
  explicit Connected(const Plan& plan)
      : plan_(plan),
        slot_count_(static_cast<int>(plan.slots.size())),
        parent_(plan.slots.size() + plan.cells.size()),
        calls_(parent_.size(), 0),
        writer_(plan.cells.size(), -1),
        first_reader_(plan.cells.size(), -1) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  void add(const Stage& stage) {
    add_calls(stage, 1);
    for (const int number : stage.loops) {
      const Loop& loop = plan_.loops[static_cast<std::size_t>(number)];
      for (const Stage& inside : loop.stages) add_calls(inside, kCallsOfLoop);
      const int first = loop.slots.front();
      for (const int slot : loop.slots) join(first, slot);
      for (const Transfer& transfer : loop.feedback) {
        write(transfer.to, first);
        read(transfer.from, first);
      }
    }
  }
  /// Removes all stages.
  void clear() {
    for (const int node : touched_) {
      parent_[static_cast<std::size_t>(node)] = node;
      calls_[static_cast<std::size_t>(node)] = 0;
    }
    for (const int cell : cells_) {
      writer_[static_cast<std::size_t>(cell)] = first_reader_[static_cast<std::size_t>(cell)] = -1;
    }
    touched_.clear();
    cells_.clear();
    readers_.clear();
    total_ = 0;
  }

  int group_of_slot(int slot) { return root(slot); }
  int group_of(const Transfer& transfer) { return root(slot_count_ + transfer.to); }
  int calls(int group) const { return calls_[static_cast<std::size_t>(group)]; }
  /// Returns the number of calls of all components.
  int total() const { return total_; }
  /// Returns all nodes, some of them several times.
  const std::vector<int>& nodes() const { return touched_; }
  int root(int node) {
    while (parent_[static_cast<std::size_t>(node)] != node) {
      int& up = parent_[static_cast<std::size_t>(node)];
      up = parent_[static_cast<std::size_t>(up)];
      node = up;
    }
    return node;
  }

 private:
  struct Reader {
    int node, next;
  };

  void add_calls(const Stage& stage, int calls) {
    for (const Batch& batch : stage.batches) {
      for (int s = batch.first; s < batch.first + batch.count; ++s) add_slot(s, calls);
    }
    for (const Transfer& transfer : stage.transfers) {
      const int node = slot_count_ + transfer.to;
      touched_.push_back(node);
      read(transfer.from, node);
      write(transfer.to, node);
    }
  }
  void add_slot(int s, int calls) {
    touched_.push_back(s);
    calls_[static_cast<std::size_t>(root(s))] += calls;
    total_ += calls;
    const Slot& slot = plan_.slots[static_cast<std::size_t>(s)];
    for (int i = 0; i < slot.in_count; ++i) {
      read(plan_.in[static_cast<std::size_t>(slot.in + i)], s);
    }
    for (int o = 0; o < slot.out_count; ++o) write(slot.out + o, s);
  }
  void read(int cell, int node) {
    const auto c = static_cast<std::size_t>(cell);
    if (writer_[c] >= 0) join(node, writer_[c]);
    readers_.push_back({node, first_reader_[c]});
    first_reader_[c] = static_cast<int>(readers_.size()) - 1;
    cells_.push_back(cell);
  }
  void write(int cell, int node) {
    const auto c = static_cast<std::size_t>(cell);
    if (writer_[c] >= 0) join(node, writer_[c]);
    writer_[c] = node;
    for (int r = first_reader_[c]; r >= 0; r = readers_[static_cast<std::size_t>(r)].next) {
      join(node, readers_[static_cast<std::size_t>(r)].node);
    }
    first_reader_[c] = -1;  // later readers are connected to the writer
    cells_.push_back(cell);
  }
  void join(int a, int b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    const auto [low, high] = std::minmax(a, b);
    parent_[static_cast<std::size_t>(high)] = low;
    calls_[static_cast<std::size_t>(low)] += calls_[static_cast<std::size_t>(high)];
  }

  const Plan& plan_;
  int slot_count_;
  std::vector<int> parent_, calls_;         // by node; the calls of a root are those of its group
  std::vector<int> writer_, first_reader_;  // by cell
  std::vector<Reader> readers_;
  std::vector<int> touched_, cells_;
  int total_ = 0;
};

class Divider {
 public:
  Divider(const Plan& plan, int block_size)
      : plan_(plan),
        block_size_(block_size),
        connected_(plan),
        block_of_(plan.slots.size() + plan.cells.size(), -1) {}

  BlockedStages divide(const std::vector<Stage>& stages) {
    BlockedStages divided;
    for (std::size_t first = 0; first < stages.size();) {
      const std::size_t end = end_of_segment(stages, first);
      connected_.clear();
      for (std::size_t s = first; s < end; ++s) connected_.add(stages[s]);
      add_segment(stages, first, end, divided);
      first = end;
    }
    return divided;
  }

 private:
  /// Returns the end of the longest segment that has at least half as many blocks as it would have
  /// without connections. Small stages are checked together, so that the time for a long chain of
  /// stages is not quadratic.
  std::size_t end_of_segment(const std::vector<Stage>& stages, std::size_t first) {
    connected_.clear();
    connected_.add(stages[first]);
    std::size_t end = first + 1;
    std::size_t checked = connected_.nodes().size();
    for (std::size_t s = end; s < stages.size(); ++s) {
      connected_.add(stages[s]);
      const std::size_t nodes = connected_.nodes().size();
      if (s + 1 < stages.size() && 4 * nodes < 5 * checked) continue;
      if (static_cast<long>(count_blocks()) * 2 * block_size_ < connected_.total()) break;
      end = s + 1;
      checked = nodes;
    }
    return end;
  }

  /// Assigns the groups to blocks; returns their number.
  int count_blocks() {
    for (const int node : connected_.nodes()) {
      block_of_[static_cast<std::size_t>(connected_.root(node))] = -1;
    }
    int blocks = 0, filled = block_size_;
    for (const int node : connected_.nodes()) {
      const int group = connected_.root(node);
      int& block = block_of_[static_cast<std::size_t>(group)];
      if (block >= 0) continue;
      if (filled >= block_size_) {
        ++blocks;
        filled = 0;
      }
      block = blocks - 1;
      filled += connected_.calls(group);
    }
    return blocks;
  }

  void add_segment(const std::vector<Stage>& stages, std::size_t first, std::size_t end,
                   BlockedStages& divided) {
    std::vector<std::vector<Stage>> blocks(static_cast<std::size_t>(count_blocks()));
    std::vector<Stage> parts(blocks.size());  // of a stage
    const auto part = [&](int group) -> Stage& {
      return parts[static_cast<std::size_t>(block_of_[static_cast<std::size_t>(group)])];
    };
    for (std::size_t s = first; s < end; ++s) {
      for (const Batch& batch : stages[s].batches) {
        for (int slot = batch.first; slot < batch.first + batch.count; ++slot) {
          add_slot(part(connected_.group_of_slot(slot)).batches, batch.type, slot);
        }
      }
      for (const Transfer& transfer : stages[s].transfers) {
        part(connected_.group_of(transfer)).transfers.push_back(transfer);
      }
      for (const int loop : stages[s].loops) {
        const int slot = plan_.loops[static_cast<std::size_t>(loop)].slots.front();
        part(connected_.group_of_slot(slot)).loops.push_back(loop);
      }
      for (std::size_t b = 0; b < parts.size(); ++b) {
        Stage& own = parts[b];
        if (own.batches.empty() && own.transfers.empty() && own.loops.empty()) continue;
        blocks[b].push_back(std::exchange(own, {}));
      }
    }
    std::vector<StepBlock>& segment = divided.segments.emplace_back();
    for (std::vector<Stage>& block : blocks) {
      const std::size_t begin = divided.stages.size();
      std::move(block.begin(), block.end(), std::back_inserter(divided.stages));
      segment.push_back({begin, divided.stages.size()});
    }
  }

  const Plan& plan_;
  int block_size_;
  Connected connected_;
  std::vector<int> block_of_;  // by group
};

}  // namespace

BlockedStages divide_into_blocks(const Plan& plan, const std::vector<Stage>& stages,
                                 int block_size) {
  return Divider(plan, block_size).divide(stages);
}

}  // namespace hearth
