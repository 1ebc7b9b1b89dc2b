// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/mutator.hpp"

#include <algorithm>

namespace hearth::fuzz {
namespace {

constexpr std::size_t kLongest = 16384;  // bytes; doubling does not go on for ever

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  /// A number below `end`; 0 where that is 0.
  std::size_t below(std::size_t end) { return end == 0 ? 0 : next() % end; }

 private:
  std::uint64_t state_;
};

/// A part of a text: mostly short, sometimes long.
struct Part {
  std::size_t begin = 0, size = 0;
};
Part any_part(const std::string& text, Random& random) {
  const std::size_t begin = random.below(text.size());
  const std::size_t most = random.below(4) == 0 ? text.size() - begin : 16;
  return {begin, std::min(text.size() - begin, random.below(most + 1))};
}

void change(std::string& text, const Target& target, Random& random) {
  const std::size_t at = random.below(text.size() + 1);
  switch (random.below(9)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
      return;
    case 1:
      if (at < text.size()) text[at] = static_cast<char>(random.below(256));
      return;
    case 2: {
      const Part part = any_part(text, random);
      text.erase(part.begin, part.size);
      return;
    }
    case 3: {
      const Part part = any_part(text, random);
      text.insert(at, text.substr(part.begin, part.size));
      return;
    }
    case 4: {  // many times: what nests or is long
      const Part part = any_part(text, random);
      const std::string copy = text.substr(part.begin, std::min<std::size_t>(part.size, 8));
      for (std::size_t left = random.below(400); left > 0; --left) text.insert(at, copy);
      return;
    }
    case 5: {
      const std::string& other = target.seeds[random.below(target.seeds.size())];
      const Part part = any_part(other, random);
      text.insert(at, other, part.begin, part.size);
      return;
    }
    case 6: {  // the rest of another seed
      const std::string& other = target.seeds[random.below(target.seeds.size())];
      text = text.substr(0, at) + other.substr(std::min(other.size(), random.below(other.size())));
      return;
    }
    case 7:
      if (random.below(4) == 0) text.resize(at);
      return;
    default:
      text.insert(at, target.tokens[random.below(target.tokens.size())]);
  }
}

}  // namespace

std::string mutated_text(const Target& target, std::uint64_t number) {
  Random random(number);
  random.next();
  std::string text = target.seeds[random.below(target.seeds.size())];
  for (std::size_t left = 1 + random.below(8); left > 0; --left) {
    change(text, target, random);
    if (text.size() > kLongest) text.resize(kLongest);
  }
  return text;
}

}  // namespace hearth::fuzz
