// SPDX-License-Identifier: MIT
#include "hearth/data/results/run_record.hpp"

#include <array>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kStatuses{RunStatus::Running, RunStatus::Done, RunStatus::Failed,
                               RunStatus::Interrupted};

Json place(const Where& where) {
  Json json = Json::object();
  if (!where.file.empty()) json["file"] = where.file;
  if (where.line > 0) json["line"] = where.line;
  if (!where.pointer.empty()) json["pointer"] = where.pointer;
  if (!where.component.empty()) json["component"] = where.component;
  if (!where.port.empty()) json["port"] = where.port;
  return json;
}

Json diagnostics(const Diagnostics& list) {
  Json json = Json::array();
  for (const Diagnostic& item : list.items()) {
    json.push_back({{"severity", to_string(item.severity)},
                    {"code", item.code},
                    {"place", place(item.where)},
                    {"message", item.message}});
  }
  return json;
}

Json inputs(const std::vector<InputFile>& files) {
  Json json = Json::array();
  for (const InputFile& file : files) {
    json.push_back({{"path", file.path}, {"fnv1a64", fmt::format("{:016x}", file.hash)}});
  }
  return json;
}

Json series(const std::vector<SeriesReport>& reports) {
  Json json = Json::array();
  for (const SeriesReport& report : reports) {
    json.push_back({{"owner", report.owner},
                    {"file", report.file},
                    {"points", report.points},
                    {"missing", report.missing},
                    {"held", report.held}});
  }
  return json;
}

Json progress(const RunProgress& progress) {
  return {{"done", progress.done},
          {"failed", progress.failed},
          {"total", progress.total},
          {"seconds_left", progress.seconds_left ? Json(*progress.seconds_left) : Json(nullptr)}};
}

constexpr std::size_t kBlock = 512;  // unit of `st_blocks`

/// Puts a text into a file that is there if the room it has suffices, and returns whether it did.
bool replace_text(const std::filesystem::path& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  struct ::stat status {};
  const bool room = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                    text.size() <= static_cast<std::size_t>(status.st_blocks) * kBlock;
  const bool written =
      room && ::pwrite(file, text.data(), text.size(), 0) == static_cast<::ssize_t>(text.size()) &&
      ::ftruncate(file, static_cast<::off_t>(text.size())) == 0;
  return ::close(file) == 0 && written;
}

/// Returns the record with errors alone.
RunRecord shortened(const RunRecord& record) {
  RunRecord text = record;
  text.series.clear();
  text.diagnostics = {};
  for (const Diagnostic& item : record.diagnostics.items()) {
    if (item.severity == Severity::Error) text.diagnostics.add(item);
  }
  return text;
}

}  // namespace

const char* to_string(RunStatus status) {
  switch (status) {
    case RunStatus::Running:
      return "running";
    case RunStatus::Done:
      return "done";
    case RunStatus::Failed:
      return "failed";
    default:
      return "interrupted";
  }
}

std::string run_record_json(const RunRecord& record) {
  Json json;
  json["version"] = record.version;
  json["status"] = to_string(record.status);
  json["command"] = record.command;
  if (record.progress) json["progress"] = progress(*record.progress);
  if (!record.model.empty()) json["model"] = record.model;
  json["inputs"] = inputs(record.inputs);
  json["outputs"] = record.outputs;
  json["seed"] = record.seed ? Json(*record.seed) : Json(nullptr);
  json["threads"] = record.threads;
  json["wall_seconds"] = record.wall_seconds;
  json["series"] = series(record.series);
  json["diagnostics"] = diagnostics(record.diagnostics);
  // Arguments and paths may be any bytes; what is not UTF-8 is replaced, never an exception.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_run_record(const RunRecord& record, const std::filesystem::path& path) {
  write_text_file(path, run_record_json(record));
}

void end_run_record(const RunRecord& record, const std::filesystem::path& path) {
  try {
    write_run_record(record, path);
  } catch (const InputError&) {
    if (replace_text(path, run_record_json(record))) return;
    if (!replace_text(path, run_record_json(shortened(record)))) throw;
  }
}

RunStatus read_run_status(const std::filesystem::path& path) {
  const Json json = Json::parse(read_text_file(path), nullptr, false);
  const std::string status =
      json.is_object() && json.contains("status") && json["status"].is_string()
          ? json["status"].get<std::string>()
          : "";
  for (const RunStatus known : kStatuses) {
    if (status == to_string(known)) return known;
  }
  throw InputError("run.record_invalid", Where{.file = path.string()},
                   "this is not the record of a run (a JSON object with a \"status\")");
}

}  // namespace hearth
