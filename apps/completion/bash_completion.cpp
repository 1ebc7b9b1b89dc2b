// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/completion/completion.hpp"

namespace hearth::apps {
namespace {

std::string quoted_list(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += " " + shell_quoted(word);
  return list;
}

/// The command that offers the values of an entry; "" where nothing is known of them.
std::string offer_command(const Offer& offer) {
  if (!offer.words.empty()) return "_hearth_words" + quoted_list(offer.words);
  if (offer.files) return "_hearth_files" + quoted_list(offer.endings);
  return offer.folders ? "_hearth_folders" : "";
}

/// `'graph -f' | 'graph --format'`
std::string option_pattern(const VerbWords& verb, const LineEntry& entry) {
  std::vector<std::string> patterns;
  for (const std::string& name : entry.names)
    patterns.push_back(shell_quoted(verb.name + " " + name));
  return fmt::format("    {}) ", fmt::join(patterns, " | "));
}

std::string valued(const VerbWords& verb) {
  std::string lines;
  for (const LineEntry& entry : verb.options) {
    if (entry.takes_value) lines += option_pattern(verb, entry) + "return 0 ;;\n";
  }
  return lines;
}

std::string values(const VerbWords& verb) {
  std::string lines;
  for (const LineEntry& entry : verb.options) {
    const std::string command = offer_command(entry.offer);
    if (!command.empty()) lines += option_pattern(verb, entry) + command + " ;;\n";
  }
  return lines;
}

std::string options(const VerbWords& verb) {
  std::vector<std::string> names;
  for (const LineEntry& entry : verb.options) {
    names.insert(names.end(), entry.names.begin(), entry.names.end());
  }
  return fmt::format("    {}) _hearth_words{} ;;\n", shell_quoted(verb.name), quoted_list(names));
}

std::string positionals(const VerbWords& verb) {
  std::string lines;
  for (std::size_t i = 0; i < verb.positionals.size(); ++i) {
    const LineEntry& entry = verb.positionals[i];
    const std::string command = offer_command(entry.offer);
    if (command.empty()) continue;
    const std::string place = entry.repeats ? "*" : shell_quoted(std::to_string(i + 1));
    lines += fmt::format("    {}{}) {} ;;\n", shell_quoted(verb.name + " "), place, command);
  }
  return lines;
}

}  // namespace

std::string bash_completion(const std::vector<VerbWords>& verbs) {
  std::vector<std::string> names;
  std::string valued_lines, value_lines, option_lines, positional_lines;
  for (const VerbWords& verb : verbs) {
    names.push_back(verb.name);
    valued_lines += valued(verb);
    value_lines += values(verb);
    option_lines += options(verb);
    positional_lines += positionals(verb);
  }
  names.insert(names.end(), {"--help", "--version"});
  return fill_frame("bash_frame", {{"VALUED", valued_lines},
                                   {"VALUES", value_lines},
                                   {"OPTIONS", option_lines},
                                   {"POSITIONALS", positional_lines},
                                   {"VERBS", "    _hearth_words" + quoted_list(names) + "\n"}});
}

}  // namespace hearth::apps
