// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "hearth/framework/component/cells.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Returns the value that a transfer delivers, in the unit of its target.
template <class T>
T transferred(const Transfer& transfer, const Cells<T>& cells) {
  const bool same = transfer.factor == 1.0 && transfer.shift == 0.0;
  return same ? cells[transfer.from] : T(transfer.factor * cells[transfer.from] + transfer.shift);
}

template <class T>
void execute(const Transfer& transfer, Cells<T>& cells) {
  cells[transfer.to] = transferred(transfer, cells);
}

template <class T>
void execute(const std::vector<Transfer>& transfers, Cells<T>& cells) {
  for (const Transfer& transfer : transfers) execute(transfer, cells);
}

}  // namespace hearth
