// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/set/internal/model_patch.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hearth/data/json/json_document.hpp"
#include "hearth/data/sources/data_files.hpp"
#include "hearth/data/sources/file_rules.hpp"
#include "hearth/data/sources/weather_choice.hpp"
#include "hearth/framework/base/json_levels.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

using Json = nlohmann::json;

/// Returns the element that an array's key denotes; nothing if there is none.
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

constexpr std::int64_t kValueBytes = 16;

/// Returns an estimate of the bytes of a value, counted up to `most`.
std::int64_t weight(const Json& value, std::int64_t most) {
  std::int64_t sum = value.is_string()
                         ? static_cast<std::int64_t>(value.get_ref<const std::string&>().size()) + 2
                         : kValueBytes;
  if (value.is_object()) {
    for (const auto& [key, unused] : value.items()) {
      sum += static_cast<std::int64_t>(key.size()) + 4;
    }
  }
  if (!value.is_structured()) return sum;
  for (const Json& item : value) {
    if (sum > most) return sum;
    sum += weight(item, most - sum);
  }
  return sum;
}

/// Returns a value as text for a message; for a long value, only its kind.
std::string value_text(const Json& value) {
  constexpr std::int64_t kShown = 4000;  // bytes
  if (weight(value, kShown) <= kShown) return value.dump();
  if (value.is_object()) return fmt::format("an object with {} keys", value.size());
  if (value.is_array()) return fmt::format("an array of {} elements", value.size());
  return fmt::format("a string of {} bytes", value.get_ref<const std::string&>().size());
}

/// The value at a pointer, or the reason why there is none.
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
        return {nullptr,
                fmt::format("{} does not exist{}", path, expected_name(key, keys_of(*at)))};
      }
      at = &*member;
    } else if (at->is_array()) {
      const auto index = array_index(key, at->size());
      if (!index) {
        return {nullptr, fmt::format("{} does not exist: {} has {} elements, counted from 0", path,
                                     before, at->size())};
      }
      at = &(*at)[*index];
    } else {
      return {nullptr, fmt::format("{} does not exist: {} is {}", path,
                                   before.empty() ? "the document" : before, value_text(*at))};
    }
  }
  return {at, ""};
}

/// Returns the reason why a value cannot be added at a pointer, or "".
std::string no_place(const Json& document, std::vector<std::string> keys) {
  if (keys.empty()) return "";
  const std::string last = keys.back();
  keys.pop_back();
  const Found parent = find(document, keys);
  if (parent.value == nullptr) return parent.problem;
  if (parent.value->is_object()) return "";
  if (parent.value->is_array()) {
    if (last == "-" || array_index(last, parent.value->size() + 1)) return "";
    return fmt::format("the array has {} elements: '{}' is not a position in it; '-' is its end",
                       parent.value->size(), last);
  }
  return fmt::format("the parent of '{}' is {}, not an object or an array", last,
                     value_text(*parent.value));
}

/// Returns the reason why an operation cannot be applied, or "".
std::string obstacle(const Json& document, const Json& operation) {
  const std::string op = operation.at("op");
  const std::vector<std::string> path = pointer_keys(operation.at("path"));
  if (op == "add") return no_place(document, path);
  if (op == "move" || op == "copy") {
    const Found source = find(document, pointer_keys(operation.at("from")));
    if (source.value == nullptr) return source.problem;
    if (op == "move" && source.value == &document) return "the whole model cannot be moved";
    return no_place(document, path);
  }
  const Found target = find(document, path);
  if (target.value == nullptr) return target.problem;
  if (op == "test" && *target.value != operation.at("value")) {
    return fmt::format("found {}, the test expects {}", value_text(*target.value),
                       value_text(operation.at("value")));
  }
  return op == "remove" && path.empty() ? "the whole model cannot be removed" : "";
}

/// Returns the number of levels of arrays and objects in a value; adds the number of examined
/// values.
int levels(const Json& value, std::int64_t& looked_at) {
  int most = 0;
  ++looked_at;
  if (!value.is_structured()) return 0;
  for (const Json& item : value) most = std::max(most, levels(item, looked_at));
  return most + 1;
}

/// Throws if the value that an operation adds is nested too deeply, or too large together with
/// earlier ones.
void check_growth(const Json& document, const Json& operation, const Where& where,
                  std::int64_t& added, PatchWork& work) {
  const std::string op = operation.at("op");
  const bool moves = op == "move" || op == "copy";
  if (!moves && op != "add" && op != "replace") return;
  const Json* value =
      moves ? find(document, pointer_keys(operation.at("from"))).value : &operation.at("value");
  const auto above = static_cast<int>(pointer_keys(operation.at("path")).size());
  std::int64_t looked_at = 0;
  const int depth = above + levels(*value, looked_at);
  if (moves) work.add(looked_at, where);  // the added value is in the file
  if (depth > kMostJsonLevels) {
    throw InputError("json.depth", where,
                     "the patched model: arrays and objects are nested deeper than " +
                         std::to_string(kMostJsonLevels));
  }
  if (op == "move") return;
  const std::int64_t bytes = weight(*value, limit_of(WorkLimit::PatchBytes));
  added += bytes;
  check_limit(WorkLimit::PatchBytes, added, where);
  if (moves) work.add(bytes, where);
}

/// A change of a document, whose parts are moved instead of copied.
class Change {
 public:
  Change(Json& document, const Where& where, PatchWork& work)
      : document_(document), where_(where), work_(work) {}

  /// Applies an operation that has no obstacle. Returns "", or the reason for a failure if a value
  /// is moved into itself or behind its own position.
  std::string apply(const Json& operation) {
    const std::string op = operation.at("op");
    const std::vector<std::string> path = pointer_keys(operation.at("path"));
    if (op == "add") {
      put(path, operation.at("value"));
    } else if (op == "replace") {
      *value_at(path) = operation.at("value");
    } else if (op == "remove") {
      take(path);
    } else if (op == "copy") {
      put(path, Json(*value_at(pointer_keys(operation.at("from")))));
    } else if (op == "move") {
      Json value = take(pointer_keys(operation.at("from")));
      std::string problem = no_place(document_, path);
      if (!problem.empty()) return problem;
      put(path, std::move(value));
    }
    return "";
  }

 private:
  Json* value_at(const std::vector<std::string>& keys) {
    return const_cast<Json*>(find(document_, keys).value);  // the document is not constant
  }

  void put(std::vector<std::string> keys, Json value) {
    if (keys.empty()) {
      document_ = std::move(value);
      return;
    }
    const std::string last = keys.back();
    keys.pop_back();
    Json& parent = *value_at(keys);
    if (parent.is_object()) {
      parent[last] = std::move(value);
      return;
    }
    const std::size_t index = array_index(last, parent.size() + 1).value_or(parent.size());
    shift(parent.size() - index);
    parent.insert(parent.begin() + static_cast<std::ptrdiff_t>(index), std::move(value));
  }

  Json take(std::vector<std::string> keys) {
    Json value = std::move(*value_at(keys));
    const std::string last = keys.back();
    keys.pop_back();
    Json& parent = *value_at(keys);
    if (parent.is_object()) {
      parent.erase(last);
    } else {
      const std::size_t index = array_index(last, parent.size()).value_or(0);
      shift(parent.size() - index);
      parent.erase(index);
    }
    return value;
  }

  void shift(std::size_t elements) { work_.add(static_cast<std::int64_t>(elements), where_); }

  Json& document_;
  const Where& where_;
  PatchWork& work_;
};

/// Returns the number in a value as a quantity, or nothing.
std::optional<Quantity> number_at(const Json& value) {
  if (value.is_number()) return Quantity{value.get<double>(), std::nullopt};
  if (value.is_string()) return parse_quantity(value.get<std::string>());
  return std::nullopt;
}

[[noreturn]] void refuse_target(const Where& where, const std::string& message) {
  throw InputError("scenarios.target_invalid", where, message);
}

/// Calls `visit` with each column of a file in the configuration or in a measurement. The column is
/// null if a configuration names a whole file.
template <class Model, class Visit>
void visit_files(Model& model, const Visit& visit) {
  for (const auto& [id, unused] : model.components()) {
    for (auto& [name, setting] : model.component(id).config) {
      if (auto* spec = std::get_if<SeriesSpec>(&setting)) {
        if (auto* column = std::get_if<FileColumn>(&spec->source)) {
          visit(column->file, id, column);
        }
      } else if (auto* file = std::get_if<FileName>(&setting)) {
        visit(file->path, id, static_cast<FileColumn*>(nullptr));
      }
    }
  }
}

/// Returns the distinct files in the configuration, with the names in it.
std::vector<std::string> named_files(const SimulationModel& model) {
  std::set<std::string> files;
  visit_files(model, [&](const std::string& file, const std::string&, const FileColumn*) {
    files.insert(file);
  });
  return {files.begin(), files.end()};
}

/// Returns those of these files that contain weather.
std::vector<std::string> weather_files(const SimulationModel& model) {
  std::set<std::string> files;
  visit_files(model, [&](const std::string& file, const std::string& id, const FileColumn*) {
    const bool outdoors = model.component(id).type == "OutdoorEnvironment";
    if (outdoors || has_weather_ending(file)) files.insert(file);
  });
  if (!files.empty()) return {files.begin(), files.end()};
  const std::vector<std::string> all = named_files(model);
  return all.size() == 1 ? all : std::vector<std::string>{};
}

/// The replacements of files, by their names in the model.
class Replacements {
 public:
  explicit Replacements(const SimulationModel& model) : model_(model), named_(named_files(model)) {
    for (const auto& [port, measurement] : model.measurements)
      measured_.insert(measurement.column.file);
  }

  void add(const ScenarioChange& change) {
    for (const auto& [from, to] : change.files) {
      const Where where = change.where.below("/files" + pointer_part(from));
      for (const std::string& name : matches(from, where)) by_name_[name] = to;
    }
    if (change.weather.empty()) return;
    const std::vector<std::string> files = weather_files(model_);
    const Where where = change.where.below("/weather");
    taken_.clear();
    // The columns of a weather file are specific to it.
    const bool own_columns = has_weather_ending(change.weather) &&
                             std::none_of(files.begin(), files.end(), has_weather_ending);
    if (own_columns) {
      taken_ = change.weather;
      taken_at_ = where;
      return;
    }
    if (files.empty()) {
      throw InputError(
          "scenarios.weather_missing", where,
          fmt::format("the model uses no weather file (the file of an OutdoorEnvironment, .epw or "
                      ".tmy); name the file to be replaced in 'files'{}",
                      named_.empty() ? "" : ": " + listed(named_)));
    }
    if (files.size() > 1) {
      throw InputError(
          "scenarios.weather_several", where,
          fmt::format(
              "the model uses several weather files: {}; name in 'files' the one to be replaced",
              fmt::join(files, ", ")));
    }
    by_name_[files.front()] = change.weather;
  }

  void apply(const std::vector<FileColumn>& rules, const Registry& registry, const DataFiles& files,
             SimulationModel& model) const {
    swap(rules, model);
    if (taken_.empty()) return;
    try {
      take_weather(taken_, registry, files, model);
    } catch (const InputError& error) {
      throw InputError("scenarios.weather_missing", taken_at_,
                       error.diagnostics().items().front().message);
    }
  }

 private:
  void swap(const std::vector<FileColumn>& rules, SimulationModel& model) const {
    if (by_name_.empty() && rules.empty()) return;
    const auto replace = [&](std::string& file, const std::string&, FileColumn* column) {
      const auto found = by_name_.find(file);
      if (found != by_name_.end()) file = found->second;
      if (column == nullptr || rules.empty()) return;
      *column = found != by_name_.end() ? under_file_rules(*column, rules)
                                        : with_file_rules(*column, rules);
    };
    visit_files(model, replace);
    for (auto& [port, measurement] : model.measurements) {
      replace(measurement.column.file, port, &measurement.column);
    }
  }

  /// Returns the names equal to `from`; if there are none, those with its base name.
  std::vector<std::string> matches(const std::string& from, const Where& where) const {
    std::set<std::string> all(named_.begin(), named_.end());
    all.insert(measured_.begin(), measured_.end());
    if (all.contains(from)) return {from};
    std::vector<std::string> found;
    for (const std::string& name : all) {
      if (base_name(name) == base_name(from)) found.push_back(name);
    }
    if (!found.empty()) return found;
    throw InputError("scenarios.file_unnamed", where,
                     fmt::format("the model uses no file '{}'{}", from,
                                 expected_name(from, {all.begin(), all.end()})));
  }

  const SimulationModel& model_;
  std::vector<std::string> named_;
  std::set<std::string> measured_;
  std::map<std::string, std::string> by_name_;
  std::string taken_;  // weather file that components use instead of theirs
  Where taken_at_;
};

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

Json model_document(const std::string& text) {
  if (nests_too_deep(text)) {
    throw InputError(
        "json.depth", {},
        "the model: arrays and objects are nested deeper than " + std::to_string(kMostJsonLevels));
  }
  return Json::parse(text, nullptr, true, true);
}

void PatchWork::add(std::int64_t values, const Where& where) {
  check_limit(WorkLimit::PatchWork, done_ += values, where);
}

void apply_patch(const std::string& operations, const Where& where, Json& document,
                 PatchWork& work) {
  std::size_t number = 0;
  std::int64_t added = 0;
  for (const Json& operation : Json::parse(operations)) {
    Where place = where;
    place.pointer += "/" + std::to_string(number++);
    std::string problem = obstacle(document, operation);
    if (problem.empty()) {
      check_growth(document, operation, place, added, work);
      problem = Change(document, place, work).apply(operation);
      if (problem.empty()) continue;
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
    refuse_target(where, fmt::format("{} is {}, not a number", pointer, value_text(*target)));
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

void swap_files(const std::vector<const ScenarioChange*>& changes,
                const std::vector<FileColumn>& rules, const Registry& registry,
                const DataFiles& files, SimulationModel& model) {
  Replacements replacements(model);
  for (const ScenarioChange* change : changes) replacements.add(*change);
  replacements.apply(rules, registry, files, model);
}

}  // namespace hearth
