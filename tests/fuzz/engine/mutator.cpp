// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/engine/mutator.hpp"

#include <algorithm>

#include "hearth/tests/fuzz/engine/random.hpp"
#include "hearth/tests/fuzz/engine/structure.hpp"

namespace hearth::fuzz {
namespace {

constexpr std::size_t kLongest = 16384;  // bytes; doubling does not continue for ever

/// A part of a text: mostly short, sometimes long.
Span any_part(const std::string& text, Random& random) {
  const std::size_t begin = random.below(text.size());
  const std::size_t most = random.below(4) == 0 ? text.size() - begin : 16;
  return {begin, begin + std::min(text.size() - begin, random.below(most + 1))};
}

void change(std::string& text, const Language& language, Random& random) {
  const std::size_t at = random.below(text.size() + 1);
  switch (random.below(9)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
      return;
    case 1:
      if (at < text.size()) text[at] = static_cast<char>(random.below(256));
      return;
    case 2: {
      const Span part = any_part(text, random);
      text.erase(part.begin, part.size());
      return;
    }
    case 3: {
      const Span part = any_part(text, random);
      text.insert(at, text.substr(part.begin, part.size()));
      return;
    }
    case 4: {  // many times: what nests or is long
      const Span part = any_part(text, random);
      const std::string copy = text.substr(part.begin, std::min<std::size_t>(part.size(), 8));
      for (std::size_t left = random.below(400); left > 0; --left) text.insert(at, copy);
      return;
    }
    case 5: {
      const std::string& other = language.seeds[random.below(language.seeds.size())];
      const Span part = any_part(other, random);
      text.insert(at, other, part.begin, part.size());
      return;
    }
    case 6: {  // the rest of another seed
      const std::string& other = language.seeds[random.below(language.seeds.size())];
      text = text.substr(0, at) + other.substr(std::min(other.size(), random.below(other.size())));
      return;
    }
    case 7:
      if (random.below(4) == 0) text.resize(at);
      return;
    default:
      if (!language.tokens.empty()) {
        text.insert(at, language.tokens[random.below(language.tokens.size())]);
      }
  }
}

}  // namespace

std::string mutated_text(const Language& language, std::uint64_t number) {
  Random random(number);
  random.next();
  std::string text = language.seeds[random.below(language.seeds.size())];
  const std::size_t longest = std::max(kLongest, 2 * text.size());
  const bool gentle = random.one_in(2);
  for (std::size_t left = 1 + random.below(gentle ? 2 : 8); left > 0; --left) {
    if (gentle || random.one_in(2)) {
      change_structure(text, language.seeds[random.below(language.seeds.size())], random);
    } else {
      change(text, language, random);
    }
    if (text.size() > longest) text.resize(longest);
  }
  return text;
}

}  // namespace hearth::fuzz
