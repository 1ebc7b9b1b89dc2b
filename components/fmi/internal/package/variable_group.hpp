// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "hearth/components/fmi/internal/package/model_description.hpp"

namespace hearth::fmi {

/// Variables of one type that one call of an FMU reads or writes: scalars, or one array.
struct VariableGroup {
  ValueType type = ValueType::Float64;
  std::vector<std::uint32_t> references;
  std::vector<std::size_t> positions;  ///< positions of the values in the arrays of a Stepper
  std::vector<std::string> names;      ///< names of the ports of the values
};

/// Returns a number in the type of an FMU's variable, or nothing if it does not fit. A whole number
/// may differ by 1e-6; a Boolean is 0 or 1.
template <class T>
std::optional<T> fitted(double value, bool boolean) {
  if constexpr (std::is_same_v<T, double>) {
    return value;
  } else if constexpr (std::is_same_v<T, float>) {
    const bool beyond = std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max();
    if (beyond) return std::nullopt;
    return static_cast<float>(value);
  } else {
    const double whole = std::round(value);
    if (!(std::abs(value - whole) <= 1e-6)) return std::nullopt;
    const double low = boolean ? 0.0 : static_cast<double>(std::numeric_limits<T>::lowest());
    const double beyond = boolean ? 2.0 : std::ldexp(1.0, std::numeric_limits<T>::digits);
    if (!(whole >= low && whole < beyond)) return std::nullopt;
    return static_cast<T>(whole);
  }
}

/// Copies values read from an FMU to their positions; for a Boolean of FMI 2.0, which is an int,
/// every number except 0 is true.
template <class T>
void scatter(const VariableGroup& group, const T* read, double* values) {
  for (std::size_t i = 0; i < group.positions.size(); ++i) {
    const bool truth = group.type == ValueType::Boolean && read[i] != T{};
    values[group.positions[i]] = truth ? 1.0 : static_cast<double>(read[i]);
  }
}

}  // namespace hearth::fmi
