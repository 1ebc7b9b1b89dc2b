// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/estimation/scenarios/internal/file/scenario_readers.hpp"

namespace hearth {
namespace {

/// The operations of RFC 6902 and the member each needs beside `op` and `path`.
constexpr Choices<std::string_view, 6> kOperations{{{"add", "value"},
                                                    {"remove", ""},
                                                    {"replace", "value"},
                                                    {"move", "from"},
                                                    {"copy", "from"},
                                                    {"test", "value"}}};

bool is_pointer(const std::string& text) {
  if (!text.empty() && text[0] != '/') return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '~') continue;
    if (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')) return false;
  }
  return true;
}

}  // namespace

const std::vector<std::string_view>& ChangeReader::keys() {
  static const std::vector<std::string_view> keys{"patch", "set", "files", "weather", "period"};
  return keys;
}

ScenarioChange ChangeReader::read(const JsonNode& node) {
  ScenarioChange change;
  change.where = node.where();
  if (const auto patch = node.find("patch")) read_patch(*patch, change);
  if (const auto settings = node.find("set")) read_settings(*settings, change);
  if (const auto files = node.find("files"); files && require_object(*files, diagnostics_)) {
    for (const JsonNode file : files->members()) {
      if (const std::string path = found_file(file); !path.empty()) change.files[file.key()] = path;
    }
  }
  if (const auto weather = node.find("weather")) change.weather = found_file(*weather);
  if (const auto period = node.find("period")) change.period = read_period(*period);
  return change;
}

ScenarioChange ChangeReader::read_in(const std::optional<Zone>& zone, const JsonNode& node) {
  const std::optional<Zone> others = std::exchange(zone_, zone);
  ScenarioChange change = read(node);
  zone_ = others;
  return change;
}

ScenarioPeriod ChangeReader::read_period(const JsonNode& node) {
  ScenarioPeriod period;
  period.where = node.where();
  if (!require_object(node, diagnostics_)) return period;
  check_keys(node, {"start", "end", "step", "warmup"}, diagnostics_);
  read_member(node, "start", period.start, [&](const JsonNode& n) { return stamp(n); });
  read_member(node, "end", period.end, [&](const JsonNode& n) { return stamp(n); });
  const auto duration = [&](const JsonNode& n) { return read_duration(n, diagnostics_); };
  read_member(node, "step", period.step, duration);
  read_member(node, "warmup", period.warmup, duration);
  return period;
}

std::optional<Instant> ChangeReader::stamp(const JsonNode& node) {
  if (first_stamp_.empty() && node.is(JsonKind::String)) first_stamp_ = node.string();
  return read_instant(node, zone_, diagnostics_);
}

void ChangeReader::read_patch(const JsonNode& node, ScenarioChange& change) {
  if (!require_array(node, diagnostics_)) return;
  const std::size_t before = diagnostics_.items().size();
  for (const JsonNode operation : node.elements()) check_operation(operation);
  if (diagnostics_.items().size() == before && node.size() > 0) change.patch = to_text(node);
}

void ChangeReader::check_operation(const JsonNode& node) {
  if (!require_object(node, diagnostics_)) return;
  const auto op = require_member(node, "op", diagnostics_);
  const auto needed = op ? read_choice(*op, kOperations, diagnostics_) : std::nullopt;
  if (!needed) return;
  std::vector<std::string_view> known{"op", "path"};
  if (!needed->empty()) {
    known.push_back(*needed);
    require_member(node, *needed, diagnostics_);
  }
  check_keys(node, known, diagnostics_);
  if (!node.find("path")) require_member(node, "path", diagnostics_);
  for (const char* key : {"path", "from"}) {
    const auto member = node.find(key);
    if (!member || std::find(known.begin(), known.end(), key) == known.end()) continue;
    const auto text = read_string(*member, diagnostics_);
    if (!text || is_pointer(*text)) continue;
    diagnostics_.error("scenarios.pointer_invalid", member->where(),
                       fmt::format("'{}' is no JSON pointer; expected '/components/...', with ~1 "
                                   "for / and ~0 for ~",
                                   *text));
  }
}

void ChangeReader::read_settings(const JsonNode& node, ScenarioChange& change) {
  if (!require_object(node, diagnostics_)) return;
  for (const JsonNode member : node.members()) {
    if (is_extension(member.key())) continue;
    if (member.is(JsonKind::Boolean)) {
      change.settings.push_back({member.key(), {member.boolean() ? 1.0 : 0.0, std::nullopt}});
    } else if (const auto quantity = read_quantity(member, diagnostics_)) {
      change.settings.push_back({member.key(), *quantity});
    }
  }
}

std::string ChangeReader::found_file(const JsonNode& node) {
  const auto name = read_name(node, diagnostics_);
  if (!name) return "";
  if (const auto found = files_.find(*name)) {
    return std::filesystem::absolute(*found).lexically_normal().string();
  }
  diagnostics_.append(files_.missing_file(*name, node.where()).diagnostics());
  return "";
}

}  // namespace hearth
