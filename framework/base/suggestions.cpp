// SPDX-License-Identifier: MIT
#include "hearth/framework/base/suggestions.hpp"

#include <algorithm>

#include "hearth/framework/base/error.hpp"

namespace hearth {

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return names.size() > most ? text + ", ..." : text;
}

namespace {

std::string expected_names(const std::vector<std::string>& known) {
  constexpr std::size_t kShown = 10;
  if (known.empty()) return "; none exists";
  std::string text = known.size() == 1 ? "; expected " : "; expected one of ";
  text += listed(known, kShown);
  if (known.size() > kShown) text += " (" + std::to_string(known.size()) + " in all)";
  return text;
}

}  // namespace

std::string expected_name(std::string_view word, const std::vector<std::string>& known) {
  const std::string nearest = did_you_mean(word, known);
  return nearest.empty() ? expected_names(known) : nearest;
}

std::string SuggestionBudget::expected(std::string_view word,
                                       const std::vector<std::string>& known) {
  constexpr std::int64_t kPerName = 16;
  if (spent()) return "";
  for (const std::string& name : known) compared_ += std::ssize(name) + kPerName;
  const std::string nearest = nearest_name(word, known);
  return nearest.empty() ? expected_names(known) : ", did you mean '" + nearest + "'?";
}

}  // namespace hearth
