// SPDX-License-Identifier: MIT
#include "hearth/data/json/json_document.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/internal/json_builder.hpp"
#include "hearth/data/json/json_text.hpp"
#include "hearth/data/text/text_file.hpp"

namespace hearth {

std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return text.substr(0, end) + "...";
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestQuote = 40;  // bytes of a text that a message repeats

Json to_json(const JsonNode& node) {
  switch (node.kind()) {
    case JsonKind::Null:
      return nullptr;
    case JsonKind::Boolean:
      return node.boolean();
    case JsonKind::Number:
      return node.number();
    case JsonKind::String:
      return node.string();
    case JsonKind::Array: {
      Json array = Json::array();
      for (const JsonNode element : node.elements()) array.push_back(to_json(element));
      return array;
    }
    case JsonKind::Object: {
      Json object = Json::object();
      for (const JsonNode member : node.members()) object[member.key()] = to_json(member);
      return object;
    }
  }
  return nullptr;
}

void check_encoding(std::string_view text, const std::string& file) {
  constexpr std::array<std::string_view, 2> kUtf16Marks{"\xFE\xFF", "\xFF\xFE"};
  for (const std::string_view mark : kUtf16Marks) {
    if (!text.starts_with(mark)) continue;
    throw InputError("json.encoding", {.file = file, .line = 1},
                     "the file is UTF-16; expected UTF-8");
  }
  const std::size_t bad = first_invalid_utf8(text);
  if (bad == std::string_view::npos) return;
  const auto line = std::count(text.begin(), text.begin() + static_cast<long>(bad), '\n') + 1;
  throw InputError("json.encoding", {.file = file, .line = static_cast<int>(line)},
                   fmt::format("byte 0x{:02X} is not UTF-8; save the file as UTF-8",
                               static_cast<unsigned char>(text[bad])));
}

}  // namespace

JsonKind JsonNode::kind() const { return document_->value(index_).kind; }

bool JsonNode::boolean() const {
  assert(is(JsonKind::Boolean));
  return document_->value(index_).number != 0.0;
}

double JsonNode::number() const {
  assert(is(JsonKind::Number));
  return document_->value(index_).number;
}

const std::string& JsonNode::string() const {
  assert(is(JsonKind::String));
  return document_->value(index_).string;
}

JsonRange JsonNode::members() const {
  assert(is(JsonKind::Object));
  return {document_, document_->value(index_).first};
}

JsonRange JsonNode::elements() const {
  assert(is(JsonKind::Array));
  return {document_, document_->value(index_).first};
}

int JsonNode::size() const { return document_->value(index_).size; }

std::optional<JsonNode> JsonNode::find(std::string_view key) const {
  if (!is(JsonKind::Object)) return std::nullopt;
  for (const JsonNode member : members()) {
    if (member.key() == key) return member;
  }
  return std::nullopt;
}

const std::string& JsonNode::key() const { return document_->value(index_).key; }

int JsonNode::line() const { return document_->value(index_).line; }

std::string JsonNode::pointer() const {
  std::vector<int> nodes;  // from this one up
  for (int index = index_; document_->value(index).parent >= 0;
       index = document_->value(index).parent) {
    nodes.push_back(index);
  }
  std::string text;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    const auto& value = document_->value(*node);
    const bool in_array = document_->value(value.parent).kind == JsonKind::Array;
    text += in_array ? "/" + std::to_string(value.position)
                     : pointer_part(shortened(value.key, kLongestKey));
  }
  return text;
}

Where JsonNode::where() const {
  return {.file = document_->file(), .line = line(), .pointer = pointer()};
}

std::string JsonNode::describe() const {
  switch (kind()) {
    case JsonKind::Null:
      return "null";
    case JsonKind::Boolean:
      return boolean() ? "true" : "false";
    case JsonKind::Number:
      return fmt::format("the number {}", number());
    case JsonKind::String:
      return fmt::format("the string \"{}\"", shortened(string(), kLongestQuote));
    case JsonKind::Array:
      return "an array";
    case JsonKind::Object:
      return "an object";
  }
  return "";
}

JsonRange::Iterator& JsonRange::Iterator::operator++() {
  index_ = document_->value(index_).next;
  return *this;
}

JsonDocument JsonDocument::read(const std::filesystem::path& path) {
  return parse(read_text_file(path), path.string());
}

JsonDocument JsonDocument::parse(std::string_view text, std::string file) {
  check_encoding(text, file);
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return JsonBuilder(text, std::move(file)).build();
}

std::string pointer_part(std::string_view key) {
  std::string text = "/";
  for (const char c : key) {
    if (c == '~') {
      text += "~0";
    } else if (c == '/') {
      text += "~1";
    } else {
      text += c;
    }
  }
  return text;
}

std::string to_text(const JsonNode& node) { return to_line(to_json(node)); }

std::optional<std::vector<double>> numbers_of(const JsonNode& array) {
  if (!array.is(JsonKind::Array)) return std::nullopt;
  std::vector<double> values;
  for (const JsonNode& entry : array.elements()) {
    if (!entry.is(JsonKind::Number)) return std::nullopt;
    values.push_back(entry.number());
  }
  return values;
}

}  // namespace hearth
