// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hearth/data/sources/resolver.hpp"
#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Values at equally spaced instants; NaN where there is none.
using Trend = std::vector<double>;

/// Returns the number below which a share of the finite values lies, interpolated; NaN without any.
double quantile(Trend values, double share);

/// When the values of a series were true.
struct Stamps {
  Duration interval{};  ///< for how long a value stands, at least a step of the rows
  /// How long before its row that interval begins, as the series or its file states; nothing if
  /// neither does.
  std::optional<Duration> lag{};
  friend bool operator==(const Stamps&, const Stamps&) = default;
};

/// What is known of a model's outputs over a period: measured values, and those of series and
/// schedules.
class Trends {
 public:
  /// All must outlive it; the period ends with a row.
  Trends(const SimulationModel& model, const Registry& registry, const DataOptions& data,
         const Period& period);

  const Period& period() const { return period_; }
  const std::string& timezone() const { return timezone_; }
  std::size_t rows() const { return static_cast<std::size_t>(period_.step_count()) + 1; }
  Instant time(std::size_t row) const {
    return period_.start + static_cast<long>(row) * period_.step;
  }

  /// Returns the values of an output in a unit: as measured, else those of a source without inputs,
  /// to which it leads back through components that pass on what they get. Nothing if the model
  /// computes it or its series cannot be read.
  std::optional<Trend> of(const Endpoint& output, const Unit& unit);
  /// As `of`, but measured only.
  std::optional<Trend> measured(const Endpoint& output, const Unit& unit);
  /// Returns what is known of the stamps of a measured output; nothing if it is not measured.
  std::optional<Stamps> stamps(const Endpoint& output);
  /// Returns what is known of the stamps of a column; nothing if it cannot be read.
  std::optional<Stamps> stamps(const FileColumn& column);
  /// Returns the numbers of a column that stand at the instants of the rows.
  std::optional<Trend> as_stamped(const FileColumn& column);
  /// Returns the output that feeds an input, if there is one.
  std::optional<Endpoint> source_of(const std::string& component, const std::string& port) const;

 private:
  std::optional<Trend> of_source(const Endpoint& output, const Unit& unit);

  const SimulationModel& model_;
  const Registry& registry_;
  Period period_;
  DataResolver resolver_;
  std::string timezone_;
  std::vector<Instant> times_;
  std::map<std::string, std::optional<Trend>> known_;  // by `id.port [unit]`
};

}  // namespace hearth
