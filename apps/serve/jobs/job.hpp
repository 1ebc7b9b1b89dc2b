// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hearth::apps {

enum class JobState { Waiting, Running, Done, Failed, Cancelled, Interrupted };

std::string_view state_word(JobState state);
/// Whether nothing happens to a job any more.
bool is_finished(JobState state);

/// Work that a client asked for.
struct Job {
  std::string id, kind, model;
  nlohmann::json request;  ///< as the client sent it
  JobState state = JobState::Waiting;
  std::string created{}, started{}, ended{};  ///< UTC, ISO 8601; "": not yet
  std::optional<int> exit_code{};             ///< of the command
};

/// Returns a job as it is kept in a file, and back; nothing if the text is not one.
std::string job_text(const Job& job);
std::optional<Job> read_job(const std::string& text);

/// Returns the present time as UTC in ISO 8601, to the millisecond.
std::string utc_now();

}  // namespace hearth::apps
