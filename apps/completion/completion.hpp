// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/apps/options/options.hpp"
#include "hearth/apps/options/verb_parser.hpp"

namespace hearth::apps {

/// A verb as shells see it.
struct VerbWords {
  std::string name;
  std::string summary;
  std::vector<LineEntry> options{};
  std::vector<LineEntry> positionals{};
};

/// Returns all verbs with their options: what the parser itself knows.
std::vector<VerbWords> command_words();

/// Returns the script that completes `hearth` in a shell.
std::string completion_script(Shell shell);

// The script of each shell: a frame (`<shell>_frame`), its placeholders filled.

std::string bash_completion(const std::vector<VerbWords>& verbs);
std::string zsh_completion(const std::vector<VerbWords>& verbs);
std::string fish_completion(const std::vector<VerbWords>& verbs);

/// Returns an embedded frame with `@NAME@` replaced by a text for each name.
std::string fill_frame(std::string_view frame,
                       const std::vector<std::pair<std::string_view, std::string>>& texts);

/// Quotes a text for a POSIX shell: `'it'\''s'`.
std::string shell_quoted(std::string_view text);

}  // namespace hearth::apps
