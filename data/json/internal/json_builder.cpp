// SPDX-License-Identifier: MIT
#include "hearth/data/json/internal/json_builder.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

constexpr std::size_t kLongestMessage = 240;  // the parser repeats the text of a broken token

/// Passes characters to the parser and counts them.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, JsonProgress* progress) : at_(at), progress_(progress) {}
  const char& operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (*at_ == '\n') ++progress_->line;
    progress_->at = ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }

 private:
  const char* at_;
  JsonProgress* progress_;
};

/// Event handlers under the names that nlohmann requires.
class SaxEvents {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  explicit SaxEvents(JsonBuilder& builder) : builder_(builder) {}

  bool null() { return builder_.null(); }
  bool boolean(bool value) { return builder_.boolean(value); }
  bool number_integer(number_integer_t value) {
    return builder_.number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) {
    return builder_.number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t&) { return builder_.number(value); }
  bool string(string_t& value) { return builder_.string(std::move(value)); }
  bool binary(binary_t&) { return false; }  // not in JSON text
  bool start_object(std::size_t) { return builder_.open(JsonKind::Object); }
  bool key(string_t& name) { return builder_.key(std::move(name)); }
  bool end_object() { return builder_.close(); }
  bool start_array(std::size_t) { return builder_.open(JsonKind::Array); }
  bool end_array() { return builder_.close(); }
  bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) {
      builder_.overflow(token);
    } else {
      builder_.syntax_error(error.what());
    }
    return false;
  }

 private:
  JsonBuilder& builder_;
};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '+' || c == '-';
}

bool is_not_a_number(std::string_view text) {
  std::string word = lower_case(text);
  if (!word.empty() && (word[0] == '-' || word[0] == '+')) word.erase(0, 1);
  return word == "nan" || word == "inf" || word == "infinity";
}

/// Removes the parser's own place and number from its message; names the possible values.
std::string readable(std::string_view message) {
  constexpr std::string_view kIntroduction = "syntax error ";
  if (const auto at = message.find(kIntroduction); at != std::string_view::npos) {
    message.remove_prefix(at + kIntroduction.size());
  }
  std::string text(message);
  const bool of_value = text.starts_with("while parsing value");
  if (text.size() > kLongestMessage) {
    std::size_t end = kLongestMessage;
    while ((static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
    text = text.substr(0, end) + "...";
  }
  if (of_value && message.find("; expected ") == std::string_view::npos) {
    text += "; expected a number, a string, true, false, null, '{' or '['";
  }
  return text;
}

}  // namespace

JsonBuilder::JsonBuilder(std::string_view text, std::string file) : text_(text) {
  progress_.at = text.data();
  document_.file_ = std::move(file);
}

JsonDocument JsonBuilder::build() {
  SaxEvents events(*this);
  const char* const end = text_.data() + text_.size();
  nlohmann::json::sax_parse(CountingIterator(text_.data(), &progress_),
                            CountingIterator(end, &progress_), &events,
                            nlohmann::json::input_format_t::json, true, true);
  if (diagnostics_.has_errors()) throw InputError(std::move(diagnostics_));
  return std::move(document_);
}

bool JsonBuilder::null() {
  add(JsonKind::Null);
  return true;
}

bool JsonBuilder::boolean(bool value) {
  add(JsonKind::Boolean).number = value ? 1.0 : 0.0;
  return true;
}

bool JsonBuilder::number(double value) {
  add(JsonKind::Number).number = value;
  return true;
}

bool JsonBuilder::string(std::string value) {
  add(JsonKind::String).string = std::move(value);
  return true;
}

bool JsonBuilder::open(JsonKind kind) {
  if (open_.size() == static_cast<std::size_t>(JsonDocument::kMaxDepth)) {
    diagnostics_.error(
        "json.depth", place(),
        fmt::format("arrays and objects are nested deeper than {}", JsonDocument::kMaxDepth));
    return false;
  }
  add(kind);
  open_.push_back(static_cast<int>(document_.values_.size()) - 1);
  keys_.emplace_back();
  return true;
}

bool JsonBuilder::close() {
  open_.pop_back();
  keys_.pop_back();
  return true;
}

bool JsonBuilder::key(std::string name) {
  const auto [known, is_new] = keys_.back().emplace(name, line());
  if (!is_new && !diagnostics_.full()) {
    const std::string shown = shortened(name, kLongestKey);
    Where where = place();
    where.pointer = JsonNode(&document_, open_.back()).pointer() + pointer_part(shown);
    diagnostics_.error(
        "json.key_duplicate", where,
        fmt::format(
            "the key '{}' appears twice in one object, first in line {}; remove one of the two",
            shown, known->second));
  }
  key_ = std::move(name);
  return true;
}

void JsonBuilder::overflow(const std::string& token) {
  diagnostics_.error("json.number", place(),
                     fmt::format("the number {} is too large; expected less than 1.8e308", token));
}

void JsonBuilder::syntax_error(std::string_view parser_message) {
  const bool at_end = parser_message.find("unexpected end of input") != std::string_view::npos ||
                      parser_message.find("missing closing") != std::string_view::npos;
  if (at_end && document_.values_.empty()) {
    diagnostics_.error("json.empty", place(), "the file is empty; expected a JSON object");
    return;
  }
  if (const std::string word = word_here(); !at_end && is_not_a_number(word)) {
    diagnostics_.error("json.number", place(),
                       fmt::format("'{}' is not a JSON value; expected a finite number", word));
    return;
  }
  std::string message = fmt::format("column {}: {}", column(), readable(parser_message));
  if (at_end && !open_.empty()) message += open_container();
  if (after_comma()) message += "; remove the comma before it";
  diagnostics_.error("json.syntax", place(), message);
}

/// Returns whether the last character read closes a list or an object right after a comma.
bool JsonBuilder::after_comma() const {
  const std::size_t taken = static_cast<std::size_t>(progress_.at - text_.data());
  if (taken < 2 || (text_[taken - 1] != '}' && text_[taken - 1] != ']')) return false;
  const std::size_t last = text_.find_last_not_of(" \t\r\n", taken - 2);
  return last != std::string_view::npos && text_[last] == ',';
}

/// Returns the line of the last character read. Only for a number does the parser read one
/// character too many; if that is a line end, the number was on the line before.
int JsonBuilder::line() const {
  const bool after_line = progress_.at != text_.data() && progress_.at[-1] == '\n';
  return after_line ? progress_.line - 1 : progress_.line;
}

int JsonBuilder::column() const {
  const auto taken = static_cast<std::size_t>(progress_.at - text_.data());
  if (taken == 0) return 1;
  const auto feed = text_.substr(0, taken - 1).rfind('\n');
  return static_cast<int>(feed == std::string_view::npos ? taken : taken - feed - 1);
}

Where JsonBuilder::place() const { return {.file = document_.file_, .line = line()}; }

JsonDocument::Value& JsonBuilder::add(JsonKind kind) {
  std::vector<JsonDocument::Value>& values = document_.values_;
  const int index = static_cast<int>(values.size());
  JsonDocument::Value value;
  value.kind = kind;
  value.line = line();
  if (!open_.empty()) {
    JsonDocument::Value& parent = values[open_.back()];
    value.parent = open_.back();
    value.position = parent.size++;
    value.key = std::exchange(key_, {});
    (parent.last < 0 ? parent.first : values[parent.last].next) = index;
    parent.last = index;
  }
  return values.emplace_back(std::move(value));
}

/// Returns the letters, digits and signs around the last character read.
std::string JsonBuilder::word_here() const {
  const auto taken = static_cast<std::size_t>(progress_.at - text_.data());
  if (taken == 0) return "";
  std::size_t begin = taken - 1;
  while (begin > 0 && is_word(text_[begin]) && is_word(text_[begin - 1])) --begin;
  std::size_t end = begin;
  while (end < text_.size() && is_word(text_[end])) ++end;
  return std::string(text_.substr(begin, end - begin));
}

std::string JsonBuilder::open_container() const {
  const JsonDocument::Value& value = document_.value(open_.back());
  return fmt::format("; the {} that begins in line {} is not closed",
                     value.kind == JsonKind::Array ? "array" : "object", value.line);
}

}  // namespace hearth
