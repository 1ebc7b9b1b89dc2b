// SPDX-License-Identifier: MIT
#include "hearth/framework/run/record_columns.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "hearth/framework/base/suggestions.hpp"
#include "hearth/framework/model/cell_values.hpp"
#include "hearth/framework/run/signal_patterns.hpp"

namespace hearth {
namespace {

constexpr std::array<std::pair<std::string_view, Statistic>, 5> kStatisticWords{
    {{"end", Statistic::End},
     {"mean", Statistic::Mean},
     {"min", Statistic::Min},
     {"max", Statistic::Max},
     {"sum", Statistic::Sum}}};

/// Collects the inputs, states and held values of components.
class Inner {
 public:
  explicit Inner(const Plan& plan) : plan_(plan) {}

  void add(std::vector<RecordableSignal>& all, Role role) const {
    std::vector<RecordableSignal> found;
    for (std::size_t s = 0; s < plan_.instances.size(); ++s) {
      for (const Field& field : plan_.instances[s].type->schema) {
        if (field.role == role) add_field(static_cast<int>(s), field, found);
      }
    }
    std::sort(found.begin(), found.end(),
              [](const auto& a, const auto& b) { return a.signal.name < b.signal.name; });
    all.insert(all.end(), found.begin(), found.end());
  }

 private:
  void add_field(int s, const Field& field, std::vector<RecordableSignal>& found) const {
    const PlannedInstance& instance = plan_.instances[s];
    const SchemaView& schema = instance.type->schema;
    const Slot& slot = plan_.slots[s];
    const bool input = field.role == Role::Input;
    const std::string name = instance.id + (input ? ".in." : "@") + std::string(field.name);
    const int base = input ? slot.in : field.role == Role::State ? slot.state : slot.held;
    const int first = base + cell_offset(schema, field, instance.sizes);
    const int count = cell_count(schema, field, instance.sizes);
    for (int k = 0; k < count; ++k) {
      const std::string key =
          field.many ? "[" + instance.keys[schema.set_index(field.set)][k] + "]" : "";
      found.push_back({{name + key, resolve_any(field.unit, instance.any)},
                       input ? plan_.in[first + k] : first + k,
                       input                       ? Recordable::Input
                       : field.role == Role::State ? Recordable::State
                                                   : Recordable::Held});
    }
  }

  const Plan& plan_;
};

bool names_kind(std::string_view pattern, Recordable kind) {
  const bool input = pattern.find(".in.") != std::string_view::npos;
  const bool inner = pattern.find('@') != std::string_view::npos;
  switch (kind) {
    case Recordable::Input:
      return input;
    case Recordable::State:
    case Recordable::Held:
      return inner;
    default:
      return true;  // an output may have any name
  }
}

std::vector<RecordableSignal> outputs_of(const Plan& plan, const std::vector<int>& cells) {
  std::vector<RecordableSignal> outputs;
  for (const int cell : cells) outputs.push_back({plan.signals[cell], cell, Recordable::Output});
  return outputs;
}

[[noreturn]] void refuse_unit(const RecordWish& wish, const Signal& signal) {
  const std::optional<Unit> sum = integral_unit(signal.unit);
  throw InputError(
      "simulation.record_unit", {.pointer = wish.pattern + ":" + wish.unit->symbol},
      "'" + signal.name + "' is in [" + signal.unit.symbol + "] and cannot be written in [" +
          wish.unit->symbol + "]; choose a unit of the same dimension" +
          (sum ? std::string(", or one like [") + sum->symbol + "] for the sum over each interval"
               : ""));
}

[[noreturn]] void refuse_sum(const RecordWish& wish, const Signal& signal) {
  throw InputError("simulation.record_unit", {.pointer = wish.pattern + ":sum"},
                   "no unit exists for the sum over time of '" + signal.name + "' in [" +
                       signal.unit.symbol + "]; record its mean");
}

RecordColumn wished_column(const RecordWish& wish, const RecordableSignal& found, bool intervals) {
  const Unit& own = found.signal.unit;
  const std::optional<Unit> integral = integral_unit(own);
  RecordColumn column = record_column(found, intervals);
  const bool integrated =
      wish.unit && integral && !wish.unit->compatible(own) && wish.unit->compatible(*integral);
  column.signal.statistic = integrated ? wish.statistic.value_or(Statistic::Sum)
                                       : wish.statistic.value_or(column.signal.statistic);
  const bool sum = column.signal.statistic == Statistic::Sum;
  if (sum && !integral) refuse_sum(wish, found.signal);
  const Unit& from = sum ? *integral : own;
  column.signal.unit = wish.unit.value_or(from);
  if (!column.signal.unit.compatible(from)) refuse_unit(wish, found.signal);
  column.conversion = conversion(from, column.signal.unit);
  if (sum) column.conversion.factor *= own.scale;  // the integral of the signal's unit over seconds
  return column;
}

/// Makes the columns of several wishes.
class ColumnChoice {
 public:
  ColumnChoice(const Plan& plan, bool intervals) : plan_(plan), intervals_(intervals) {}

  /// Returns whether anything matches.
  bool add(const RecordWish& wish) {
    const std::vector<RecordableSignal> found = matching(wish.pattern);
    for (const RecordableSignal& signal : found) {
      if (wish.plain()) {
        plain_.emplace(key_of(signal), record_column(signal, intervals_));
        continue;
      }
      wished_names_.insert(signal.signal.name);
      RecordColumn column = wished_column(wish, signal, intervals_);
      wished_.insert_or_assign(std::tuple(column.signal.name, column.signal.statistic,
                                          std::string(column.signal.unit.symbol)),
                               column);
    }
    return !found.empty();
  }

  std::vector<RecordColumn> columns() const {
    std::vector<RecordColumn> columns;
    for (const auto& [key, column] : plain_) {
      if (wished_names_.count(column.signal.name) == 0) columns.push_back(column);
    }
    for (const auto& [key, column] : wished_) columns.push_back(column);
    std::stable_sort(columns.begin(), columns.end(),
                     [](const auto& a, const auto& b) { return a.signal.name < b.signal.name; });
    return columns;
  }

 private:
  using Key = std::pair<std::string, int>;
  static Key key_of(const RecordableSignal& signal) { return {signal.signal.name, signal.cell}; }

  std::vector<RecordableSignal> matching(const std::string& pattern) {
    work_.add(pattern, letters_, {.pointer = pattern});
    if (pattern == "all") return outputs_of(plan_, all_signals(plan_));
    if (pattern == "measurements") return outputs_of(plan_, measured_signals(plan_));
    const bool inner =
        names_kind(pattern, Recordable::Input) || names_kind(pattern, Recordable::Held);
    if (!inner) return outputs_of(plan_, matching_signals(plan_, {pattern}));
    if (all_.empty()) all_ = recordable_signals(plan_);
    std::vector<RecordableSignal> found;
    for (const RecordableSignal& one : all_) {
      if (names_kind(pattern, one.kind) && glob_match(pattern, one.signal.name)) {
        found.push_back(one);
      }
    }
    return found;
  }

  const Plan& plan_;
  bool intervals_;
  std::int64_t letters_ = letters_of(plan_.signals);
  PatternWork work_;
  std::vector<RecordableSignal> all_;
  std::map<Key, RecordColumn> plain_;
  std::set<std::string> wished_names_;
  std::map<std::tuple<std::string, Statistic, std::string>, RecordColumn> wished_;
};

std::string nothing_matches(const Plan& plan, const RecordWish& wish) {
  const bool input = names_kind(wish.pattern, Recordable::Input);
  const bool inner = names_kind(wish.pattern, Recordable::Held);
  std::vector<std::string> names;
  for (const RecordableSignal& one : recordable_signals(plan)) {
    const bool output = one.kind == Recordable::Output && !input && !inner;
    if (output || (one.kind == Recordable::Input && input) ||
        ((one.kind == Recordable::State || one.kind == Recordable::Held) && inner)) {
      names.push_back(one.signal.name);
    }
  }
  const std::string what = input ? "input" : inner ? "state or held value" : "output";
  return "no " + what + " matches this pattern" + expected_name(wish.pattern, names) +
         parts_hint(plan.model, wish.pattern);
}

}  // namespace

std::vector<RecordableSignal> recordable_signals(const Plan& plan) {
  std::vector<RecordableSignal> all = outputs_of(plan, all_signals(plan));
  const Inner inner(plan);
  for (const Role role : {Role::Input, Role::State, Role::Held}) inner.add(all, role);
  return all;
}

std::string_view to_string(Statistic statistic) {
  for (const auto& [word, value] : kStatisticWords) {
    if (value == statistic) return word;
  }
  return "";
}

std::optional<Statistic> statistic_of(std::string_view word) {
  for (const auto& [known, value] : kStatisticWords) {
    if (known == word) return value;
  }
  return std::nullopt;
}

RecordWish parse_record_wish(std::string_view text) {
  RecordWish wish;
  for (int parts = 0; parts < 2; ++parts) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0) break;
    const std::string_view word = text.substr(colon + 1);
    if (const auto statistic = statistic_of(word); statistic && !wish.statistic) {
      wish.statistic = statistic;
    } else if (const auto unit = parse_unit(word); unit && !wish.unit && !wish.statistic) {
      wish.unit = unit;
    } else {
      break;
    }
    text = text.substr(0, colon);
  }
  wish.pattern = std::string(text);
  return wish;
}

Statistic standard_statistic(const Unit& unit, bool intervals) {
  return intervals && is_rate(unit) ? Statistic::Mean : Statistic::End;
}

RecordColumn record_column(const RecordableSignal& signal, bool intervals) {
  RecordColumn column{signal.signal, signal.cell, is_rate(signal.signal.unit), {}};
  column.signal.statistic = standard_statistic(column.signal.unit, intervals);
  return column;
}

RecordColumn record_column(const Plan& plan, int output, bool intervals) {
  return record_column({plan.signals[output], output, Recordable::Output}, intervals);
}

std::vector<RecordColumn> record_columns(const Plan& plan, const std::vector<std::string>& wishes,
                                         bool intervals, bool may_miss) {
  ColumnChoice choice(plan, intervals);
  Diagnostics diagnostics;
  for (const std::string& text : wishes) {
    const RecordWish wish = parse_record_wish(text);
    try {
      if (choice.add(wish) || may_miss) continue;
      diagnostics.error("simulation.record_nothing", {.pointer = text},
                        nothing_matches(plan, wish));
    } catch (const InputError& error) {
      diagnostics.append(error.diagnostics());
    }
  }
  if (diagnostics.has_errors()) throw InputError(diagnostics);
  return choice.columns();
}

}  // namespace hearth
