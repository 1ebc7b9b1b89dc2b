// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/apps/serve/api/job_requests.hpp"
#include "hearth/apps/serve/api/model_store.hpp"
#include "hearth/apps/serve/calls/site.hpp"
#include "hearth/apps/serve/jobs/folder_lock.hpp"
#include "hearth/apps/serve/jobs/job_queue.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// The beginning of all paths of the API.
inline constexpr const char* kApiPrefix = "/api/v1";

struct ApiOptions {
  std::vector<StoredModel> models;  ///< models of the command line
  std::filesystem::path program;    ///< `hearth`
  std::filesystem::path store;      ///< folder of jobs and of models of clients; made if missing
  std::filesystem::path data_dir;   ///< folder in which models of clients find data
  std::vector<std::filesystem::path> readable{};  ///< further files and folders that jobs may read
  JobSettings job{};
  JobOptions queue{};        ///< program and folder are set by the API
  bool client_fmus = false;  ///< whether models and scenario sets of clients may run FMUs
  std::int64_t answer_bytes = 100'000'000;  ///< limit of rows or results in one answer
};

/// Hearth's own API, which `openapi.json` describes: models, and jobs that run them.
class Api : public Site {
 public:
  /// Throws InputError `serve.store` if the folder cannot be used.
  explicit Api(ApiOptions options);
  ~Api() override;

  Reply handle(const Call& call) override;
  Reply refusal(const std::string& path, const Answer& answer) const override;
  /// Ends the running jobs.
  void stop();

  /// Returns method and path of each route, the path without prefix: `GET`, `/jobs/{job}`.
  static std::vector<std::pair<std::string, std::string>> routes();

 private:
  struct Request;
  struct Route;
  static const std::vector<Route>& table();

  Reply route(const Call& call);
  Reply failure(int status, const Diagnostics& diagnostics) const;
  Reply openapi(const Request& request);
  Reply version(const Request& request);
  Reply models(const Request& request);
  Reply model(const Request& request);
  Reply put_model(const Request& request);
  Reply delete_model(const Request& request);
  Reply post_run(const Request& request);
  Reply post_scenarios(const Request& request);
  Reply post_calibration(const Request& request);
  Reply jobs(const Request& request);
  Reply job(const Request& request);
  Reply delete_job(const Request& request);
  Reply log(const Request& request);
  Reply result(const Request& request);
  Reply kpis(const Request& request);

  Reply post_job(const Request& request, const char* kind);
  nlohmann::json job_json(const Job& job) const;
  ShownFolders shown_folders(const Job& job) const;
  std::optional<std::filesystem::path> result_file(const Job& job) const;
  std::optional<std::filesystem::path> kpi_file(const Job& job) const;
  Reply file_json(const Job& job, const std::filesystem::path& file) const;
  Reply not_ready(const Job& job, const char* messages) const;

  ApiOptions options_;
  FolderLock lock_;
  ModelStore models_;
  std::unique_ptr<JobQueue> queue_;
};

}  // namespace hearth::apps
