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

/// The rows in which an air handling unit runs, the rows in which that is known, and the stamps of
/// the evidence.
struct Running {
  Rows on, known;
  Stamps stamps;
};

/// Finds from trends at which times air handling units run.
class UnitRunning {
 public:
  /// The draft must outlive it. The constructor determines the meaning of stamps from the
  /// setpoints.
  explicit UnitRunning(PlantDraft& draft) : draft_(draft), zone_(draft.trends.timezone()) {
    find_lag();
    draft.result.stamp_lag = lag_.value_or(draft.trends.period().step / 2);
  }

  /// Finds the rows in which a unit runs, in each row from the best available evidence.
  std::optional<Running> of(const AirHandler& unit);
  /// Returns whether a unit is sometimes off, which must be known from at least a week.
  bool rests_at_times(const Running& running) const;
  /// Returns the day of the week and the minute at which a row's value begins to be valid.
  std::pair<int, int> place(std::size_t row, const Stamps& stamps) const;
  /// Returns the hours in which a unit regularly runs.
  WeeklyRules hours_of(const Running& running, const std::vector<Terminal>& terminals) const;
  /// Returns the deviation of the operating hours of single days at their start or stop, in s: a
  /// standard deviation that contains the differences between days and the uncertainty of their
  /// stamps.
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
  std::optional<Duration> lag_{};  // lag of stamps whose meaning is not stated
};

}  // namespace hearth
