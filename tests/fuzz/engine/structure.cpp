// SPDX-License-Identifier: MIT
#include "hearth/tests/fuzz/engine/structure.hpp"

#include <algorithm>
#include <array>

namespace hearth::fuzz {
namespace {

constexpr auto kNumbers = std::to_array<std::string_view>({"0",
                                                           "-0",
                                                           "-1",
                                                           "1",
                                                           "2",
                                                           "0.5",
                                                           "1e-300",
                                                           "4.9e-324",
                                                           "1e300",
                                                           "-1e300",
                                                           "1.7976931348623157e308",
                                                           "1e309",
                                                           "-1e999",
                                                           "255",
                                                           "256",
                                                           "65536",
                                                           "2147483647",
                                                           "-2147483648",
                                                           "4294967296",
                                                           "9007199254740993",
                                                           "9223372036854775807",
                                                           "-9223372036854775808",
                                                           "18446744073709551616",
                                                           "1e18",
                                                           "1e19",
                                                           "0.1e",
                                                           "1.2.3",
                                                           "00",
                                                           "+1",
                                                           "NaN",
                                                           "inf",
                                                           "-Infinity",
                                                           "0x10",
                                                           "1_000",
                                                           "1,5",
                                                           "null",
                                                           "true",
                                                           "\"\"",
                                                           "[]",
                                                           "{}"});

/// What is in a hostile string: terminals act on it, it is not text, it leads elsewhere.
constexpr auto kTexts = std::to_array<std::string_view>({
    "",
    " ",
    "\x1b[2J\x1b]0;title\x07",
    "\\u001b[31m",
    "\\u0000",
    "\\ud800",
    "\xe2\x80\xae",
    "\xe2\x81\xa6x\xe2\x81\xa9",
    "\xe2\x80\xa8",
    "\xc2\x9b",
    "\xc2\x85",
    "\x7f",
    "\xff\xfe",
    "\xc0\xaf",
    "\xed\xa0\x80",
    "\xf4\x90\x80\x80",
    "\xe2\x80",
    "a\\nerror: fake.code  other.json:1  forged",
    "a\nerror: fake.code  other.json:1  forged",
    "\r\n",
    "../../x",
    "/dev/zero",
    ".",
    "..",
    "con",
    "%s%n{}",
    "{0}",
    "</script><script>alert(1)</script>",
    "=1+1",
    "*",
    "**",
    "?",
    "~",
    "a.b",
    "a.b.c",
    "a@b",
    "2024-02-30T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "0000-01-01T00:00:00Z",
    "-9999-01-01T00:00:00Z",
    "99999999-01-01T00:00:00Z",
    "PT0S",
    "P1000000000Y",
    "PT1E9S",
    "24:00",
    "25:61",
    "Mon-Mon",
    "Europe/Nowhere",
    "degC",
    "K",
    "W/m2/K/s3",
    "1 parsec",
    "1e400 kW",
    "-300 degC",
});

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Walks through a text once and notes its parts.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) { items_.push_back(0); }

  Structure done() {
    std::size_t line = 0;
    for (at_ = 0; at_ < text_.size();) {
      if (text_[at_] == '\n') {
        found_.lines.push_back({line, at_ + 1});
        line = at_ + 1;
      }
      step();
    }
    if (line < text_.size()) found_.lines.push_back({line, text_.size()});
    return std::move(found_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '"') {
      string();
      return;
    }
    if (is_digit(c) && (at_ == 0 || !is_word(text_[at_ - 1]))) {
      number();
      return;
    }
    if (c == '{' || c == '[' || c == '(') {
      if (items_.size() < 300) items_.push_back(at_ + 1);
    } else if (c == '}' || c == ']' || c == ')') {
      item(at_);
      if (items_.size() > 1) items_.pop_back();
    } else if (c == ',' || c == ';') {
      item(at_);
      items_.back() = at_ + 1;
    }
    ++at_;
  }

  void item(std::size_t end) {
    if (items_.back() < end) found_.items.push_back({items_.back(), end});
  }

  void string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_ + 1, text_.size());
    found_.strings.push_back({begin, at_});
  }

  void number() {
    const std::size_t begin = at_ > 0 && text_[at_ - 1] == '-' ? at_ - 1 : at_;
    const auto part_of = [this](char c) {
      const bool sign = (c == '-' || c == '+') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E');
      return is_digit(c) || c == '.' || c == 'e' || c == 'E' || sign;
    };
    while (at_ < text_.size() && part_of(text_[at_])) ++at_;
    found_.numbers.push_back({begin, at_});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::size_t> items_;  // where the item of each open bracket begins
  Structure found_;
};

template <class List>
auto any_of(const List& list, Random& random) {
  return list[random.below(list.size())];
}

/// Takes a copy: what comes may be a part of the text.
void replace(std::string& text, Span span, const std::string& by) {
  text.replace(span.begin, span.size(), by);
}

std::string copy_of(const std::vector<Span>& spans, std::string_view text, Random& random) {
  return std::string(any_of(spans, random).of(text));
}

std::string hostile_string(std::string_view old, Random& random) {
  const std::string inner(old.size() > 2 ? old.substr(1, old.size() - 2) : "");
  const std::string add(any_of(kTexts, random));
  switch (random.below(5)) {
    case 0:
      return '"' + inner + add + '"';
    case 1:
      return '"' + add + inner + '"';
    case 2:
      return '"' + std::string(1 + random.below(600), inner.empty() ? 'x' : inner[0]) + '"';
    case 3:
      return '"' + inner.substr(0, random.below(inner.size() + 1)) + '"';
    default:
      return '"' + add + '"';
  }
}

void change_number(std::string& text, const Structure& parts, Random& random) {
  const Span span = any_of(parts.numbers, random);
  const std::string old(span.of(text));
  switch (random.below(6)) {
    case 0:
      return replace(text, span, old + "0");
    case 1:
      return replace(text, span, "-" + old);
    case 2:
      return replace(text, span, old.substr(0, old.size() / 2 + 1));
    case 3:
      return replace(text, span, copy_of(parts.numbers, text, random));
    default:
      return replace(text, span, std::string(any_of(kNumbers, random)));
  }
}

void change_item(std::string& text, const Structure& parts, std::string_view other,
                 Random& random) {
  const Span span = any_of(parts.items, random);
  const std::string old(span.of(text));
  switch (random.below(6)) {
    case 0: {  // deleted with the comma after it
      const bool comma = span.end < text.size() && (text[span.end] == ',' || text[span.end] == ';');
      return replace(text, {span.begin, span.end + (comma ? 1 : 0)}, "");
    }
    case 1:
      return replace(text, span, old + "," + old);
    case 2:
      return replace(text, span, copy_of(parts.items, text, random));
    case 3: {  // in nests, below the key if there is one
      const std::size_t colon = old.find(':');
      const std::size_t from = colon == std::string::npos ? 0 : colon + 1;
      const std::size_t levels = random.one_in(8) ? 1 + random.below(4000) : 1 + random.below(4);
      return replace(text, span,
                     old.substr(0, from) + std::string(levels, '[') + old.substr(from) +
                         std::string(levels, ']'));
    }
    case 4: {
      const Structure others = structure_of(other);
      if (!others.items.empty()) replace(text, span, copy_of(others.items, other, random));
      return;
    }
    default: {  // two change places
      const Span second = any_of(parts.items, random);
      if (second.begin < span.end) return;
      const std::string moved(second.of(text));
      replace(text, second, old);
      return replace(text, span, moved);
    }
  }
}

void change_line(std::string& text, const Structure& parts, std::string_view other,
                 Random& random) {
  const Span span = any_of(parts.lines, random);
  const std::string old(span.of(text));
  switch (random.below(4)) {
    case 0:
      return replace(text, span, "");
    case 1:
      return replace(text, span, old + old);
    case 2:
      return replace(text, span, copy_of(parts.lines, text, random) + old);
    default: {
      const Structure others = structure_of(other);
      if (!others.lines.empty()) replace(text, span, copy_of(others.lines, other, random));
    }
  }
}

}  // namespace

Structure structure_of(std::string_view text) { return Walk(text).done(); }

void change_structure(std::string& text, std::string_view other, Random& random) {
  const Structure parts = structure_of(text);
  switch (random.below(5)) {
    case 0:
    case 1:
      if (!parts.numbers.empty()) change_number(text, parts, random);
      return;
    case 2:
      if (!parts.strings.empty()) {
        const Span span = any_of(parts.strings, random);
        const bool known = random.one_in(2);
        replace(
            text, span,
            known ? copy_of(parts.strings, text, random) : hostile_string(span.of(text), random));
      }
      return;
    case 3:
      if (!parts.items.empty()) change_item(text, parts, other, random);
      return;
    default:
      if (!parts.lines.empty()) change_line(text, parts, other, random);
  }
}

}  // namespace hearth::fuzz
