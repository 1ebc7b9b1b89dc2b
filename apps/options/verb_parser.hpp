// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hearth/apps/options/options.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hearth::apps {

/// What a shell may offer as the value of an option.
struct Offer {
  bool files = false;
  bool folders = false;
  std::vector<std::string> endings{};  ///< of the files, `.hearth.json`; none: any
  std::vector<std::string> words{};

  /// Offers files with one of these endings.
  void files_ending(std::vector<std::string> list);
  void one_of(std::vector<std::string> list);
};

/// The words that `read_word` knows.
template <class Value>
std::vector<std::string> words_of(const Words<Value>& words) {
  std::vector<std::string> list;
  for (const auto& [word, value] : words) list.push_back(word);
  return list;
}

/// One option or positional of a verb.
struct LineEntry {
  std::vector<std::string> names{};  ///< `-f`, `--format`; of a positional: none
  std::string value;                 ///< what to call the value: `FORMAT`
  std::string help;
  bool takes_value = true;
  bool repeats = false;
  Offer offer{};
};

/// What a verb's command line may hold, in the order of its help.
struct LineTable {
  std::vector<LineEntry> entries{};
};

/// The words after a verb.
struct Arguments {
  std::vector<std::string> words{};
  bool describe = false;  ///< answer with the table of the line instead
};

using Parsed = std::variant<Information, LineTable, Invocation>;

/// One verb's command line: the parser, and the texts it fills.
class VerbLine {
 public:
  VerbLine(const std::string& verb, const std::string& summary, const std::string& example);
  ~VerbLine();
  VerbLine(const VerbLine&) = delete;
  VerbLine& operator=(const VerbLine&) = delete;

  // The offer that is returned follows from the placeholder (FILE, DIR) and lives until the next
  // option is added.

  Offer& text(const std::string& names, std::string& value, const std::string& help,
              const std::string& placeholder, bool required = false);
  /// An option that may be given again and again, or a positional list.
  Offer& texts(const std::string& names, std::vector<std::string>& values, const std::string& help,
               const std::string& placeholder);
  Offer& files(std::vector<std::string>& values, const std::string& help);
  void flag(const std::string& names, bool& value, const std::string& help);

  /// Reads the arguments after the verb; returns what was asked for instead of a run: the help
  /// text or the table.
  std::optional<Parsed> parse(const Arguments& arguments);

  Verbosity verbosity() const;

 private:
  std::string help_hint() const;
  std::vector<std::string> option_names() const;
  void refuse_extras() const;
  LineEntry& describe(const CLI::Option& option, const std::string& help);

  std::string verb_;
  std::unique_ptr<CLI::App> app_;  // its header is slow to compile
  LineTable table_;
  bool quiet_ = false;
  bool verbose_ = false;
};

}  // namespace hearth::apps
