// SPDX-License-Identifier: MIT
#include "hearth/apps/report/inputs/run_record_reader.hpp"

#include <charconv>

#include <nlohmann/json.hpp>

#include "hearth/apps/report/content/json_members.hpp"

namespace hearth::apps {
namespace {

Severity severity_of(const std::string& word) {
  if (word == "note") return Severity::Note;
  return word == "warning" ? Severity::Warning : Severity::Error;
}

Diagnostics diagnostics_of(const Json& list) {
  Diagnostics diagnostics;
  for (const Json& item : list) {
    const Json& place = member(item, "place");
    diagnostics.add({severity_of(text_member(item, "severity")),
                     text_member(item, "code"),
                     {.file = text_member(place, "file"),
                      .line = static_cast<int>(integer_member(place, "line")),
                      .pointer = text_member(place, "pointer"),
                      .component = text_member(place, "component"),
                      .port = text_member(place, "port")},
                     text_member(item, "message")});
  }
  return diagnostics;
}

std::vector<InputFile> inputs_of(const Json& list) {
  std::vector<InputFile> inputs;
  for (const Json& item : list) {
    InputFile input{text_member(item, "path"), 0};
    const std::string hash = text_member(item, "fnv1a64");
    std::from_chars(hash.data(), hash.data() + hash.size(), input.hash, 16);
    inputs.push_back(std::move(input));
  }
  return inputs;
}

std::vector<SeriesReport> series_of(const Json& list) {
  std::vector<SeriesReport> series;
  for (const Json& item : list) {
    series.push_back({text_member(item, "owner"), text_member(item, "file"),
                      integer_member(item, "points"), integer_member(item, "missing"),
                      integer_member(item, "held")});
  }
  return series;
}

}  // namespace

RunRecord read_run_record(const std::filesystem::path& path) {
  RunRecord record;
  record.status = read_run_status(path);
  const Json json = Json::parse(read_text_file(path));
  record.version = text_member(json, "version");
  record.command = text_list(member(json, "command"));
  record.model = text_member(json, "model");
  record.inputs = inputs_of(list_member(json, "inputs"));
  record.outputs = text_list(member(json, "outputs"));
  if (const Json& progress = member(json, "progress"); progress.is_object()) {
    record.progress = {integer_member(progress, "done"),
                       integer_member(progress, "failed"),
                       integer_member(progress, "total"),
                       {}};
  }
  if (const Json& seed = member(json, "seed"); seed.is_number_unsigned()) {
    record.seed = seed.get<std::uint64_t>();
  }
  record.threads = static_cast<int>(integer_member(json, "threads", 1));
  record.wall_seconds = number_member(json, "wall_seconds").value_or(0.0);
  record.series = series_of(list_member(json, "series"));
  record.diagnostics = diagnostics_of(list_member(json, "diagnostics"));
  return record;
}

}  // namespace hearth::apps
