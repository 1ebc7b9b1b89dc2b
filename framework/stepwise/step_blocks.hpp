// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Successive stages [first, end). Components of a block exchange values with each other, but not
/// with other blocks of their segment.
struct StepBlock {
  std::size_t first = 0, end = 0;
};

/// Stages in an order in which they can run one after the other. They are divided into segments,
/// and these into blocks. The stages of a block run in succession, so that their values are in the
/// cache. The blocks of a segment can run at the same time: threads wait for each other only after
/// a segment, not after every stage.
struct BlockedStages {
  std::vector<Stage> stages;
  std::vector<std::vector<StepBlock>> segments;
};

/// Divides stages into segments and blocks of about `block_size` calls of components. A segment
/// ends before a stage that connects so many components that few blocks would result, such as the
/// return air of a building. Components that exchange values keep their order, so that results do
/// not depend on the division.
BlockedStages divide_into_blocks(const Plan& plan, const std::vector<Stage>& stages,
                                 int block_size);

}  // namespace hearth
