// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/apps/report/collect/collectors.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kShownNodes = 3;

ReportTable run_table(const std::vector<ResultFile>& results, const PathText& paths) {
  ReportTable table;
  table.title = "Runs";
  table.columns = {"run", "result", "status", "Hearth", "seed", "threads", "wall time", "command"};
  table.units = {"", "", "", "", "", "", "s", ""};
  table.numeric = {false, false, false, false, true, true, true, false};
  for (const ResultFile& result : results) {
    std::vector<std::string> row = {result.name, paths.path(result.path.string())};
    row.resize(table.columns.size());
    if (result.record) {
      const RunRecord& record = *result.record;
      row[2] = to_string(record.status);
      row[3] = record.version;
      row[4] = record.seed ? fmt::format("{}", *record.seed) : "";
      row[5] = fmt::format("{}", record.threads);
      row[6] = number_text(record.wall_seconds);
      row[7] = paths.command(record.command);
    }
    table.cells.push_back(std::move(row));
  }
  return table;
}

/// The state of an input now: same content, changed, or missing.
std::string state_of(const InputFile& input, const RunPlaces& places) {
  const auto path = places.find(input.path);
  if (!path) return "not found, or a changed file in another folder";
  const std::optional<std::uint64_t> hash = hash_once(*path);
  if (!hash) return "not readable";
  return *hash == input.hash ? "unchanged" : "changed";
}

ReportTable input_table(const std::vector<ResultFile>& results, const PathText& paths,
                        Diagnostics& diagnostics) {
  ReportTable table;
  table.title = "Input files";
  table.note = "The hash (FNV-1a, 64 bits) distinguishes versions of a file.";
  table.columns = {"file", "hash", "now"};
  table.units.resize(table.columns.size());
  table.numeric = {false, false, false};
  std::set<std::pair<std::string, std::uint64_t>> known;
  for (const ResultFile& result : results) {
    if (!result.record) continue;
    const RunPlaces places(result);
    for (const InputFile& input : result.record->inputs) {
      // Runs in other folders name the same file in other ways.
      const auto found = places.find(input.path);
      std::error_code ignored;
      const std::string full =
          found ? std::filesystem::weakly_canonical(*found, ignored).string() : input.path;
      if (!known.emplace(full, input.hash).second) continue;
      std::vector<std::string> row = {paths.path(input.path), fmt::format("{:016x}", input.hash),
                                      state_of(input, places)};
      if (row[2] == "changed") {
        diagnostics.warning("report.input_changed", {.file = input.path},
                            "this file has changed since the run of '" + result.name +
                                "'; repeat the run, or restore the old file");
      }
      table.cells.push_back(std::move(row));
    }
  }
  return table;
}

std::string place_text(const Where& where, const PathText& paths) {
  std::string text = paths.path(where.file);
  const auto add = [&text](const std::string& part) {
    if (part.empty()) return;
    text += (text.empty() ? "" : " ") + part;
  };
  if (where.line > 0) text += fmt::format(":{}", where.line);
  add(where.pointer);
  add(where.port.empty() ? where.component : where.component + "." + where.port);
  return text;
}

/// Puts what is beyond the first notes with the same message into one that names their places.
std::vector<ReportNote> with_shared_rows(const std::vector<ReportNote>& notes) {
  constexpr std::size_t kWhole = 3, kMostEqual = 5, kMostPlaces = 40;
  std::map<std::pair<std::string, std::string>, std::vector<const ReportNote*>> by_message;
  for (const ReportNote& note : notes) by_message[{note.code, note.message}].push_back(&note);
  std::vector<ReportNote> shown;
  for (const ReportNote& note : notes) {
    const auto& equal = by_message[{note.code, note.message}];
    if (equal.size() <= kMostEqual) {
      shown.push_back(note);
      continue;
    }
    const auto first_shared = equal.begin() + static_cast<long>(kWhole);
    if (std::find(equal.begin(), first_shared, &note) != first_shared) shown.push_back(note);
    if (*first_shared != &note) continue;
    std::string places;
    const std::size_t count = equal.size() - kWhole;
    for (std::size_t i = kWhole; i < std::min(equal.size(), kWhole + kMostPlaces); ++i) {
      places += (places.empty() ? "" : "; ") + equal[i]->place;
    }
    if (count > kMostPlaces) places += fmt::format("; and {} more", count - kMostPlaces);
    shown.push_back({note.severity, note.code, "", fmt::format("{} more: {}", count, places)});
  }
  return shown;
}

std::string nodes_text(const Json& item) {
  const Json& nodes = list_member(item, "nodes");
  std::string text;
  for (std::size_t i = 0; i < nodes.size() && i < kShownNodes; ++i) {
    text += (i == 0 ? "" : ", ") + text_member(nodes[i], "name");
  }
  if (nodes.size() > kShownNodes) text += fmt::format(", {} more", nodes.size() - kShownNodes);
  return text;
}

}  // namespace

std::vector<ReportTable> provenance_tables(const std::vector<ResultFile>& results,
                                           const PathText& paths, Diagnostics& diagnostics) {
  std::vector<ReportTable> tables = {run_table(results, paths)};
  ReportTable inputs = input_table(results, paths, diagnostics);
  if (!inputs.cells.empty()) tables.push_back(std::move(inputs));
  return tables;
}

std::vector<ReportNote> report_notes(const Diagnostics& diagnostics, const PathText& paths) {
  std::vector<ReportNote> notes;
  std::set<std::vector<std::string>> known;
  std::vector<Diagnostic> items = diagnostics.items();
  std::stable_sort(items.begin(), items.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return static_cast<int>(a.severity) > static_cast<int>(b.severity);
  });
  for (const Diagnostic& item : items) {
    ReportNote note{to_string(item.severity), item.code, place_text(item.where, paths),
                    paths.text(item.message)};
    if (!known.insert({note.code, note.place, note.message}).second) continue;
    notes.push_back(std::move(note));
  }
  return with_shared_rows(notes);
}

std::vector<ReportNote> import_notes(const Json& report, const PathText& paths) {
  std::vector<ReportNote> notes;
  for (const Json& item : list_member(report, "items")) {
    const std::string consequence = text_member(item, "consequence");
    notes.push_back({text_member(item, "severity"), text_member(item, "code"), nodes_text(item),
                     paths.text(text_member(item, "message") +
                                (consequence.empty() ? "" : "; " + consequence))});
  }
  return notes;
}

std::vector<ReportFact> import_facts(const Json& report) {
  const Json& coverage = member(report, "coverage");
  std::vector<ReportFact> facts;
  for (const char* kind : {"equipment", "points"}) {
    const Json& share = member(coverage, kind);
    if (!share.is_object()) continue;
    facts.push_back(
        {fmt::format("Understood {}", kind),
         fmt::format("{} of {}", integer_member(share, "mapped"), integer_member(share, "total"))});
  }
  return facts;
}

}  // namespace hearth::apps
