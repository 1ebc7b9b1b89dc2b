// SPDX-License-Identifier: MIT
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/apps/serve/jobs/job_queue.hpp"
#include "hearth/tests/apps/command.hpp"

// Processes of jobs, here of the shell, which does what a model does not.
namespace child_process_test {

using namespace hearth::apps;
using hearth::test::text_of;
using hearth::test::Workshop;
using namespace std::chrono_literals;
namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

namespace {

constexpr auto kPatience = 60s;

ChildCommand script_in(const Workshop& shop, const std::string& script, ChildLimits limits = {}) {
  return {"/bin/sh", {"-c", script}, shop / ".", shop / "out", shop / "err", limits};
}

int code_of(const Workshop& shop, const std::string& script, ChildLimits limits = {}) {
  ChildProcess child(script_in(shop, script, limits));
  for (;;) {
    if (const auto code = child.code()) return *code;
    std::this_thread::sleep_for(2ms);
  }
}

/// Waits until a file has a line, and returns it.
std::string line_of(const fs::path& file) {
  const auto end = SteadyClock::now() + kPatience;
  std::string text;
  while (!text.ends_with('\n') && SteadyClock::now() < end) {
    std::this_thread::sleep_for(2ms);
    if (fs::exists(file)) text = text_of(file);
  }
  REQUIRE(text.ends_with('\n'));
  return text.substr(0, text.size() - 1);
}

/// Whether a process runs within a few seconds still; one that ended and is not yet taken off the
/// list of the system has no command line.
bool still_runs(const std::string& pid) {
  const auto end = SteadyClock::now() + 5s;
  const fs::path words = fs::path("/proc") / pid / "cmdline";
  while (fs::exists(words) && !text_of(words).empty()) {
    if (SteadyClock::now() > end) return true;
    std::this_thread::sleep_for(2ms);
  }
  return false;
}

TEST_CASE("a process returns its exit code, or the signal that ended it") {
  const Workshop shop;
  CHECK(code_of(shop, "echo written; echo reported >&2; exit 7") == 7);
  CHECK(shop.read("out") == "written\n");
  CHECK(shop.read("err") == "reported\n");
  CHECK(code_of(shop, "kill -SEGV $$") == 128 + SIGSEGV);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("a process gets no more memory than its limit") {
  const Workshop shop;
  const std::string script = "x=$(head -c 50000000 /dev/zero | tr '\\0' a); echo ${#x}";
  CHECK(code_of(shop, script, {.memory_bytes = 1'000'000'000}) == 0);
  CHECK(shop.read("out") == "50000000\n");
  CHECK(code_of(shop, script, {.memory_bytes = 20'000'000}) != 0);
  CHECK(shop.read("out").empty());
}
#endif

TEST_CASE("a process writes no file beyond its limit") {
  const Workshop shop;
  const std::string script = "head -c 300000 /dev/zero > big";
  CHECK(code_of(shop, script, {.file_bytes = 300'000}) == 0);
  CHECK(fs::file_size(shop / "big") == 300'000);
  CHECK(code_of(shop, script, {.file_bytes = 100'000}) != 0);
  CHECK(fs::file_size(shop / "big") == 100'000);
}

TEST_CASE("a process has three descriptors, and its folder as the working folder") {
  const Workshop shop;
  CHECK(code_of(shop, "ls /proc/$$/fd; pwd -P") == 0);
  CHECK(shop.read("out") == "0\n1\n2\n" + fs::canonical(shop / ".").string() + "\n");
}

TEST_CASE("a process that ignores signals is killed with those that it started") {
  const Workshop shop;
  std::string own, started;
  {
    const ChildProcess child(script_in(
        shop, "trap '' INT TERM; sleep 600 & echo $! > started; echo $$ > own; wait; wait"));
    own = line_of(shop / "own");
    started = line_of(shop / "started");
    child.signal(SIGINT);
    CHECK(fs::exists("/proc/" + own));
  }
  CHECK_FALSE(still_runs(own));
  CHECK_FALSE(still_runs(started));
}

TEST_CASE("what a process leaves behind is killed when it ends") {
  const Workshop shop;
  CHECK(code_of(shop, "sleep 600 & echo $! > started") == 0);
  CHECK_FALSE(still_runs(line_of(shop / "started")));
}

/// A queue whose jobs are a script.
JobQueue queue_of(const Workshop& shop, const std::string& script, JobOptions options = {}) {
  options.program = "/bin/sh";
  options.folder = shop / "jobs";
  return {std::move(options), [script](const Job&, const fs::path&) {
            return std::vector<JobCommand>{{{"-c", script}, "output.txt", JobQueue::kMessages}};
          }};
}

TEST_CASE("a service that ends does not wait for a job that ignores that it was cancelled") {
  const Workshop shop;
  JobQueue queue = queue_of(shop, "trap '' INT TERM; echo $$ > own; while :; do sleep 0.05; done");
  const Job job = queue.add("run", "room", {}).value();
  const std::string own = line_of(queue.folder_of(job) / "own");
  CHECK(queue.cancel(job.id).has_value());
  std::this_thread::sleep_for(100ms);  // so that it has been asked to end
  const auto begun = SteadyClock::now();
  queue.stop();
  // Half a second is granted, and 5 s without the end of the service; machines under load take
  // longer.
  CHECK(SteadyClock::now() - begun < 3s);
  CHECK(queue.find(job.id)->state == JobState::Cancelled);
  CHECK_FALSE(still_runs(own));
}

TEST_CASE("a job that ignores its deadline is killed") {
  const Workshop shop;
  JobOptions options;
  options.time = 1s;
  JobQueue queue = queue_of(shop, "trap '' INT TERM; echo $$ > own; while :; do sleep 0.05; done",
                            std::move(options));
  const Job job = queue.add("run", "room", {}).value();
  const auto end = SteadyClock::now() + kPatience;
  while (!is_finished(queue.find(job.id)->state) && SteadyClock::now() < end) {
    std::this_thread::sleep_for(20ms);
  }
  CHECK(queue.find(job.id)->state == JobState::Failed);
  CHECK_FALSE(still_runs(line_of(queue.folder_of(job) / "own")));
}

}  // namespace
}  // namespace child_process_test
