// SPDX-License-Identifier: MIT
#include "hearth/apps/command.hpp"

#include <exception>
#include <filesystem>
#include <new>
#include <ostream>
#include <string>
#include <utility>
#include <variant>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/printable_stream.hpp"
#include "hearth/apps/options/options.hpp"
#include "hearth/apps/session/messages.hpp"
#include "hearth/apps/verbs/verbs.hpp"

namespace hearth::apps {
namespace {

void say_failure(Messages& messages, const char* code, const std::string& what,
                 const std::string& file = "") {
  Diagnostics diagnostics;
  diagnostics.error(code, {.file = file}, what);
  messages.show(diagnostics);
}

/// Whether a verb runs a model: memory that it lacks then was not asked for by a file.
bool runs_model(const VerbOptions& verb) {
  return std::holds_alternative<SimulateOptions>(verb) ||
         std::holds_alternative<CalibrateOptions>(verb) ||
         std::holds_alternative<ScenariosOptions>(verb);
}

/// Says the exception that is being handled and returns its exit code.
int report_exception(Messages& messages, bool running = false) {
  try {
    throw;
  } catch (const Error& error) {
    messages.show(error.diagnostics());
    return exit_code(error);
  } catch (const std::bad_alloc&) {
    if (!running) {
      say_failure(messages, "limit.memory",
                  "there is not enough memory for what the input asks for; is it the right file?");
      return kInputInvalid;
    }
    say_failure(messages, "run.out_of_memory",
                "there is not enough memory; record fewer signals (--record)");
    return kRunFailed;
  } catch (const std::filesystem::filesystem_error& error) {  // of a name that no system takes
    say_failure(messages, "file.unreadable", error.code().message(), error.path1().string());
    return kInputInvalid;
  } catch (const std::exception& error) {
    say_failure(messages, "run.unexpected", error.what());
    return kRunFailed;
  }
}

int run_invocation(const Invocation& invocation, const std::vector<std::string>& arguments,
                   const CommandStreams& streams) {
  PrintableStream out(streams.out);
  Messages messages(streams.err, invocation.verbosity);
  Session session{out, messages, arguments, streams.terminal, invocation.files, streams.out};
  int code = kDone;
  try {
    session.files.check();
    code = std::visit([&session](const auto& verb) { return run_verb(verb, session); },
                      invocation.verb);
  } catch (...) {
    code = report_exception(messages, runs_model(invocation.verb));
  }
  messages.summarize();
  out.flush();
  if (!streams.out.flush() && code == kDone) {
    say_failure(messages, "file.write", "stdout cannot be written");
    return kRunFailed;
  }
  return code;
}

}  // namespace

int run_command(const std::vector<std::string>& arguments, const CommandStreams& streams) {
  std::variant<Information, Invocation> parsed;
  try {
    parsed = parse_command(arguments);
  } catch (...) {
    Messages messages(streams.err, Verbosity::Normal);
    return report_exception(messages);
  }
  if (const auto* information = std::get_if<Information>(&parsed)) {
    streams.out << information->text << std::flush;
    return streams.out ? kDone : kRunFailed;
  }
  const auto& invocation = std::get<Invocation>(parsed);
  for (const auto& [limit, most] : invocation.limits) set_limit(limit, most);
  return run_invocation(invocation, arguments, streams);
}

}  // namespace hearth::apps
