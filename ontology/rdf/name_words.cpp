// SPDX-License-Identifier: MIT
#include "hearth/ontology/rdf/name_words.hpp"

#include <cctype>
#include <cstddef>

#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool starts_word(std::string_view name, std::size_t k) {
  if (k == 0 || !is_upper(name[k])) return false;
  return is_lower(name[k - 1]) ||
         (is_upper(name[k - 1]) && k + 1 < name.size() && is_lower(name[k + 1]));
}

/// Separates digits from letters: `room12` becomes `room` and `12`.
void add_parts(std::string_view word, std::vector<std::string>& words) {
  std::size_t begin = 0;
  const auto kind = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t i = 1; i <= word.size(); ++i) {
    if (i < word.size() && kind(word[i]) == kind(word[begin])) continue;
    words.push_back(lower_case(word.substr(begin, i - begin)));
    begin = i;
  }
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view name) {
  std::vector<std::string_view> words;
  std::size_t start = 0;
  for (std::size_t k = 0; k <= name.size(); ++k) {
    const bool separator = k == name.size() || name[k] == '_' || name[k] == '-';
    if (!separator && !starts_word(name, k)) continue;
    if (k > start) words.push_back(name.substr(start, k - start));
    start = separator ? k + 1 : k;
  }
  return words;
}

std::vector<std::string> plain_words(std::string_view name) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           (static_cast<unsigned char>(c) >= 0x80);
  };
  for (std::size_t i = 0; i <= name.size(); ++i) {
    if (i < name.size() && is_word(name[i])) continue;
    if (i > begin) {
      for (const std::string_view word : words_of(name.substr(begin, i - begin))) {
        add_parts(word, words);
      }
    }
    begin = i + 1;
  }
  return words;
}

}  // namespace hearth
