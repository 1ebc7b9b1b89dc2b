// SPDX-License-Identifier: MIT
#include "hearth/framework/formula/program.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "hearth/framework/base/error.hpp"

namespace hearth {
namespace {

using Place = FormulaProgram::Place;
using Step = FormulaProgram::Step;

/// Turns parts into steps: equal parts share one, and a register is free again after its last use.
class FormulaCompiler {
 public:
  FormulaCompiler(const FormulaSheet& sheet, const std::vector<Place>& places,
                  std::vector<Step>& steps, std::vector<double>& numbers)
      : sheet_(sheet), places_(places), steps_(steps), numbers_(numbers) {}

  std::vector<Place> compile(const std::vector<int>& results) {
    find_values(results);
    std::vector<long> last_use(ops_.size(), -1);
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      for (const int argument : ops_[i].arguments) {
        if (argument >= 0) last_use[static_cast<std::size_t>(argument)] = static_cast<long>(i);
      }
    }
    for (const int result : results) {
      last_use[static_cast<std::size_t>(value_of(result))] = static_cast<long>(ops_.size());
    }
    place(last_use);
    std::vector<Place> all;
    for (const int result : results) {
      all.push_back(kept(found_[static_cast<std::size_t>(value_of(result))]));
    }
    return all;
  }

 private:
  /// A value that is computed once: an operation on values, or an existing value.
  struct Value {
    FormulaOp op = FormulaOp::Number;
    int arguments[3] = {-1, -1, -1};
    Place place{};  ///< of numbers and names
  };

  /// Finds the values of all parts that the results need; arguments have smaller numbers.
  void find_values(const std::vector<int>& results) {
    const std::size_t count = sheet_.parts().size();
    std::vector<bool> needed(count, false);
    for (const int result : results) needed[static_cast<std::size_t>(result)] = true;
    for (std::size_t i = count; i-- > 0;) {
      if (!needed[i]) continue;
      for (const int argument : sheet_.parts()[i].arguments) {
        if (argument >= 0) needed[static_cast<std::size_t>(argument)] = true;
      }
    }
    of_part_.assign(count, -1);
    for (std::size_t i = 0; i < count; ++i) {
      if (needed[i]) add_value(i);
    }
  }

  int value_of(int part) const { return of_part_[static_cast<std::size_t>(part)]; }

  void add_value(std::size_t part_number) {
    const FormulaSheet::Part& part = sheet_.parts()[part_number];
    Value value;
    value.op = part.op;
    if (part.op == FormulaOp::Number) {
      value.place = {FormulaBank::Number, number(part.number)};
    } else if (part.op == FormulaOp::Name) {
      value.place = places_[static_cast<std::size_t>(part.name)];
    } else {
      for (int k = 0; k < 3; ++k) {
        if (part.arguments[k] >= 0) value.arguments[k] = value_of(part.arguments[k]);
      }
    }
    const auto key = std::tuple(value.op, value.arguments[0], value.arguments[1],
                                value.arguments[2], value.place.bank, value.place.index);
    const auto [same, is_new] = by_key_.emplace(key, static_cast<int>(ops_.size()));
    if (is_new) ops_.push_back(value);
    of_part_[part_number] = same->second;
  }

  /// Copies a result that is a state or a held value: it may be written before it is read.
  Place kept(Place place) {
    if (place.bank != FormulaBank::State && place.bank != FormulaBank::Held) return place;
    Step step;
    step.op = FormulaOp::Name;
    step.arguments[0] = place;
    step.to = take_register();
    steps_.push_back(step);
    return {FormulaBank::Register, step.to};
  }

  std::uint16_t take_register() {
    if (!free_.empty()) {
      const std::uint16_t number = free_.back();
      free_.pop_back();
      return number;
    }
    if (used_ == FormulaProgram::kRegisters) {
      throw InputError("formula.too_large", {},
                       "the formulas need more than " + std::to_string(FormulaProgram::kRegisters) +
                           " values at once; divide the component into several");
    }
    return static_cast<std::uint16_t>(used_++);
  }

  std::uint16_t number(double value) {
    const auto found = std::find_if(numbers_.begin(), numbers_.end(), [value](double other) {
      return other == value && std::signbit(other) == std::signbit(value);
    });
    const auto index = static_cast<std::uint16_t>(found - numbers_.begin());
    if (found == numbers_.end()) numbers_.push_back(value);
    return index;
  }

  void place(const std::vector<long>& last_use) {
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      const Value& value = ops_[i];
      if (value.op == FormulaOp::Number || value.op == FormulaOp::Name) {
        found_.push_back(value.place);
        continue;
      }
      Step step;
      step.op = value.op;
      for (int k = 0; k < 3; ++k) {
        const int argument = value.arguments[k];
        if (argument >= 0) step.arguments[k] = found_[static_cast<std::size_t>(argument)];
      }
      release(value, last_use, static_cast<long>(i));
      step.to = take_register();
      found_.push_back({FormulaBank::Register, step.to});
      steps_.push_back(step);
    }
  }

  /// Frees the register of an argument that is used here for the last time: a step reads before
  /// it writes.
  void release(const Value& value, const std::vector<long>& last_use, long at) {
    for (int k = 0; k < 3; ++k) {
      const int argument = value.arguments[k];
      if (argument < 0 || last_use[static_cast<std::size_t>(argument)] != at) continue;
      const bool again =
          std::find(value.arguments, value.arguments + k, argument) != value.arguments + k;
      const Place place = found_[static_cast<std::size_t>(argument)];
      if (!again && place.bank == FormulaBank::Register) free_.push_back(place.index);
    }
  }

  const FormulaSheet& sheet_;
  const std::vector<Place>& places_;
  std::vector<Step>& steps_;
  std::vector<double>& numbers_;
  std::vector<Value> ops_;
  std::vector<Place> found_;  // by value
  std::vector<int> of_part_;  // -1: not needed
  std::vector<std::uint16_t> free_;
  int used_ = 0;
  std::map<std::tuple<FormulaOp, int, int, int, FormulaBank, std::uint16_t>, int> by_key_;
};

}  // namespace

FormulaProgram::FormulaProgram(const FormulaSheet& sheet, const std::vector<Place>& places,
                               const std::vector<int>& results) {
  results_ = FormulaCompiler(sheet, places, steps_, numbers_).compile(results);
}

}  // namespace hearth
