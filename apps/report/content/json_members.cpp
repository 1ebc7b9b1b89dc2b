// SPDX-License-Identifier: MIT
#include "hearth/apps/report/content/json_members.hpp"

#include "hearth/framework/base/number_text.hpp"

namespace hearth::apps {

const Json& member(const Json& object, std::string_view key) {
  static const Json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(std::string(key));
  return found == object.end() ? nothing : *found;
}

const Json& list_member(const Json& object, std::string_view key) {
  static const Json empty = Json::array();
  const Json& found = member(object, key);
  return found.is_array() ? found : empty;
}

std::string text_member(const Json& object, std::string_view key) {
  const Json& found = member(object, key);
  return found.is_string() ? found.get<std::string>() : "";
}

std::optional<double> number_member(const Json& object, std::string_view key) {
  const Json& found = member(object, key);
  if (!found.is_number()) return std::nullopt;
  return found.get<double>();
}

long integer_member(const Json& object, std::string_view key, long otherwise) {
  const Json& found = member(object, key);
  return found.is_number_integer() ? found.get<long>() : otherwise;
}

bool flag_member(const Json& object, std::string_view key) {
  const Json& found = member(object, key);
  return found.is_boolean() && found.get<bool>();
}

std::vector<std::string> text_list(const Json& list) {
  std::vector<std::string> texts;
  if (!list.is_array()) return texts;
  for (const Json& item : list) {
    if (item.is_string()) texts.push_back(item.get<std::string>());
  }
  return texts;
}

std::string digits(const Json& number) {
  if (number.is_number_integer()) return number.dump();
  return number.is_number() ? number_text(number.get<double>()) : "";
}

}  // namespace hearth::apps
