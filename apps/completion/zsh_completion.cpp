// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/completion/completion.hpp"

namespace hearth::apps {
namespace {

/// Protects what ends a part of a specification of `_arguments`.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

/// `_files -g "*(.hearth.json|.ttl)(-.)"`: regular files with these endings; folders are added.
std::string files_action(const std::vector<std::string>& endings) {
  if (endings.empty()) return "_files";
  return fmt::format("_files -g \"*({})(-.)\"", fmt::join(endings, "|"));
}

/// What follows `:name:` of a value; a blank where nothing is known.
std::string action(const Offer& offer) {
  if (!offer.words.empty()) return fmt::format("({})", fmt::join(offer.words, " "));
  if (offer.files) return files_action(offer.endings);
  return offer.folders ? "_files -/" : " ";
}

/// One specification for each name; the names of an option exclude each other.
std::string option_specs(const LineEntry& entry) {
  std::string lines;
  for (const std::string& name : entry.names) {
    std::string spec = entry.repeats ? "*" : fmt::format("({})", fmt::join(entry.names, " "));
    if (name == "-h" || name == "--help") spec = "(- *)";
    spec += name;
    if (entry.takes_value) spec += name.starts_with("--") ? "=" : "+";
    spec += fmt::format("[{}]", escaped(entry.help));
    if (entry.takes_value) {
      spec += fmt::format(":{}:{}", escaped(entry.value), action(entry.offer));
    }
    lines += " \\\n    " + shell_quoted(spec);
  }
  return lines;
}

std::string positional_spec(const LineEntry& entry, std::size_t position) {
  const std::string place = entry.repeats ? "*" : std::to_string(position);
  return " \\\n    " +
         shell_quoted(fmt::format("{}:{}:{}", place, escaped(entry.value), action(entry.offer)));
}

std::string function_of(const VerbWords& verb) {
  std::string text = fmt::format("_hearth_verb_{}() {{\n  _arguments -s", verb.name);
  for (const LineEntry& entry : verb.options) text += option_specs(entry);
  for (std::size_t i = 0; i < verb.positionals.size(); ++i) {
    text += positional_spec(verb.positionals[i], i + 1);
  }
  return text + "\n}\n\n";
}

}  // namespace

std::string zsh_completion(const std::vector<VerbWords>& verbs) {
  std::string functions, names;
  for (const VerbWords& verb : verbs) {
    functions += function_of(verb);
    names += "    " + shell_quoted(verb.name + ":" + escaped(verb.summary)) + "\n";
  }
  return fill_frame("zsh_frame", {{"FUNCTIONS", functions}, {"VERBS", names}});
}

}  // namespace hearth::apps
