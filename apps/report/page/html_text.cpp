// SPDX-License-Identifier: MIT
#include "hearth/apps/report/page/html_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "hearth/framework/base/printable.hpp"

namespace hearth::apps {
namespace {

constexpr std::size_t kShort = 7;      // characters of a number that is not rounded
constexpr double kAlike = 1e4;         // ratio of magnitudes up to which numbers get equal decimals
constexpr double kLargestFixed = 1e8;  // larger numbers have an exponent
constexpr double kWhole = 1e6;         // larger numbers have no decimals
constexpr int kDigits = 5;             // digits of the largest number of a column

std::optional<double> read(const std::string& text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::size_t decimals_of(const std::string& text) {
  const std::size_t point = text.find('.');
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent != std::string::npos) return kDigits + 1;
  return point == std::string::npos ? 0 : text.size() - point - 1;
}

void replace_all(std::string& text, std::string_view old, std::string_view now) {
  for (std::size_t at = text.find(old); at != std::string::npos;
       at = text.find(old, at + now.size())) {
    text.replace(at, old.size(), now);
  }
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

}  // namespace

std::string markup_escaped(std::string_view text) {
  std::string valid = valid_utf8(text);
  replace_all(valid, "\xEF\xBF\xBE", "\xEF\xBF\xBD");  // U+FFFE and U+FFFF are not characters
  replace_all(valid, "\xEF\xBF\xBF", "\xEF\xBF\xBD");
  std::string result;
  result.reserve(valid.size());
  for (const char c : valid) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        if (is_control(c)) {
          result += "\xEF\xBF\xBD";
        } else {
          result += c;
        }
    }
  }
  return result;
}

std::string script_safe(std::string json) {
  replace_all(json, "<", "\\u003c");
  return json;
}

std::string unit_text(std::string_view unit) {
  std::string text(unit);
  replace_all(text, "degC", "°C");
  replace_all(text, "m2", "m²");
  replace_all(text, "m3", "m³");
  if (text == "1") text.clear();
  return text;
}

bool is_number(const std::string& text) { return read(text).has_value(); }

std::string rounded_text(const std::string& number) {
  const std::optional<double> value = read(number);
  const bool has_exponent = number.find_first_of("eE") != std::string::npos;
  if (!value || (number.size() <= kShort && !has_exponent)) return number;
  const double size = std::abs(*value);
  if (size < kLargestFixed && (size >= kWhole || *value == std::floor(*value))) {
    return fmt::format("{:.0f}", *value);
  }
  std::string text = fmt::format("{:.6g}", *value);
  replace_all(text, "e+0", "e");
  replace_all(text, "e+", "e");
  replace_all(text, "e-0", "e-");
  return text;
}

std::vector<std::string> column_texts(const std::vector<std::string>& numbers) {
  double largest = 0.0, smallest = INFINITY;
  std::size_t decimals = 0;
  for (const std::string& text : numbers) {
    const double size = std::abs(read(text).value_or(0.0));
    largest = std::max(largest, size);
    if (size > 0.0) smallest = std::min(smallest, size);
    if (read(text)) decimals = std::max(decimals, decimals_of(text));
  }
  const bool alike = largest > 0.0 && largest < kLargestFixed && smallest * kAlike > largest;
  const int wanted =
      kDigits - 1 - static_cast<int>(std::floor(std::log10(std::max(largest, 1e-9))));
  const int shown = std::clamp(wanted, 0, static_cast<int>(decimals));
  std::vector<std::string> texts;
  for (const std::string& text : numbers) {
    const std::optional<double> value = read(text);
    const bool fixed = value && *value != 0.0 && alike && wanted < 10;
    texts.push_back(fixed ? fmt::format("{:.{}f}", *value, shown) : rounded_text(text));
  }
  return texts;
}

}  // namespace hearth::apps
