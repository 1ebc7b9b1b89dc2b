// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace hearth::apps {

struct CommandStreams {
  std::ostream& out;
  std::ostream& err;
  bool terminal = false;  ///< whether `err` is one
};

/// Runs a command line, the program's name first, and returns the exit code (`ExitCode`, or 128 and
/// the number of a signal). Throws nothing.
int run_command(const std::vector<std::string>& arguments, const CommandStreams& streams);

}  // namespace hearth::apps
