// SPDX-License-Identifier: MIT
#include "hearth/apps/completion/completion.hpp"

#include "hearth/apps/options/verb_table.hpp"

namespace hearth::embedded {
std::string_view completion_frames(std::string_view name);
}

namespace hearth::apps {

std::vector<VerbWords> command_words() {
  std::vector<VerbWords> words;
  for (const Verb& verb : verbs()) {
    VerbWords& entry = words.emplace_back();
    entry.name = verb.name;
    entry.summary = verb.summary;
    const Parsed described = verb.parse({.describe = true});
    for (const LineEntry& line : std::get<LineTable>(described).entries) {
      (line.names.empty() ? entry.positionals : entry.options).push_back(line);
    }
  }
  return words;
}

std::string completion_script(Shell shell) {
  switch (shell) {
    case Shell::Zsh:
      return zsh_completion(command_words());
    case Shell::Fish:
      return fish_completion(command_words());
    default:
      return bash_completion(command_words());
  }
}

std::string fill_frame(std::string_view frame,
                       const std::vector<std::pair<std::string_view, std::string>>& texts) {
  std::string script(embedded::completion_frames(frame));
  for (const auto& [name, text] : texts) {
    const std::string mark = "@" + std::string(name) + "@\n";
    if (const auto at = script.find(mark); at != std::string::npos) {
      script.replace(at, mark.size(), text);
    }
  }
  return script;
}

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace hearth::apps
