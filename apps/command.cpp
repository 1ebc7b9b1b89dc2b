// SPDX-License-Identifier: MIT
#include "hearth/apps/command.hpp"

#include <algorithm>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <optional>
#include <ostream>
#include <string>
#include <unistd.h>
#include <utility>
#include <variant>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/printable_stream.hpp"
#include "hearth/apps/options/options.hpp"
#include "hearth/apps/session/messages.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/components/plugins/plugins.hpp"
#include "hearth/framework/confinement/fixed_confinement.hpp"

namespace hearth::apps {
namespace {

void say_failure(Messages& messages, const char* code, const std::string& what,
                 const std::string& file = "") {
  Diagnostics diagnostics;
  diagnostics.error(code, {.file = file}, what);
  messages.show(diagnostics);
}

int say_unwritten(Messages& messages) {
  say_failure(
      messages, "file.write",
      "cannot write to stdout; redirect it to a writable file, or to a program that reads it");
  return kRunFailed;
}

/// Returns whether a verb runs a model.
bool runs_model(const VerbOptions& verb) {
  return std::holds_alternative<SimulateOptions>(verb) ||
         std::holds_alternative<CalibrateOptions>(verb) ||
         std::holds_alternative<SampleOptions>(verb) ||
         std::holds_alternative<ScenariosOptions>(verb);
}

/// Returns the style of messages in a command line that could not be parsed.
MessageStyle asked_style(const std::vector<std::string>& arguments) {
  const bool json =
      std::find(arguments.begin(), arguments.end(), "--messages=json") != arguments.end();
  return json ? MessageStyle::Json : MessageStyle::Text;
}

int run_invocation(const Invocation& invocation, const std::vector<std::string>& arguments,
                   const CommandStreams& streams, const Program& program) {
  PrintableStream out(streams.out);
  Messages messages(streams.err, invocation.verbosity, invocation.messages);
  Session session{out, messages, arguments, streams.terminal, invocation.files, streams.out};
  int code = kDone;
  try {
    session.files.check();
    std::optional<FixedConfinement> confinement;
    if (!invocation.confine.empty()) {
      confinement.emplace(
          std::vector<std::filesystem::path>(invocation.confine.begin(), invocation.confine.end()),
          invocation.confined_code);
    }
    for (const std::string& name : invocation.plugins) load_plugin(find_plugin(name));
    code = program.run(invocation, session);
  } catch (...) {
    code = report_exception(messages, runs_model(invocation.verb));
  }
  messages.summarize();
  out.flush();
  return !streams.out.flush() && code == kDone ? say_unwritten(messages) : code;
}

}  // namespace

void prepare_process() {
  // A file that is opened later would get the number of a closed descriptor, and messages would be
  // written to it. Output to a standard output that was closed must fail, because it would be lost.
  for (int descriptor = 0; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    const int mode = descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR;
    if (::open("/dev/null", mode) != descriptor) ::_exit(kRunFailed);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

int report_exception(Messages& messages, bool running) {
  try {
    throw;
  } catch (const Error& error) {
    messages.show(error.diagnostics());
    return exit_code(error);
  } catch (const std::bad_alloc&) {
    if (!running) {
      say_failure(messages, "limit.memory",
                  "there is not enough memory to read the input; check that it is the right file");
      return kInputInvalid;
    }
    say_failure(messages, "run.out_of_memory",
                "there is not enough memory; use fewer threads (-j), a smaller model or a longer "
                "step, or list or record fewer signals");
    return kRunFailed;
  } catch (const std::filesystem::filesystem_error& error) {  // a name that no system accepts
    say_failure(messages, "file.unreadable", error.code().message(), error.path1().string());
    return kInputInvalid;
  } catch (const std::exception& error) {
    say_failure(messages, "run.unexpected", error.what());
    return kRunFailed;
  }
}

int run_command(const std::vector<std::string>& arguments, const CommandStreams& streams) {
  const auto run = [](const Invocation& invocation, Session& session) {
    return std::visit([&session](const auto& verb) { return run_verb(verb, session); },
                      invocation.verb);
  };
  return run_command(arguments, streams, {parse_command, run});
}

int run_command(const std::vector<std::string>& arguments, const CommandStreams& streams,
                const Program& program) {
  std::variant<Information, Invocation> parsed;
  try {
    parsed = program.parse(arguments);
  } catch (...) {
    Messages messages(streams.err, Verbosity::Normal, asked_style(arguments));
    return report_exception(messages);
  }
  if (const auto* information = std::get_if<Information>(&parsed)) {
    streams.out << information->text << std::flush;
    if (streams.out) return kDone;
    Messages messages(streams.err, Verbosity::Normal);
    return say_unwritten(messages);
  }
  const auto& invocation = std::get<Invocation>(parsed);
  for (const auto& [limit, most] : invocation.limits) set_limit(limit, most);
  return run_invocation(invocation, arguments, streams, program);
}

}  // namespace hearth::apps
