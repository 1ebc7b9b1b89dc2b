// SPDX-License-Identifier: MIT
#include "hearth/ontology/queries/internal/values/text_pattern.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <algorithm>
#include <pcre2.h>

#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

constexpr std::uint32_t kFewMatchSteps = 10;
constexpr std::uint32_t kMostMatchSteps = 100'000;  // from one start position: about a millisecond
constexpr std::size_t kLettersAtOnce = 256;  // number of start positions that are tried at once
constexpr std::int64_t kMatchStepsOfWork = 16;
constexpr std::uint32_t kMostHeap = 4096;  // kiB
constexpr std::size_t kLongestExpression = 10'000;

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::optional<std::uint32_t> options_of(std::string_view flags) {
  // Matches always consist of whole UTF-8 characters, and `.` does not match a line feed, as in
  // XPath.
  std::uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY |
                          PCRE2_USE_OFFSET_LIMIT;
  for (const char flag : flags) {
    switch (flag) {
      case 's':
        options |= PCRE2_DOTALL;
        break;
      case 'm':
        options |= PCRE2_MULTILINE;
        break;
      case 'i':
        options |= PCRE2_CASELESS;
        break;
      case 'x':
        options |= PCRE2_EXTENDED;
        break;
      case 'q':
        break;
      default:
        return std::nullopt;
    }
  }
  return options;
}

// With the flag q, every character represents itself.
std::string literal_expression(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x80 &&
        std::string_view("\\|.?*+(){}[]^$#-").find(c) != std::string_view::npos) {
      out += '\\';
    }
    out += c;
  }
  return out;
}

}  // namespace

struct TextPattern::Code {
  pcre2_code* code = nullptr;
  pcre2_match_context* limits = nullptr;
  pcre2_match_data* match = nullptr;

  ~Code() {
    pcre2_match_data_free(match);
    pcre2_match_context_free(limits);
    pcre2_code_free(code);
  }

  // Looks for matches that begin from `at` to `last`. PCRE2 limits the number of steps from each
  // start position but does not return it. The limit is therefore increased gradually, so that the
  // permitted number is not far above the used one.
  int run_block(std::string_view text, std::size_t at, std::size_t last, GraphWork& work) const {
    pcre2_set_offset_limit(limits, last);
    // The first call checked the whole text.
    const std::uint32_t options = at > 0 ? PCRE2_NO_UTF_CHECK : 0;
    for (std::uint32_t steps = kFewMatchSteps;; steps *= 10) {
      pcre2_set_match_limit(limits, steps);
      const int found = pcre2_match(code, bytes(text), text.size(), at, options, match, limits);
      const std::size_t end = found > 0 ? pcre2_get_ovector_pointer(match)[0] : last;
      work.count(1 +
                 static_cast<std::int64_t>(end - std::min(at, end)) * steps / kMatchStepsOfWork);
      if (found != PCRE2_ERROR_MATCHLIMIT || steps >= kMostMatchSteps) return found;
    }
  }

  // Returns the number of matched groups plus one, 0 without a match; nothing if a limit is
  // reached.
  std::optional<int> run(std::string_view text, std::size_t at, GraphWork& work) const {
    while (true) {
      std::size_t last = std::min(at + kLettersAtOnce, text.size());
      while (last < text.size() && (static_cast<unsigned char>(text[last]) & 0xc0U) == 0x80) ++last;
      const int found = run_block(text, at, last, work);
      if (found > 0) return found;
      if (found != PCRE2_ERROR_NOMATCH) return std::nullopt;
      if (last == text.size()) return 0;
      at = last;
    }
  }
};

TextPattern::TextPattern(std::string_view expression, std::string_view flags) {
  const std::optional<std::uint32_t> options = options_of(flags);
  if (!options || expression.size() > kLongestExpression) return;
  const bool literal = flags.find('q') != std::string_view::npos;
  const std::string read = literal ? literal_expression(expression) : std::string(expression);
  int error = 0;
  std::size_t at = 0;
  auto code = std::make_unique<Code>();
  code->code = pcre2_compile(bytes(read), read.size(), *options, &error, &at, nullptr);
  if (code->code == nullptr) return;
  code->limits = pcre2_match_context_create(nullptr);
  code->match = pcre2_match_data_create_from_pattern(code->code, nullptr);
  if (code->limits == nullptr || code->match == nullptr) return;
  pcre2_set_depth_limit(code->limits, kMostMatchSteps);
  pcre2_set_heap_limit(code->limits, kMostHeap);
  code_ = std::move(code);
}

TextPattern::~TextPattern() = default;
TextPattern::TextPattern(TextPattern&&) noexcept = default;
TextPattern& TextPattern::operator=(TextPattern&&) noexcept = default;

std::optional<bool> TextPattern::finds(std::string_view text, GraphWork& work) const {
  const std::optional<int> found = code_->run(text, 0, work);
  return found ? std::optional(*found > 0) : std::nullopt;
}

std::optional<std::string> TextPattern::replace(std::string_view text, std::string_view replacement,
                                                std::size_t most, GraphWork& work) const {
  const std::optional<int> empty = code_->run({}, 0, work);
  if (!empty || *empty > 0) return std::nullopt;  // err:FORX0003
  std::string out;
  std::size_t at = 0;
  while (true) {
    const std::optional<int> found = code_->run(text, at, work);
    if (!found) return std::nullopt;
    if (*found == 0) break;
    const std::size_t* parts = pcre2_get_ovector_pointer(code_->match);
    if (parts[1] <= parts[0]) return std::nullopt;  // an empty match within this text
    out += text.substr(at, parts[0] - at);
    for (std::size_t k = 0; k < replacement.size(); ++k) {
      const char c = replacement[k];
      const char next = k + 1 < replacement.size() ? replacement[k + 1] : '\0';
      if (c == '$') {
        if (!is_digit(next)) return std::nullopt;  // err:FORX0004
        const auto group = static_cast<std::size_t>(next - '0');
        const bool fits = group < static_cast<std::size_t>(*found);
        if (fits && parts[2 * group] != PCRE2_UNSET) {
          out += text.substr(parts[2 * group], parts[2 * group + 1] - parts[2 * group]);
        }
        ++k;
      } else if (c == '\\') {
        if (next != '\\' && next != '$') return std::nullopt;
        out += next;
        ++k;
      } else {
        out += c;
      }
    }
    if (out.size() > most) return std::nullopt;
    at = parts[1];
  }
  out += text.substr(at);
  return out.size() > most ? std::nullopt : std::optional(std::move(out));
}

}  // namespace hearth
