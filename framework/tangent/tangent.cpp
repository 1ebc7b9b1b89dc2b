// SPDX-License-Identifier: MIT
#include "hearth/framework/tangent/tangent.hpp"

#include <algorithm>

namespace hearth {
namespace {

using EntryKind = StepTape::EntryKind;

}  // namespace

Tangent::Tangent(const Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
                 const std::vector<int>& origins)
    : simulation_(simulation),
      calls_(objects, varying_cells(objects.plan(), origins)),
      balanced_(objects.plan().options.coupling == Coupling::Balanced),
      sum_(static_cast<int>(objects.plan().cells.size())),
      mean_(sum_ + static_cast<int>(simulation.averages().size())),
      mean_start_(mean_ + observed()),
      loops_(objects.plan().loops.size()) {}

bool Tangent::loop_varies(const Loop& loop) const {
  return std::any_of(loop.feedback.begin(), loop.feedback.end(),
                     [this](const Transfer& transfer) { return calls_.varies(transfer.to); });
}

// ---- forward ---------------------------------------------------------------------------------

void Tangent::push(const StepTape& tape, const StepTape::Mark& from, const StepTape::Mark& to,
                   Matrix& derivatives) {
  for (std::size_t at = from.entries; at < to.entries; ++at) {
    const StepTape::Entry& entry = tape.entries()[at];
    if (entry.kind == EntryKind::Loop && loop_varies(plan().loops[entry.number])) {
      push_loop(tape, at, derivatives);
      at += entry.length;
    } else {
      push_entry(tape, entry, derivatives);
    }
  }
}

void Tangent::push_entry(const StepTape& tape, const StepTape::Entry& entry, Matrix& d) {
  const std::vector<int>& averages = simulation_.averages();
  const std::vector<int>& means = simulation_.observed_means();
  switch (entry.kind) {
    case EntryKind::Call: {
      const StepTape::Call& call = tape.call(entry.number);
      if (calls_.varies_slot(call.slot)) push_call(calls_.of(tape, call), d);
      break;
    }
    case EntryKind::Copy:
      for (std::size_t k = 0; k < entry.length; ++k) {
        const Transfer& transfer = entry.transfers[k];
        if (calls_.varies(transfer.to)) d.row(transfer.to) = transfer.factor * d.row(transfer.from);
      }
      break;
    case EntryKind::Constant:
      d.row(entry.number).setZero();
      break;
    case EntryKind::Loop:
      break;
    case EntryKind::BeginStep:
      d.middleRows(sum_, mean_start_ - sum_).setZero();
      for (int i = 0; i < observed(); ++i) d.row(mean_start_ + i) = d.row(means[i]);
      break;
    case EntryKind::Book:
      for (std::size_t k = 0; k < averages.size(); ++k) {
        if (!calls_.varies(averages[k])) continue;
        d.row(sum_ + static_cast<int>(k)) += entry.share * d.row(averages[k]);
      }
      for (int i = 0; i < observed(); ++i) {
        if (balanced_) {
          d.row(mean_ + i) += entry.share * d.row(means[i]);
        } else {
          d.row(mean_ + i) += 0.5 * entry.share * (d.row(mean_start_ + i) + d.row(means[i]));
        }
        d.row(mean_start_ + i) = d.row(means[i]);
      }
      break;
    case EntryKind::EndStep:
      for (std::size_t k = 0; k < averages.size(); ++k) {
        if (calls_.varies(averages[k])) d.row(averages[k]) = d.row(sum_ + static_cast<int>(k));
      }
      break;
  }
}

void Tangent::push_call(const CallJacobian& jacobian, Matrix& d) {
  const auto rows = static_cast<Eigen::Index>(jacobian.rows.size());
  const auto columns = static_cast<Eigen::Index>(jacobian.columns.size());
  const Eigen::Index width = d.cols();
  if (results_.rows() < rows || results_.cols() != width) results_.resize(rows, width);
  const double* value = jacobian.values.data();
  for (Eigen::Index r = 0; r < rows; ++r) {
    auto result = results_.row(r);
    result.setZero();
    for (Eigen::Index c = 0; c < columns; ++c, ++value) {
      if (*value != 0.0) result += *value * d.row(jacobian.columns[static_cast<std::size_t>(c)]);
    }
  }
  for (Eigen::Index r = 0; r < rows; ++r) {
    d.row(jacobian.rows[static_cast<std::size_t>(r)]) = results_.row(r);
  }
}

// ---- backward --------------------------------------------------------------------------------

void Tangent::pull(const StepTape& tape, const StepTape::Mark& from, const StepTape::Mark& to,
                   Matrix& gradients) {
  // Loops stand in front of their entries: their places are found first.
  std::vector<std::size_t> loops;
  for (std::size_t at = from.entries; at < to.entries; ++at) {
    const StepTape::Entry& entry = tape.entries()[at];
    if (entry.kind != EntryKind::Loop || !loop_varies(plan().loops[entry.number])) continue;
    loops.push_back(at);
    at += entry.length;
  }
  for (std::size_t at = to.entries; at > from.entries;) {
    if (!loops.empty()) {
      const std::size_t loop = loops.back();
      if (loop + tape.entries()[loop].length + 1 == at) {
        pull_loop(tape, loop, gradients);
        at = loop;
        loops.pop_back();
        continue;
      }
    }
    pull_entry(tape, tape.entries()[--at], gradients);
  }
}

void Tangent::pull_entry(const StepTape& tape, const StepTape::Entry& entry, Matrix& g) {
  const std::vector<int>& averages = simulation_.averages();
  const std::vector<int>& means = simulation_.observed_means();
  switch (entry.kind) {
    case EntryKind::Call: {
      const StepTape::Call& call = tape.call(entry.number);
      if (calls_.varies_slot(call.slot)) pull_call(calls_.of(tape, call), g);
      break;
    }
    case EntryKind::Copy:
      for (std::size_t k = entry.length; k-- > 0;) {
        const Transfer& transfer = entry.transfers[k];
        if (!calls_.varies(transfer.to)) continue;
        g.row(transfer.from) += transfer.factor * g.row(transfer.to);
        g.row(transfer.to).setZero();
      }
      break;
    case EntryKind::Constant:
      g.row(entry.number).setZero();
      break;
    case EntryKind::Loop:
      break;
    case EntryKind::BeginStep:
      for (int i = 0; i < observed(); ++i) {
        g.row(means[i]) += g.row(mean_start_ + i);
        g.row(mean_start_ + i).setZero();
      }
      g.middleRows(sum_, mean_start_ - sum_).setZero();
      break;
    case EntryKind::Book:
      for (int i = observed(); i-- > 0;) {
        g.row(means[i]) += g.row(mean_start_ + i);
        g.row(mean_start_ + i).setZero();
        if (balanced_) {
          g.row(means[i]) += entry.share * g.row(mean_ + i);
        } else {
          g.row(means[i]) += 0.5 * entry.share * g.row(mean_ + i);
          g.row(mean_start_ + i) += 0.5 * entry.share * g.row(mean_ + i);
        }
      }
      for (std::size_t k = 0; k < averages.size(); ++k) {
        if (!calls_.varies(averages[k])) continue;
        g.row(averages[k]) += entry.share * g.row(sum_ + static_cast<int>(k));
      }
      break;
    case EntryKind::EndStep:
      for (std::size_t k = 0; k < averages.size(); ++k) {
        if (!calls_.varies(averages[k])) continue;
        g.row(sum_ + static_cast<int>(k)) = g.row(averages[k]);
        g.row(averages[k]).setZero();
      }
      break;
  }
}

void Tangent::pull_call(const CallJacobian& jacobian, Matrix& g) {
  const auto rows = static_cast<Eigen::Index>(jacobian.rows.size());
  const auto columns = static_cast<Eigen::Index>(jacobian.columns.size());
  if (results_.rows() < rows || results_.cols() != g.cols()) results_.resize(rows, g.cols());
  for (Eigen::Index r = 0; r < rows; ++r) {
    const int cell = jacobian.rows[static_cast<std::size_t>(r)];
    results_.row(r) = g.row(cell);
    g.row(cell).setZero();
  }
  const double* value = jacobian.values.data();
  for (Eigen::Index r = 0; r < rows; ++r) {
    for (Eigen::Index c = 0; c < columns; ++c, ++value) {
      if (*value == 0.0) continue;
      g.row(jacobian.columns[static_cast<std::size_t>(c)]) += *value * results_.row(r);
    }
  }
}

// ---- loops -----------------------------------------------------------------------------------
//
// The last pass of a loop runs its components on the values z of its removed connections and on
// what comes from outside, e; g(z, e) is what it hands back. At the solution z = g, so that
//     dz = (I - G)^-1 dg/de de,   G = dg/dz.

Tangent::LoopCells& Tangent::cells_of(int number) {
  LoopCells& own = loops_[static_cast<std::size_t>(number)];
  if (own.made) return own;
  own.made = true;
  const Loop& loop = plan().loops[number];
  for (const int s : loop.slots) {
    const Slot& slot = plan().slots[s];
    const Counts counts = plan().instances[s].type->counts(slot.sizes);
    for (int i = 0; i < counts.out; ++i) own.cells.push_back(slot.out + i);
    for (int i = 0; i < counts.state; ++i) own.memory.push_back(slot.state + i);
    for (int i = 0; i < counts.held; ++i) own.memory.push_back(slot.held + i);
  }
  own.cells.insert(own.cells.end(), own.memory.begin(), own.memory.end());
  for (const Stage& stage : loop.stages) {
    for (const Transfer& transfer : stage.transfers) own.cells.push_back(transfer.to);
  }
  for (const Transfer& transfer : loop.feedback) own.cells.push_back(transfer.to);
  std::sort(own.cells.begin(), own.cells.end());
  own.cells.erase(std::unique(own.cells.begin(), own.cells.end()), own.cells.end());
  return own;
}

/// Keeps the Jacobians of a pass, and finds how it responds to z, with I - G in factors.
void Tangent::differentiate_loop(const StepTape& tape, std::size_t at) {
  const StepTape::Entry& head = tape.entries()[at];
  const Loop& loop = plan().loops[head.number];
  kept_.assign(head.length, {});
  pool_.clear();
  for (std::size_t k = 0; k < head.length; ++k) {
    const StepTape::Entry& entry = tape.entries()[at + 1 + k];
    if (entry.kind != EntryKind::Call) continue;
    const StepTape::Call& call = tape.call(entry.number);
    if (!calls_.varies_slot(call.slot)) continue;
    kept_[k] = {calls_.of(tape, call), pool_.size()};
    pool_.insert(pool_.end(), kept_[k].jacobian.values.begin(), kept_[k].jacobian.values.end());
  }
  for (Kept& kept : kept_) {
    const std::size_t count = kept.jacobian.rows.size() * kept.jacobian.columns.size();
    kept.jacobian.values = std::span<const double>(pool_).subspan(kept.values, count);
  }
  const auto m = static_cast<Eigen::Index>(loop.feedback.size());
  const LoopCells& own = cells_of(head.number);
  if (response_.rows() != rows() || response_.cols() != m) {
    response_.setZero(rows(), m);
  } else {
    for (const int cell : own.cells) response_.row(cell).setZero();
  }
  for (Eigen::Index j = 0; j < m; ++j) {
    response_(loop.feedback[static_cast<std::size_t>(j)].to, j) = 1.0;
  }
  push_pass(tape, at, response_);
  gain_.resize(m, m);
  for (Eigen::Index j = 0; j < m; ++j) {
    const Transfer& back = loop.feedback[static_cast<std::size_t>(j)];
    gain_.row(j) = -back.factor * response_.row(back.from);
    gain_(j, j) += 1.0;
  }
  lu_.compute(gain_);
}

/// Pushes the kept pass of a loop.
void Tangent::push_pass(const StepTape& tape, std::size_t at, Matrix& d) {
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const StepTape::Entry& entry = tape.entries()[at + 1 + k];
    if (entry.kind != EntryKind::Call) {
      push_entry(tape, entry, d);
    } else if (!kept_[k].jacobian.rows.empty()) {
      push_call(kept_[k].jacobian, d);
    }
  }
}

void Tangent::push_loop(const StepTape& tape, std::size_t at, Matrix& d) {
  const StepTape::Entry& head = tape.entries()[at];
  const Loop& loop = plan().loops[head.number];
  const LoopCells& own = cells_of(head.number);
  differentiate_loop(tape, at);
  before_.resize(static_cast<Eigen::Index>(own.memory.size()), d.cols());
  for (std::size_t i = 0; i < own.memory.size(); ++i) {
    before_.row(static_cast<Eigen::Index>(i)) = d.row(own.memory[i]);
  }
  for (const Transfer& back : loop.feedback) d.row(back.to).setZero();
  push_pass(tape, at, d);
  Eigen::MatrixXd handed_back(static_cast<Eigen::Index>(loop.feedback.size()), d.cols());
  for (std::size_t j = 0; j < loop.feedback.size(); ++j) {
    const Transfer& back = loop.feedback[j];
    handed_back.row(static_cast<Eigen::Index>(j)) = back.factor * d.row(back.from);
  }
  const Eigen::MatrixXd solution = lu_.solve(handed_back);
  for (std::size_t i = 0; i < own.memory.size(); ++i) {
    d.row(own.memory[i]) = before_.row(static_cast<Eigen::Index>(i));
  }
  for (std::size_t j = 0; j < loop.feedback.size(); ++j) {
    d.row(loop.feedback[j].to) = solution.row(static_cast<Eigen::Index>(j));
  }
  push_pass(tape, at, d);
}

/// With w what the pass writes: mu = (I - G)^-T (dw/dz)^T grad_w, then the pass takes grad_w and mu
/// at what it hands back.
void Tangent::pull_loop(const StepTape& tape, std::size_t at, Matrix& g) {
  const StepTape::Entry& head = tape.entries()[at];
  const Loop& loop = plan().loops[head.number];
  const LoopCells& own = cells_of(head.number);
  differentiate_loop(tape, at);
  Eigen::MatrixXd at_z = Eigen::MatrixXd::Zero(gain_.rows(), g.cols());
  for (const int cell : own.cells) at_z.noalias() += response_.row(cell).transpose() * g.row(cell);
  const Eigen::MatrixXd mu = lu_.transpose().solve(at_z);
  for (const Transfer& back : loop.feedback) g.row(back.to).setZero();
  for (std::size_t j = 0; j < loop.feedback.size(); ++j) {
    const Transfer& back = loop.feedback[j];
    g.row(back.from) += back.factor * mu.row(static_cast<Eigen::Index>(j));
  }
  for (std::size_t k = kept_.size(); k-- > 0;) {
    const StepTape::Entry& entry = tape.entries()[at + 1 + k];
    if (entry.kind != EntryKind::Call) {
      pull_entry(tape, entry, g);
    } else if (!kept_[k].jacobian.rows.empty()) {
      pull_call(kept_[k].jacobian, g);
    }
  }
  for (const Transfer& back : loop.feedback) g.row(back.to).setZero();
}

}  // namespace hearth
