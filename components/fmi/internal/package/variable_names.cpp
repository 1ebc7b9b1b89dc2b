// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/variable_names.hpp"

#include <algorithm>
#include <charconv>

namespace hearth::fmi {
namespace {

char letter_of(ValueType type) {
  switch (type) {
    case ValueType::Float64:
      return 'r';
    case ValueType::Boolean:
      return 'b';
    case ValueType::String:
      return 's';
    default:
      return 'i';
  }
}

/// Returns the name for the text between two `#`, or nothing if it is not a reference.
const std::string* name_of(std::string_view text, const VariableNames& names) {
  std::uint32_t reference = 0;
  if (text.size() < 2) return nullptr;
  const char* const end = text.data() + text.size();
  const auto [read_to, problem] = std::from_chars(text.data() + 1, end, reference);
  if (problem != std::errc() || read_to != end) return nullptr;
  const auto found = names.find({text.front(), reference});
  return found == names.end() ? nullptr : &found->second;
}

}  // namespace

VariableNames variable_names(const ModelDescription& description) {
  VariableNames names;
  if (description.major != 2) return names;
  for (const Variable& variable : description.variables) {
    names.try_emplace({letter_of(variable.type), variable.reference}, variable.name);
  }
  return names;
}

std::string with_names(std::string_view message, const VariableNames& names) {
  std::string text;
  while (!message.empty()) {
    const auto from = std::min(message.find('#'), message.size());
    text += message.substr(0, from);
    message.remove_prefix(from);
    const auto to = message.find('#', 1);
    if (to == std::string_view::npos) break;
    const std::string_view between = message.substr(1, to - 1);
    const std::string* const name = name_of(between, names);
    if (between.empty() || name != nullptr) {
      text += name == nullptr ? "#" : *name;
      message.remove_prefix(to + 1);
    } else {  // its second # may begin a reference
      text += message.substr(0, to);
      message.remove_prefix(to);
    }
  }
  return text.append(message);
}

}  // namespace hearth::fmi
