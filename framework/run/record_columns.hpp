// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/results.hpp"
#include "hearth/framework/plan/plan.hpp"

namespace hearth {

/// Kinds of numbers of a model that can be recorded.
enum class Recordable {
  Output,  ///< `id.port`
  Input,   ///< `id.in.port`, the value that the component receives
  State,   ///< `id@name`
  Held,    ///< `id@name`, which only samples and events change
};

/// A number of a model and the cell that holds it.
struct RecordableSignal {
  Signal signal;
  int cell = 0;
  Recordable kind = Recordable::Output;
};

/// Returns all signals that can be recorded: outputs, then the inputs, states and held values of
/// each component. Within a kind, signals are sorted by name.
std::vector<RecordableSignal> recordable_signals(const Plan& plan);

/// A column of results: a number of the model, and its statistic over the interval of a row.
struct RecordColumn {
  Signal signal;          ///< signal of the column; its unit may differ from that of the model
  int cell = 0;           ///< of the model
  bool rate = false;      ///< whether the number in the model is a rate (`is_rate`)
  Conversion conversion;  ///< from the unit of the model; for a sum, from this unit times s
};

/// A text `PATTERN[:STATISTIC][:UNIT]`, which selects signals and how they are recorded.
struct RecordWish {
  std::string pattern;
  std::optional<Statistic> statistic{};
  std::optional<Unit> unit{};
  bool plain() const { return !statistic && !unit; }
};

/// Returns `end`, `mean`, `min`, `max` or `sum`.
std::string_view to_string(Statistic statistic);
/// Returns the statistic with this name, or nothing.
std::optional<Statistic> statistic_of(std::string_view word);

/// Reads a wish. The parts after the last colons are the statistic and the unit if they are valid;
/// otherwise they belong to the pattern.
RecordWish parse_record_wish(std::string_view text);

/// Returns the statistic that is recorded for a signal if the wish sets none. Over intervals it is
/// the mean for rates and the end value for other signals; without intervals it is the value of
/// each step.
Statistic standard_statistic(const Unit& unit, bool intervals);

/// Returns the column of a signal as it is recorded by default.
RecordColumn record_column(const RecordableSignal& signal, bool intervals);
RecordColumn record_column(const Plan& plan, int output, bool intervals);

/// Returns the columns for wishes, sorted by name. A pattern selects outputs; if it contains
/// `.in.`, inputs; if it contains `@`, states and held values. The pattern `all` selects all
/// outputs, `measurements` the measured outputs. A wish with a statistic or a unit replaces the
/// default column of its signals; several such wishes yield several columns. Throws InputError
/// `simulation.record_nothing` if a pattern matches nothing (unless `may_miss` is true), and
/// `simulation.record_unit` if a unit is compatible neither with the unit of the signal nor with
/// the unit of its integral.
std::vector<RecordColumn> record_columns(const Plan& plan, const std::vector<std::string>& wishes,
                                         bool intervals, bool may_miss = false);

}  // namespace hearth
