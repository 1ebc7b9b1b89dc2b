// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Successive stages, by number. Components of a block exchange values with each other, but not
/// with other blocks of their segment.
struct StepBlock {
  std::size_t first = 0, end = 0;
};

/// Stages in an order in which they can run one after the other. A block that runs at once finds
/// its values in the cache. The blocks of a segment can also run at the same time: threads wait for
/// each other after a segment only, not after every stage.
struct BlockedStages {
  std::vector<Stage> stages;
  std::vector<std::vector<StepBlock>> segments;
};

/// Divides stages into segments and blocks of about `block_size` component calls. A segment ends
/// before a stage that connects so many components that blocks would be few: the return air of a
/// building, for instance, begins a new segment. Every component keeps its place among those that
/// it exchanges values with, so that results do not depend on the division.
BlockedStages divide_into_blocks(const Plan& plan, const std::vector<Stage>& stages,
                                 int block_size);

}  // namespace hearth
