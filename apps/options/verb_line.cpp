// SPDX-License-Identifier: MIT
#include "hearth/apps/options/verb_line.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hearth/apps/base/exit_code.hpp"

namespace hearth::apps {
namespace {

/// Refuses an empty text, which results from an undefined shell variable.
CLI::Validator not_empty() {
  const auto check = [](const std::string& text) {
    return text.empty() ? std::string("found '', expected the name of a file") : std::string();
  };
  return CLI::Validator(check, "");
}

/// Refuses an empty text that no reader refuses.
[[noreturn]] void refuse_empty(const Entry& entry) {
  refuse_value(entry.name(), "",
               fmt::format("expected {}; remove the option if no value is intended (an unset shell "
                           "variable expands to '')",
                           entry.value));
}

/// Makes the parser collect the texts of an entry.
CLI::Option* add_to(CLI::App& app, const Entry& entry) {
  if (entry.is_flag()) {
    return app.add_flag(entry.names, entry.help)->disable_flag_override();
  }
  CLI::Option* option = app.add_option(entry.names, CLI::callback_t(), entry.help);
  option->type_name(entry.is_argument() ? "" : entry.value);
  if (entry.is_argument() && entry.repeats) {
    option->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args();
  }
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  if (entry.is_required) option->required()->check(not_empty());
  return option;
}

}  // namespace

Entry& Entry::required() {
  is_required = true;
  return *this;
}

Entry& Entry::files(std::vector<std::string> with_endings) {
  offers_files = true;
  endings = std::move(with_endings);
  return *this;
}

Entry& Entry::folders() {
  offers_folders = true;
  return *this;
}

Entry& Entry::one_of(std::vector<std::string> list) {
  words = std::move(list);
  return *this;
}

Entry& Entry::not_with(std::string option) {
  excluded = std::move(option);
  return *this;
}

std::vector<std::string> Entry::all_names() const { return CLI::detail::split(names, ','); }

void VerbLine::about(std::string text, std::vector<std::string> examples) {
  about_ = std::move(text);
  examples_ = fmt::format("{}:\n  {}", examples.size() > 1 ? "Examples" : "Example",
                          fmt::join(examples, "\n  "));
}

Entry& VerbLine::add(Entry entry) {
  entry.offers_files = entry.value == "FILE";
  entry.offers_folders = entry.value == "DIR";
  entries_.push_back(std::move(entry));
  return entries_.back();
}

std::optional<Information> VerbLine::parse(std::vector<std::string> words) {
  CLI::App app(about_, "hearth " + verb_);
  app.allow_extras();  // refused below with the nearest option
  app.footer(examples_);
  app.get_formatter()->column_width(34);
  app.get_formatter()->label("Positionals", "Arguments");
  app.set_help_flag();
  std::vector<CLI::Option*> options;
  for (const Entry& entry : entries_) options.push_back(add_to(app, entry));
  app.set_help_flag("-h,--help", "Print this help");
  refuse_nothing_after_sign(words);
  std::reverse(words.begin(), words.end());
  try {
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    return Information{app.help()};
  } catch (const CLI::ParseError& error) {
    refuse_extras(app.remaining());
    refuse(error.what() + help_hint());
  }
  refuse_extras(app.remaining());
  for (std::size_t i = 0; i < entries_.size(); ++i) entries_[i].texts = options[i]->results();
  read_values();
  return std::nullopt;
}

void VerbLine::read_values() {
  for (Entry& entry : entries_) {
    if (!entry.repeats && !entry.is_flag()) {
      if (entry.texts.size() > 1) {
        throw UsageError(
            "usage.option", {.pointer = entry.name()},
            fmt::format("the option appears {} times; use it once", entry.texts.size()));
      }
    }
    for (const std::string& text : entry.texts) {
      entry.read(entry.name(), text);
      if (text.empty() && !entry.is_flag()) refuse_empty(entry);
    }
  }
  for (const Entry& entry : entries_) {
    if (entry.texts.empty() || entry.excluded.empty() || !given(entry.excluded)) continue;
    throw UsageError("usage.option", {.pointer = entry.name()},
                     "cannot be combined with " + entry.excluded);
  }
  for (const auto& check : checks_) check(*this);
}

/// Refuses `--option=`, which would take the next word as its value.
void VerbLine::refuse_nothing_after_sign(const std::vector<std::string>& words) const {
  for (const std::string& word : words) {
    if (word == "--") return;
    if (!word.starts_with("--") || word.find('=') != word.size() - 1) continue;
    const std::string name = word.substr(0, word.size() - 1);
    for (const Entry& entry : entries_) {
      const std::vector<std::string> names = entry.all_names();
      if (std::find(names.begin(), names.end(), name) == names.end() || entry.is_flag()) continue;
      refuse_empty(entry);
    }
  }
}

bool VerbLine::given(const std::string& name) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.name() == name && !entry.texts.empty();
  });
}

CallFiles VerbLine::files() const {
  CallFiles files;
  for (const Entry& entry : entries_) {
    if (entry.use == FileUse::Read) files.add_inputs(entry.paths(), entry.name());
    if (entry.use != FileUse::Written) continue;
    for (const Path& path : entry.paths()) files.add_output(path, entry.name());
  }
  return files;
}

void VerbLine::refuse(const std::string& why) const {
  throw UsageError("usage.option", {.pointer = "hearth " + verb_}, why);
}

void VerbLine::refuse_missing(const std::string& name) const {
  refuse(name + " is required" + help_hint());
}

std::string VerbLine::help_hint() const { return fmt::format(" ('hearth {} --help')", verb_); }

void VerbLine::refuse_extras(const std::vector<std::string>& extras) const {
  const auto option = std::find_if(extras.begin(), extras.end(), [](const std::string& extra) {
    return extra.size() > 1 && extra.front() == '-';
  });
  if (option != extras.end()) {
    const std::string name = option->substr(0, option->find('='));
    std::vector<std::string> known = {"--help"};
    for (const Entry& entry : entries_) known.push_back(entry.name());
    throw UsageError(
        "usage.unknown_option", {.pointer = name},
        fmt::format("'hearth {}' does not have this option{}", verb_, did_you_mean(name, known)));
  }
  if (extras.empty()) return;
  throw UsageError("usage.unexpected_argument", {.pointer = extras.front()},
                   "unexpected argument" + help_hint());
}

}  // namespace hearth::apps
