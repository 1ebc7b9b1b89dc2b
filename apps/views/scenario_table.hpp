// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "hearth/apps/base/call_files.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"

namespace hearth::apps {

/// Writes one line for each run of a share, columns apart by tabs, with a header. Ends early
/// without a reader of the lines, and when `stop`, asked now and then, returns true: returns false
/// then.
bool write_runs(const ScenarioSet& set, const Shard& shard, std::ostream& out,
                const std::function<bool()>& stop);

/// Returns `ener_tot: 12.3 kWh/m2 (a) to 45.6 kWh/m2 (b)` from a finished table: its first KPI with
/// values; "" if there is none.
std::string range_text(const std::filesystem::path& table, const StoreLayout& layout);

/// Returns one line for each failed run, ten at most, and a count of the others.
std::vector<std::string> failed_lines(
    const std::vector<std::pair<std::string, std::string>>& failed, long count);

/// Returns the error `scenarios.runs_failed` if runs of a folder failed.
Diagnostics failure_of_runs(long count, const std::filesystem::path& folder);

/// Notes the tables of a finished set as files that --output writes.
void add_tables(const std::filesystem::path& folder, CallFiles& files);

}  // namespace hearth::apps
