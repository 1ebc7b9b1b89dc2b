// SPDX-License-Identifier: MIT
#include "hearth/apps/views/scenario_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/estimation/scenarios/run/scenario_worker.hpp"
#include "hearth/estimation/scenarios/store/store_tables.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kShownFailures = 10;
constexpr std::size_t kPiece = 1 << 16;  // bytes that are written at once

/// Returns id and value of the first run in an order of a KPI's column.
std::optional<std::pair<std::string, double>> first_run(SqliteDatabase& table,
                                                        const std::string& column,
                                                        const char* order) {
  const std::string id = sql_name("id");
  SqliteStatement query = table.prepare(
      fmt::format("SELECT {}, {} FROM runs WHERE {} IS NOT NULL ORDER BY {} {}, run LIMIT 1", id,
                  column, column, column, order));
  if (!query.next()) return std::nullopt;
  return std::make_pair(std::string(query.text(0)), query.number(1));
}

/// Adds the line of a run in the list of runs.
void add_line(const ScenarioSet& set, long index, const std::vector<TableColumn>& columns,
              std::string& text) {
  FinishedRun run;
  label_run(set, scenario_run(set, index), run);
  text += std::to_string(index);
  auto word = run.words.begin();
  auto number = run.numbers.begin();
  for (const TableColumn& column : columns) {
    text += "\t";
    if (column.text) {
      text += *word++;
    } else if (const double value = *number++; !std::isnan(value)) {
      text += number_text(value);
    }
  }
  text += "\n";
}

}  // namespace

bool write_runs(const ScenarioSet& set, const Shard& shard, std::ostream& out,
                const std::function<bool()>& stop) {
  const std::vector<TableColumn> columns = label_columns(set);
  std::string text = "run";
  for (const TableColumn& column : columns) text += "\t" + column_title(column);
  text += "\n";
  const long count = run_count(set);
  for (long index = shard.index; index < count && out; index += shard.count) {
    add_line(set, index, columns, text);
    if (text.size() < kPiece) continue;
    if (stop()) return false;
    out << text;
    text.clear();
  }
  if (stop()) return false;
  out << text;
  return true;
}

std::string range_text(const std::filesystem::path& table, const StoreLayout& layout) {
  SqliteDatabase database(table, SqliteDatabase::Access::Read);
  const std::vector<std::string> titles = kpi_titles(layout);
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const std::string column = sql_name(titles[i]);
    const auto least = first_run(database, column, "ASC");
    if (!least) continue;
    const auto most = first_run(database, column, "DESC");
    const std::string& unit = layout.kpis[i].unit;
    const std::string space = unit.empty() ? "" : " ";
    return fmt::format("{}: {:.4g}{}{} ({}) to {:.4g}{}{} ({})", layout.kpis[i].name, least->second,
                       space, unit, least->first, most->second, space, unit, most->first);
  }
  return "";
}

std::vector<std::string> failed_lines(
    const std::vector<std::pair<std::string, std::string>>& failed, long count) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(failed.size(), kShownFailures); ++i) {
    lines.push_back(fmt::format("failed: {}  {}", failed[i].first, failed[i].second));
  }
  const long others = count - static_cast<long>(lines.size());
  if (others > 0) lines.push_back(fmt::format("and {} more failed runs", others));
  return lines;
}

Diagnostics failure_of_runs(long count, const std::filesystem::path& folder) {
  Diagnostics diagnostics;
  if (count > 0) {
    diagnostics.error("scenarios.runs_failed", {.file = folder.string()},
                      fmt::format("{} failed; correct the causes and run them again: 'hearth "
                                  "scenarios' with --retry-failed",
                                  counted(count, "run")));
  }
  return diagnostics;
}

void add_tables(const std::filesystem::path& folder, CallFiles& files) {
  for (const char* table : {"results.csv", "results.sqlite", "monthly.csv"}) {
    files.add_output(folder / table, "--output", "table of the set");
  }
}

}  // namespace hearth::apps
