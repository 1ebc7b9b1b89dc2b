// SPDX-License-Identifier: MIT
#pragma once

namespace hearth {

/// A share of a set: the runs whose index leaves the remainder `index` when divided by `count`.
struct Shard {
  long index = 0;
  long count = 1;
};

}  // namespace hearth
