// SPDX-License-Identifier: MIT
#include "hearth/framework/continuous/system_ode.hpp"

#include <algorithm>

#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {
constexpr int kLanes = 8;
}  // namespace

SystemOde::SystemOde(HybridSystem<double>& system, HybridSystem<Jet8>& jets, double start)
    : system_(system),
      jets_(jets),
      start_(start),
      slopes_(static_cast<std::size_t>(system.state_count())) {
  make_pattern();
  make_colours();
}

void SystemOde::make_pattern() {
  const auto& rows = system_.flow().dependencies;
  std::vector<std::vector<int>> columns(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (const int column : rows[r]) columns[column].push_back(static_cast<int>(r));
  }
  pattern_.first.push_back(0);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    // CVODE's sparse matrices hold 1 - γJ: the diagonal must be present.
    const auto place = std::lower_bound(columns[c].begin(), columns[c].end(), static_cast<int>(c));
    if (place == columns[c].end() || *place != static_cast<int>(c)) {
      columns[c].insert(place, static_cast<int>(c));
    }
    pattern_.rows.insert(pattern_.rows.end(), columns[c].begin(), columns[c].end());
    pattern_.first.push_back(static_cast<int>(pattern_.rows.size()));
  }
}

/// Assigns colours by first fit in the order of columns.
void SystemOde::make_colours() {
  const int n = pattern_.size();
  std::vector<std::vector<int>> columns_of(static_cast<std::size_t>(n));  // by row
  for (int c = 0; c < n; ++c) {
    for (int k = pattern_.first[c]; k < pattern_.first[static_cast<std::size_t>(c) + 1]; ++k) {
      columns_of[pattern_.rows[k]].push_back(c);
    }
  }
  colour_.assign(static_cast<std::size_t>(n), -1);
  std::vector<int> taken_by;  // by colour: the last column for which it was taken
  for (int c = 0; c < n; ++c) {
    for (int k = pattern_.first[c]; k < pattern_.first[static_cast<std::size_t>(c) + 1]; ++k) {
      for (const int other : columns_of[pattern_.rows[k]]) {
        if (colour_[other] >= 0) taken_by[colour_[other]] = c;
      }
    }
    const auto free =
        std::find_if(taken_by.begin(), taken_by.end(), [c](int column) { return column != c; });
    colour_[c] = static_cast<int>(free - taken_by.begin());
    if (free == taken_by.end()) taken_by.push_back(-1);
  }
  colours_ = static_cast<int>(taken_by.size());
}

void SystemOde::rates(double time, const double* x, double* slopes) {
  std::copy(x, x + size(), system_.states());
  system_.move_to(start_ + time, limit(time));
  system_.evaluate(system_.flow().rates);
  system_.rates(slopes);
}

SimulationError SystemOde::failure(int state, double time, const std::string& reason) const {
  const Plan& plan = system_.plan();
  return SimulationError("simulation.integration_failed",
                         Where::of_signal(plan.snapshot_names()[plan.first_state + state]),
                         "at " + number_text(start_ + time) + " s, " + reason);
}

/// Evaluates in `double`, so that algebraic loops are solved, and copies all values to the Jets.
void SystemOde::take_values(double time, const double* x) {
  std::copy(x, x + size(), system_.states());
  system_.move_to(start_ + time, limit(time));
  system_.evaluate(system_.flow().rates);
  const Plan& plan = system_.plan();
  for (int i = 0; i < plan.snapshot_count; ++i) jets_.cells()[i] = Jet8(system_.cells()[i]);
  for (int i = static_cast<int>(plan.cells.size()); i < system_.flow().cell_count; ++i) {
    jets_.cells()[i] = Jet8(system_.cells()[i]);
  }
  jets_.move_to(start_ + time, limit(time));
}

void SystemOde::jacobian(double time, const double* x, double* entries) {
  take_values(time, x);
  for (int first = 0; first < colours_; first += kLanes) {
    Jet8* states = jets_.states();
    for (int c = 0; c < size(); ++c) {
      const int lane = colour_[c] - first;
      states[c] = lane >= 0 && lane < kLanes ? Jet8(x[c], lane) : Jet8(x[c]);
    }
    jets_.evaluate(system_.flow().rates);
    jets_.rates(slopes_.data());
    for (int c = 0; c < size(); ++c) {
      const int lane = colour_[c] - first;
      if (lane < 0 || lane >= kLanes) continue;
      for (int k = pattern_.first[c]; k < pattern_.first[static_cast<std::size_t>(c) + 1]; ++k) {
        entries[k] = slopes_[pattern_.rows[k]].v[lane];
      }
    }
  }
}

}  // namespace hearth
