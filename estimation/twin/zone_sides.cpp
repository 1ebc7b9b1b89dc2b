// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/zone_sides.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Dense>

#include "hearth/components/physics/air.hpp"
#include "hearth/components/weather/facades.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/twin/internal/trends.hpp"
#include "hearth/estimation/twin/zone_details.hpp"
#include "hearth/framework/model/component_series.hpp"

namespace hearth {
namespace {

constexpr int kSides = 8;
constexpr int kFolds = 5;
constexpr int kHours = 24, kKinds = 2;  // hours of working days and of other days
constexpr int kDummies = kHours * kKinds;
constexpr int kKnown = 6;                // temperatures and heat, now and before
constexpr int kSun = kDummies + kKnown;  // first column of radiation
constexpr int kColumns = kSun + 2 * (kSides + 1);
constexpr int kHorizontal = kSides;  // after the sides
constexpr int kLeastHours = 240;
constexpr double kBelowNone = 0.95, kBelowHorizontal = 0.975;
constexpr double kShareOfSky = 0.5;  // of the horizontal that a wall sees
constexpr const char* kSunPort = "globalIrradiation";
constexpr const char* kSource = "temperatures of rooms";

using Means = std::vector<double>;  // of hours; NaN for missing values

int azimuth_of(int side) { return side * 360 / kSides; }

/// Means over the rows of an hour, which end with the full hour.
class Hours {
 public:
  Hours(const Trends& trends, const Zone& zone) {
    rows_ = static_cast<std::size_t>(std::chrono::hours(1) / trends.period().step);
    if (rows_ == 0) return;
    for (std::size_t row = 0; row + rows_ <= trends.rows(); row += rows_) {
      const LocalTime local = zone.local(trends.time(row));
      const auto day = std::chrono::floor<std::chrono::days>(local);
      const int hour = static_cast<int>((local - day) / std::chrono::hours(1));
      const bool works = weekday(local) < 5;
      slots_.push_back(hour + (works ? 0 : kHours));
      days_.push_back(day.time_since_epoch().count());
    }
  }

  std::size_t count() const { return slots_.size(); }
  /// Returns the hour of the day, and of which kind of day.
  int slot(std::size_t hour) const { return slots_[hour]; }
  /// Returns a group of days; two successive days are in one group.
  int fold(std::size_t hour) const { return static_cast<int>(days_[hour] / 2 % kFolds); }

  Means means(const Trend& trend) const {
    Means means;
    for (std::size_t hour = 0; hour < count(); ++hour) {
      double sum = 0.0;
      for (std::size_t i = 0; i < rows_; ++i) sum += trend[hour * rows_ + i];
      means.push_back(sum / static_cast<double>(rows_));
    }
    return means;
  }

 private:
  std::size_t rows_ = 0;
  std::vector<int> slots_;
  std::vector<long> days_;
};

/// Products of the columns and of the predicted change, by group of days.
class Regression {
 public:
  Regression() {
    for (Eigen::MatrixXd& products : products_) {
      products = Eigen::MatrixXd::Zero(kColumns + 1, kColumns + 1);
    }
  }

  void add(int fold, const Eigen::VectorXd& row) {
    if (!row.allFinite()) return;
    products_[static_cast<std::size_t>(fold)] += row * row.transpose();
    ++rows_;
  }

  long rows() const { return rows_; }

  /// Returns the root-mean-square error of predictions for days that were left out, with the
  /// radiation on a side, or without radiation (-1).
  double error(int side) const {
    const std::vector<int> columns = columns_with(side);
    const Eigen::MatrixXd all = all_products();
    double squares = 0.0;
    for (const Eigen::MatrixXd& left_out : products_) {
      const Eigen::VectorXd found = solution(all - left_out, columns);
      const Eigen::VectorXd correlated = left_out.col(kColumns)(columns);
      squares += left_out(kColumns, kColumns) - 2.0 * found.dot(correlated) +
                 found.dot(left_out(columns, columns) * found);
    }
    return std::sqrt(std::max(squares, 0.0) / static_cast<double>(rows_));
  }

  /// Returns whether the radiation on a side warms the zone.
  bool warms(int side) const {
    return solution(all_products(), columns_with(side)).tail<2>().sum() > 0.0;
  }

 private:
  static std::vector<int> columns_with(int side) {
    std::vector<int> columns;
    for (int i = 0; i < kSun; ++i) columns.push_back(i);
    if (side >= 0) columns.insert(columns.end(), {kSun + 2 * side, kSun + 2 * side + 1});
    return columns;
  }

  Eigen::MatrixXd all_products() const {
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(kColumns + 1, kColumns + 1);
    for (const Eigen::MatrixXd& products : products_) all += products;
    return all;
  }

  static Eigen::VectorXd solution(const Eigen::MatrixXd& products,
                                  const std::vector<int>& columns) {
    constexpr double kRidge = 1e-6;  // some hours of the week may lack values
    Eigen::MatrixXd scaled = products(columns, columns);
    const Eigen::VectorXd inverse = scaled.diagonal().cwiseMax(1e-12).cwiseSqrt().cwiseInverse();
    scaled = (inverse.asDiagonal() * scaled * inverse.asDiagonal()).eval();
    scaled.diagonal().array() += kRidge;
    const Eigen::VectorXd target = products.col(kColumns)(columns);
    return inverse.cwiseProduct(scaled.ldlt().solve(inverse.cwiseProduct(target)));
  }

  std::array<Eigen::MatrixXd, kFolds> products_;
  long rows_ = 0;
};

/// The solar radiation through glass on each side, then that on the horizontal, and its source.
struct Sun {
  FacadeSky sky;
  std::vector<Trend> trends;
};

/// Returns the radiation in the rows of a period; nothing if the weather does not contain it.
std::optional<Sun> sun_of(const SimulationModel& model, const Registry& registry,
                          const DataOptions& data, const Trends& trends,
                          const Endpoint& horizontal) {
  const Component& outdoor = model.component(horizontal.component);
  const FileColumn* column = column_of(outdoor, horizontal.port);
  DataResolver resolver(data);
  std::vector<FacadeSky> skies{{horizontal, ""}};
  if (column != nullptr) skies.insert(skies.begin(), {horizontal, column->file});
  for (const FacadeSky& sky : skies) {
    Sun sun{sky, {}};
    SimulationModel alone;
    alone.site = model.site;
    alone.add_component(outdoor);
    std::vector<std::string> record;
    for (int side = 0; side < kSides; ++side) {
      record.push_back(to_string(add_facade(alone, azimuth_of(side), sun.sky, kSource)));
    }
    record.push_back(to_string(horizontal));
    const std::optional<Results> results =
        run_of_sources(alone, registry, resolver, trends.period(), trends.timezone(), record);
    if (!results) continue;
    for (const std::string& path : record) {
      std::optional<Trend> trend = trend_of(*results, path, unit::W_per_m2);
      if (!trend) return std::nullopt;
      sun.trends.push_back(std::move(*trend));
    }
    // A file without beam and diffuse radiation contains only that on the horizontal.
    if (quantile(sun.trends.front(), 1.0) > 0.0) return sun;
  }
  return std::nullopt;
}

/// Finds the side to which a zone faces.
class SideFinder {
 public:
  SideFinder(const SimulationModel& model, Trends& trends, const Hours& hours,
             const std::vector<Trend>& sun)
      : model_(model), trends_(trends), hours_(hours) {
    for (const Trend& trend : sun) sun_.push_back(hours.means(trend));
  }

  /// Returns a side and its error divided by that with the sun on the horizontal.
  std::optional<std::pair<int, double>> side_of(const std::string& zone) {
    const auto temperature = trends_.measured({zone, kZoneTemperature, {}}, unit::degC);
    const auto outdoors = known(zone, "outdoorTemperature", unit::degC);
    if (!temperature || !outdoors) return std::nullopt;
    const Means inside = hours_.means(*temperature), outside = hours_.means(*outdoors);
    const std::optional<Trend> known_heat = heat_of(zone, *temperature);
    if (!known_heat) return std::nullopt;
    const Means heat = hours_.means(*known_heat);
    Regression regression;
    for (std::size_t k = 2; k < hours_.count(); ++k) {
      Eigen::VectorXd row = Eigen::VectorXd::Zero(kColumns + 1);
      row(hours_.slot(k)) = 1.0;
      row.segment<kKnown>(kDummies) << inside[k - 1], inside[k - 2], outside[k], outside[k - 1],
          heat[k], heat[k - 1];
      for (int side = 0; side <= kSides; ++side) {
        const Means& sun = sun_[static_cast<std::size_t>(side)];
        row(kSun + 2 * side) = sun[k];
        row(kSun + 2 * side + 1) = sun[k - 1];
      }
      row(kColumns) = inside[k] - inside[k - 1];
      regression.add(hours_.fold(k), row);
    }
    if (regression.rows() < kLeastHours) return std::nullopt;
    const double none = regression.error(-1), horizontal = regression.error(kHorizontal);
    int best = 0;
    double least = INFINITY;
    for (int side = 0; side < kSides; ++side) {
      const double error = regression.error(side);
      if (error < least) best = side, least = error;
    }
    if (!(least < kBelowNone * none && least < kBelowHorizontal * horizontal)) return std::nullopt;
    if (!regression.warms(best)) return std::nullopt;
    return std::pair(best, least / horizontal);
  }

 private:
  std::optional<Trend> known(const std::string& zone, const char* port, const Unit& unit) {
    const std::optional<Endpoint> source = trends_.source_of(zone, port);
    return source ? trends_.of(*source, unit) : std::nullopt;
  }

  /// Returns the heat of the supply air and of heaters, W; nothing if a part of it is not known,
  /// because the temperature follows it. Gains that follow the use of the zone are left to the
  /// hours of the prediction.
  std::optional<Trend> heat_of(const std::string& zone, const Trend& temperature) {
    Trend heat(temperature.size(), 0.0);
    if (trends_.source_of(zone, "supplyAirFlowRate")) {
      const auto flow = known(zone, "supplyAirFlowRate", unit::kg_per_s);
      const auto supply = known(zone, "supplyAirTemperature", unit::degC);
      if (!flow || !supply) return std::nullopt;
      for (std::size_t row = 0; row < heat.size(); ++row) {
        const double moved = kAirHeatCapacity * (*flow)[row];
        // Without flow, the temperature of the supply air does not matter.
        heat[row] += moved == 0.0 ? 0.0 : moved * ((*supply)[row] - temperature[row]);
      }
    }
    for (const Connection& connection : model_.connections_to(zone, "heatGain")) {
      const auto gain = trends_.of(connection.from, unit::W);
      if (!gain && model_.component(connection.from.component).type == "InternalGain") continue;
      if (!gain) return std::nullopt;
      for (std::size_t row = 0; row < heat.size(); ++row) heat[row] += (*gain)[row];
    }
    return heat;
  }

  const SimulationModel& model_;
  Trends& trends_;
  const Hours& hours_;
  std::vector<Means> sun_;
};

/// Returns the number to which a component sets a parameter, or nullptr.
template <class OwnComponent>
auto* number_of(OwnComponent& component, const char* name) {
  const auto found = component.parameters.find(name);
  using Number = decltype(std::get_if<Quantity>(&found->second.value));
  return found == component.parameters.end() ? Number()
                                             : std::get_if<Quantity>(&found->second.value);
}

/// Returns the connections of zones with apertures to the radiation on the horizontal.
std::vector<Connection> horizontal_suns(const SimulationModel& model,
                                        const std::vector<std::string>& zones) {
  const auto is_zero = [](const Component& zone, const char* name) {
    const Quantity* number = number_of(zone, name);
    return number != nullptr && number->value == 0.0;
  };
  std::vector<Connection> found;
  for (const Connection& connection : model.connections()) {
    if (connection.to.port != kSunPort || connection.from.port != kSunPort) continue;
    if (std::find(zones.begin(), zones.end(), connection.to.component) == zones.end()) continue;
    if (model.component(connection.from.component).type != "OutdoorEnvironment") continue;
    const Component& zone = model.component(connection.to.component);
    if (is_zero(zone, "f_air") && is_zero(zone, "f_wall")) continue;
    found.push_back(connection);
  }
  return found;
}

}  // namespace

ZoneSides turn_zones_to_sun(SimulationModel& model, const Registry& registry,
                            const DataOptions& data, const Period& period,
                            const std::vector<std::string>& zones) {
  const std::vector<Connection> suns = horizontal_suns(model, zones);
  if (suns.empty()) return {};
  const Endpoint horizontal = suns.front().from;
  ZoneSides result;
  for (const Connection& connection : suns) result.undecided.push_back(connection.to.component);
  Trends trends(model, registry, data, period);
  const Hours hours(trends, Zone(trends.timezone()));
  const std::optional<Sun> sun = sun_of(model, registry, data, trends, horizontal);
  if (!sun) return result;
  std::vector<std::pair<Connection, ZoneSide>> found;
  SideFinder finder(model, trends, hours, sun->trends);
  for (const Connection& connection : suns) {
    if (!(connection.from == horizontal)) continue;
    const std::string& zone = connection.to.component;
    const auto side = finder.side_of(zone);
    if (!side) continue;
    found.push_back(
        {connection, {zone, static_cast<double>(azimuth_of(side->first)), side->second}});
  }
  for (auto& [connection, side] : found) {
    std::erase(result.undecided, side.zone);
    const Endpoint facade = add_facade(model, static_cast<int>(side.azimuth), sun->sky, kSource);
    model.remove_connection(connection);
    model.add_connection(Connection{facade, connection.to});
    for (const char* name : {"f_air", "f_wall"}) {
      if (Quantity* aperture = number_of(model.component(side.zone), name)) {
        aperture->value /= kShareOfSky;
      }
    }
    result.turned.push_back(std::move(side));
  }
  return result;
}

}  // namespace hearth
