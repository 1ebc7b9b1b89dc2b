// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace hearth::apps {

/// Limits of a process.
struct ChildLimits {
  /// Memory for data of the process; not limited in builds with a sanitizer.
  std::int64_t memory_bytes = 2'000'000'000;
  std::int64_t file_bytes = 2'000'000'000;  ///< largest size of each file that the process writes
};

struct ChildCommand {
  std::filesystem::path program;
  std::vector<std::string> words;  ///< arguments after the name of the program
  std::filesystem::path folder;    ///< working directory
  /// Files for standard output and error; created or overwritten.
  std::filesystem::path output, messages;
  ChildLimits limits;
};

/// A program in its own process group, without the descriptors of this process and without its
/// token (`HEARTH_TOKEN`). It ends with the thread that started it.
class ChildProcess {
 public:
  /// Throws SimulationError `serve.child` if the system cannot start another process.
  explicit ChildProcess(const ChildCommand& command);
  /// Kills the process if it is still running.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Returns the exit code, or 128 plus the number of the signal that ended the process; nothing
  /// while it is running.
  std::optional<int> code();
  /// Sends a signal to the process and to all processes that it started.
  void signal(int number) const;

 private:
  pid_t pid_ = 0;
  std::optional<int> code_;
};

}  // namespace hearth::apps
