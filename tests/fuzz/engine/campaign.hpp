// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hearth/tests/fuzz/engine/target.hpp"

namespace hearth::fuzz {

struct CampaignOptions {
  std::uint64_t from = 0;
  std::uint64_t runs = 500;  ///< of a target with a share of 1
  double seconds = 0.0;      ///< of one target; 0: as long as the runs take
  int jobs = 1;              ///< targets at a time
};

/// Gives texts to targets, each in a process of its own: those of `corpus`, then mutated ones of
/// the numbers from `from` on. Crashes, hangs, leaks and failures are printed with what reproduces
/// them, and the next text follows; at the end a table is printed. Returns whether nothing was
/// found.
bool run_campaign(std::span<const TargetKind> kinds, const CampaignOptions& options);

/// Passes a text to a target in this process, in all its ways if `way` is negative; prints what
/// became of it. Returns whether the target behaved.
bool run_text(const TargetKind& kind, const std::string& text, std::int64_t way);

}  // namespace hearth::fuzz
