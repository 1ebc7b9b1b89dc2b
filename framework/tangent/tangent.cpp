// SPDX-License-Identifier: MIT
#include "hearth/framework/tangent/tangent.hpp"

#include <algorithm>

namespace hearth {
namespace {

using EntryKind = StepTape::EntryKind;
constexpr int kGroup = Tangent::kGroup;
using Matrix = Tangent::Matrix;

/// Returns one group of columns of a row.
auto group(Matrix& d, int row, int number) {
  return Eigen::Map<Eigen::Array<double, kGroup, 1>>(d.data() + d.cols() * row + kGroup * number);
}

/// Computes d(to) = factor d(from) + kept d(to).
void combine(Matrix& d, int to, double kept, int from, double factor,
             const std::vector<int>& groups) {
  for (const int g : groups) {
    if (kept == 0.0) {
      group(d, to, g) = factor * group(d, from, g);
    } else {
      group(d, to, g) = kept * group(d, to, g) + factor * group(d, from, g);
    }
  }
}

}  // namespace

Tangent::Tangent(const Simulation<double>& simulation, const ConfigObjects<Jet8>& objects,
                 const std::vector<std::vector<int>>& groups)
    : simulation_(simulation),
      influence_(objects.plan(), groups),
      calls_(objects, influence_),
      balanced_(objects.plan().options.coupling == Coupling::Balanced),
      sum_(static_cast<int>(objects.plan().cells.size())),
      mean_(sum_ + static_cast<int>(simulation.averages().size())),
      mean_start_(mean_ + observed()),
      loops_(objects.plan().loops.size()) {}

bool Tangent::loop_varies(const Loop& loop) const {
  return std::any_of(loop.feedback.begin(), loop.feedback.end(),
                     [this](const Transfer& transfer) { return influence_.varies(transfer.to); });
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

/// `all` are the groups of every row, if not those on which the row depends.
void Tangent::push_entry(const StepTape& tape, const StepTape::Entry& entry, Matrix& d,
                         const std::vector<int>* all) {
  const std::vector<int>& averages = simulation_.averages();
  const std::vector<int>& means = simulation_.observed_means();
  const auto groups_of = [&](int cell) -> const std::vector<int>& {
    return all != nullptr ? *all : influence_.groups_of(cell);
  };
  switch (entry.kind) {
    case EntryKind::Call: {
      const StepTape::Call& call = tape.call(entry.number);
      if (influence_.varies_slot(call.slot)) {
        push_call(calls_.of(tape, call), influence_.groups_of_slot(call.slot), d);
      }
      break;
    }
    case EntryKind::Copy:
      for (std::size_t k = 0; k < entry.length; ++k) {
        const Transfer& transfer = entry.transfers[k];
        if (!influence_.varies(transfer.to)) continue;
        combine(d, transfer.to, 0.0, transfer.from, transfer.factor, groups_of(transfer.to));
      }
      break;
    case EntryKind::Constant:
      d.row(entry.number).setZero();
      break;
    case EntryKind::Loop:
      break;
    case EntryKind::BeginStep:
      for (std::size_t k = 0; k < averages.size(); ++k) {
        for (const int g : groups_of(averages[k])) {
          group(d, sum_ + static_cast<int>(k), g).setZero();
        }
      }
      for (int i = 0; i < observed(); ++i) {
        d.row(mean_ + i).setZero();
        combine(d, mean_start_ + i, 0.0, means[i], 1.0, groups_of(means[i]));
      }
      break;
    case EntryKind::Book:
      for (std::size_t k = 0; k < averages.size(); ++k) {
        const int cell = averages[k];
        combine(d, sum_ + static_cast<int>(k), 1.0, cell, entry.share, groups_of(cell));
      }
      for (int i = 0; i < observed(); ++i) {
        const auto& groups = groups_of(means[i]);
        const double share = balanced_ ? entry.share : 0.5 * entry.share;
        if (!balanced_) combine(d, mean_ + i, 1.0, mean_start_ + i, share, groups);
        combine(d, mean_ + i, 1.0, means[i], share, groups);
        combine(d, mean_start_ + i, 0.0, means[i], 1.0, groups);
      }
      break;
    case EntryKind::EndStep:
      for (std::size_t k = 0; k < averages.size(); ++k) {
        const int cell = averages[k];
        combine(d, cell, 0.0, sum_ + static_cast<int>(k), 1.0, groups_of(cell));
      }
      break;
  }
}

void Tangent::push_call(const CallJacobian& jacobian, const std::vector<int>& groups, Matrix& d) {
  const int rows = static_cast<int>(jacobian.rows.size());
  const std::size_t columns = jacobian.columns.size();
  if (results_.rows() < rows || results_.cols() != kGroup) results_.resize(rows, kGroup);
  for (const int g : groups) {
    const double* value = jacobian.values.data();
    for (int r = 0; r < rows; ++r) {
      Eigen::Array<double, kGroup, 1> result = Eigen::Array<double, kGroup, 1>::Zero();
      for (std::size_t c = 0; c < columns; ++c, ++value) {
        if (*value != 0.0) result += *value * group(d, jacobian.columns[c], g);
      }
      group(results_, r, 0) = result;
    }
    for (int r = 0; r < rows; ++r) {
      group(d, jacobian.rows[static_cast<std::size_t>(r)], g) = group(results_, r, 0);
    }
  }
}

// ---- backward --------------------------------------------------------------------------------

void Tangent::pull(const StepTape& tape, const StepTape::Mark& from, const StepTape::Mark& to,
                   Matrix& gradients) {
  // Loops precede their entries: their places are found first.
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
      if (influence_.varies_slot(call.slot)) pull_call(calls_.of(tape, call), g);
      break;
    }
    case EntryKind::Copy:
      for (std::size_t k = entry.length; k-- > 0;) {
        const Transfer& transfer = entry.transfers[k];
        if (!influence_.varies(transfer.to)) continue;
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
        if (!influence_.varies(averages[k])) continue;
        g.row(averages[k]) += entry.share * g.row(sum_ + static_cast<int>(k));
      }
      break;
    case EntryKind::EndStep:
      for (std::size_t k = 0; k < averages.size(); ++k) {
        if (!influence_.varies(averages[k])) continue;
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
// values e from outside; it returns g(z, e). At the solution z = g, so that
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
  const int m = static_cast<int>(loop.feedback.size());
  for (int g = 0; g < (m + kGroup - 1) / kGroup; ++g) own.all.push_back(g);
  return own;
}

/// Keeps the Jacobians of a pass, and finds its response to z, with I - G factorised.
void Tangent::differentiate_loop(const StepTape& tape, std::size_t at) {
  const StepTape::Entry& head = tape.entries()[at];
  const Loop& loop = plan().loops[head.number];
  kept_.assign(head.length, {});
  pool_.clear();
  for (std::size_t k = 0; k < head.length; ++k) {
    const StepTape::Entry& entry = tape.entries()[at + 1 + k];
    if (entry.kind != EntryKind::Call) continue;
    const StepTape::Call& call = tape.call(entry.number);
    if (!influence_.varies_slot(call.slot)) continue;
    kept_[k] = {calls_.of(tape, call), pool_.size()};
    pool_.insert(pool_.end(), kept_[k].jacobian.values.begin(), kept_[k].jacobian.values.end());
  }
  for (Kept& kept : kept_) {
    const std::size_t count = kept.jacobian.rows.size() * kept.jacobian.columns.size();
    kept.jacobian.values = std::span<const double>(pool_).subspan(kept.values, count);
  }
  const auto m = static_cast<Eigen::Index>(loop.feedback.size());
  LoopCells& own = cells_of(head.number);
  const Eigen::Index width = (m + kGroup - 1) / kGroup * kGroup;
  if (response_.rows() != rows() || response_.cols() != width) {
    response_.setZero(rows(), width);
  } else {
    for (const int cell : touched_) response_.row(cell).setZero();
  }
  touched_ = own.cells;
  for (Eigen::Index j = 0; j < m; ++j) {
    response_(loop.feedback[static_cast<std::size_t>(j)].to, j) = 1.0;
  }
  push_pass(tape, at, response_, &own.all);
  gain_.resize(m, m);
  for (Eigen::Index j = 0; j < m; ++j) {
    const Transfer& back = loop.feedback[static_cast<std::size_t>(j)];
    gain_.row(j) = -back.factor * response_.row(back.from).head(m);
    gain_(j, j) += 1.0;
  }
  lu_.compute(gain_);
}

/// Pushes the kept pass of a loop; `all` are the groups of every row, if not those on which the row
/// depends.
void Tangent::push_pass(const StepTape& tape, std::size_t at, Matrix& d,
                        const std::vector<int>* all) {
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const StepTape::Entry& entry = tape.entries()[at + 1 + k];
    if (entry.kind != EntryKind::Call) {
      push_entry(tape, entry, d, all);
    } else if (!kept_[k].jacobian.rows.empty()) {
      const int slot = tape.call(entry.number).slot;
      push_call(kept_[k].jacobian, all != nullptr ? *all : influence_.groups_of_slot(slot), d);
    }
  }
}

void Tangent::push_loop(const StepTape& tape, std::size_t at, Matrix& d) {
  const StepTape::Entry& head = tape.entries()[at];
  const Loop& loop = plan().loops[head.number];
  const LoopCells& own = cells_of(head.number);
  differentiate_loop(tape, at);
  // Each part of a loop depends on everything on which any part of it depends.
  const std::vector<int>& groups = influence_.groups_of_slot(loop.slots.front());
  const auto width = static_cast<Eigen::Index>(groups.size()) * kGroup;
  const auto m = static_cast<Eigen::Index>(loop.feedback.size());
  before_.resize(static_cast<Eigen::Index>(own.memory.size()), width);
  handed_back_.resize(m, width);
  for (std::size_t n = 0; n < groups.size(); ++n) {
    const int at_group = static_cast<int>(n);
    for (std::size_t i = 0; i < own.memory.size(); ++i) {
      group(before_, static_cast<int>(i), at_group) = group(d, own.memory[i], groups[n]);
    }
    for (const Transfer& back : loop.feedback) group(d, back.to, groups[n]).setZero();
  }
  push_pass(tape, at, d, nullptr);
  for (std::size_t n = 0; n < groups.size(); ++n) {
    for (int j = 0; j < static_cast<int>(m); ++j) {
      const Transfer& back = loop.feedback[static_cast<std::size_t>(j)];
      group(handed_back_, j, static_cast<int>(n)) = back.factor * group(d, back.from, groups[n]);
    }
  }
  handed_back_ = lu_.solve(handed_back_);
  for (std::size_t n = 0; n < groups.size(); ++n) {
    const int at_group = static_cast<int>(n);
    for (std::size_t i = 0; i < own.memory.size(); ++i) {
      group(d, own.memory[i], groups[n]) = group(before_, static_cast<int>(i), at_group);
    }
    for (int j = 0; j < static_cast<int>(m); ++j) {
      const Transfer& back = loop.feedback[static_cast<std::size_t>(j)];
      group(d, back.to, groups[n]) = group(handed_back_, j, at_group);
    }
  }
  push_pass(tape, at, d, nullptr);
}

/// With w the cells that the pass writes: mu = (I - G)^-T (dw/dz)^T grad_w; then the pass takes
/// grad_w, and mu at the values that it returns.
void Tangent::pull_loop(const StepTape& tape, std::size_t at, Matrix& g) {
  const StepTape::Entry& head = tape.entries()[at];
  const Loop& loop = plan().loops[head.number];
  const LoopCells& own = cells_of(head.number);
  differentiate_loop(tape, at);
  Eigen::MatrixXd at_z = Eigen::MatrixXd::Zero(gain_.rows(), g.cols());
  for (const int cell : own.cells) {
    at_z.noalias() += response_.row(cell).head(gain_.rows()).transpose() * g.row(cell);
  }
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
