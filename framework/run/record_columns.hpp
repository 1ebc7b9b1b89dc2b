// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/results.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Kind of number of a model that can be recorded.
enum class Recordable {
  Output,  ///< `id.port`
  Input,   ///< `id.in.port`: value that the component receives
  State,   ///< `id@name`
  Held,    ///< `id@name`, changed by samples and events
};

/// A number of a model and the cell that holds it.
struct RecordableSignal {
  Signal signal;
  int cell = 0;
  Recordable kind = Recordable::Output;
};

/// Returns all signals that can be recorded: outputs, then the inputs, states and held values of
/// each component; sorted by name within a kind.
std::vector<RecordableSignal> recordable_signals(const Plan& plan);

/// A column of results: a number of the model, and its statistic over the interval of a row.
struct RecordColumn {
  Signal signal;          ///< of the column; its unit may differ from the model's
  int cell = 0;           ///< of the model
  bool rate = false;      ///< the model's number is a rate (`is_rate`)
  Conversion conversion;  ///< from the model's unit; for a sum, from that unit times s
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

/// Reads a wish; parts after the last colons count as statistic and unit if they are valid.
RecordWish parse_record_wish(std::string_view text);

/// Returns the statistic that is recorded for a signal if the wish names none: over intervals the
/// mean for rates and the end value for others; without intervals the value of each step.
Statistic standard_statistic(const Unit& unit, bool intervals);

/// Returns the column of a signal as it is recorded by default.
RecordColumn record_column(const RecordableSignal& signal, bool intervals);
RecordColumn record_column(const Plan& plan, int output, bool intervals);

/// Returns the columns for wishes, sorted by name. A pattern selects outputs; inputs if it contains
/// `.in.`, states and held values if it contains `@`. A wish with a statistic or a unit replaces
/// the columns that patterns alone select for its signals; several such wishes yield several
/// columns. The pattern `all` selects all outputs, `measurements` the measured ones. Throws
/// InputError `simulation.record_nothing` if a pattern matches nothing (unless `may_miss`), and
/// `simulation.record_unit` if a unit is neither the unit of the signal nor the unit of its
/// integral.
std::vector<RecordColumn> record_columns(const Plan& plan, const std::vector<std::string>& wishes,
                                         bool intervals, bool may_miss = false);

}  // namespace hearth
