// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/internal/file/scenario_readers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/data/json/json_values.hpp"
#include "hearth/estimation/scenarios/internal/file/scenario_words.hpp"
#include "hearth/estimation/scenarios/set/internal/sampling.hpp"
#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth {
namespace {

/// The operations of RFC 6902 and the member that each needs in addition to `op` and `path`.
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

class SweepReader {
 public:
  explicit SweepReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::optional<ScenarioSweep> read(const JsonNode& node) {
    if (!require_object(node, diagnostics_)) return std::nullopt;
    check_keys(node, {"method", "n", "seed", "parameters"}, diagnostics_);
    if (const auto method = require_member(node, "method", diagnostics_)) {
      const auto known = read_choice(*method, kSweepMethodWords, diagnostics_);
      if (!known) return std::nullopt;  // all other members depend on it
      sweep_.method = *known;
    } else {
      return std::nullopt;
    }
    read_member(node, "seed", sweep_.seed, [&](const JsonNode& n) {
      const auto seed = read_integer(n, diagnostics_, {.min = 0.0, .max = 2147483647.0});
      return seed ? std::optional(static_cast<std::uint64_t>(*seed)) : std::nullopt;
    });
    read_count(node);
    if (const auto parameters = require_member(node, "parameters", diagnostics_);
        parameters && require_object(*parameters, diagnostics_)) {
      for (const JsonNode parameter : parameters->members()) {
        if (!is_extension(parameter.key())) read_parameter(parameter);
      }
      if (parameters->size() == 0) {
        diagnostics_.error("scenarios.no_parameter", parameters->where(),
                           "a sweep must vary at least one parameter");
      }
    }
    check_targets();
    if (sweep_.method == SweepMethod::Grid) {
      count_grid(node);
    } else if (sweep_.method == SweepMethod::Sobol) {
      check_dimensions(node);
    }
    return sweep_;
  }

 private:
  bool is_grid() const { return sweep_.method == SweepMethod::Grid; }

  void read_count(const JsonNode& node) {
    const auto member = node.find("n");
    if (!member) {
      if (!is_grid()) require_member(node, "n", diagnostics_);
      return;
    }
    const double least = is_grid() ? 2.0 : 1.0;
    const auto n =
        read_integer(*member, diagnostics_, {.min = least, .max = static_cast<double>(kMostRuns)});
    if (!n) return;
    sweep_.n = *n;
    if (is_grid()) levels_ = *n;
    if (sweep_.method == SweepMethod::Sobol && !std::has_single_bit(static_cast<unsigned>(*n))) {
      diagnostics_.warning("scenarios.sobol_uneven", member->where(),
                           fmt::format("{} points of a Sobol sequence are distributed less evenly "
                                       "than a power of 2: use {} or {} points",
                                       *n, std::bit_floor(static_cast<unsigned>(*n)),
                                       std::bit_ceil(static_cast<unsigned>(*n))));
    }
  }

  void read_parameter(const JsonNode& node) {
    const std::size_t before = diagnostics_.items().size();
    SweepParameter parameter;
    parameter.name = node.key();
    parameter.where = node.where();
    if (node.is(JsonKind::Array)) {
      parameter.targets = {parameter.name};
      read_list(node, parameter);
    } else if (node.is(JsonKind::Object)) {
      read_object(node, parameter);
    } else {
      wrong_type(node, R"([min, max], a list of values, or {"min", "max"} or {"values"})",
                 diagnostics_);
      return;
    }
    // an incomplete parameter is not checked further
    if (diagnostics_.items().size() > before) return;
    sweep_.parameters.push_back(std::move(parameter));
  }

  std::vector<double> numbers(const JsonNode& list) {
    std::vector<double> values;
    for (const JsonNode item : list.elements()) {
      if (const auto value = read_number(item, diagnostics_)) values.push_back(*value);
    }
    return values;
  }

  /// Reads `[min, max]`; for a grid without `n`, the values.
  void read_list(const JsonNode& node, SweepParameter& parameter) {
    const std::vector<double> values = numbers(node);
    if (static_cast<int>(values.size()) != node.size()) return;
    if (is_grid() && levels_ == 0) {
      take_values(node, values, parameter);
    } else if (values.size() != 2) {
      diagnostics_.error("scenarios.range_invalid", node.where(),
                         fmt::format("found {} numbers, expected [min, max]; write {{\"values\": "
                                     "[...]}} for a list of numbers",
                                     values.size()));
    } else {
      parameter.min = values[0];
      parameter.max = values[1];
      parameter.levels = is_grid() ? levels_ : 0;
      check_range(node, parameter);
    }
  }

  void read_object(const JsonNode& node, SweepParameter& parameter) {
    check_keys(node, {"targets", "min", "max", "values", "n", "scale", "unit"}, diagnostics_);
    read_targets(node, parameter);
    read_member(node, "unit", parameter.unit,
                [&](const JsonNode& n) { return read_unit(n, diagnostics_); });
    read_member(node, "scale", parameter.log,
                [&](const JsonNode& n) { return read_choice(n, kSweepScaleWords, diagnostics_); });
    if (const auto values = node.find("values")) {
      for (const char* key : {"min", "max", "n", "scale"}) {
        if (const auto other = node.find(key)) {
          diagnostics_.error(
              "scenarios.range_invalid", other->where(),
              fmt::format("'{}' has no meaning together with 'values'; remove one", key));
        }
      }
      if (!require_array(*values, diagnostics_)) return;
      const std::vector<double> list = numbers(*values);
      if (static_cast<int>(list.size()) == values->size()) take_values(*values, list, parameter);
      return;
    }
    const auto min = require_member(node, "min", diagnostics_);
    const auto max = require_member(node, "max", diagnostics_);
    const auto low = min ? read_number(*min, diagnostics_) : std::nullopt;
    const auto high = max ? read_number(*max, diagnostics_) : std::nullopt;
    read_levels(node, parameter);
    if (!low || !high) return;
    parameter.min = *low;
    parameter.max = *high;
    check_range(node, parameter);
  }

  void read_targets(const JsonNode& node, SweepParameter& parameter) {
    const auto targets = node.find("targets");
    if (!targets) {
      parameter.targets = {parameter.name};
      return;
    }
    if (!require_array(*targets, diagnostics_)) return;
    for (const JsonNode target : targets->elements()) {
      if (const auto name = read_name(target, diagnostics_)) parameter.targets.push_back(*name);
    }
    if (targets->size() == 0) {
      diagnostics_.error("scenarios.no_target", targets->where(),
                         "'" + parameter.name + "' has no targets; name at least one");
    }
  }

  void read_levels(const JsonNode& node, SweepParameter& parameter) {
    const auto member = node.find("n");
    if (!is_grid()) {
      if (!member) return;
      diagnostics_.error("scenarios.levels", member->where(),
                         "only a grid has levels; 'n' of the sweep sets the number of points");
      return;
    }
    parameter.levels = levels_;
    if (member) {
      parameter.levels = read_integer(*member, diagnostics_, {.min = 2.0, .max = 1e6}).value_or(2);
    } else if (levels_ == 0) {
      parameter.levels = 2;
      diagnostics_.error(
          "scenarios.levels", node.where(),
          "a grid from min to max needs a number of levels 'n', here or in the sweep");
    }
  }

  void take_values(const JsonNode& node, const std::vector<double>& values,
                   SweepParameter& parameter) {
    parameter.values = values;
    parameter.levels = static_cast<int>(values.size());
    if (values.empty()) {
      diagnostics_.error("scenarios.range_invalid", node.where(),
                         "the list has no values; add at least one");
      return;
    }
    std::set<double> seen;
    for (const double value : values) {
      if (seen.insert(value).second) continue;
      diagnostics_.error("scenarios.value_duplicate", node.where(),
                         number_text(value) + " appears twice; remove one");
    }
  }

  void check_range(const JsonNode& node, const SweepParameter& parameter) {
    if (!(parameter.min < parameter.max)) {
      diagnostics_.error("scenarios.range_invalid", node.where(),
                         fmt::format("expected min < max, found {} and {}",
                                     number_text(parameter.min), number_text(parameter.max)));
    }
    if (!std::isfinite(parameter.max - parameter.min)) {
      diagnostics_.error("scenarios.range_invalid", node.where(),
                         fmt::format("the range from {} to {} is longer than the largest number",
                                     number_text(parameter.min), number_text(parameter.max)));
    }
    if (parameter.log && !(parameter.min > 0.0)) {
      diagnostics_.error("scenarios.range_invalid", node.where(),
                         "scale log needs min > 0, found " + number_text(parameter.min));
    }
  }

  void check_targets() {
    std::map<std::string, std::string> taken;
    for (const SweepParameter& parameter : sweep_.parameters) {
      for (const std::string& target : parameter.targets) {
        const auto [other, free] = taken.emplace(target, parameter.name);
        if (free) continue;
        const bool same = other->second == parameter.name;
        diagnostics_.error("scenarios.target_duplicate", parameter.where,
                           same ? target + " is named twice"
                                : target + " is varied by '" + other->second + "', too");
      }
    }
  }

  void count_grid(const JsonNode& node) {
    sweep_.n = 1;
    for (const SweepParameter& parameter : sweep_.parameters) {
      sweep_.n *= std::max(parameter.levels, 1);
      if (sweep_.n <= kMostRuns) continue;
      diagnostics_.error("scenarios.too_many", node.where(),
                         fmt::format("the grid has more than {} points; use fewer levels, or "
                                     "\"latin_hypercube\" or \"sobol\"",
                                     kMostRuns));
      sweep_.n = 1;
      return;
    }
  }

  void check_dimensions(const JsonNode& node) {
    try {
      static_cast<void>(sobol_point(0, static_cast<int>(sweep_.parameters.size()), 0));
    } catch (const InputError& error) {
      append_at(node.where(), error, diagnostics_);
    }
  }

  Diagnostics& diagnostics_;
  ScenarioSweep sweep_;
  int levels_ = 0;  // levels of a grid; 0 if each parameter has its own number
};

}  // namespace

const std::vector<std::string_view>& ChangeReader::keys() {
  static const std::vector<std::string_view> keys{"patch", "set",     "scale",
                                                  "files", "weather", "period"};
  return keys;
}

ScenarioChange ChangeReader::read(const JsonNode& node) {
  ScenarioChange change;
  change.where = node.where();
  if (const auto patch = node.find("patch")) read_patch(*patch, change);
  if (const auto settings = node.find("set")) read_settings(*settings, change);
  if (const auto scales = node.find("scale")) read_scales(*scales, change);
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
  if (const auto start = node.find("start")) period.start_zone = civil_zone(*start);
  if (const auto end = node.find("end")) period.end_zone = civil_zone(*end);
  const auto duration = [&](const JsonNode& n) { return read_duration(n, diagnostics_); };
  read_member(node, "step", period.step, duration);
  read_member(node, "warmup", period.warmup, duration);
  return period;
}

std::optional<Instant> ChangeReader::stamp(const JsonNode& node) {
  if (first_stamp_.empty() && node.is(JsonKind::String)) first_stamp_ = node.string();
  return read_instant(node, zone_, diagnostics_);
}

std::string ChangeReader::civil_zone(const JsonNode& node) const {
  return zone_ && node.is(JsonKind::String) && is_local_time(node.string()) ? zone_->name() : "";
}

bool is_local_time(std::string_view text) {
  const std::optional<TimeStamp> stamp = parse_time(text);
  return stamp && !stamp->offset;
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
    diagnostics_.error(
        "scenarios.pointer_invalid", member->where(),
        fmt::format("'{}' is not a JSON pointer; expected '/components/...', with ~1 "
                    "for / and ~0 for ~",
                    *text));
  }
}

void ChangeReader::read_settings(const JsonNode& node, ScenarioChange& change) {
  if (!require_object(node, diagnostics_)) return;
  std::set<std::string> names;
  for (const JsonNode member : node.members()) {
    if (is_extension(member.key())) continue;
    const auto quantity = read_number_or_boolean(member, diagnostics_);
    if (!quantity) continue;
    const std::string path(trimmed(member.key()));
    if (!names.insert(path).second) {
      diagnostics_.error("scenarios.set_twice", member.where(),
                         "'" + path + "' is set twice here; set it once");
    }
    change.settings.push_back({path, *quantity});
  }
}

void ChangeReader::read_scales(const JsonNode& node, ScenarioChange& change) {
  if (!require_object(node, diagnostics_)) return;
  for (const JsonNode member : node.members()) {
    if (is_extension(member.key())) continue;
    if (const auto factor = read_number(member, diagnostics_)) {
      change.scales.push_back({member.key(), *factor});
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

std::optional<ScenarioSweep> read_sweep(const JsonNode& node, Diagnostics& diagnostics) {
  return SweepReader(diagnostics).read(node);
}

}  // namespace hearth
