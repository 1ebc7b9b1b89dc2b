// SPDX-License-Identifier: MIT
#include "hearth/apps/session/run_journal.hpp"

#include "hearth/apps/base/version.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

constexpr auto kWriteInterval = std::chrono::seconds(1);

std::optional<fs::path> journal_path(const fs::path& results) {
  if (results == "-") return std::nullopt;  // the standard output
  std::error_code ignored;
  const fs::file_status status = fs::status(results, ignored);
  const bool plain = !fs::exists(status) || fs::is_regular_file(status);
  if (!plain) return std::nullopt;
  return run_record_path(results);
}

}  // namespace

RunJournal::RunJournal(const fs::path& results) : path_(journal_path(results)) {
  record_.version = kVersion;
}

RunJournal::RunJournal(const fs::path& folder, const std::string& name) : path_(folder / name) {
  record_.version = kVersion;
}

void RunJournal::begin() {
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
