// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hearth::apps {

enum class JobState { Waiting, Running, Done, Failed, Cancelled, Interrupted };

std::string_view state_word(JobState state);
/// Returns whether a job has ended.
bool is_finished(JobState state);

/// Work that a client requested.
struct Job {
  std::string id, kind, model;
  nlohmann::json request;  ///< request as the client sent it
  JobState state = JobState::Waiting;
  std::string created{}, started{}, ended{};  ///< UTC, ISO 8601; "": not yet
  std::optional<int> exit_code{};             ///< exit code of the command
  /// Size of the file with the result when the job ended; nothing: it has no result.
  std::optional<std::uintmax_t> result_bytes{};
};

/// Returns the text of a job for its file; `read_job` reads it and returns nothing if the text is
/// invalid.
std::string job_text(const Job& job);
std::optional<Job> read_job(const std::string& text);

/// Returns the present time as UTC in ISO 8601, to the millisecond.
std::string utc_now();

}  // namespace hearth::apps
