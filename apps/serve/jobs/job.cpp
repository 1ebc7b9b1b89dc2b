// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/jobs/job.hpp"

#include <array>
#include <chrono>
#include <ctime>

#include <fmt/format.h>

#include "hearth/data/json/parse_json.hpp"

namespace hearth::apps {
namespace {

constexpr std::array<std::string_view, 6> kStateWords{"waiting", "running",   "done",
                                                      "failed",  "cancelled", "interrupted"};

std::optional<JobState> state_of(std::string_view word) {
  for (std::size_t i = 0; i < kStateWords.size(); ++i) {
    if (kStateWords[i] == word) return static_cast<JobState>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view state_word(JobState state) { return kStateWords[static_cast<std::size_t>(state)]; }

bool is_finished(JobState state) {
  return state != JobState::Waiting && state != JobState::Running;
}

std::string job_text(const Job& job) {
  nlohmann::ordered_json json{{"id", job.id},           {"kind", job.kind},
                              {"model", job.model},     {"state", state_word(job.state)},
                              {"created", job.created}, {"started", job.started},
                              {"ended", job.ended}};
  if (job.exit_code) json["exit_code"] = *job.exit_code;
  if (job.result_bytes) json["result_bytes"] = *job.result_bytes;
  json["request"] = job.request;
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::optional<Job> read_job(const std::string& text) {
  try {
    const nlohmann::json json = parse_json(text);
    const std::optional<JobState> state = state_of(json.at("state").get<std::string>());
    if (!state) return std::nullopt;
    Job job{json.at("id"), json.at("kind"),    json.at("model"),   json.at("request"),
            *state,        json.at("created"), json.at("started"), json.at("ended")};
    if (json.contains("exit_code")) job.exit_code = json.at("exit_code").get<int>();
    if (json.contains("result_bytes")) {
      job.result_bytes = json.at("result_bytes").get<std::uintmax_t>();
    }
    return job;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

std::string utc_now() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
                     milliseconds);
}

}  // namespace hearth::apps
