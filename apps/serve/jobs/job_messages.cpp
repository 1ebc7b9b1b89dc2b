// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/jobs/job_messages.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>

#include "hearth/data/json/parse_json.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::json;

/// Returns the end of a file, from the beginning of a line.
std::string end_of(const std::filesystem::path& file, std::int64_t most_bytes) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  if (!stream) return "";
  const std::int64_t size = stream.tellg();
  const std::int64_t first = std::max<std::int64_t>(0, size - most_bytes);
  std::string text(static_cast<std::size_t>(size - first), '\0');
  stream.seekg(first);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (first > 0) text.erase(0, text.find('\n') + 1);
  return text;
}

/// Returns a text member of an object; "" if there is none.
std::string text_of(const Json& object, const char* name) {
  if (!object.is_object()) return "";
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string shown(std::string text, const ShownFolders& folders) {
  for (const auto& [folder, name] : folders) {
    const std::string path = folder.string() + "/";
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
      text.replace(at, path.size(), name);
      at += name.size();
    }
  }
  return text;
}

/// Replaces an option of the command in the place of a message by the member of the request from
/// which it was made: `--time-limit` by `/time_limit`, `--set` by `/parameters`.
void point_into_request(Json& message) {
  const auto place = message.find("place");
  if (place == message.end()) return;
  std::string pointer = text_of(*place, "pointer");
  if (!pointer.starts_with("--")) return;
  std::replace(pointer.begin() + 2, pointer.end(), '-', '_');
  (*place)["pointer"] = pointer == "--set" ? "/parameters" : "/" + pointer.substr(2);
}

}  // namespace

void show_folders(Json& value, const ShownFolders& folders) {
  if (value.is_string()) value = shown(value.get<std::string>(), folders);
  if (value.is_structured()) {
    for (Json& part : value) show_folders(part, folders);
  }
}

JobMessages read_messages(const std::filesystem::path& file, const ShownFolders& folders,
                          std::int64_t most_bytes) {
  JobMessages found;
  const std::string text = end_of(file, most_bytes);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.empty()) continue;
    Json json = parse_json<Json>(line);
    const std::string event = text_of(json, "event");
    if (event == "progress") {
      json.erase("event");
      found.progress = std::move(json);
      continue;
    }
    if (event == "message" || event == "text") {
      json.erase("event");
      point_into_request(json);
    } else {
      json = {{"text", std::string(line)}};
    }
    show_folders(json, folders);
    found.messages.push_back(std::move(json));
  }
  return found;
}

Json errors_of(const JobMessages& messages) {
  Json errors = Json::array();
  for (const Json& message : messages.messages) {
    if (text_of(message, "severity") != "error") continue;
    const auto place = message.find("place");
    errors.push_back({{"code", text_of(message, "code")},
                      {"message", text_of(message, "message")},
                      {"place", place == message.end() ? Json::object() : *place}});
  }
  return errors;
}

}  // namespace hearth::apps
