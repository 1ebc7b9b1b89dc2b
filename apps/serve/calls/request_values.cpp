// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/calls/request_values.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/json/parse_json.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::json;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Json read_form(std::string_view body) {
  Json object = Json::object();
  while (!body.empty()) {
    const std::string_view pair = body.substr(0, body.find('&'));
    body.remove_prefix(std::min(body.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const std::size_t sign = pair.find('=');
    const std::string name = decoded(pair.substr(0, sign), ' ');
    const std::string text =
        sign == std::string_view::npos ? "" : decoded(pair.substr(sign + 1), ' ');
    Json value = text.empty() ? Json() : Json(text);
    const auto known = object.find(name);
    if (known == object.end()) {
      object[name] = std::move(value);
    } else if (known->is_array()) {
      known->push_back(std::move(value));
    } else {
      *known = Json::array({std::move(*known), std::move(value)});
    }
  }
  return object;
}

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<double> number_of(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    const bool large = text.find("e-") == text.npos && text.find("E-") == text.npos;
    number = large ? std::numeric_limits<double>::infinity() : 0.0;
    return text.starts_with('-') ? -number : number;
  }
  if (error != std::errc{} || std::isnan(number)) return std::nullopt;
  return number;
}

}  // namespace

std::string decoded(std::string_view text, char plus) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool coded = text[i] == '%' && i + 2 < text.size() && digit_of(text[i + 1]) >= 0 &&
                       digit_of(text[i + 2]) >= 0;
    if (coded) {
      plain += static_cast<char>(16 * digit_of(text[i + 1]) + digit_of(text[i + 2]));
      i += 2;
    } else {
      plain += text[i] == '+' ? plus : text[i];
    }
  }
  return plain;
}

bool has_too_many_values(std::string_view body) {
  return std::count_if(body.begin(), body.end(), [](char c) {
           return c == ',' || c == '&' || c == '[' || c == '{';
         }) > kMostValues;
}

std::optional<Json> read_body(std::string_view content_type, std::string_view body) {
  if (trimmed(body).empty()) return Json::object();
  if (content_type.find("x-www-form-urlencoded") != std::string_view::npos) {
    return read_form(body);
  }
  Json value = parse_json<Json>(body);
  if (!value.is_object()) return std::nullopt;
  JsonDocument::parse(body, "the request");  // refuses repeated keys
  return value;
}

const Json& member_of(const Json& object, const char* name) {
  static const Json null;
  const auto found = object.find(name);
  return found == object.end() ? null : *found;
}

std::optional<double> read_number(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return number_of(value.get_ref<const std::string&>());
  return std::nullopt;
}

std::string python_text(const Json& value) {
  if (value.is_null()) return "None";
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return python_number(value.get<double>());
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string python_type(const Json& value) {
  const char* name = value.is_null()             ? "NoneType"
                     : value.is_boolean()        ? "bool"
                     : value.is_string()         ? "str"
                     : value.is_number_integer() ? "int"
                     : value.is_number()         ? "float"
                     : value.is_array()          ? "list"
                                                 : "dict";
  return "<class '" + std::string(name) + "'>";
}

std::string python_number(double value) {
  if (std::isinf(value)) return value > 0.0 ? "inf" : "-inf";
  char buffer[32];
  const bool plain = std::abs(value) < 1e16 && (value == 0.0 || std::abs(value) >= 1e-4);
  const auto end =
      plain ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed)
            : std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  std::string text(buffer, end.ptr);
  if (plain && text.find('.') == std::string::npos) text += ".0";
  return text;
}

std::string python_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) list += (list.size() > 1 ? ", '" : "'") + text + "'";
  return list + "]";
}

void append_json_number(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
  const std::string_view digits(buffer, static_cast<std::size_t>(end.ptr - buffer));
  text += digits;
  if (digits.find_first_of(".e") == std::string_view::npos) text += ".0";
}

std::string json_text(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hearth::apps
