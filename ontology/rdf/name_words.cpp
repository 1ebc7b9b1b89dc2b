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

/// Returns the lower case of a Latin letter, of which Unicode has pairs from 0xC0 to 0x17F.
unsigned lower_letter(unsigned letter) {
  if (letter >= 0xC0 && letter <= 0xDE && letter != 0xD7) return letter + 0x20;
  const bool odd_is_upper = (letter >= 0x139 && letter <= 0x148) || letter >= 0x179;
  const bool is_paired = letter >= 0x100 && letter <= 0x17E && letter != 0x130 && letter != 0x131 &&
                         letter != 0x138 && letter != 0x149 && letter != 0x178;
  return is_paired && (letter % 2 == 1) == odd_is_upper ? letter + 1 : letter;
}

/// Returns a word in lower case, also its letters such as `Ö` and `Ł` (two bytes of UTF-8).
std::string lower_word(std::string_view word) {
  std::string lower = lower_case(word);
  for (std::size_t i = 0; i + 1 < lower.size(); ++i) {
    const auto lead = static_cast<unsigned char>(lower[i]);
    const auto next = static_cast<unsigned char>(lower[i + 1]);
    if (lead < 0xC3 || lead > 0xC5 || (next & 0xC0U) != 0x80U) continue;
    const unsigned letter = lower_letter(((lead & 0x1FU) << 6U) | (next & 0x3FU));
    lower[i] = static_cast<char>(0xC0U | (letter >> 6U));
    lower[++i] = static_cast<char>(0x80U | (letter & 0x3FU));
  }
  return lower;
}

/// Separates digits from letters: `room12` becomes `room` and `12`.
void add_parts(std::string_view word, std::vector<std::string>& words) {
  std::size_t begin = 0;
  const auto kind = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t i = 1; i <= word.size(); ++i) {
    if (i < word.size() && kind(word[i]) == kind(word[begin])) continue;
    words.push_back(lower_word(word.substr(begin, i - begin)));
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
