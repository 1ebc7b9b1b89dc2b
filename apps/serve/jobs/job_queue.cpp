// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/jobs/job_queue.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <system_error>
#include <utility>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/serve/calls/paths.hpp"
#include "hearth/apps/serve/jobs/folder_lock.hpp"
#include "hearth/data/text/temporary_file.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook{10};
constexpr std::chrono::seconds kPatience{5};  // time for a cancelled or late job to end
constexpr const char* kJobFile = "job.json";
constexpr const char* kDamagedFile = "job.damaged.json";

/// Returns the size of a file; nothing if it does not exist.
std::optional<std::uintmax_t> size_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  return error ? std::nullopt : std::optional(bytes);
}

bool succeeded(int code) { return code == kDone || code == kNotConverged || code == kLimitMissed; }

/// Adds errors to a file of messages in the form of the command.
void add_errors(const fs::path& file, const Diagnostics& diagnostics) {
  std::ofstream stream(file, std::ios::app);
  stream << '\n';  // the last line of a killed command may be incomplete
  for (const Diagnostic& item : diagnostics.items()) {
    nlohmann::ordered_json place = nlohmann::json::object();
    if (!item.where.pointer.empty()) place["pointer"] = item.where.pointer;
    const nlohmann::ordered_json line{{"event", "message"},
                                      {"severity", std::string(to_string(item.severity))},
                                      {"code", item.code},
                                      {"place", place},
                                      {"message", item.message}};
    stream << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  }
}

void add_error(const fs::path& file, const char* code, std::string message) {
  Diagnostics diagnostics;
  diagnostics.error(code, {}, std::move(message));
  add_errors(file, diagnostics);
}

}  // namespace

JobQueue::JobQueue(JobOptions options, Planner planner)
    : options_(std::move(options)), planner_(std::move(planner)) {
  make_own_folder(options_.folder);
  take_over();
  for (std::size_t i = 0; i < options_.at_once; ++i) threads_.emplace_back([this] { work(); });
}

JobQueue::~JobQueue() { stop(); }

void JobQueue::take_over() {
  std::vector<Job> jobs;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(options_.folder, error)) {
    const fs::path file = entry.path() / kJobFile;
    if (!fs::is_regular_file(file, error)) continue;
    std::optional<Job> job = read_job(read_text_file(file));
    const std::string id = entry.path().filename().string();
    if (!job || job->id != id) job = damaged(id);
    if (job->state == JobState::Running) {
      job->state = JobState::Interrupted;
      job->ended = utc_now();
      add_error(entry.path() / kMessages, "serve.job_interrupted",
                "the service crashed while the job ran; send the request again");
      keep(*job);
    }
    jobs.push_back(std::move(*job));
  }
  std::sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) {
    return std::pair(a.created, a.id) < std::pair(b.created, b.id);
  });
  for (Job& job : jobs) {
    const std::string id = job.id;
    entries_[id] = {std::move(job), ++last_number_};
  }
}

// Its other files remain for a person to look at.
Job JobQueue::damaged(const std::string& id) const {
  Job job{id, "run", "", nlohmann::json::object(), JobState::Failed};
  job.created = job.started = job.ended = utc_now();
  std::error_code ignored;
  fs::rename(folder_of(job) / kJobFile, folder_of(job) / kDamagedFile, ignored);
  add_error(
      folder_of(job) / kMessages, "serve.job_damaged",
      "the file of this job was damaged while the service was stopped; send the request again");
  keep(job);
  return job;
}

void JobQueue::keep(const Job& job) const {
  write_text_file(folder_of(job) / kJobFile, job_text(job));
}

std::optional<Job> JobQueue::add(std::string kind, std::string model, nlohmann::json request) {
  Job job{random_id(), std::move(kind), std::move(model), std::move(request)};
  job.created = utc_now();
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= options_.most) return std::nullopt;
  try {
    std::error_code error;
    fs::create_directory(folder_of(job), error);
    if (error) throw write_error(folder_of(job), error.value());
    keep(job);
  } catch (...) {  // such as a full disk
    std::error_code ignored;
    fs::remove_all(folder_of(job), ignored);
    throw;
  }
  entries_[job.id] = {job, ++last_number_};
  changed_.notify_one();
  return job;
}

std::vector<Job> JobQueue::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<const Entry*> sorted;
  for (const auto& [id, entry] : entries_) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const Entry* a, const Entry* b) { return a->number < b->number; });
  std::vector<Job> jobs;
  for (const Entry* entry : sorted) jobs.push_back(entry->job);
  return jobs;
}

std::optional<Job> JobQueue::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  return found == entries_.end() ? std::nullopt : std::optional(found->second.job);
}

std::optional<Job> JobQueue::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return std::nullopt;
  Entry& entry = found->second;
  if (entry.job.state == JobState::Running) {
    entry.cancelled = true;
    return entry.job;
  }
  if (entry.job.state == JobState::Waiting) {
    entry.job.state = JobState::Cancelled;
    entry.job.ended = utc_now();
    keep(entry.job);
    return entry.job;
  }
  Job job = entry.job;
  std::error_code ignored;
  fs::remove_all(folder_of(job), ignored);
  entries_.erase(found);
  return job;
}

bool JobQueue::is_cancelled(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return entries_.at(id).cancelled;
}

bool JobQueue::is_stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

void JobQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

/// Runs one job after the other.
void JobQueue::work() {
  for (;;) {
    std::string id;
    {
      std::unique_lock lock(mutex_);
      const auto next = [this, &id] {
        const Entry* first = nullptr;
        for (const auto& [name, entry] : entries_) {
          const bool waits = entry.job.state == JobState::Waiting;
          if (waits && (first == nullptr || entry.number < first->number)) first = &entry;
        }
        if (first != nullptr) id = first->job.id;
        return first != nullptr;
      };
      changed_.wait(lock, [&] { return stopped_ || next(); });
      if (stopped_) return;
      Job& job = entries_.at(id).job;
      job.state = JobState::Running;
      job.started = utc_now();
    }
    run(id);
  }
}

void JobQueue::run(const std::string& id) {
  Job job = *find(id);
  try {
    keep(job);
    job.state = run_commands(job);
  } catch (const Error& error) {
    add_errors(folder_of(job) / kMessages, error.diagnostics());
    job.state = JobState::Failed;
  } catch (const std::exception& error) {
    add_error(folder_of(job) / kMessages, "serve.internal", error.what());
    job.state = JobState::Failed;
  }
  if (is_finished(job.state)) job.ended = utc_now();
  try {
    keep(job);
  } catch (const std::exception&) {
    // The disk is full; until the service ends, the state in memory is used.
  }
  const std::lock_guard lock(mutex_);
  entries_.at(id).job = job;
}

JobState JobQueue::run_commands(Job& job) {
  const std::vector<JobCommand> commands = planner_(job, folder_of(job));
  for (const JobCommand& command : commands) {
    int ended_with = 0;
    const std::optional<JobState> early = run_command(job, command, ended_with);
    if (!command.result.empty() && early != JobState::Waiting) {
      job.result_bytes = size_of(folder_of(job) / command.result);
    }
    if (early) return *early;
    if (job.exit_code) continue;
    job.exit_code = ended_with;
    if (!succeeded(ended_with)) return JobState::Failed;
  }
  return JobState::Done;
}

/// Runs a command. Returns the final state of the job if the command is stopped early; nothing if
/// it ends by itself.
std::optional<JobState> JobQueue::run_command(const Job& job, const JobCommand& command,
                                              int& code) {
  const fs::path messages = folder_of(job) / command.messages;
  ChildProcess child({options_.program, command.words, folder_of(job),
                      folder_of(job) / command.output, messages, options_.limits});
  const SteadyClock::time_point last = SteadyClock::now() + options_.time;
  std::optional<JobState> early;
  SteadyClock::time_point killed{};
  for (;;) {
    if (const std::optional<int> ended = child.code()) {
      code = *ended;
      break;
    }
    const SteadyClock::time_point now = SteadyClock::now();
    const bool stopped = is_stopped();
    if (!early) {
      if (is_cancelled(job.id)) {
        early = JobState::Cancelled;
      } else if (now > last) {
        early = JobState::Failed;
      } else if (stopped) {
        early = JobState::Waiting;
      }
      if (early) {
        child.signal(SIGINT);
        killed = now + kPatience;
      }
    }
    if (early && stopped) killed = std::min(killed, now + options_.grace);
    if (early && now > killed) child.signal(SIGKILL);
    std::this_thread::sleep_for(kLook);
  }
  if (early == JobState::Failed) {
    add_error(
        messages, "serve.job_time",
        "the job took longer than " + std::to_string(options_.time.count()) +
            " s; reduce the size of the request, or start the service with a larger --job-time");
  }
  if (!early && code >= kSignalled && code != kSignalled + SIGINT) {
    add_error(messages, "serve.job_crashed",
              "signal " + std::to_string(code - kSignalled) +
                  " ended the process of the job; files written before are kept");
  }
  return early;
}

}  // namespace hearth::apps
