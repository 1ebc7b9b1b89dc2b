// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "hearth/framework/component/ops.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// The functions of a component that a step calls.
enum class CallKind : signed char { Outputs, Events, Step, Update, Fire };

/// The configuration objects that a call sees.
enum class ConfigSet : signed char { Instant, Mean, Start };

/// The operations of a simulation of `double`, in order, with the numbers from which its
/// derivatives are computed: the operands of each call of a component, copies between cells, solved
/// loops, and sums of means. Operations that were repeated (passes of a loop except the last, parts
/// of a step that were taken again) are not on the tape.
class StepTape {
 public:
  /// The operands of a call, in this order: inputs, inputs at the start of the step (if the frame
  /// has them), states, held values, fired guards (CallKind::Fire only).
  struct Call {
    CallKind kind = CallKind::Step;
    ConfigSet configs = ConfigSet::Instant;
    int slot = 0;
    std::size_t frame = 0;     ///< number of its frame
    std::size_t operands = 0;  ///< first of its operands
    std::size_t sides = 0;     ///< first of its sides of guards
  };

  enum class EntryKind : signed char {
    Call,
    Copy,       ///< transfers between cells
    Constant,   ///< a cell gets a number that depends on no cell
    Loop,       ///< the entries that follow are the last pass of a loop
    BeginStep,  ///< sums of means begin anew
    Book,       ///< values or means of a part are added to the sums
    EndStep,    ///< averaged outputs get their sums
  };
  struct Entry {
    EntryKind kind = EntryKind::Call;
    int number = 0;                       ///< of a call, a cell or a loop
    std::size_t length = 0;               ///< of a loop, in entries; of a copy, in transfers
    const Transfer* transfers = nullptr;  ///< of a copy; owned by plan or simulation
    double share = 0.0;                   ///< share of a part in its step
  };

  explicit StepTape(const Plan& plan);

  /// Forgets everything.
  void clear() { rewind({}); }
  /// A point of the tape to rewind to.
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
  /// Begins a loop; returns the position where its passes begin.
  Mark begin_loop(int loop);
  /// Ends the loop whose passes began at that position.
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
