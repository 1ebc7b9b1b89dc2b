// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/apps/views/scenario_table.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"
#include "hearth/framework/base/read_confinement.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownMissing = 10;

std::vector<fs::path> stores_of(const MergeOptions& options) {
  std::vector<fs::path> stores;
  for (const fs::path& folder : options.folders) {
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) {
      throw InputError("file.missing", {.file = folder.string()}, "no folder has this name");
    }
    const std::vector<fs::path> found = stores_in(folder);
    stores.insert(stores.end(), found.begin(), found.end());
  }
  if (stores.empty()) {
    throw InputError("scenarios.merge_empty", {.file = options.folders.front().string()},
                     "there are no finished runs to merge; name the folders that contain them");
  }
  return stores;
}

/// Returns the number of shards according to the parts; 0 if they differ.
long shard_count(const std::vector<fs::path>& stores) {
  std::set<long> counts;
  for (const fs::path& store : stores) {
    const std::string name = store.filename().string();
    const auto of = name.find("-of-");
    if (!name.starts_with("shard-") || of == std::string::npos) continue;
    long count = 0;
    std::from_chars(name.data() + of + 4, name.data() + name.size(), count);
    counts.insert(count);
  }
  return counts.size() == 1 ? *counts.begin() : 0;
}

std::string first_of(const std::vector<long>& numbers) {
  const auto shown = std::min(numbers.size(), kShownMissing);
  const std::vector<long> first(numbers.begin(), numbers.begin() + static_cast<long>(shown));
  return fmt::format("{}{}", fmt::join(first, ", "), shown < numbers.size() ? ", ..." : "");
}

std::string missing_text(const MergeReport& report, const std::vector<fs::path>& stores) {
  std::string text = fmt::format("{} of {} runs are missing: {}", report.missing.size(),
                                 report.layout.runs, first_of(report.missing));
  const long count = shard_count(stores);
  if (count < 2) return text;
  std::set<long> shards;
  for (const long index : report.missing) shards.insert(index % count);
  const std::vector<long> list(shards.begin(), shards.end());
  return text + fmt::format("; of {} {} of {}", list.size() == 1 ? "shard" : "shards",
                            first_of(list), count);
}

void check_complete(const MergeOptions& options, const std::vector<fs::path>& stores,
                    Session& session) {
  const MergeReport survey = survey_stores(stores);
  if (survey.missing.empty()) return;
  const Where where{.file = options.folders.front().string()};
  const std::string text = missing_text(survey, stores);
  if (!options.partial) {
    throw InputError("scenarios.incomplete", where,
                     text + "; run them, or merge the available runs with --partial");
  }
  Diagnostics diagnostics;
  diagnostics.warning("scenarios.incomplete", where, text);
  session.messages.show(diagnostics);
}

}  // namespace

int run_verb(const MergeOptions& options, Session& session) {
  check_not_hidden(options.output);  // what was merged is read again
  const std::vector<fs::path> stores = stores_of(options);
  check_complete(options, stores, session);
  for (const fs::path& store : stores) {
    std::error_code ignored;
    const bool own = fs::equivalent(store, options.output / "results.sqlite", ignored);
    if (!own) session.files.add_input(store, "runs of the set");
  }
  add_tables(options.output, session.files);
  session.files.prepare();
  const MergeReport report = merge_stores(
      stores, options.output, {}, options.partial ? MissingRuns::LeaveOut : MissingRuns::Refuse);
  const auto failed = static_cast<long>(report.failed.size());
  for (const std::string& line : failed_lines(report.failed, failed)) session.messages.say(line);
  session.messages.show(failure_of_runs(failed, options.output));
  const std::string range = range_text(options.output / "results.sqlite", report.layout);
  if (!range.empty()) session.messages.say(range);
  session.messages.say(fmt::format("{} runs, {} failed; table in '{}'", report.finished, failed,
                                   (options.output / "results.csv").string()));
  return failed > 0 ? kRunFailed : kDone;
}

}  // namespace hearth::apps
