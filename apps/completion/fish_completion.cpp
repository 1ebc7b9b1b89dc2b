// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/completion/completion.hpp"

namespace hearth::apps {
namespace {

/// Quotes a text for fish, which knows two escapes between single quotes.
std::string fish_quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

/// The arguments of `complete` that offer values.
std::string offer_arguments(const Offer& offer) {
  if (!offer.words.empty()) {
    return " -f -a " + fish_quoted(fmt::format("{}", fmt::join(offer.words, " ")));
  }
  if (offer.files && offer.endings.empty()) return " -F";
  if (offer.files) {
    return fmt::format(" -f -a '(__hearth_files {})'", fmt::join(offer.endings, " "));
  }
  return offer.folders ? " -f -a '(__fish_complete_directories (commandline -ct))'" : " -f";
}

std::string line_start(const VerbWords& verb) {
  return fmt::format("complete -c hearth -n '__hearth_verb {}'", verb.name);
}

std::string option_line(const VerbWords& verb, const LineEntry& entry) {
  std::string line = line_start(verb);
  for (const std::string& name : entry.names) {
    const bool is_long = name.starts_with("--");
    line += fmt::format(" {} {}", is_long ? "-l" : "-s", name.substr(is_long ? 2 : 1));
  }
  if (entry.takes_value) line += " -r" + offer_arguments(entry.offer);
  return line + " -d " + fish_quoted(entry.help) + "\n";
}

}  // namespace

std::string fish_completion(const std::vector<VerbWords>& verbs) {
  std::string lines;
  for (const VerbWords& verb : verbs) {
    lines += fmt::format("complete -c hearth -n __hearth_no_verb -a {} -d {}\n", verb.name,
                         fish_quoted(verb.summary));
  }
  for (const VerbWords& verb : verbs) {
    lines += "\n";
    for (const LineEntry& entry : verb.options) lines += option_line(verb, entry);
    for (const LineEntry& entry : verb.positionals) {
      const std::string offer = offer_arguments(entry.offer);
      if (offer != " -f") lines += line_start(verb) + offer + "\n";
    }
  }
  return fill_frame("fish_frame", {{"VERBS", lines}});
}

}  // namespace hearth::apps
