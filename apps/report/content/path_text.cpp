// SPDX-License-Identifier: MIT
#include "hearth/apps/report/content/path_text.hpp"

#include <algorithm>
#include <iterator>

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

/// Whether a character ends a path in a message, and may precede one.
bool ends_path(char c) { return std::string_view(" \t\n'\"(),;=:").find(c) != std::string::npos; }

/// Whether a text begins with a folder of this machine; JSON pointers do not.
bool on_this_machine(std::string_view text) {
  const std::size_t second = text.find('/', 1);
  if (text.size() < 2 || second == std::string::npos || second == 1) return false;
  std::error_code ignored;
  return fs::is_directory(fs::path(text.substr(0, second)), ignored);
}

std::string quoted(const std::string& word) {
  static constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=+,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

}  // namespace

PathText::PathText(const fs::path& report_folder)
    : folder_(fs::weakly_canonical(fs::current_path() / report_folder)) {
  if (!folder_.has_filename()) folder_ = folder_.parent_path();  // it ended with a slash
}

std::string PathText::path(const std::string& path) const {
  const fs::path full(path);
  if (!full.is_absolute()) return path;
  const fs::path relative = full.lexically_normal().lexically_relative(folder_);
  const auto up = std::count(relative.begin(), relative.end(), fs::path(".."));
  const auto depth = std::distance(folder_.begin(), folder_.end()) - 1;  // without the root
  if (!relative.empty() && up < depth) return relative.string();
  return (fs::path("...") / full.parent_path().filename() / full.filename()).string();
}

std::string PathText::text(std::string_view text) const {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = text[at] == '/' && (at == 0 || ends_path(text[at - 1]));
    if (!begins || !on_this_machine(text.substr(at))) {
      result += text[at++];
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !ends_path(text[end])) ++end;
    result += path(std::string(text.substr(at, end - at)));
    at = end;
  }
  return result;
}

std::string PathText::command(const std::vector<std::string>& words) const {
  std::string line;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) line += ' ';
    line += quoted(i == 0 ? fs::path(words[i]).filename().string() : text(words[i]));
  }
  return line;
}

}  // namespace hearth::apps
