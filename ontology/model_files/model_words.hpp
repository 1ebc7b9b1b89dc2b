// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/results/run_words.hpp"
#include "hearth/framework/model/model.hpp"
#include "hearth/framework/order/order.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

inline constexpr Choices<LoopAction, 3> kLoopWords{
    {{"solve", LoopAction::Solve}, {"refuse", LoopAction::Refuse}, {"delay", LoopAction::Delay}}};
inline constexpr Choices<CutPin, 2> kCutWords{
    {{"never", CutPin::Never}, {"prefer", CutPin::Prefer}}};

}  // namespace hearth
