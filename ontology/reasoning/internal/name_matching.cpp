// SPDX-License-Identifier: MIT
#include "hearth/ontology/reasoning/internal/name_matching.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <string>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/rdf/name_words.hpp"

namespace hearth {
namespace {

// the cost of an edit distance is quadratic; no class has such a long name
constexpr std::size_t kLongestName = 120;

// Returns the share of common words, in which the last one, which names the kind of a thing, counts
// twice.
double shared_words(std::string_view a, std::string_view b) {
  const std::vector<std::string_view> left = words_of(a);
  const std::vector<std::string_view> right = words_of(b);
  if (left.empty() || right.empty()) return 0.0;
  std::size_t both = left.back() == right.back() ? 1 : 0;
  for (const std::string_view word : left) {
    if (std::find(right.begin(), right.end(), word) != right.end()) ++both;
  }
  both = std::min(both, std::min(left.size(), right.size()) + 1);
  return static_cast<double>(both) / static_cast<double>(left.size() + right.size() + 2 - both);
}

std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

bool same_word_but_for_spelling(std::string_view a, std::string_view b) {
  const std::string left = lower_case(a), right = lower_case(b);
  const std::size_t length = std::max(left.size(), right.size());
  if (length > kLongestName || left.front() != right.front()) return false;
  const std::size_t allowed = length < 4 ? 0 : length < 7 ? 1 : 2;
  return edits(left, right) <= allowed;
}

}  // namespace

bool same_but_for_spelling(std::string_view a, std::string_view b) {
  const std::vector<std::string_view> left = words_of(a), right = words_of(b);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    same_word_but_for_spelling);
}

double name_similarity(std::string_view a, std::string_view b, double least) {
  const std::size_t longest = std::max(a.size(), b.size());
  if (longest == 0 || longest > kLongestName) return 0.0;
  const double words = shared_words(a, b);
  const auto share = [longest](std::size_t changed) {
    return 1.0 - static_cast<double>(changed) / static_cast<double>(longest);
  };
  if (words + share(longest - std::min(a.size(), b.size())) < least) return 0.0;
  const double similarity = words + share(edits(a, b));
  return similarity < least ? 0.0 : similarity;
}

bool matches_name(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t next = star; next <= text.size(); ++next) {
    if (matches_name(rest, text.substr(next))) return true;
    if (next < text.size() && text[next] == '#') return false;
  }
  return false;
}

std::size_t prefix_match(std::string_view pattern, std::string_view text) {
  if (!text.starts_with(pattern.substr(0, pattern.find('*')))) return 0;
  for (std::size_t size = text.size(); size > 0; --size) {
    if (matches_name(pattern, text.substr(0, size))) return size;
  }
  return 0;
}

}  // namespace hearth
