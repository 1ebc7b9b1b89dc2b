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

/// Writes one line for each run of a shard, with a header and columns separated by tabs. Ends early
/// if the output has no reader. Also ends early, and returns false, if `stop` returns true, which
/// is called from time to time.
bool write_runs(const ScenarioSet& set, const Shard& shard, std::ostream& out,
                const std::function<bool()>& stop);

/// Returns `ener_tot: 12.3 kWh/m2 (a) to 45.6 kWh/m2 (b)` for the first KPI with values in a
/// finished table; "" if there is none.
std::string range_text(const std::filesystem::path& table, const StoreLayout& layout);

/// Returns one line for each failed run, at most ten, and the number of the others.
std::vector<std::string> failed_lines(
    const std::vector<std::pair<std::string, std::string>>& failed, long count);

/// Returns the error `scenarios.runs_failed` if there are failed runs in a folder.
Diagnostics failure_of_runs(long count, const std::filesystem::path& folder);

/// Adds the tables of a finished set to the files that --output writes.
void add_tables(const std::filesystem::path& folder, CallFiles& files);

}  // namespace hearth::apps
