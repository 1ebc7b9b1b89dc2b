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
  std::vector<std::string> words;  ///< arguments after the name of the program
  std::string output, messages;    ///< files in the folder of the job
  std::string result{};            ///< file in the folder with the result; "": it has none
};

struct JobOptions {
  std::filesystem::path program;         ///< `hearth`
  std::filesystem::path folder;          ///< folder of the jobs; created if it is missing
  std::size_t at_once = 2;               ///< number of simultaneous jobs; 0: jobs wait for ever
  std::size_t most = 256;                ///< largest number of kept jobs, finished ones included
  std::chrono::seconds time{3600};       ///< time limit of one job
  ChildLimits limits{};                  ///< limits of each process
  std::chrono::milliseconds grace{500};  ///< time for a job to end after the service is stopped
};

/// A queue of jobs that run as processes of the command, several at once, in the order of their
/// arrival. Each has its own folder with `job.json` and the files that its commands write. All
/// functions may be called from any thread.
///
/// The first command determines the final state of a job; the others evaluate its results.
class JobQueue {
 public:
  /// Writes the files of a job into its folder and returns its commands. Throws Error if the job
  /// cannot be done.
  using Planner = std::function<std::vector<JobCommand>(const Job&, const std::filesystem::path&)>;

  static constexpr const char* kMessages = "messages.jsonl";  ///< messages of the first command

  /// Takes over the jobs of the folder: waiting jobs will run, jobs that were running when a
  /// service crashed become interrupted, and jobs with a damaged file become failed. Throws
  /// InputError `serve.store` if the folder cannot be used. The caller must exclude other services
  /// from the folder (FolderLock).
  JobQueue(JobOptions options, Planner planner);
  /// Calls `stop`.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  /// Adds a job and returns it; nothing if too many are kept. Throws `write_error`.
  std::optional<Job> add(std::string kind, std::string model, nlohmann::json request);
  std::vector<Job> list() const;  ///< in the order of their arrival
  std::optional<Job> find(const std::string& id) const;
  /// Cancels a job that is not finished; removes a finished one with its files. Returns the job in
  /// its new state; nothing if it is unknown.
  std::optional<Job> cancel(const std::string& id);
  std::filesystem::path folder_of(const Job& job) const { return options_.folder / job.id; }
  /// Stops the running jobs. They wait until the next service uses this folder, and then continue
  /// or start again.
  void stop();

 private:
  struct Entry {
    Job job;
    long number = 0;  // position in the order of arrival
    bool cancelled = false;
  };

  void take_over();
  void work();
  void run(const std::string& id);
  JobState run_commands(Job& job);
  std::optional<JobState> run_command(const Job& job, const JobCommand& command, int& code);
  bool is_cancelled(const std::string& id) const;
  bool is_stopped() const;
  Job damaged(const std::string& id) const;
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
