// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "hearth/framework/component/ops.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// The functions of a component that a step calls.
enum class CallKind : signed char { Outputs, Events, Step, Update, Fire };

/// The configuration objects that a call uses.
enum class ConfigSet : signed char { Instant, Mean, Start };

/// The operations of a simulation with `double`, in their order, with the numbers from which its
/// derivatives are computed: the operands of each call of a component, copies between cells, solved
/// loops, and sums of means. Operations that were repeated are not on the tape: only the last pass
/// of a loop and the final parts of a step are.
class StepTape {
 public:
  /// A call of a component. Its operands are, in this order: inputs; inputs at the start of the
  /// step, if the frame has them; states; held values; fired guards (CallKind::Fire only).
  struct Call {
    CallKind kind = CallKind::Step;
    ConfigSet configs = ConfigSet::Instant;
    int slot = 0;
    std::size_t frame = 0;     ///< position of its frame
    std::size_t operands = 0;  ///< position of its first operand
    std::size_t sides = 0;     ///< position of its first side of a guard
  };

  enum class EntryKind : signed char {
    Call,
    Copy,       ///< transfers between cells
    Constant,   ///< a cell is set to a number that depends on no cell
    Loop,       ///< the entries that follow are the last pass of a loop
    BeginStep,  ///< sums of means are set to 0
    Book,       ///< values or means of a part are added to the sums
    EndStep,    ///< averaged outputs are set to their sums
  };
  struct Entry {
    EntryKind kind = EntryKind::Call;
    int number = 0;                       ///< of the call, the cell or the loop
    std::size_t length = 0;               ///< of a loop, in entries; of a copy, in transfers
    const Transfer* transfers = nullptr;  ///< of a copy; owned by plan or simulation
    double share = 0.0;                   ///< share of a part in its step
  };

  explicit StepTape(const Plan& plan);

  /// Removes all entries.
  void clear() { rewind({}); }
  /// A point of the tape to which `rewind` can return.
  struct Mark {
    std::size_t entries = 0, calls = 0, frames = 0, operands = 0, sides = 0;
  };
  Mark mark() const;
  void rewind(const Mark& mark);

  void note_calls(CallKind kind, ConfigSet configs, const Slot* slots, int first, int count,
                  const Frame<double>& frame, const double* fired);
  void note_copies(const Transfer* transfers, std::size_t count);
  void note_constant(int cell) { entries_.push_back({EntryKind::Constant, cell}); }
  void note_step_begin() { entries_.push_back({EntryKind::BeginStep}); }
  void note_book(double share) { entries_.push_back({EntryKind::Book, 0, 0, nullptr, share}); }
  void note_step_end() { entries_.push_back({EntryKind::EndStep}); }
  /// Begins a loop; returns the position at which its passes begin.
  Mark begin_loop(int loop);
  /// Ends the loop whose passes began at this position.
  void end_loop(const Mark& passes);

  const std::vector<Entry>& entries() const { return entries_; }
  const Call& call(int number) const { return calls_[static_cast<std::size_t>(number)]; }
  const Frame<double>& frame(const Call& call) const { return frames_[call.frame]; }
  const double* operands(const Call& call) const { return operands_.data() + call.operands; }
  const Side* sides(const Call& call) const { return sides_.data() + call.sides; }

 private:
  std::size_t number_of(const Frame<double>& frame);

  struct SlotCounts {
    int held = 0, guards = 0;
  };
  std::vector<SlotCounts> counts_;  // by slot
  std::vector<Entry> entries_;
  std::vector<Call> calls_;
  std::vector<Frame<double>> frames_;
  std::vector<double> operands_;
  std::vector<Side> sides_;
};

}  // namespace hearth
