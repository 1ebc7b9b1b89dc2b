// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

#include "hearth/apps/options/options.hpp"
#include "hearth/apps/session/session.hpp"

namespace hearth::apps {

struct CommandStreams {
  std::ostream& out;
  std::ostream& err;
  bool terminal = false;  ///< whether `err` is a terminal
};

/// The functions of a program that handle its command line. Both may throw anything.
struct Program {
  std::function<std::variant<Information, Invocation>(const std::vector<std::string>&)> parse;
  std::function<int(const Invocation&, Session&)> run;
};

/// Protects a program against the conditions under which it was started; must be called first.
/// Afterwards, standard input, output and error are open (writing to an output that was closed
/// fails), and a file that grows beyond `ulimit -f` fails in the same way as on a full disk.
void prepare_process();

/// Runs a command line, the program's name first, and returns the exit code (`ExitCode`, or 128
/// plus the number of a signal). Does not throw.
int run_command(const std::vector<std::string>& arguments, const CommandStreams& streams);
/// Runs a command line of another program than `hearth`.
int run_command(const std::vector<std::string>& arguments, const CommandStreams& streams,
                const Program& program);

/// Reports the exception that is being handled and returns its exit code. `running` is true while a
/// model runs, so that insufficient memory is not attributed to an input file.
int report_exception(Messages& messages, bool running = false);

}  // namespace hearth::apps
