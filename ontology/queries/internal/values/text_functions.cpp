// SPDX-License-Identifier: MIT
// Functions of texts: SPARQL 1.1, section 17.4.3.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "hearth/framework/base/text.hpp"
#include "hearth/ontology/patterns/internal/unicode.hpp"
#include "hearth/ontology/queries/internal/values/number.hpp"
#include "hearth/ontology/queries/internal/values/query_functions.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"

namespace hearth {
namespace {

using Arguments = QueryFunction::Arguments;

Value boolean(bool value) { return boolean_value(value); }

// Section 17.4.3.1.2: the second text has no language, or the same one as the first.
bool are_compatible(const OwnTerm& a, const OwnTerm& b) {
  if (!is_text(a) || !is_text(b)) return false;
  return b.language.empty() || lower_case(a.language) == lower_case(b.language);
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

template <std::uint32_t (*Change)(std::uint32_t)>
Value changed_case(const Arguments& arguments, FunctionContext&) {
  const OwnTerm& text = arguments[0];
  if (!is_text(text)) return std::nullopt;
  std::string out;
  for (std::size_t at = 0; at < text.text.size();)
    append_utf8(out, Change(next_code(text.text, at)));
  return text_value(std::move(out), text.language);
}

Value length(const Arguments& arguments, FunctionContext&) {
  if (!is_text(arguments[0])) return std::nullopt;
  return Number::integer(static_cast<std::int64_t>(character_count(arguments[0].text))).literal();
}

Value contains(const Arguments& arguments, FunctionContext&) {
  if (!are_compatible(arguments[0], arguments[1])) return std::nullopt;
  return boolean(arguments[0].text.find(arguments[1].text) != std::string::npos);
}

Value starts(const Arguments& arguments, FunctionContext&) {
  if (!are_compatible(arguments[0], arguments[1])) return std::nullopt;
  return boolean(arguments[0].text.starts_with(arguments[1].text));
}

Value ends(const Arguments& arguments, FunctionContext&) {
  if (!are_compatible(arguments[0], arguments[1])) return std::nullopt;
  return boolean(arguments[0].text.ends_with(arguments[1].text));
}

Value before(const Arguments& arguments, FunctionContext&) {
  if (!are_compatible(arguments[0], arguments[1])) return std::nullopt;
  const std::size_t at = arguments[0].text.find(arguments[1].text);
  if (at == std::string::npos) return text_value("");
  return text_value(arguments[0].text.substr(0, at), arguments[0].language);
}

Value after(const Arguments& arguments, FunctionContext&) {
  if (!are_compatible(arguments[0], arguments[1])) return std::nullopt;
  const std::size_t at = arguments[0].text.find(arguments[1].text);
  if (at == std::string::npos) return text_value("");
  return text_value(arguments[0].text.substr(at + arguments[1].text.size()), arguments[0].language);
}

// As in fn:substring, characters count from 1 and positions are rounded.
Value part(const Arguments& arguments, FunctionContext&) {
  const OwnTerm& text = arguments[0];
  const std::optional<Number> from = Number::of(arguments[1]);
  if (!is_text(text) || !from) return std::nullopt;
  const double begin = std::floor(from->value() + 0.5);
  double end = INFINITY;
  if (arguments.size() == 3) {
    const std::optional<Number> count = Number::of(arguments[2]);
    if (!count) return std::nullopt;
    end = begin + std::floor(count->value() + 0.5);
  }
  std::string out;
  double position = 0.0;
  for (const char c : text.text) {
    if (begins_character(c)) position += 1.0;
    if (position >= begin && position < end) out += c;
  }
  return text_value(std::move(out), text.language);
}

// The result has a language if all arguments have the same one.
Value joined(const Arguments& arguments, FunctionContext&) {
  std::string out;
  for (const OwnTerm& text : arguments) {
    if (!is_text(text)) return std::nullopt;
    out += text.text;
    if (out.size() > kLongestMadeText) return std::nullopt;
  }
  const std::string language = arguments.empty() ? "" : arguments[0].language;
  const bool same = std::all_of(arguments.begin(), arguments.end(),
                                [&](const OwnTerm& text) { return text.language == language; });
  return text_value(std::move(out), same ? language : "");
}

// Returns the pattern of an argument with its flags; it is cached, because it is usually the same
// for all answers.
const TextPattern* pattern_of(const OwnTerm& expression, const OwnTerm* flags,
                              FunctionContext& context) {
  constexpr std::size_t kMostKept = 100;
  if (expression.datatype != xsd::kString) return nullptr;
  if (flags != nullptr && flags->datatype != xsd::kString) return nullptr;
  const std::pair<std::string, std::string> key{expression.text, flags ? flags->text : ""};
  auto found = context.patterns.find(key);
  if (found == context.patterns.end()) {
    if (context.patterns.size() == kMostKept) context.patterns.clear();
    found = context.patterns.emplace(key, TextPattern(key.first, key.second)).first;
  }
  return found->second.is_valid() ? &found->second : nullptr;
}

Value fits(const Arguments& arguments, FunctionContext& context) {
  if (!is_text(arguments[0])) return std::nullopt;
  const OwnTerm* flags = arguments.size() == 3 ? &arguments[2] : nullptr;
  const TextPattern* pattern = pattern_of(arguments[1], flags, context);
  const std::optional<bool> found =
      pattern == nullptr ? std::nullopt : pattern->finds(arguments[0].text, *context.work);
  return found ? boolean(*found) : std::nullopt;
}

Value replaced(const Arguments& arguments, FunctionContext& context) {
  if (!is_text(arguments[0]) || arguments[2].datatype != xsd::kString) return std::nullopt;
  const OwnTerm* flags = arguments.size() == 4 ? &arguments[3] : nullptr;
  const TextPattern* pattern = pattern_of(arguments[1], flags, context);
  if (pattern == nullptr) return std::nullopt;
  std::optional<std::string> out =
      pattern->replace(arguments[0].text, arguments[2].text, kLongestMadeText, *context.work);
  if (!out) return std::nullopt;
  return text_value(std::move(*out), arguments[0].language);
}

Value fits_language(const Arguments& arguments, FunctionContext&) {
  if (arguments[0].datatype != xsd::kString || arguments[1].datatype != xsd::kString) {
    return std::nullopt;
  }
  return boolean(language_matches(arguments[0].text, arguments[1].text));
}

}  // namespace

bool language_matches(std::string_view tag, std::string_view range) {
  if (range == "*") return !tag.empty();
  const std::string own = lower_case(tag);
  const std::string wanted = lower_case(range);
  return own == wanted || own.starts_with(wanted + "-");
}

const std::vector<QueryFunction>& text_functions() {
  static const std::vector<QueryFunction> functions = {
      {"CONCAT", 0, 500, joined},
      {"CONTAINS", 2, 2, contains},
      {"LANGMATCHES", 2, 2, fits_language},
      {"LCASE", 1, 1, changed_case<small_letter>},
      {"REGEX", 2, 3, fits},
      {"REPLACE", 3, 4, replaced},
      {"STRAFTER", 2, 2, after},
      {"STRBEFORE", 2, 2, before},
      {"STRENDS", 2, 2, ends},
      {"STRLEN", 1, 1, length},
      {"STRSTARTS", 2, 2, starts},
      {"SUBSTR", 2, 3, part},
      {"UCASE", 1, 1, changed_case<capital_letter>}};
  return functions;
}

}  // namespace hearth
