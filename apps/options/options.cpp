// SPDX-License-Identifier: MIT
#include "hearth/apps/options/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/base/version.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {
namespace {

std::string overview() {
  std::string text =
      "Digital twins of buildings: check, simulate and calibrate models of building energy.\n\n"
      "Usage: hearth VERB [options] FILE\n\nVerbs:\n";
  for (const Verb& verb : verbs()) text += fmt::format("  {:<12}{}\n", verb.name, verb.summary);
  text +=
      "\nOptions:\n"
      "  -h,--help   Print this help; 'hearth VERB --help' has options and an example\n"
      "  --version   Print the version\n";
  return text;
}

[[noreturn]] void refuse_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) names.emplace_back(verb.name);
  if (word.empty()) {
    throw UsageError("usage.verb_missing", {},
                     fmt::format("expected one of {} ('hearth --help')", fmt::join(names, ", ")));
  }
  const bool option = word.front() == '-';
  throw UsageError(
      option ? "usage.unknown_option" : "usage.unknown_verb", {.pointer = word},
      fmt::format("expected one of {}{}", fmt::join(names, ", "), did_you_mean(word, names)));
}

}  // namespace

std::variant<Information, Invocation> parse_command(const std::vector<std::string>& arguments) {
  const std::string word = arguments.size() > 1 ? arguments[1] : "";
  if (word == "--help" || word == "-h") return Information{overview()};
  if (word == "--version") return Information{std::string("hearth ") + kVersion + "\n"};
  for (const Verb& verb : verbs()) {
    if (verb.name != word) continue;
    Parsed parsed = verb.parse({.words = {arguments.begin() + 2, arguments.end()}});
    if (auto* help = std::get_if<Information>(&parsed)) return std::move(*help);
    return std::get<Invocation>(std::move(parsed));
  }
  refuse_verb(word);
}

}  // namespace hearth::apps
