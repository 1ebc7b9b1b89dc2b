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
  bool terminal = false;  ///< whether `err` is one
};

/// What a program does with its command line. Both may throw anything.
struct Program {
  std::function<std::variant<Information, Invocation>(const std::vector<std::string>&)> parse;
  std::function<int(const Invocation&, Session&)> run;
};

/// Guards a program against how it was started; to be called first. Standard input, output and
/// error are open from then on (writing to an output that was closed fails), and a file that grows
/// beyond `ulimit -f` fails like a full disk.
void prepare_process();

/// Runs a command line, the program's name first, and returns the exit code (`ExitCode`, or 128 and
/// the number of a signal). Throws nothing.
int run_command(const std::vector<std::string>& arguments, const CommandStreams& streams);
/// The same for another program than `hearth`.
int run_command(const std::vector<std::string>& arguments, const CommandStreams& streams,
                const Program& program);

/// Reports the exception that is being handled and returns its exit code. `running` is whether a
/// model runs: memory that it lacks then was not asked for by a file.
int report_exception(Messages& messages, bool running = false);

}  // namespace hearth::apps
