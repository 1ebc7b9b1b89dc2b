// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/set/internal/model_patch.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/json_document.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"

namespace hearth {
namespace {

using Json = nlohmann::json;

/// Returns the element an array's key names; nothing where it names none.
std::optional<std::size_t> array_index(const std::string& key, std::size_t size) {
  const bool digits =
      !key.empty() && key.size() < 10 &&
      std::all_of(key.begin(), key.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!digits || (key.size() > 1 && key[0] == '0')) return std::nullopt;
  const auto index = static_cast<std::size_t>(std::stoul(key));
  return index < size ? std::optional(index) : std::nullopt;
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

/// A value that a pointer names, or why there is none.
struct Found {
  const Json* value = nullptr;
  std::string problem;
};

Found find(const Json& document, const std::vector<std::string>& keys) {
  const Json* at = &document;
  std::string path;
  for (const std::string& key : keys) {
    const std::string before = path;
    path += pointer_part(key);
    if (at->is_object()) {
      const auto member = at->find(key);
      if (member == at->end()) {
        return {nullptr, fmt::format("there is no {}{}", path, expected_name(key, keys_of(*at)))};
      }
      at = &*member;
    } else if (at->is_array()) {
      const auto index = array_index(key, at->size());
      if (!index) {
        return {nullptr, fmt::format("there is no {}: {} has {} elements, counted from 0", path,
                                     before, at->size())};
      }
      at = &(*at)[*index];
    } else {
      return {nullptr, fmt::format("there is no {}: {} is {}", path,
                                   before.empty() ? "the document" : before, at->dump())};
    }
  }
  return {at, ""};
}

/// Returns why a value cannot be added at a pointer, or "".
std::string no_place(const Json& document, std::vector<std::string> keys) {
  if (keys.empty()) return "";
  const std::string last = keys.back();
  keys.pop_back();
  const Found parent = find(document, keys);
  if (parent.value == nullptr) return parent.problem;
  if (parent.value->is_object() || last == "-") return "";
  if (parent.value->is_array()) {
    if (array_index(last, parent.value->size() + 1)) return "";
    return fmt::format("the array has {} elements: '{}' is no place in it; '-' is its end",
                       parent.value->size(), last);
  }
  return fmt::format("what should hold '{}' is {}", last, parent.value->dump());
}

/// Returns why an operation cannot be applied, or "".
std::string obstacle(const Json& document, const Json& operation) {
  const std::string op = operation.at("op");
  const std::vector<std::string> path = pointer_keys(operation.at("path"));
  if (op == "add") return no_place(document, path);
  if (op == "move" || op == "copy") {
    const Found source = find(document, pointer_keys(operation.at("from")));
    return source.value == nullptr ? source.problem : no_place(document, path);
  }
  const Found target = find(document, path);
  if (target.value == nullptr) return target.problem;
  if (op == "test" && *target.value != operation.at("value")) {
    return fmt::format("found {}, the test expects {}", target.value->dump(),
                       operation.at("value").dump());
  }
  return op == "remove" && path.empty() ? "the whole model cannot be removed" : "";
}

/// Returns the number at a value as a quantity; nothing where there is none.
std::optional<Quantity> number_at(const Json& value) {
  if (value.is_number()) return Quantity{value.get<double>(), std::nullopt};
  if (value.is_string()) return parse_quantity(value.get<std::string>());
  return std::nullopt;
}

[[noreturn]] void refuse_target(const Where& where, const std::string& message) {
  throw InputError("scenarios.target_invalid", where, message);
}

}  // namespace

std::vector<std::string> pointer_keys(const std::string& pointer) {
  std::vector<std::string> keys;
  for (const char c : pointer) {
    if (c == '/') {
      keys.emplace_back();
    } else if (!keys.empty()) {
      keys.back() += c;
    }
  }
  for (std::string& key : keys) {
    std::string plain;
    for (std::size_t i = 0; i < key.size(); ++i) {
      const bool escape =
          key[i] == '~' && i + 1 < key.size() && (key[i + 1] == '0' || key[i + 1] == '1');
      plain += escape ? (key[++i] == '0' ? '~' : '/') : key[i];
    }
    key = plain;
  }
  return keys;
}

Json model_document(const std::string& text) { return Json::parse(text, nullptr, true, true); }

void apply_patch(const std::string& operations, const Where& where, Json& document) {
  std::size_t number = 0;
  for (const Json& operation : Json::parse(operations)) {
    Where place = where;
    place.pointer += "/" + std::to_string(number++);
    std::string problem = obstacle(document, operation);
    if (problem.empty()) {
      try {
        document.patch_inplace(Json::array({operation}));
        continue;
      } catch (const Json::exception& error) {
        problem = error.what();
      }
    }
    throw InputError(
        "scenarios.patch_failed", place,
        fmt::format("operation {}, {} {}: {}", number, operation.at("op").get<std::string>(),
                    operation.at("path").get<std::string>(), problem));
  }
}

std::optional<Unit> unit_at(const std::string& pointer, const Json& document) {
  const Json* value = find(document, pointer_keys(pointer)).value;
  if (value == nullptr) return std::nullopt;
  if (value->is_object() && value->contains("value")) {
    const auto named = value->find("unit");
    if (named != value->end() && named->is_string()) return parse_unit(named->get<std::string>());
    value = &(*value)["value"];
  }
  const std::optional<Quantity> quantity = number_at(*value);
  return quantity ? quantity->unit : std::nullopt;
}

void set_number(const std::string& pointer, const Quantity& quantity, const Where& where,
                Json& document) {
  const Found found = find(document, pointer_keys(pointer));
  if (found.value == nullptr) refuse_target(where, found.problem);
  const std::optional<Unit> own = unit_at(pointer, document);
  Json* target = &document[Json::json_pointer(pointer)];
  if (target->is_object() && target->contains("value")) target = &(*target)["value"];
  const std::optional<Quantity> before = number_at(*target);
  if (!before) {
    refuse_target(where, fmt::format("{} is no number but {}", pointer, target->dump()));
  }
  double value = quantity.value;
  if (own && quantity.unit) {
    if (!quantity.unit->compatible(*own)) {
      refuse_target(where, fmt::format("{} is in [{}], not in [{}]", pointer, own->symbol,
                                       quantity.unit->symbol));
    }
    value = convert(value, *quantity.unit, *own);
  }
  const std::optional<Unit> written = before->unit ? before->unit
                                      : own        ? std::nullopt
                                                   : quantity.unit;
  if (written) {
    *target = fmt::format("{} {}", number_text(value), written->symbol);
  } else {
    *target = value;
  }
}

}  // namespace hearth
