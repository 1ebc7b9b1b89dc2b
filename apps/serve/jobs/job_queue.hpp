// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hearth/apps/serve/jobs/child_process.hpp"
#include "hearth/apps/serve/jobs/job.hpp"

namespace hearth::apps {

/// One command of a job.
struct JobCommand {
  std::vector<std::string> words;  ///< after the name of the program
  std::string output, messages;    ///< files in the folder of the job
};

struct JobOptions {
  std::filesystem::path program;         ///< `hearth`
  std::filesystem::path folder;          ///< of the jobs; made if it is missing
  std::size_t at_once = 2;               ///< 0: jobs wait for ever
  std::size_t most = 256;                ///< jobs that are kept, finished ones included
  std::chrono::seconds time{3600};       ///< of one job
  ChildLimits limits{};                  ///< of each process
  std::chrono::milliseconds grace{500};  ///< for a job to end when the service does
};

/// Jobs that run as processes of the command, some at once, in the order of their coming. Each has
/// a folder of its own, with `job.json` and what its commands write. All calls from any thread.
///
/// The first command decides how a job ends; the others are for what is computed from its results.
class JobQueue {
 public:
  /// Writes the files of a job into its folder and returns its commands; throws Error if the job
  /// cannot be done.
  using Planner = std::function<std::vector<JobCommand>(const Job&, const std::filesystem::path&)>;

  static constexpr const char* kMessages = "messages.jsonl";  ///< of the first command

  /// Takes over the jobs of the folder: those that wait run, those that ran while the service
  /// crashed are interrupted. Throws InputError `serve.store` if the folder cannot be used. The
  /// caller keeps other services out of it (FolderLock).
  JobQueue(JobOptions options, Planner planner);
  /// As `stop`.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  /// Adds a job and returns it; nothing if too many are kept. Throws `write_error`.
  std::optional<Job> add(std::string kind, std::string model, nlohmann::json request);
  std::vector<Job> list() const;  ///< in the order of their coming
  std::optional<Job> find(const std::string& id) const;
  /// Cancels a job that is not finished; a finished one is removed with its files. Returns the job
  /// as it is then; nothing if it is unknown.
  std::optional<Job> cancel(const std::string& id);
  std::filesystem::path folder_of(const Job& job) const { return options_.folder / job.id; }
  /// Ends the jobs that run; they wait, and continue or begin again with the next service that has
  /// this folder.
  void stop();

 private:
  struct Entry {
    Job job;
    long number = 0;  // of its coming
    bool cancelled = false;
  };

  void take_over();
  void work();
  void run(const std::string& id);
  JobState run_commands(const Job& job, std::optional<int>& code);
  std::optional<JobState> run_command(const Job& job, const JobCommand& command, int& code);
  bool is_cancelled(const std::string& id) const;
  bool is_stopped() const;
  void keep(const Job& job) const;

  JobOptions options_;
  Planner planner_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Entry> entries_;
  long last_number_ = 0;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace hearth::apps
