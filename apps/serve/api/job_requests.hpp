// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/apps/serve/api/model_store.hpp"
#include "hearth/apps/serve/jobs/job_queue.hpp"

namespace hearth::apps {

// Kinds of jobs.
inline constexpr const char* kRun = "run";
inline constexpr const char* kScenarios = "scenarios";
inline constexpr const char* kCalibration = "calibration";

// Files of jobs.
inline constexpr const char* kKpis = "kpis.json";
inline constexpr const char* kKpiMessages = "kpi_messages.jsonl";

/// Settings of all jobs.
struct JobSettings {
  std::vector<std::string> common{};   ///< options of each verb that reads a model
  std::vector<std::string> running{};  ///< options of verbs that run a model
  std::optional<std::filesystem::path> kpi_settings{};
  int threads = 1;
};

/// Checks a request of this kind. Throws InputError with all problems (`serve.value`).
void check_request(const std::string& kind, const nlohmann::json& request);

/// Returns the file with the result of a job, relative to the folder of the job.
std::string result_name(const std::string& kind);

/// Writes the files of a job into its folder and returns its commands.
std::vector<JobCommand> commands_of(const Job& job, const StoredModel& model,
                                    const ModelStore& models, const JobSettings& settings,
                                    const std::filesystem::path& folder);

}  // namespace hearth::apps
