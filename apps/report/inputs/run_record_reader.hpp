// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "hearth/data/results/run_record.hpp"

namespace hearth::apps {

/// Reads a `run.json`. What it lacks keeps its default, so that records of other versions can be
/// read; `run.record_invalid` where it is no record at all, and what reading a file throws.
RunRecord read_run_record(const std::filesystem::path& path);

}  // namespace hearth::apps
