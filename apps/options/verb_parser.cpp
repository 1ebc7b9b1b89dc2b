// SPDX-License-Identifier: MIT
#include "hearth/apps/options/verb_parser.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"

namespace hearth::apps {
namespace {

/// A shell variable that is not set gives an empty name.
CLI::Validator not_empty() {
  const auto check = [](const std::string& text) {
    return text.empty() ? std::string("found '', expected the name of a file") : std::string();
  };
  return CLI::Validator(check, "");
}

}  // namespace

void Offer::files_ending(std::vector<std::string> list) {
  files = true;
  endings = std::move(list);
}

void Offer::one_of(std::vector<std::string> list) { words = std::move(list); }

VerbLine::VerbLine(const std::string& verb, const std::string& summary, const std::string& example)
    : verb_(verb), app_(std::make_unique<CLI::App>(summary, "hearth " + verb)) {
  app_->allow_extras();  // named by this class, with the nearest option
  app_->footer("Example:\n  " + example);
  app_->get_formatter()->column_width(34);
  describe(*app_->get_help_ptr(), "Print the help of this verb").takes_value = false;
  flag("-q,--quiet", quiet_, "Say nothing but errors");
  flag("-v,--verbose", verbose_, "Say notes too");
}

VerbLine::~VerbLine() = default;

Offer& VerbLine::text(const std::string& names, std::string& value, const std::string& help,
                      const std::string& placeholder, bool required) {
  CLI::Option* option = app_->add_option(names, value, help)->type_name(placeholder);
  if (required) {
    option->required();
    option->check(not_empty());
  }
  return describe(*option, help).offer;
}

Offer& VerbLine::texts(const std::string& names, std::vector<std::string>& values,
                       const std::string& help, const std::string& placeholder) {
  CLI::Option* option = app_->add_option(names, values, help);
  option->type_name(placeholder)->allow_extra_args(false);
  LineEntry& entry = describe(*option, help);
  entry.repeats = true;
  return entry.offer;
}

Offer& VerbLine::files(std::vector<std::string>& values, const std::string& help) {
  CLI::Option* option = app_->add_option("FILE", values, help);
  option->type_name("")->required()->check(not_empty());
  LineEntry& entry = describe(*option, help);
  entry.repeats = true;
  entry.offer.files = true;
  return entry.offer;
}

void VerbLine::flag(const std::string& names, bool& value, const std::string& help) {
  describe(*app_->add_flag(names, value, help), help).takes_value = false;
}

LineEntry& VerbLine::describe(const CLI::Option& option, const std::string& help) {
  LineEntry entry;
  entry.help = help;
  for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  entry.value = entry.names.empty() ? option.get_name() : option.get_type_name();
  entry.offer.files = option.get_type_name() == "FILE";
  entry.offer.folders = option.get_type_name() == "DIR";
  table_.entries.push_back(std::move(entry));
  return table_.entries.back();
}

std::optional<Parsed> VerbLine::parse(const Arguments& arguments) {
  if (arguments.describe) return table_;
  std::vector<std::string> backwards(arguments.words.rbegin(), arguments.words.rend());
  try {
    app_->parse(std::move(backwards));
  } catch (const CLI::CallForHelp&) {
    return Information{app_->help()};
  } catch (const CLI::ParseError& error) {
    refuse_extras();
    throw UsageError("usage.option", {.pointer = "hearth " + verb_},
                     std::string(error.what()) + help_hint());
  }
  refuse_extras();
  return std::nullopt;
}

Verbosity VerbLine::verbosity() const {
  return quiet_ ? Verbosity::Quiet : verbose_ ? Verbosity::Verbose : Verbosity::Normal;
}

std::string VerbLine::help_hint() const { return fmt::format(" ('hearth {} --help')", verb_); }

std::vector<std::string> VerbLine::option_names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

void VerbLine::refuse_extras() const {
  const std::vector<std::string> extras = app_->remaining();
  const auto option = std::find_if(extras.begin(), extras.end(), [](const std::string& extra) {
    return extra.size() > 1 && extra.front() == '-';
  });
  if (option != extras.end()) {
    const std::string name = option->substr(0, option->find('='));
    throw UsageError(
        "usage.unknown_option", {.pointer = name},
        fmt::format("'hearth {}' has no such option{}", verb_, did_you_mean(name, option_names())));
  }
  if (extras.empty()) return;
  throw UsageError("usage.unexpected_argument", {.pointer = extras.front()},
                   "this is one argument too many" + help_hint());
}

}  // namespace hearth::apps
