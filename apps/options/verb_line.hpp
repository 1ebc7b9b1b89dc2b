// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "hearth/apps/options/option_values.hpp"
#include "hearth/apps/options/options.hpp"

namespace hearth::apps {

/// Whether an option or argument names files that the verb reads or writes.
enum class FileUse { None, Read, Written };

/// One option or argument of a verb: its reader, its help and its completions.
struct Entry {
  std::string names;  ///< `-f,--format`; for an argument `MODEL`
  std::string value;  ///< name of the value: `FORMAT`, `MODEL`; "" for a flag
  std::string help;
  /// Stores a value. Throws UsageError `usage.value` with the option.
  std::function<void(const std::string& option, const std::string& text)> read;
  bool is_required = false;
  bool repeats = false;
  std::string excluded{};  ///< the option that cannot be combined with this one

  // Completions of the value that a shell offers.
  bool offers_files = false;
  bool offers_folders = false;
  std::vector<std::string> endings{};  ///< endings of the files; if empty, any
  std::vector<std::string> words{};

  FileUse use = FileUse::None;
  /// Returns the files of the value, defaults included.
  std::function<std::vector<std::filesystem::path>()> paths{};

  std::vector<std::string> texts{};  ///< as given on the command line

  Entry& required();
  Entry& files(std::vector<std::string> with_endings = {});
  Entry& folders();
  Entry& one_of(std::vector<std::string> list);
  Entry& not_with(std::string option);

  bool is_argument() const { return names.front() != '-'; }
  bool is_flag() const { return value.empty(); }
  std::vector<std::string> all_names() const;
  /// Returns the long name, which messages contain.
  std::string name() const { return all_names().back(); }
};

/// The command line of one verb. Each option is bound to the member that it sets. `parse` sets the
/// members, which must exist until it returns.
class VerbLine {
 public:
  explicit VerbLine(std::string verb) : verb_(std::move(verb)) {}

  /// Sets the first lines and the last lines of the help.
  void about(std::string text, std::vector<std::string> examples);

  // A returned entry lives until the next one is added. `read(option, text)` returns the value of a
  // text. An empty text is refused, either by `read` or afterwards.

  template <class Value, class Read>
  Entry& option(std::string names, Value& value, Read read, std::string placeholder,
                std::string help) {
    Entry& entry = add({std::move(names), std::move(placeholder), std::move(help),
                        [&value, read](const std::string& option, const std::string& text) {
                          value = read(option, text);
                        }});
    note_files(value, read, entry);
    return entry;
  }

  template <class Value, class Read>
  Entry& argument(const std::string& name, Value& value, Read read, std::string help) {
    return option(name, value, read, name, std::move(help));
  }

  /// Adds an option that may be repeated; `read` returns one item or a list of items.
  template <class Item, class Read>
  Entry& list(std::string names, std::vector<Item>& items, Read read, std::string placeholder,
              std::string help) {
    Entry& entry = add({std::move(names), std::move(placeholder), std::move(help),
                        [&items, read](const std::string& option, const std::string& text) {
                          auto found = read(option, text);
                          if constexpr (std::is_same_v<decltype(found), std::vector<Item>>) {
                            items.insert(items.end(), found.begin(), found.end());
                          } else {
                            items.push_back(std::move(found));
                          }
                        }});
    entry.repeats = true;
    note_files(items, read, entry);
    return entry;
  }

  /// Adds an option that takes one of the words; `{}` in the help is replaced by their list.
  template <class Value, class E, std::size_t N>
  Entry& choice(const std::string& names, Value& value, const Choices<E, N>& choices,
                const std::string& placeholder, const std::string& help) {
    const auto read = [&choices](const std::string& option, const std::string& text) {
      return read_word(option, text, choices);
    };
    const std::vector<std::string> words = words_of(choices);
    return option(names, value, read, placeholder, with_words(help, words)).one_of(words);
  }

  /// Adds an option without a value, which sets `value` to `chosen`.
  template <class Value, class Chosen>
  Entry& flag(std::string names, Value& value, Chosen chosen, std::string help) {
    return add({std::move(names), "", std::move(help),
                [&value, chosen](const std::string&, const std::string&) { value = chosen; }});
  }

  /// Adds a check that involves several values and is made after all values are set.
  void check(std::function<void(const VerbLine&)> check) { checks_.push_back(std::move(check)); }

  /// Sets the values from the words after the verb. Returns the help if the words request it.
  std::optional<Information> parse(std::vector<std::string> words);

  /// Returns whether the option is on the command line; for checks.
  bool given(const std::string& name) const;
  const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the files that the verb reads and writes by its options.
  CallFiles files() const;
  /// Throws `usage.option` about the verb as a whole.
  [[noreturn]] void refuse(const std::string& why) const;
  [[noreturn]] void refuse_missing(const std::string& name) const;

 private:
  using Path = std::filesystem::path;
  using PathReader = Path (*)(const std::string&, const std::string&);

  /// Derives the purpose of a file from the reader of the text.
  template <class Value, class Read>
  static void note_files(const Value& value, Read read, Entry& entry) {
    if constexpr (std::is_same_v<Read, PathReader>) {
      if (read == &read_path) entry.use = FileUse::Read;
      if (read == &read_output || read == &read_output_or_stdout) entry.use = FileUse::Written;
      entry.paths = [&value] { return paths_of(value); };
    }
  }
  static std::vector<Path> paths_of(const Path& path) { return {path}; }
  static std::vector<Path> paths_of(const std::vector<Path>& paths) { return paths; }
  static std::vector<Path> paths_of(const std::optional<Path>& path) {
    return path ? std::vector<Path>{*path} : std::vector<Path>{};
  }

  Entry& add(Entry entry);
  void refuse_extras(const std::vector<std::string>& extras) const;
  void refuse_nothing_after_sign(const std::vector<std::string>& words) const;
  void read_values();
  std::string help_hint() const;

  std::string verb_, about_, examples_;
  std::vector<Entry> entries_;
  std::vector<std::function<void(const VerbLine&)>> checks_;
};

}  // namespace hearth::apps
