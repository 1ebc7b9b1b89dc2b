// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_record.hpp"

#include "hearth/data/json/json_values.hpp"
#include "hearth/data/json/schema_parts.hpp"

namespace hearth {

std::vector<std::string_view> JsonMembers::keys() const {
  std::vector<std::string_view> keys;
  for (const Member& member : members_) keys.push_back(member.key);
  return keys;
}

nlohmann::ordered_json JsonMembers::schema() const {
  nlohmann::ordered_json properties = nlohmann::ordered_json::object();
  std::vector<std::string_view> required;
  for (const Member& member : members_) {
    properties[member.key] = member.schema;
    if (member.required) required.push_back(member.key);
  }
  nlohmann::ordered_json object = schema_parts::object(properties, required);
  if (shorthand_.empty()) return object;
  return schema_parts::either({properties[shorthand_], object});
}

void JsonMembers::add(Member member, std::string_view doc) {
  if (!doc.empty()) member.schema["description"] = doc;
  members_.push_back(std::move(member));
}

void JsonMembers::set_shorthand(std::string_view key) { shorthand_ = key; }

bool JsonMembers::read_members(const JsonNode& node, void* object, JsonReading& reading) const {
  const bool is_object = node.is(JsonKind::Object);
  if (is_object) {
    check_keys(node, keys(), reading.diagnostics);
  } else if (shorthand_.empty()) {
    return require_object(node, reading.diagnostics);
  }
  bool complete = true;
  for (const Member& member : members_) {
    if (!is_object && member.key != shorthand_) continue;
    const std::optional<JsonNode> value =
        !is_object        ? node
        : member.required ? require_member(node, member.key, reading.diagnostics)
                          : node.find(member.key);
    const bool read = value && member.read(object, *value, reading);
    if (member.required && !read) complete = false;
  }
  return complete;
}

nlohmann::ordered_json JsonMembers::write_members(const void* object) const {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Member& member : members_) {
    if (member.write) member.write(object, json);
  }
  return json;
}

}  // namespace hearth
