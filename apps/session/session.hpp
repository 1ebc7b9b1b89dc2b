// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "hearth/apps/base/call_files.hpp"
#include "hearth/apps/session/messages.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {

/// The environment in which every verb works.
struct Session {
  std::ostream& out;               ///< requested information: text for people, or JSON
  Messages& messages;              ///< all other messages
  std::vector<std::string> words;  ///< command line, for the record of a run
  bool terminal = false;           ///< whether stderr is a terminal
  CallFiles files{};               ///< files of the command line, and files that the verb adds
  /// stream `out` for tables that programs read, unchanged byte by byte
  std::ostream& data;
};

/// Calls `read(diagnostics)` and shows the collected diagnostics, even if `read` throws.
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
