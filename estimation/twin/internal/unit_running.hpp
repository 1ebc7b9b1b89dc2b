// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/twin/internal/air_handlers.hpp"
#include "hearth/estimation/twin/internal/plant_draft.hpp"
#include "hearth/estimation/twin/internal/terminal_trends.hpp"

namespace hearth {

/// In which rows a unit runs, in which that is known, and when that was.
struct Running {
  Rows on, known;
  Stamps stamps;
};

/// Finds when units run, by their trends.
class UnitRunning {
 public:
  /// The draft must outlive it. Finds what the setpoints show of stamps.
  explicit UnitRunning(PlantDraft& draft) : draft_(draft), zone_(draft.trends.timezone()) {
    find_lag();
    draft.result.stamp_lag = lag_.value_or(draft.trends.period().step / 2);
  }

  /// Finds in which rows a unit runs, in each row by what shows it best.
  std::optional<Running> of(const AirHandler& unit);
  /// Whether a unit rests at times and a week is known of it.
  bool rests_at_times(const Running& running) const;
  /// Returns the day of the week and the minute from which on a row's value was true.
  std::pair<int, int> place(std::size_t row, const Stamps& stamps) const;
  /// Returns the hours in which a unit runs as a rule.
  WeeklyRules hours_of(const Running& running, const std::vector<Terminal>& terminals) const;
  /// Returns by how much single days begin or end before or after the hours, in s: a standard
  /// deviation of what days differ and of what their stamps leave open.
  std::optional<double> spread(const Running& running, const WeeklyRules& hours, bool starts) const;

 private:
  std::optional<Running> shown_by(const std::vector<std::string>& ids, const char* port,
                                  const Unit& unit);
  Stamps stamps_of(const std::vector<std::string>& ids, const char* port);
  void find_lag();
  std::optional<Duration> known_lag(const Stamps& stamps) const;
  Duration lag_of(const Stamps& stamps) const;
  bool is_schedule(const std::string& id) const;

  PlantDraft& draft_;
  Zone zone_;
  std::optional<Duration> lag_{};  // of stamps of which nothing is stated
};

}  // namespace hearth
