// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace hearth::test {

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// A folder for the files of one test case; removed with them.
class Workshop {
 public:
  Workshop() {
    std::string name = (std::filesystem::temp_directory_path() / "hearth-apps-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Workshop() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  std::string read(const std::string& name) const { return text_of(path_ / name); }
  bool holds(const std::string& name) const { return std::filesystem::exists(path_ / name); }

 private:
  std::filesystem::path path_;
};

/// What a command line returned and printed.
struct Outcome {
  int code = 0;
  std::string out, err;

  bool said(const std::string& part) const { return err.find(part) != std::string::npos; }
  bool printed(const std::string& part) const { return out.find(part) != std::string::npos; }
};

/// The built command as a process of its own; stdout and stderr go to files of the workshop.
class Process {
 public:
  Process(const Workshop& shop, const std::vector<std::string>& arguments)
      : out_(shop / ".stdout"), err_(shop / ".stderr") {
    std::vector<std::string> words = {HEARTH_COMMAND};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    constexpr int kCreate = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_.c_str(), kCreate, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err_.c_str(), kCreate, 0600);
    if (posix_spawn(&pid_, HEARTH_COMMAND, &actions, nullptr, argv.data(), environ) != 0) pid_ = 0;
    posix_spawn_file_actions_destroy(&actions);
  }

  /// Waits until the process handles a signal itself, at most 20 s: before, the signal ends it.
  void await_handler(int number) const {
    const std::string status = "/proc/" + std::to_string(pid_) + "/status";
    for (int i = 0; i < 10000; ++i) {
      const std::string text = text_of(status);
      const std::size_t at = text.find("SigCgt:");
      if (at == std::string::npos) return;  // it has ended
      const std::uint64_t handled = std::stoull(text.substr(at + 7), nullptr, 16);
      if ((handled >> (number - 1) & 1U) != 0) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }

  void signal(int number) const {
    if (pid_ != 0) ::kill(pid_, number);
  }

  Outcome wait() const {
    int status = 0;
    if (pid_ == 0 || ::waitpid(pid_, &status, 0) != pid_) return {-1, "", "not started"};
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return {code, text_of(out_), text_of(err_)};
  }

  /// Kills a process that takes longer; its code is then that of the signal.
  Outcome wait_at_most(std::chrono::seconds limit) const {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    limit *= 10;  // sanitizers slow a program down by up to that
#endif
    const auto end = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < end) {
      siginfo_t state{};
      const auto id = static_cast<id_t>(pid_);
      if (::waitid(P_PID, id, &state, WEXITED | WNOHANG | WNOWAIT) != 0) return wait();
      if (state.si_pid != 0) return wait();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    signal(SIGKILL);
    return wait();
  }

 private:
  std::filesystem::path out_, err_;
  pid_t pid_ = 0;
};

inline Outcome run_hearth(const Workshop& shop, const std::vector<std::string>& arguments) {
  return Process(shop, arguments).wait();
}

}  // namespace hearth::test
