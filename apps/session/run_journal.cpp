// SPDX-License-Identifier: MIT
#include "hearth/apps/session/run_journal.hpp"

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/version.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

constexpr auto kWriteInterval = std::chrono::seconds(1);

std::optional<fs::path> journal_path(const fs::path& results, const std::string& name) {
  if (results.filename() == name) {
    throw UsageError("usage.value", {.pointer = "--output"},
                     "'" + name + "' is the name of the run's record; choose another");
  }
  std::error_code ignored;
  const fs::file_status status = fs::status(results, ignored);
  const bool plain = !fs::exists(status) || fs::is_regular_file(status);
  if (!plain) return std::nullopt;
  return results.parent_path() / name;
}

}  // namespace

void refuse_input_as_output(const fs::path& output, const fs::path& input) {
  std::error_code ignored;
  if (!fs::equivalent(output, input, ignored)) return;
  throw UsageError("usage.value", {.pointer = "--output"},
                   "found '" + output.string() +
                       "', which is read as well and would be lost; choose another name");
}

RunJournal::RunJournal(const fs::path& results, const std::string& name)
    : results_(results), path_(journal_path(results, name)) {
  record_.version = kVersion;
}

void RunJournal::begin() {
  for (const InputFile& input : record_.inputs) refuse_input_as_output(results_, input.path);
  begin_ = Clock::now();
  write();
}

void RunJournal::go_on() {
  if (Clock::now() - written_ >= kWriteInterval) write();
}

void RunJournal::end(RunStatus status, const Diagnostics& diagnostics) {
  record_.status = status;
  record_.diagnostics = diagnostics;
  look_at_clock();
  if (path_) end_run_record(record_, *path_);
}

void RunJournal::write() {
  look_at_clock();
  if (path_) write_run_record(record_, *path_);
}

void RunJournal::look_at_clock() {
  written_ = Clock::now();
  record_.wall_seconds = std::chrono::duration<double>(written_ - begin_).count();
}

}  // namespace hearth::apps
