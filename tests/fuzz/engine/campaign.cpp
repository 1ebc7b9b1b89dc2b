// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/engine/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <list>
#include <new>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include "hearth/tests/fuzz/engine/texts.hpp"
#include "hearth/tests/fuzz/engine/work_limits.hpp"

// Of the leak sanitizer, if it is there.
extern "C" int __lsan_do_recoverable_leak_check() __attribute__((weak));

namespace hearth::fuzz {
namespace {

#if defined(__SANITIZE_ADDRESS__)
#ifdef __OPTIMIZE__
constexpr double kSlower = 10.0;  // than a Release build, at -O1 with checks
#else
constexpr double kSlower = 25.0;  // at -O0: 9.4 s for 0.4 s of a query of many paths
#endif
constexpr long kMostGrowth = 1500;
#else
constexpr double kSlower = 1.0;
constexpr long kMostGrowth = 500;  // MB, by one text
#endif
// s of processor time, for what is read: a search up to the limit of 50 million steps takes 1 s
constexpr double kSlow = 2.0 * kSlower;
constexpr double kHang = 10.0 * kSlower;  // s of processor time
constexpr double kWork = 2.0;  // s of processor time, until long work is ended by a signal
// s of processor time until that must have worked: a calibration ends its evaluation and sums up
// what it has.
constexpr double kEnding = 5.0 * kSlower;
constexpr double kStuck = 300.0;  // s of wall time without any processor time: a deadlock
constexpr std::uint64_t kBetweenLeakChecks = 4000;
constexpr int kMostFindings = 25;  // of one target; then it is left
constexpr int kNextProcess = 99;   // exit code: continue in another process

/// Reports of a process while it works.
struct Progress {
  std::atomic<std::uint64_t> position{0};
  std::atomic<bool> long_work{false};
  std::atomic<bool> told_to_end{false};
  std::atomic<std::uint64_t> tried{0}, accepted{0}, refused{0}, failed{0}, interrupted{0};
  std::atomic<double> longest{0.0};  // s, of what is read
};

/// Memory that processes share.
class SharedProgress {
 public:
  SharedProgress() {
    void* memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
    progress_ = new (memory) Progress;
  }
  ~SharedProgress() { ::munmap(progress_, sizeof(Progress)); }
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;
  Progress* operator->() const { return progress_; }

 private:
  Progress* progress_ = nullptr;
};

double wall_seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

double own_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

long own_megabytes() {
  ::rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

/// The texts of a target in their order: those of its corpus, then mutated ones.
struct Course {
  const TargetKind& kind;
  std::vector<NamedText> corpus;
  std::uint64_t from = 0, runs = 0;

  std::uint64_t size() const { return corpus.size() + runs; }
  bool kept(std::uint64_t position) const { return position < corpus.size(); }
  std::uint64_t number(std::uint64_t position) const { return from + position - corpus.size(); }

  /// Returns the options that give a text again.
  std::string place(std::uint64_t position) const {
    const std::string target = "--target " + std::string(kind.name);
    if (kept(position)) {
      return target + " --file tests/fuzz/corpus/" + std::string(kind.name) + "/" +
             corpus[position].name;
    }
    return target + " --from " + std::to_string(number(position)) + " --runs 1";
  }
};

/// Reads one text in one or all ways; returns what went wrong, or "".
std::string read_text(const Target& target, const std::string& text, std::int64_t way,
                      bool& accepted) {
  try {
    accepted = false;
    const auto first = static_cast<std::uint64_t>(std::max<std::int64_t>(way, 0));
    const std::uint64_t end = way < 0 ? target.ways : first + 1;
    for (std::uint64_t k = first; k < end; ++k) {
      accepted = target.read(text, k % target.ways) || accepted;
    }
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

/// Throws if the reader refuses all seeds: mutations of them would not get past its first checks.
void require_right_seed(const Target& target) {
  for (const std::string& seed : target.language.seeds) {
    bool accepted = false;
    read_text(target, seed, -1, accepted);
    if (accepted) return;
  }
  throw std::runtime_error("no seed is accepted: make its seeds anew");
}

/// The process of one target, from a position on.
class Reader {
 public:
  Reader(const Course& course, Progress& progress, double deadline)
      : course_(course), progress_(progress), deadline_(deadline) {}

  /// Returns the exit code.
  int run(std::uint64_t position) {
    LongWork::watch_by([this](bool going_on) {
      progress_.long_work = going_on;
      if (going_on) worked_ = true;
    });
    lower_work_limits();
    const Target target = course_.kind.make();
    if (position == 0) require_right_seed(target);
    leak_checked_ = position;
    for (; position < course_.size() && wall_seconds() < deadline_; ++position) {
      progress_.position = position;
      one(target, position);
      if (progress_.told_to_end) return kNextProcess;
      if (position - leak_checked_ >= kBetweenLeakChecks && leaks(position)) return kNextProcess;
    }
    progress_.position = position;
    return leaks(position) ? kNextProcess : 0;
  }

 private:
  void one(const Target& target, std::uint64_t position) {
    const bool kept = course_.kept(position);
    const std::uint64_t number = kept ? 0 : course_.number(position);
    const std::string text =
        kept ? course_.corpus[position].text : mutated_text(target.language, number);
    const std::int64_t way = kept ? -1 : static_cast<std::int64_t>(number % target.ways);
    worked_ = false;
    const double begin = own_seconds();
    const long memory = own_megabytes();
    bool accepted = false;
    std::string failure = read_text(target, text, way, accepted);
    const double taken = own_seconds() - begin;
    if (progress_.told_to_end) {
      ++progress_.interrupted;
      return;
    }
    ++progress_.tried;
    ++(accepted ? progress_.accepted : progress_.refused);
    if (!worked_) {
      progress_.longest = std::max(progress_.longest.load(), taken);
      if (taken > kSlow) failure = "took " + std::to_string(taken) + " s";
    }
    if (const long grown = own_megabytes() - memory; grown > kMostGrowth) {
      failure = "took " + std::to_string(grown) + " MB";
    }
    if (failure.empty()) return;
    ++progress_.failed;
    say(position, failure);
  }

  bool leaks(std::uint64_t position) {
    const std::uint64_t since = leak_checked_;
    leak_checked_ = position;
    if (__lsan_do_recoverable_leak_check == nullptr || __lsan_do_recoverable_leak_check() == 0) {
      return false;
    }
    ++progress_.failed;
    say(since, "memory leaked by this text or one of the next " + std::to_string(position - since));
    return true;
  }

  void say(std::uint64_t position, const std::string& what) const {
    std::printf("FOUND %s: %s\n", course_.place(position).c_str(), what.c_str());
    std::fflush(stdout);
  }

  const Course& course_;
  Progress& progress_;
  double deadline_;
  std::uint64_t leak_checked_ = 0;
  bool worked_ = false;
};

/// A target on its way: a process that reads, and the watch over it.
class Job {
 public:
  Job(Course course, double seconds) : course_(std::move(course)), seconds_(seconds) {}

  bool running() const { return process_ > 0; }
  bool over() const { return over_; }

  void start() {
    if (began_ == 0.0) began_ = wall_seconds();
    const double deadline = seconds_ > 0.0 ? began_ + seconds_ : 1e300;
    progress_->told_to_end = false;
    progress_->long_work = false;
    std::fflush(stdout);
    process_ = ::fork();
    if (process_ < 0) throw std::runtime_error("no process can be started");
    if (process_ == 0) be_reader(deadline);
    note_advance(0.0);
  }

  /// Looks after the process; to be called again and again.
  void watch() {
    int status = 0;
    ::rusage usage{};
    if (::wait4(process_, &status, WNOHANG, &usage) == process_) {
      peak_ = std::max(peak_, usage.ru_maxrss / 1024);
      ended(status);
      return;
    }
    const double used = used_seconds();
    if (progress_->position != seen_ || progress_->long_work != seen_work_) {
      note_advance(used);
      return;
    }
    const double now = wall_seconds();
    const double since = used - seen_used_;
    if (progress_->told_to_end) {
      const bool goes_on = used - told_used_ > kEnding || now - told_at_ > kStuck;
      if (goes_on) end_by(SIGKILL, "not ended by a signal");
    } else if (progress_->long_work) {
      if (since > kWork) {
        progress_->told_to_end = true;
        told_at_ = now;
        told_used_ = used;
        ::kill(process_, SIGTERM);
      }
    } else if (since > kHang || now - seen_at_ > kStuck) {
      end_by(SIGKILL, "hung");
    }
  }

  bool good() const { return crashed_ + hung_ == 0 && progress_->failed == 0 && useful(); }

  void print_row() const {
    const auto count = [](const std::atomic<std::uint64_t>& value) {
      return static_cast<unsigned long long>(value.load());
    };
    std::printf("%-20s %9llu %9llu %9llu %6llu %6d %6d %11llu %9.0f %8ld %7.0f%s\n",
                std::string(course_.kind.name).c_str(), count(progress_->tried),
                count(progress_->accepted), count(progress_->refused), count(progress_->failed),
                crashed_, hung_, count(progress_->interrupted), progress_->longest * 1e3, peak_,
                ended_ - began_, useful() ? "" : "  all or none accepted");
    std::fflush(stdout);
  }

  std::uint64_t tried() const { return progress_->tried; }

 private:
  [[noreturn]] void be_reader(double deadline) {
    int code = 1;
    try {
      code = Reader(course_, *progress_.operator->(), deadline).run(next_);
    } catch (const std::exception& error) {
      std::printf("FOUND %s: %s\n", course_.place(progress_->position).c_str(), error.what());
      ++progress_->failed;
      code = 0;
    }
    std::fflush(stdout);
    ::_exit(code);
  }

  void note_advance(double used) {
    seen_ = progress_->position;
    seen_work_ = progress_->long_work;
    seen_used_ = used;
    seen_at_ = wall_seconds();
  }

  double used_seconds() const {
    ::clockid_t clock{};
    ::timespec time{};
    if (::clock_getcpuclockid(process_, &clock) != 0) return seen_used_;
    if (::clock_gettime(clock, &time) != 0) return seen_used_;
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  void end_by(int signal, const char* why) {
    why_ = why;
    ::kill(process_, signal);
    int status = 0;
    ::rusage usage{};
    ::wait4(process_, &status, 0, &usage);
    peak_ = std::max(peak_, usage.ru_maxrss / 1024);
    ended(status);
  }

  void ended(int status) {
    std::error_code ignored;
    std::filesystem::remove_all(scratch_folder(process_), ignored);
    process_ = 0;
    ended_ = wall_seconds();
    const std::uint64_t position = progress_->position;
    next_ = position + 1;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    if (code == 0 && (position >= course_.size() || (seconds_ > 0.0 && is_late()))) {
      over_ = true;
    } else if (!why_.empty()) {
      ++hung_;
      say(position, why_);
      why_.clear();
    } else if (code == kNextProcess) {
      // It continues.
    } else if (progress_->told_to_end && (code == 128 + SIGTERM || code == -SIGTERM)) {
      ++progress_->interrupted;
    } else {
      ++crashed_;
      say(position, code < 0 ? "crashed with signal " + std::to_string(-code)
                             : "ended with code " + std::to_string(code));
    }
    if (next_ >= course_.size()) over_ = true;
    if (crashed_ + hung_ + static_cast<int>(progress_->failed) > kMostFindings) over_ = true;
    if (seconds_ > 0.0 && is_late()) over_ = true;
  }

  bool is_late() const { return ended_ > began_ + seconds_; }

  void say(std::uint64_t position, const std::string& what) const {
    std::printf("FOUND %s: %s\n", course_.place(position).c_str(), what.c_str());
    std::fflush(stdout);
  }

  /// Of many texts some are right and some are wrong, or the mutations are of no use.
  bool useful() const {
    const std::uint64_t tried = progress_->tried;
    return tried < 1000 || (progress_->accepted > 0 && progress_->refused > 0);
  }

  Course course_;
  double seconds_;
  SharedProgress progress_{};
  pid_t process_ = 0;
  std::uint64_t next_ = 0;
  bool over_ = false;
  int crashed_ = 0, hung_ = 0;
  long peak_ = 0;  // MB
  double began_ = 0.0, ended_ = 0.0;
  std::string why_{};

  // The last time that something new was seen.
  std::uint64_t seen_ = 0;
  bool seen_work_ = false;
  double seen_used_ = 0.0, seen_at_ = 0.0, told_at_ = 0.0, told_used_ = 0.0;
};

void print_head() {
  std::printf("%-20s %9s %9s %9s %6s %6s %6s %11s %9s %8s %7s\n", "reader", "tried", "accepted",
              "refused", "failed", "crash", "hung", "interrupted", "longest", "peak", "time");
  std::printf("%-20s %9s %9s %9s %6s %6s %6s %11s %9s %8s %7s\n", "", "", "", "", "", "", "", "",
              "ms", "MB", "s");
}

}  // namespace

bool run_campaign(std::span<const TargetKind> kinds, const CampaignOptions& options) {
  print_head();
  std::list<Job> jobs;
  for (const TargetKind& kind : kinds) {
    const double runs = static_cast<double>(options.runs) * kind.share;
    jobs.emplace_back(Course{kind, files_below("corpus/" + std::string(kind.name)), options.from,
                             static_cast<std::uint64_t>(std::max(runs, 1.0))},
                      options.seconds);
  }
  while (true) {
    int running = 0;
    bool left = false;
    for (Job& job : jobs) {
      if (job.running()) {
        job.watch();
        if (job.over()) job.print_row();
      }
      running += job.running() ? 1 : 0;
      left = left || !job.over();
    }
    if (!left) break;
    for (Job& job : jobs) {
      if (job.running() || job.over() || running >= options.jobs) continue;
      job.start();
      ++running;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::printf("\n");
  print_head();
  bool good = true;
  std::uint64_t tried = 0;
  for (const Job& job : jobs) {
    job.print_row();
    good = job.good() && good;
    tried += job.tried();
  }
  std::printf("%-20s %9llu\n", "all", static_cast<unsigned long long>(tried));
  return good;
}

bool run_text(const TargetKind& kind, const std::string& text, std::int64_t way) {
  std::string failure;
  bool accepted = false;
  double taken = 0.0;
  {
    lower_work_limits();
    const Target target = kind.make();
    const double begin = own_seconds();
    failure = read_text(target, text, way, accepted);
    taken = own_seconds() - begin;
  }
  if (failure.empty()) failure = accepted ? "accepted" : "refused";
  std::printf("%s: %s, %.1f ms\n", std::string(kind.name).c_str(), failure.c_str(), taken * 1e3);
  return failure == "accepted" || failure == "refused";
}

}  // namespace hearth::fuzz
