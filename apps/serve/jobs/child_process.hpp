// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace hearth::apps {

/// What a process may take.
struct ChildLimits {
  std::int64_t memory_bytes = 2'000'000'000;  ///< of its own data; not limited under a sanitizer
  std::int64_t file_bytes = 2'000'000'000;    ///< of each file that it writes
};

struct ChildCommand {
  std::filesystem::path program;
  std::vector<std::string> words;          ///< after the name of the program
  std::filesystem::path folder;            ///< in which it works
  std::filesystem::path output, messages;  ///< take its standard output and error; made anew
  ChildLimits limits;
};

/// A program in a process group of its own, without the descriptors of this process and without its
/// token (`HEARTH_TOKEN`). It ends with the thread that started it.
class ChildProcess {
 public:
  /// Throws SimulationError `serve.child` if the system has no more processes.
  explicit ChildProcess(const ChildCommand& command);
  /// Kills what still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Returns the exit code, or 128 and the number of the signal that ended it; nothing if it runs.
  std::optional<int> code();
  /// Sends a signal to the process and to those that it started.
  void signal(int number) const;

 private:
  pid_t pid_ = 0;
  std::optional<int> code_;
};

}  // namespace hearth::apps
