// SPDX-License-Identifier: MIT
#include <iostream>
#include <mpi.h>
#include <string>
#include <unistd.h>
#include <variant>
#include <vector>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/mpi/mpi_ranks.hpp"
#include "hearth/apps/options/options.hpp"
#include "hearth/apps/session/messages.hpp"
#include "hearth/apps/verbs/scenario_command.hpp"

namespace hearth::apps {
namespace {

/// Reads the arguments of `hearth scenarios`; what does not fit to MPI is refused.
std::variant<Information, Invocation> parse(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"hearth", "scenarios"};
  words.insert(words.end(), arguments.begin() + 1, arguments.end());
  if (arguments.size() == 2 && arguments[1] == "--version") words = {"hearth", "--version"};
  auto parsed = parse_command(words);
  if (const auto* invocation = std::get_if<Invocation>(&parsed)) {
    if (std::get<ScenariosOptions>(invocation->verb).shard) {
      throw UsageError("usage.option", {.pointer = "--shard"},
                       "not with hearth-mpi, whose processes share the runs by themselves");
    }
  }
  return parsed;
}

int run(const std::vector<std::string>& arguments, MpiRanks& ranks, int thread_support) {
  std::ostream nowhere(nullptr);  // one process speaks for all
  std::ostream& out = ranks.leads() ? std::cout : nowhere;
  std::ostream& err = ranks.leads() ? std::cerr : nowhere;
  try {
    const auto parsed = parse(arguments);
    if (const auto* information = std::get_if<Information>(&parsed)) {
      out << information->text << std::flush;
      return kDone;
    }
    const auto& invocation = std::get<Invocation>(parsed);
    const auto& options = std::get<ScenariosOptions>(invocation.verb);
    if (options.threads.value_or(1) > 1 && thread_support < MPI_THREAD_SERIALIZED) {
      throw CapabilityError("capability.not_built_in", {.pointer = "--threads"},
                            "this MPI does not work with threads; start more processes");
    }
    Messages messages(err, invocation.verbosity);
    Session session{
        out, messages, arguments, ranks.leads() && ::isatty(STDERR_FILENO) != 0, invocation.files,
        out};
    const int code = ScenarioCommand(options, session, ranks).run();
    messages.summarize();
    return code;
  } catch (const Error& error) {
    Messages(err, Verbosity::Normal).show(error.diagnostics());
    return exit_code(error);
  }
}

}  // namespace
}  // namespace hearth::apps

int main(int argc, char** argv) {
  int thread_support = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &thread_support);
  int code = 0;
  {
    hearth::apps::MpiRanks ranks;
    code = hearth::apps::run({argv, argv + argc}, ranks, thread_support);
  }
  MPI_Finalize();
  return code;
}
