// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/results/row_ends.hpp"
#include "hearth/estimation/scenarios/set/scenario_set.hpp"

namespace hearth {
namespace {

/// Joins parts into a text that differs for any two lists of parts.
class Parts {
 public:
  void add(std::string_view part) {
    text_ += std::to_string(part.size());
    text_ += ':';
    text_ += part;
  }
  void add(long number) { add(std::to_string(number)); }
  template <class Time>
  void add_time(const std::optional<Time>& time) {
    if constexpr (std::is_same_v<Time, Instant>) {
      add(time ? std::to_string(time->time_since_epoch().count()) : std::string("-"));
    } else {
      add(time ? std::to_string(time->count()) : std::string("-"));
    }
  }
  std::uint64_t hash() const { return fnv1a64(text_); }

 private:
  std::string text_;
};

}  // namespace

std::uint64_t fingerprint(const ScenarioSet& set, std::string_view version) {
  Parts parts;
  parts.add(version);
  parts.add(set.text);
  std::map<const std::string*, long> texts;  // models of one file share its text, which counts once
  for (const ScenarioModel& model : set.models) {
    const auto [known, is_new] = texts.emplace(model.text.get(), static_cast<long>(texts.size()));
    is_new ? parts.add(*model.text) : parts.add(known->second);
    parts.add(model.timezone);
  }
  // Settings that options of the command line may have changed.
  parts.add_time(set.period.start);
  parts.add_time(set.period.end);
  parts.add_time(set.period.step);
  parts.add_time(set.period.warmup);
  parts.add(static_cast<long>(set.compile.engine.value_or(Engine::Stepwise)));
  parts.add(set.compile.coupling ? static_cast<long>(*set.compile.coupling) : -1L);
  parts.add(static_cast<long>(set.compile.substeps.value_or(-1)));
  parts.add(set.compile.cycle_removal ? static_cast<long>(*set.compile.cycle_removal) : -1L);
  parts.add(set.locate_events ? 1L : 0L);
  if (set.every) parts.add(interval_text(*set.every));
  // Names without folders, because a set may be in another folder on another machine.
  std::vector<std::pair<std::string, std::uint64_t>> files;
  for (const auto& [path, hash] : set.inputs) files.emplace_back(path.filename().string(), hash);
  std::sort(files.begin(), files.end());
  for (const auto& [name, hash] : files) {
    parts.add(name);
    parts.add(std::to_string(hash));
  }
  return parts.hash();
}

}  // namespace hearth
