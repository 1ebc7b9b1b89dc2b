// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string>
#include <sys/wait.h>

namespace hearth::test {

/// What a shell command printed, and its exit code (-1: it could not be run).
struct ShellOutcome {
  int code = -1;
  std::string out;
};

inline ShellOutcome run_shell(const std::string& command) {
  ShellOutcome outcome;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return outcome;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) {
    outcome.out.append(buffer, count);
  }
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
  return outcome;
}

inline bool has_program(const std::string& name) {
  return run_shell("command -v " + name + " > /dev/null 2>&1").code == 0;
}

/// Quotes a text for /bin/sh.
inline std::string in_quotes(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace hearth::test
