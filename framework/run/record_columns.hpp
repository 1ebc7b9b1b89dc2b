// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/results.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// What kind of number of a model can be recorded.
enum class Recordable {
  Output,  ///< `id.port`
  Input,   ///< `id.in.port`: what the component is given
  State,   ///< `id@name`
  Held,    ///< `id@name`, changed by samples and events
};

/// A number of a model and the cell that holds it.
struct RecordableSignal {
  Signal signal;
  int cell = 0;
  Recordable kind = Recordable::Output;
};

/// Returns all that can be recorded: outputs, then the inputs, states and held values of each
/// component; sorted by name within a kind.
std::vector<RecordableSignal> recordable_signals(const Plan& plan);

/// A column of results: a number of the model, and what is made of it over the interval of a row.
struct RecordColumn {
  Signal signal;          ///< of the column: its unit may be another than the model's
  int cell = 0;           ///< of the model
  bool rate = false;      ///< the model's number flows (`is_rate`)
  Conversion conversion;  ///< from the model's unit; of a sum: from that times a second
};

/// `PATTERN[:STATISTIC][:UNIT]`: which signals are recorded, and how.
struct RecordWish {
  std::string pattern;
  std::optional<Statistic> statistic{};
  std::optional<Unit> unit{};
  bool plain() const { return !statistic && !unit; }
};

/// Returns `end`, `mean`, `min`, `max` or `sum`.
std::string_view to_string(Statistic statistic);
/// Returns the statistic of that word, or nothing.
std::optional<Statistic> statistic_of(std::string_view word);

/// Reads a wish; what follows the last colons counts as statistic and unit if it is one.
RecordWish parse_record_wish(std::string_view text);

/// Returns what is recorded of a signal unless something else is wished: over intervals the mean of
/// rates and the value at the end of all else; without intervals the value of each step.
Statistic standard_statistic(const Unit& unit, bool intervals);

/// Returns the column of a signal as it is recorded by default.
RecordColumn record_column(const RecordableSignal& signal, bool intervals);
RecordColumn record_column(const Plan& plan, int output, bool intervals);

/// Returns the columns for wishes, sorted by name. Outputs match a pattern; inputs if it holds
/// `.in.`, states and held values if it holds `@`. A wish with a statistic or a unit replaces what
/// patterns alone give for its signals; several such wishes give several columns. The pattern `all`
/// means all outputs, `measurements` those that are measured. InputError
/// `simulation.record_nothing` for a pattern that matches nothing (unless `may_miss`), and
/// `simulation.record_unit` for a unit that is neither the signal's nor that of its integral.
std::vector<RecordColumn> record_columns(const Plan& plan, const std::vector<std::string>& wishes,
                                         bool intervals, bool may_miss = false);

}  // namespace hearth
