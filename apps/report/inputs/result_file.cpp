// SPDX-License-Identifier: MIT
#include "hearth/apps/report/inputs/result_file.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "hearth/apps/report/content/json_members.hpp"
#include "hearth/data/json/file_kinds.hpp"
#include "hearth/data/json/read_json.hpp"
#include "hearth/data/results/read_results.hpp"
#include "hearth/data/results/result_columns.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/data/text/csv.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"
#include "hearth/framework/base/read_confinement.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExpected =
    "expected results of 'hearth simulate' (CSV), the result of 'hearth calibrate', 'sample', "
    "'sensitivity' or 'optimize' (JSON), a folder of 'hearth scenarios' or an import report of "
    "'hearth translate' (JSON)";
constexpr int kFoldersAbove = 4;

[[noreturn]] void refuse(const fs::path& path, const std::string& found) {
  throw InputError("report.kind_unknown", {.file = path.string()}, found + "; " + kExpected);
}

bool is_json(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '{';
}

ResultKind json_kind(const fs::path& path, const std::string& text) {
  const Json json = read_json(text, path.string());
  if (!json.is_object()) refuse(path, "this JSON is not an object");
  const auto kind = json_file_kind([&](std::string_view key) { return json.contains(key); });
  if (!kind) refuse(path, "this JSON is not a result of Hearth");
  switch (*kind) {
    case JsonFileKind::CalibrationResult:
      return ResultKind::Calibration;
    case JsonFileKind::Posterior:
      return ResultKind::Posterior;
    case JsonFileKind::Sensitivity:
      return ResultKind::Sensitivity;
    case JsonFileKind::ControlResult:
      return ResultKind::Control;
    case JsonFileKind::ImportReport:
      return ResultKind::Import;
    default:
      refuse(path, fmt::format("this is {}; {}", name_of(*kind), use_of(*kind)));
  }
}

/// Returns the text up to the end of the header, without comments.
std::string header_line(const std::string& text) {
  std::size_t begin = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    if (end > begin && text[begin] != '#') return text.substr(begin, end - begin);
    begin = end + 1;
  }
  return "";
}

/// Results begin with the column `time`; the other columns are `id.port [unit]`.
bool is_run_csv(const std::string& text) {
  const std::string header = header_line(text);
  const std::string_view first = std::string_view(header).substr(0, header.find(','));
  return first != header && interval_of_title(first) && header.find('.') != std::string::npos;
}

/// The chains of `sample` begin with these columns.
bool is_chains_csv(const std::string& text) {
  return header_line(text).starts_with("chain,draw,log_posterior,");
}

/// Whether a file has results of a run in a format other than CSV; a scenario set does not.
bool is_run_file(const fs::path& path) {
  if (!fs::exists(path) || !is_binary_results(path)) return false;
  try {
    return interval_of_title(read_results_table(path).table.columns().front()).has_value();
  } catch (const InputError& error) {
    if (error.code() == "results.table_missing") return false;
    throw;
  }
}

ResultFile in_folder(const fs::path& folder) {
  const fs::path sqlite = folder / "results.sqlite";
  if (fs::exists(sqlite) && is_run_file(sqlite)) return {ResultKind::Run, sqlite, folder, ""};
  if (fs::exists(sqlite)) return {ResultKind::Scenarios, folder, folder, ""};
  const fs::path csv = folder / "results.csv";
  if (fs::exists(csv)) {
    if (is_run_csv(read_text_file(csv))) return {ResultKind::Run, csv, folder, ""};
    return {ResultKind::Scenarios, folder, folder, ""};
  }
  if (!stores_in(folder).empty()) {
    throw InputError("report.set_unfinished", {.file = folder.string()},
                     fmt::format("the scenario set of this folder is still running, or was stopped "
                                 "before its table was written: wait for its end, repeat its "
                                 "command, or run 'hearth merge {} --partial' for the runs so far",
                                 folder.string()));
  }
  refuse(folder, "this folder contains neither results.sqlite nor results.csv");
}

ResultFile kind_of(const fs::path& path) {
  if (fs::is_directory(path)) return in_folder(path);
  if (is_run_file(path)) return {ResultKind::Run, path, path.parent_path(), ""};
  const std::string text = read_text_file(path);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (is_json(text)) return {json_kind(path, text), path, folder, ""};
  if (is_run_csv(text)) return {ResultKind::Run, path, folder, ""};
  if (is_chains_csv(text)) return {ResultKind::Chains, path, folder, ""};
  const std::string name = path.filename().string();
  const bool table = name == "results.csv" || name == "results.sqlite";
  if (table && fs::exists(folder / "results.sqlite")) {
    return {ResultKind::Scenarios, folder, folder, ""};
  }
  refuse(path, "its first column is not 'time' followed by signals 'id.port [unit]'");
}

/// Returns the possible places of a result's record; a set merged from shards has one for each.
std::vector<fs::path> record_places(const ResultFile& result) {
  if (result.kind != ResultKind::Scenarios) return run_record_places(result.path);
  const fs::path path = result.folder / "run.json";
  if (fs::exists(path)) return {path};
  std::set<fs::path> shards;
  for (const fs::directory_entry& entry : fs::directory_iterator(result.folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("run-") && name.ends_with(".json")) shards.insert(entry.path());
  }
  if (shards.empty()) return {};
  return {*shards.begin()};
}

bool belongs(const RunRecord& record, const fs::path& file, const ResultFile& result) {
  return result.kind == ResultKind::Scenarios || is_record_of(record, file, result.path);
}

/// Returns why none of the records that were found belongs to the results.
std::string no_record(const fs::path& first, bool wrote_nothing) {
  return fmt::format("'{}' is the record of {}; pass the model with --model", first.string(),
                     wrote_nothing ? "a run that wrote no results, or has not yet written them; "
                                     "these results are from an earlier run"
                                   : "other results");
}

void read_record(ResultFile& result, Diagnostics& diagnostics) {
  if (result.kind == ResultKind::Import || result.kind == ResultKind::Chains) return;
  const std::vector<fs::path> places = record_places(result);
  Diagnostics damaged;
  bool wrote_nothing = false;
  for (const fs::path& path : places) {
    try {
      RunRecord record = read_run_record(path);
      if (path == places.front()) wrote_nothing = record.outputs.empty();
      if (!belongs(record, path, result)) continue;
      result.record = std::move(record);
      result.record_file = path;
      return;
    } catch (const Error& error) {
      for (Diagnostic item : error.diagnostics().items()) {
        item.severity = Severity::Warning;
        damaged.add(std::move(item));
      }
    }
  }
  diagnostics.append(damaged);
  if (!damaged.empty()) return;
  diagnostics.warning("report.record_missing", {.file = result.path.string()},
                      places.empty() ? "the record of this run is missing, so that the report does "
                                       "not show the inputs of the run; pass the model with --model"
                                     : no_record(places.front(), wrote_nothing));
}

/// Returns the last `parts` parts of a path without the ending of the file: `week/results`.
std::string tail(const fs::path& path, int parts) {
  const fs::path full = fs::absolute(path).lexically_normal();
  fs::path name = full.stem();
  fs::path folder = full.parent_path();
  for (int i = 1; i < parts && folder.has_filename(); ++i, folder = folder.parent_path()) {
    name = folder.filename() / name;
  }
  return name.string();
}

/// The name of a result: that of its file, or of its folder if the file has the usual name.
std::string short_name(const ResultFile& result, int parts) {
  if (parts > 1) return tail(result.path, parts);
  const std::string stem = tail(result.path, 1);
  const bool usual = stem == "results" || stem == "result";
  return usual ? fs::absolute(result.path).parent_path().filename().string() : stem;
}

/// Returns the folder in which a command ran: the path of its output without the recorded name.
std::optional<fs::path> folder_of_command(const ResultFile& result) {
  const fs::path full = fs::absolute(result.path).lexically_normal();
  for (const std::string& output : result.record->outputs) {
    const fs::path named = fs::path(output).lexically_normal();
    if (named.is_absolute()) continue;
    fs::path folder = full;
    fs::path rest = named;
    while (!rest.empty() && rest.filename() == folder.filename()) {
      rest = rest.parent_path();
      folder = folder.parent_path();
    }
    if (rest.empty()) return folder;
  }
  return std::nullopt;
}

}  // namespace

namespace {

/// Permits reading the inputs that have not changed since the run.
void permit_inputs(const ResultFile& result) {
  if (!result.record) return;
  const RunPlaces places(result);
  std::set<std::string> paths;
  for (const InputFile& input : result.record->inputs) paths.insert(input.path);
  for (const std::string& path : paths) static_cast<void>(places.find(path));
}

}  // namespace

void require_result_kind(const fs::path& path, ResultKind kind, std::string_view option) {
  if (kind_of(path).kind == kind) return;
  const char* expected = kind == ResultKind::Run ? "results of 'hearth simulate'"
                                                 : "an import report of 'hearth translate'";
  throw InputError(
      "report.kind_unknown", {.file = path.string()},
      fmt::format("{} requires {}, and this file contains other results", option, expected));
}

ResultFile run_result(const fs::path& path) {
  ResultFile result{ResultKind::Run, path, path.parent_path(), ""};
  Diagnostics ignored;
  read_record(result, ignored);
  permit_inputs(result);
  return result;
}

void give_names(std::vector<ResultFile>& results) {
  for (int parts = 1; parts < 12; ++parts) {
    std::set<std::string> names;
    for (ResultFile& result : results) {
      result.name = short_name(result, parts);
      names.insert(result.name);
    }
    if (names.size() == results.size()) return;
  }
}

std::vector<ResultFile> find_results(const std::vector<fs::path>& paths, Diagnostics& diagnostics) {
  std::vector<ResultFile> results;
  Diagnostics wrong;
  for (const fs::path& path : paths) {
    try {
      results.push_back(kind_of(path));
    } catch (const Error& error) {
      wrong.append(error.diagnostics());
    }
  }
  if (wrong.has_errors()) throw InputError(wrong);
  const auto has = [&results](ResultKind kind) {
    return std::any_of(results.begin(), results.end(),
                       [kind](const ResultFile& result) { return result.kind == kind; });
  };
  for (const ResultFile& result : results) {
    if (result.kind != ResultKind::Chains || has(ResultKind::Posterior)) continue;
    refuse(result.path, "these are the chains of 'hearth sample'; also pass its result (JSON)");
  }
  for (ResultFile& result : results) {
    read_record(result, diagnostics);
    permit_inputs(result);
  }
  give_names(results);
  return results;
}

RunPlaces::RunPlaces(const ResultFile& result) {
  if (result.record) {
    inputs_ = result.record->inputs;
    if (const auto folder = folder_of_command(result)) places_.push_back(*folder);
  }
  places_.push_back(fs::current_path());
  fs::path above = (fs::current_path() / result.folder).lexically_normal();
  if (!above.has_filename()) above = above.parent_path();
  for (int i = 0; i <= kFoldersAbove; ++i, above = above.parent_path()) places_.push_back(above);
}

std::optional<std::uint64_t> hash_once(const fs::path& path) {
  constexpr std::uintmax_t kMostBytes = 4'000'000'000;
  using State = std::tuple<std::string, std::uintmax_t, fs::file_time_type::rep>;
  static std::mutex mutex;
  static std::map<State, std::optional<std::uint64_t>> known;
  static std::uintmax_t read = 0;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return std::nullopt;
  const fs::file_time_type changed = fs::last_write_time(path, error);
  const State state(path.string(), size, changed.time_since_epoch().count());
  const std::scoped_lock lock(mutex);
  const auto found = known.find(state);
  if (found != known.end()) return found->second;
  if (size > kMostBytes - std::min(kMostBytes, read)) return std::nullopt;
  read += size;
  const bool database = is_sqlite_file(path);
  const auto hash = database ? std::optional(hash_of_database(path)) : hash_of_file(path);
  return known.emplace(state, hash).first->second;
}

std::optional<fs::path> RunPlaces::find_folder(const std::string& recorded) const {
  std::error_code ignored;
  for (const fs::path& place : places_) {
    const fs::path path = (place / recorded).lexically_normal();
    if (fs::is_directory(path, ignored)) return path;
  }
  return std::nullopt;
}

std::optional<fs::path> RunPlaces::find(const std::string& recorded) const {
  std::error_code ignored;  // the system may refuse a recorded name
  std::vector<fs::path> found;
  for (const fs::path& place : places_) {
    const fs::path path = (place / recorded).lexically_normal();  // an absolute path remains
    if (fs::exists(path, ignored)) found.push_back(path);
  }
  for (const fs::path& place : places_) {
    const fs::path path = (place / base_name(recorded)).lexically_normal();
    if (fs::exists(path, ignored)) found.push_back(path);
  }
  std::set<std::uint64_t> hashes;
  for (const InputFile& input : inputs_) {
    if (input.path == recorded) hashes.insert(input.hash);
  }
  for (const fs::path& path : found) {
    const std::optional<std::uint64_t> hash = hashes.empty() ? std::nullopt : hash_once(path);
    if (!hash || !hashes.contains(*hash)) continue;
    ReadConfinement::permit(path);
    return path;
  }
  // A record may come from elsewhere and name any file.
  const auto permitted = std::find_if(found.begin(), found.end(), may_read);
  return permitted == found.end() ? std::nullopt : std::optional(*permitted);
}

}  // namespace hearth::apps
