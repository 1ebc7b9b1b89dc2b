// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "hearth/apps/base/call_files.hpp"
#include "hearth/apps/session/messages.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// What every verb works with.
struct Session {
  std::ostream& out;               ///< facts that were asked for, for people; or JSON
  Messages& messages;              ///< everything else
  std::vector<std::string> words;  ///< the command line, for the record of a run
  bool terminal = false;           ///< stderr is one
  CallFiles files{};               ///< those of the command line, and what the verb adds
  std::ostream& data;              ///< the same stream for tables of programs, byte by byte
};

/// Calls `read(diagnostics)` and shows what it collected, also where it throws.
template <class Read>
auto with_messages(Session& session, const Read& read) {
  Diagnostics diagnostics;
  try {
    auto result = read(diagnostics);
    session.messages.show(diagnostics);
    return result;
  } catch (...) {
    session.messages.show(diagnostics);
    throw;
  }
}

}  // namespace hearth::apps
