// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/interrupt.hpp"
#include "hearth/apps/session/run_journal.hpp"
#include "hearth/apps/session/session.hpp"

namespace hearth::apps {

/// Does the work of a run whose record has begun. If it throws, ends the record as failed. Returns
/// kDone, or the exit code of an Error, which it shows.
template <class Work>
int recorded_work(RunJournal& journal, Session& session, const Work& work) {
  try {
    work();
    return kDone;
  } catch (const Error& error) {
    session.messages.show(error.diagnostics());
    journal.end(RunStatus::Failed, session.messages.all());
    return exit_code(error);
  } catch (...) {
    journal.end(RunStatus::Failed, session.messages.all());
    throw;
  }
}

/// Ends the record of a run that a signal stopped, and shows `run.interrupted` with the fate of its
/// results; returns the exit code.
inline int end_interrupted(RunJournal& journal, Session& session, const std::filesystem::path& file,
                           const std::string& outcome) {
  Diagnostics diagnostics;
  diagnostics.error("run.interrupted", {.file = file.string()}, outcome);
  session.messages.show(diagnostics);
  journal.end(RunStatus::Interrupted, session.messages.all());
  return kSignalled + interrupted();
}

}  // namespace hearth::apps
