// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "hearth/framework/formula/formula.hpp"
#include "hearth/framework/scalar/math.hpp"
#include "hearth/framework/scalar/trace.hpp"

namespace hearth {

/// The array that contains a value of a formula.
enum class FormulaBank : std::uint8_t { Input, Parameter, State, Held, Fired, Number, Register };

/// Formulas of a sheet as a sequence of operations on registers; the arguments of an operation
/// precede it. A part that several formulas share is computed once.
class FormulaProgram {
 public:
  struct Place {
    FormulaBank bank = FormulaBank::Number;
    std::uint16_t index = 0;
  };
  struct Step {
    FormulaOp op = FormulaOp::Number;
    std::uint16_t to = 0;  ///< register
    Place arguments[3];
  };
  /// The arrays of values with which formulas are evaluated.
  template <class T>
  struct Values {
    const T* inputs = nullptr;
    const T* parameters = nullptr;
    const T* states = nullptr;
    const T* held = nullptr;
    const T* fired = nullptr;  ///< for each guard, 1 if it fired
    double time = 0.0;         ///< s
  };

  FormulaProgram() = default;
  /// `places` contains, for each name of the sheet, the position of its value; `results` are the
  /// parts to compute. Throws InputError `formula.too_large` if a formula needs more than
  /// `kRegisters` registers.
  FormulaProgram(const FormulaSheet& sheet, const std::vector<Place>& places,
                 const std::vector<int>& results);

  std::size_t size() const { return results_.size(); }

  /// Calls `write(i, value)` for each result after all results are computed, so that `write` may
  /// overwrite the values from which they were computed.
  template <class T, class Write>
  void run(const Values<T>& values, const Write& write) const;

  static constexpr int kRegisters = 4096;

 private:
  template <class T>
  class Machine;

  std::vector<Step> steps_;
  std::vector<Place> results_;
  std::vector<double> numbers_;
};

/// The registers of one evaluation, on the stack.
template <class T>
class FormulaProgram::Machine {
 public:
  Machine(const Values<T>& values, const double* numbers) : values_(values), numbers_(numbers) {}

  T get(Place place) const {
    switch (place.bank) {
      case FormulaBank::Input:
        return values_.inputs[place.index];
      case FormulaBank::Parameter:
        return values_.parameters[place.index];
      case FormulaBank::State:
        return values_.states[place.index];
      case FormulaBank::Held:
        return values_.held[place.index];
      case FormulaBank::Fired:
        return values_.fired[place.index];
      case FormulaBank::Number:
        return T(numbers_[place.index]);
      case FormulaBank::Register:
        break;
    }
    return *at(place.index);
  }

  void run(const Step& step) {
    const T a = step.op == FormulaOp::Time ? T(values_.time) : get(step.arguments[0]);
    switch (step.op) {
      case FormulaOp::Add:
        return put(step, a + get(step.arguments[1]));
      case FormulaOp::Subtract:
        return put(step, a - get(step.arguments[1]));
      case FormulaOp::Multiply:
        return put(step, a * get(step.arguments[1]));
      case FormulaOp::Divide:
        return put(step, a / get(step.arguments[1]));
      case FormulaOp::Power:
        return put(step, power(a, step.arguments[1]));
      case FormulaOp::Negate:
        return put(step, -a);
      case FormulaOp::Abs:
        return put(step, select(a < T(0.0), T(-a), a));
      case FormulaOp::Exp:
        return put(step, exp(a));
      case FormulaOp::Log:
        return put(step, log(a));
      case FormulaOp::Sqrt:
        return put(step, sqrt(a));
      case FormulaOp::Sin:
        return put(step, sin(a));
      case FormulaOp::Cos:
        return put(step, cos(a));
      case FormulaOp::Tanh:
        return put(step, tanh(a));
      case FormulaOp::Min: {
        const T b = get(step.arguments[1]);
        return put(step, known(select(b < a, b, a), a, b));
      }
      case FormulaOp::Max: {
        const T b = get(step.arguments[1]);
        return put(step, known(select(a < b, b, a), a, b));
      }
      case FormulaOp::Less: {
        const T b = get(step.arguments[1]);
        return put(step, known(select(a < b, T(1.0), T(0.0)), a, b));
      }
      case FormulaOp::LessEqual: {
        const T b = get(step.arguments[1]);
        return put(step, known(select(a <= b, T(1.0), T(0.0)), a, b));
      }
      case FormulaOp::And: {  // false if one of both is, whatever the other is
        const T b = get(step.arguments[1]);
        const T both = select(a < b, a, b);
        const T undecided = select(b < T(0.5), b, known(both, a, b));
        return put(step, select(a < T(0.5), a, undecided));
      }
      case FormulaOp::Or: {
        const T b = get(step.arguments[1]);
        const T any = select(a < b, b, a);
        const T undecided = select(T(0.5) < b, b, known(any, a, b));
        return put(step, select(T(0.5) < a, a, undecided));
      }
      case FormulaOp::Not:
        return put(step, T(1.0) - a);
      case FormulaOp::Select:
        return put(step,
                   known(select(T(0.5) < a, get(step.arguments[1]), get(step.arguments[2])), a, a));
      default:
        return put(step, a);
    }
  }

 private:
  /// Returns the result of a comparison, or NaN if an operand is NaN. A comparison with NaN is
  /// false, which would result in plausible but wrong numbers.
  static T known(const T& result, const T& a, const T& b) {
    if constexpr (requires { static_cast<bool>(a != a); }) {
      if (a != a) return a;
      if (b != b) return b;
    }
    return result;
  }

  /// If the exponent is a number, a base of 0 has a derivative, and a base below 0 has a value.
  T power(const T& base, Place exponent) const {
    if (exponent.bank != FormulaBank::Number) return T(pow(base, get(exponent)));
    const double number = numbers_[exponent.index];
    if (number == 2.0) return T(base * base);
    return T(pow(base, number));
  }
  T* at(std::uint16_t index) { return std::launder(reinterpret_cast<T*>(memory_) + index); }
  const T* at(std::uint16_t index) const {
    return std::launder(reinterpret_cast<const T*>(memory_) + index);
  }
  void put(const Step& step, const T& value) {
    new (reinterpret_cast<T*>(memory_) + step.to) T(value);
  }

  const Values<T>& values_;
  const double* numbers_;
  // Only written registers are read, so they are not set to 0 before.
  alignas(T) std::byte memory_[sizeof(T) * static_cast<std::size_t>(kRegisters)];
};

template <class T, class Write>
void FormulaProgram::run(const Values<T>& values, const Write& write) const {
  Machine<T> machine(values, numbers_.data());
  for (const Step& step : steps_) machine.run(step);
  for (std::size_t i = 0; i < results_.size(); ++i) {
    write(static_cast<int>(i), machine.get(results_[i]));
  }
}

}  // namespace hearth
