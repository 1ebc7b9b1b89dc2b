// SPDX-License-Identifier: MIT
#include "hearth/framework/run/impossible_values.hpp"

#include <algorithm>

#include "hearth/framework/base/internal/instant_text.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

// No process of a building is hotter: flames are not modelled.
constexpr double kHottest = 1500.0;  // degC
constexpr double kColdest = -273.15 - 1e-9;
constexpr double kAll = 1e6;        // ppm
constexpr double kRounding = 1e-6;  // ppm

}  // namespace

ImpossibleValues::ImpossibleValues(const Plan& plan) {
  for (int cell = 0; cell < plan.signal_count; ++cell) {
    const Signal& signal = plan.signals[static_cast<std::size_t>(cell)];
    const Unit& unit = signal.unit;
    if (unit.bare || unit.any != 0) continue;
    if (unit.point) {
      watched_.push_back({cell, convert(kColdest, unit::degC, unit),
                          convert(kHottest, unit::degC, unit), signal.name,
                          std::string(unit.symbol)});
    } else if (unit == unit::ppm) {
      watched_.push_back(
          {cell, -kRounding, kAll + kRounding, signal.name, std::string(unit.symbol)});
    }
  }
}

void ImpossibleValues::clear() {
  for (Watched& watched : watched_) watched.row = -1;
}

void ImpossibleValues::add(std::size_t i, long row, double value) {
  if (watched_[i].row >= 0) return;
  watched_[i].row = row;
  watched_[i].value = value;
}

Diagnostics ImpossibleValues::warnings(const Period& period) const {
  Diagnostics found;
  const Watched* first = nullptr;
  long count = 0;
  for (const Watched& watched : watched_) {
    if (watched.row < 0) continue;
    ++count;
    if (first == nullptr || watched.row < first->row) first = &watched;
  }
  if (first == nullptr) return found;
  const std::string others =
      count == 1   ? ""
      : count == 2 ? ", and later those of another output"
                   : ", and later those of " + std::to_string(count - 1) + " other outputs";
  found.warning("simulation.value_impossible", Where::of_signal(first->name),
                "the value is " + number_text(first->value) + " " + first->unit + " at " +
                    iso_utc(period.start + first->row * period.step) + ", which cannot exist" +
                    others + "; check the inputs, parameters and initial values of this component");
  return found;
}

}  // namespace hearth
