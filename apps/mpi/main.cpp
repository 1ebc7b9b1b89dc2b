// SPDX-License-Identifier: MIT
#include <iostream>
#include <mpi.h>
#include <streambuf>
#include <string>
#include <unistd.h>
#include <variant>
#include <vector>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/command.hpp"
#include "hearth/apps/mpi/mpi_ranks.hpp"
#include "hearth/apps/options/options.hpp"
#include "hearth/apps/verbs/scenario_command.hpp"
#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/framework/base/standard_output.hpp"

namespace hearth::apps {
namespace {

/// Discards the output of the processes that do not print.
class Nowhere : public std::streambuf {
 protected:
  int_type overflow(int_type character) override { return traits_type::not_eof(character); }
};

/// Parses the arguments of `hearth scenarios`; refuses options that are not supported with MPI.
std::variant<Information, Invocation> parse(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"hearth", "scenarios"};
  words.insert(words.end(), arguments.begin() + 1, arguments.end());
  if (arguments.size() == 2 && arguments[1] == "--version") words = {"hearth", "--version"};
  auto parsed = parse_command(words);
  if (const auto* invocation = std::get_if<Invocation>(&parsed)) {
    if (std::get<ScenariosOptions>(invocation->verb).shard) {
      throw UsageError(
          "usage.option", {.pointer = "--shard"},
          "cannot be combined with hearth-mpi, which distributes the runs among its processes");
    }
  }
  return parsed;
}

int run(const Invocation& invocation, Session& session, MpiRanks& ranks, int thread_support) {
  const auto& options = std::get<ScenariosOptions>(invocation.verb);
  if (options.threads.value_or(1) > 1 && thread_support < MPI_THREAD_SERIALIZED) {
    throw CapabilityError(
        "capability.not_built_in", {.pointer = "--threads"},
        "this MPI library does not support threads; start more processes instead");
  }
  try {
    return ScenarioCommand(options, session, ranks).run();
    // an error that the processes have not shared: the others would wait for this process
  } catch (...) {
    Messages own(std::cerr, invocation.verbosity);
    const int code = report_exception(own, true);
    MPI_Abort(MPI_COMM_WORLD, code);
    return code;
  }
}

/// Only one process prints.
int run(const std::vector<std::string>& arguments, int thread_support) {
  OwnStandardOutput standard_output;
  Nowhere nowhere;
  std::ostream silent(&nowhere);
  MpiRanks ranks;
  const Program program{parse, [&](const Invocation& invocation, Session& session) {
                          return run(invocation, session, ranks, thread_support);
                        }};
  if (!ranks.leads()) return run_command(arguments, {silent, silent, false}, program);
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  return run_command(arguments, {standard_output, std::cerr, terminal}, program);
}

}  // namespace
}  // namespace hearth::apps

int main(int argc, char** argv) {
  hearth::apps::prepare_process();
  int thread_support = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &thread_support);
  const int code = hearth::apps::run({argv, argv + argc}, thread_support);
  MPI_Finalize();
  hearth::end_after_fmu_crash(code);
  return code;
}
