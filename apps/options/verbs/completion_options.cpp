// SPDX-License-Identifier: MIT
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {
namespace {

const Words<Shell> kShells = {{"bash", Shell::Bash}, {"zsh", Shell::Zsh}, {"fish", Shell::Fish}};

}  // namespace

Parsed parse_completion(const Arguments& arguments) {
  std::string shell;
  VerbLine line("completion",
                "Prints a script that lets a shell complete verbs, options and files.",
                "source <(hearth completion bash)");
  line.text("SHELL", shell, "bash, zsh or fish", "", true).one_of(words_of(kShells));
  if (auto help = line.parse(arguments)) return *help;
  return Invocation{CompletionOptions{read_word("SHELL", shell, kShells)}, line.verbosity()};
}

}  // namespace hearth::apps
