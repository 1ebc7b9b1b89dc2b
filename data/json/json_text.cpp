// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/printable.hpp"

namespace hearth {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kColumns = 100;
constexpr std::size_t kIndent = 2;

std::string number_text(double value) {
  if (!std::isfinite(value)) {
    throw ModelError("json.not_finite", {},
                     fmt::format("JSON cannot represent the number {}", value));
  }
  if (value == 0.0 && std::signbit(value)) return "-0.0";  // "-0" would be read as an integer, 0
  return fmt::format("{}", value);
}

std::string string_text(const std::string& value) {
  try {
    return Json(value).dump();
  } catch (const Json::exception&) {
    throw ModelError("json.encoding", {}, "a string is not UTF-8 and cannot be written as JSON");
  }
}

std::string scalar_text(const Json& value) {
  if (value.is_number_float()) return number_text(value.get<double>());
  if (value.is_string()) return string_text(value.get_ref<const std::string&>());
  return value.dump();
}

/// Returns `"key": ` for a member of an object, "" for an element of an array.
std::string label(const Json& container, const Json::const_iterator& item) {
  return container.is_object() ? string_text(item.key()) + ": " : "";
}

bool holds_containers(const Json& value) {
  return std::any_of(value.begin(), value.end(), [](const Json& v) { return v.is_structured(); });
}

/// Writes JSON over several lines if it does not fit on one.
class PrettyWriter {
 public:
  std::string write(const Json& value) {
    append(value, 0);
    return std::move(text_) + "\n";
  }

 private:
  void append(const Json& value, std::size_t depth) {
    if (!value.is_structured() || value.empty()) {
      text_ += to_line(value);
      return;
    }
    if (!always_broken(value, depth)) {
      const std::string line = to_line(value);
      if (column() + line.size() < kColumns) {  // leaves room for a comma
        text_ += line;
        return;
      }
    }
    if (value.is_array() && !holds_containers(value)) {
      fill(value, depth);
    } else {
      stack(value, depth);
    }
  }

  static bool always_broken(const Json& value, std::size_t depth) {
    return depth == 0 || (depth == 1 && (value.is_array() || holds_containers(value)));
  }

  std::size_t column() const {
    const auto feed = text_.rfind('\n');
    return feed == std::string::npos ? text_.size() : text_.size() - feed - 1;
  }

  void new_line(std::size_t depth) {
    text_ += '\n';
    text_.append(kIndent * depth, ' ');
  }

  /// Writes one value on each line.
  void stack(const Json& value, std::size_t depth) {
    text_ += value.is_object() ? '{' : '[';
    for (auto item = value.begin(); item != value.end(); ++item) {
      if (item != value.begin()) text_ += ',';
      new_line(depth + 1);
      text_ += label(value, item);
      append(*item, depth + 1);
    }
    new_line(depth);
    text_ += value.is_object() ? '}' : ']';
  }

  /// Writes as many plain values on a line as fit, but each text on its own line.
  void fill(const Json& value, std::size_t depth) {
    text_ += '[';
    for (auto item = value.begin(); item != value.end(); ++item) {
      const std::string plain = scalar_text(*item);
      const bool first = item == value.begin();
      if (!first) text_ += ',';
      if (first || item->is_string() || column() + plain.size() + 2 > kColumns) {
        new_line(depth + 1);
      } else {
        text_ += ' ';
      }
      text_ += plain;
    }
    new_line(depth);
    text_ += ']';
  }

  std::string text_;
};

void make_valid(Json& value) {
  if (value.is_string()) {
    auto& text = value.get_ref<std::string&>();
    text = valid_utf8(text);
  } else if (value.is_array()) {
    for (Json& item : value) make_valid(item);
  } else if (value.is_object()) {
    Json valid = Json::object();
    for (auto& [key, item] : value.items()) {
      make_valid(item);
      valid[valid_utf8(key)] = std::move(item);
    }
    value = std::move(valid);
  }
}

void append_line(const Json& value, std::string& text) {
  if (!value.is_structured()) {
    text += scalar_text(value);
    return;
  }
  text += value.is_object() ? '{' : '[';
  for (auto item = value.begin(); item != value.end(); ++item) {
    if (item != value.begin()) text += ", ";
    text += label(value, item);
    append_line(*item, text);
  }
  text += value.is_object() ? '}' : ']';
}

}  // namespace

std::string to_pretty_text(const Json& value) { return PrettyWriter().write(value); }

std::string to_shown_text(Json value) {
  make_valid(value);
  return to_pretty_text(value);
}

std::string to_shown_line(Json value) {
  make_valid(value);
  return to_line(value);
}

std::string to_line(const Json& value) {
  std::string text;
  append_line(value, text);
  return text;
}

nlohmann::ordered_json number_json(double value) {
  if (std::isfinite(value)) return value;
  throw ModelError("json.not_finite", {},
                   fmt::format("a file cannot represent the number {}", value));
}

nlohmann::ordered_json unit_json(const Unit& unit) {
  const std::optional<Unit> known = parse_unit(unit.symbol);
  if (known && *known == unit) return unit.symbol;
  throw ModelError("json.unit_unknown", {},
                   fmt::format("the unit '{}' cannot be written to a file", unit.symbol));
}

nlohmann::ordered_json quantity_json(const Quantity& quantity) {
  if (quantity.boolean) return quantity.value != 0.0;
  const nlohmann::ordered_json number = number_json(quantity.value);
  if (!quantity.unit) return number;
  return fmt::format("{} {}", quantity.value, unit_json(*quantity.unit).get<std::string>());
}

}  // namespace hearth
