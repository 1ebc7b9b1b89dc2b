// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "hearth/apps/options/options.hpp"
#include "hearth/apps/options/verbs.hpp"
#include "hearth/tests/fuzz/commands/bench.hpp"
#include "hearth/tests/fuzz/targets.hpp"

namespace hearth::fuzz {
namespace {

/// A word that cannot lead out of the folder in which commands run.
std::string confined(std::string word) {
  for (std::size_t at = 0; (at = word.find("..", at)) != std::string::npos;) word[at] = '_';
  for (std::size_t at = 0; at < word.size(); ++at) {
    const bool inside = at > 0 && (std::isalnum(static_cast<unsigned char>(word[at - 1])) != 0);
    if (word[at] == '/' && !inside) word[at] = '_';
  }
  return word;
}

/// Lines are words.
Words words_of(std::string_view text) {
  Words words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    words.push_back(confined(std::string(text.substr(0, end))));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// Verbs, options and the words that they take.
std::vector<std::string> words_of_verbs() {
  std::vector<std::string> tokens{"\n",   "\n--",      "\n-",   "=",
                                  "\n\n", "\n--\n",    "\n-h",  "\n-vq",
                                  "\n-j", "\n1e999\n", "\n--j", "\n999999999999999999999\n"};
  for (const apps::Verb& verb : apps::verbs()) {
    tokens.push_back(std::string(verb.name) + "\n");
    apps::Invocation invocation;
    const apps::VerbLine line = line_of(verb, invocation);
    for (const apps::Entry& entry : line.entries()) {
      if (entry.is_argument()) continue;
      tokens.push_back("\n" + entry.name() + "\n");
      for (const std::string& word : entry.words) {
        tokens.push_back("\n" + entry.name() + "=" + word + "\n");
      }
    }
  }
  for (const NamedText& file : files_below("scene")) tokens.push_back("\n" + file.name + "\n");
  return tokens;
}

}  // namespace

Target command_line_target() {
  const auto bench = std::make_shared<Bench>();
  const auto read = [bench](std::string_view text, std::uint64_t) {
    bench->restore();
    Call call{words_of(text), {0, 1, 2, 3, 4, 5, 6}, true, false};
    return bench->run(call, {""}).code == 0;
  };
  return {{texts_below("seeds/command_line"), words_of_verbs()}, read};
}

}  // namespace hearth::fuzz
