// SPDX-License-Identifier: MIT
#include "hearth/apps/options/completion.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/options/verbs.hpp"

namespace hearth::embedded {
std::string_view completion_scripts(std::string_view name);
}

namespace hearth::apps {
namespace {

/// Collects the words that begin with the typed text.
class Offers {
 public:
  explicit Offers(std::string typed) : typed_(std::move(typed)) {}

  void word(const std::string& word, std::string_view meaning = {}) {
    if (!word.starts_with(typed_)) return;
    lines_ += meaning.empty() ? word + "\n" : fmt::format("{}\t{}\n", word, meaning);
  }

  /// Adds the values of an entry; `before` precedes them in the same word, as in `--format=svg`.
  void values(const Entry& entry, const std::string& before = "") {
    for (const std::string& value : entry.words) word(before + value);
    if (entry.offers_files) lines_ += fmt::format(":files\t{}\n", fmt::join(entry.endings, " "));
    if (entry.offers_folders) lines_ += ":folders\n";
  }

  void options(const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
      if (entry.is_argument()) continue;
      for (const std::string& name : entry.all_names()) word(name, entry.help);
    }
    for (const char* name : {"-h", "--help"}) word(name, "Print this help");
  }

  const std::string& lines() const { return lines_; }

 private:
  std::string typed_;
  std::string lines_;
};

std::string verb_completions(const std::string& typed) {
  Offers offers(typed);
  for (const Verb& verb : verbs()) offers.word(std::string(verb.name), verb.summary);
  offers.word("--help", "Print help");
  offers.word("--plugin", "Load component types from a plug-in");
  offers.word("--version", "Print the version");
  return offers.lines();
}

/// Completes the words after a verb.
class LineCompletion {
 public:
  explicit LineCompletion(const std::vector<Entry>& entries) : entries_(entries) {}

  std::string of(const std::vector<std::string>& words) const {
    const std::string& typed = words.back();
    Offers offers(typed);
    if (words.size() > 1 && takes_value(words[words.size() - 2])) {
      offers.values(*option(words[words.size() - 2]));
    } else if (typed.starts_with('-')) {
      const auto equals = typed.find('=');
      const Entry* entry = option(typed.substr(0, equals));
      if (equals == std::string::npos) {
        offers.options(entries_);
      } else if (entry != nullptr) {
        offers.values(*entry, typed.substr(0, equals + 1));
      }
    } else {
      if (const Entry* entry = argument(words)) offers.values(*entry);
      if (offers.lines().empty() && typed.empty()) offers.options(entries_);
    }
    return offers.lines();
  }

 private:
  const Entry* option(const std::string& name) const {
    const auto has_name = [&name](const Entry& entry) {
      const std::vector<std::string> names = entry.all_names();
      return !entry.is_argument() && std::find(names.begin(), names.end(), name) != names.end();
    };
    const auto found = std::find_if(entries_.begin(), entries_.end(), has_name);
    return found == entries_.end() ? nullptr : &*found;
  }

  bool takes_value(const std::string& word) const {
    const Entry* entry = option(word);
    return entry != nullptr && !entry->is_flag();
  }

  /// Returns the argument to which the last word belongs.
  const Entry* argument(const std::vector<std::string>& words) const {
    int before = 0;  // number of complete arguments
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (takes_value(words[i])) {
        ++i;
      } else if (!words[i].starts_with('-')) {
        ++before;
      }
    }
    for (const Entry& entry : entries_) {
      if (entry.is_argument() && (entry.repeats || before-- == 0)) return &entry;
    }
    return nullptr;
  }

  const std::vector<Entry>& entries_;
};

}  // namespace

std::string completions(std::vector<std::string> words) {
  while (words.size() > 1 && words.front().starts_with("--plugin")) {
    const bool apart = words.front() == "--plugin";
    if (apart && words.size() == 2) return ":files\t.so\n";
    words.erase(words.begin(), words.begin() + (apart ? 2 : 1));
  }
  if (words.size() < 2) return verb_completions(words.empty() ? "" : words.front());
  for (const Verb& verb : verbs()) {
    if (verb.name != words.front()) continue;
    Invocation invocation;
    const VerbLine line = line_of(verb, invocation);
    return LineCompletion(line.entries()).of({words.begin() + 1, words.end()});
  }
  return "";
}

std::string_view completion_script(Shell shell) {
  switch (shell) {
    case Shell::Zsh:
      return embedded::completion_scripts("zsh");
    case Shell::Fish:
      return embedded::completion_scripts("fish");
    default:
      return embedded::completion_scripts("bash");
  }
}

}  // namespace hearth::apps
