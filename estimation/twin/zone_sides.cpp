// SPDX-License-Identifier: MIT
#include "hearth/estimation/twin/zone_sides.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include <Eigen/Dense>
#include <fmt/format.h>

#include "hearth/components/physics/air.hpp"
#include "hearth/data/time/time_zone.hpp"
#include "hearth/estimation/twin/internal/trends.hpp"
#include "hearth/estimation/twin/zone_details.hpp"
#include "hearth/framework/model/component_series.hpp"
#include "hearth/framework/run/run.hpp"

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
const std::string kSky = "facade_sky";

using Means = std::vector<double>;  // of hours; NaN for missing values

int azimuth_of(int side) { return side * 360 / kSides; }
std::string facade_id(int side) { return fmt::format("facade_{}", azimuth_of(side)); }

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
    std::vector<int> columns;
    for (int i = 0; i < kSun; ++i) columns.push_back(i);
    if (side >= 0) columns.insert(columns.end(), {kSun + 2 * side, kSun + 2 * side + 1});
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(kColumns + 1, kColumns + 1);
    for (const Eigen::MatrixXd& products : products_) all += products;
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
    std::vector<int> columns;
    for (int i = 0; i < kSun; ++i) columns.push_back(i);
    columns.insert(columns.end(), {kSun + 2 * side, kSun + 2 * side + 1});
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(kColumns + 1, kColumns + 1);
    for (const Eigen::MatrixXd& products : products_) all += products;
    return solution(all, columns).tail<2>().sum() > 0.0;
  }

 private:
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

/// The solar radiation on the horizontal, its source, and the components for that on facades.
class Facades {
 public:
  Facades(const SimulationModel& model, Endpoint horizontal)
      : horizontal_(std::move(horizontal)), outdoor_(model.component(horizontal_.component)) {
    const FileColumn* column = column_of(outdoor_, kSunPort);
    if (column != nullptr) file_ = column->file;
  }

  /// Adds a side to a model, with the source of its beam and diffuse radiation.
  void add(int side, SimulationModel& model, bool split) const {
    add_sky(model, split);
    const std::string id = facade_id(side);
    if (model.find(id) != nullptr) return;
    Component facade;
    facade.id = id;
    facade.type = "TiltedSurface";
    ParameterSetting azimuth;
    azimuth.value = Quantity{static_cast<double>(azimuth_of(side)), unit::deg};
    azimuth.source = "temperatures of rooms";
    facade.parameters.emplace("azimuth", std::move(azimuth));
    model.add_component(std::move(facade));
    for (const char* port :
         {"directNormalIrradiance", "diffuseHorizontalIrradiance", "solarZenith", "solarAzimuth"}) {
      model.add_connection(Connection{{kSky, port, {}}, {id, port, {}}});
    }
  }

  /// Returns the radiation through glass on each side, and that on the horizontal, in the rows of a
  /// period; nothing if the weather does not contain it. Sets `split` if the model has to split the
  /// radiation on the horizontal.
  std::optional<std::vector<Trend>> trends(const SimulationModel& model, const Registry& registry,
                                           const DataOptions& data, const Period& period,
                                           const std::string& timezone, bool& split) const {
    DataResolver resolver(data);
    for (const bool own : {false, true}) {
      if (!own && file_.empty()) continue;
      SimulationModel alone;
      alone.site = model.site;
      alone.add_component(outdoor_);
      std::vector<std::string> record;
      for (int side = 0; side < kSides; ++side) {
        add(side, alone, own);
        record.push_back(facade_id(side) + ".glassIrradiance");
      }
      record.push_back(to_string(horizontal_));
      RunSettings settings;
      settings.period = period;
      settings.timezone = timezone;
      settings.resolver = &resolver;
      settings.record = record;
      try {
        const Results results = Run(alone, registry, settings).to_end();
        std::vector<Trend> trends;
        for (const std::string& path : record) {
          const auto signal = std::find_if(results.signals.begin(), results.signals.end(),
                                           [&path](const Signal& one) { return one.name == path; });
          if (signal == results.signals.end()) return std::nullopt;
          Trend& trend = trends.emplace_back();
          for (long row = 0; row < results.rows(); ++row) {
            trend.push_back(results.row(row)[signal - results.signals.begin()]);
          }
        }
        // A file without beam and diffuse radiation contains only that on the horizontal.
        if (!(quantile(trends.front(), 1.0) > 0.0)) continue;
        split = own;
        return trends;
      } catch (const Error&) {
        continue;  // a run of the whole model reports errors of its weather
      }
    }
    return std::nullopt;
  }

 private:
  void add_sky(SimulationModel& model, bool split) const {
    if (model.find(kSky) != nullptr) return;
    Component sky;
    sky.id = kSky;
    sky.type = split ? "GlobalIrradianceSplit" : "Weather";
    if (!split) {
      sky.config.emplace("file", FileName{file_, ""});
      model.add_component(std::move(sky));
      return;
    }
    SunAngle azimuth;
    azimuth.angle = SunAngle::Angle::Azimuth;
    sky.config.emplace("solarZenith", SeriesSpec{SunAngle{}, unit::deg});
    sky.config.emplace("solarAzimuth", SeriesSpec{azimuth, unit::deg});
    model.add_component(std::move(sky));
    model.add_connection(Connection{horizontal_, {kSky, kSunPort, {}}});
  }

  Endpoint horizontal_;
  Component outdoor_;
  std::string file_;
};

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

/// Returns the connections of zones with apertures to the radiation on the horizontal.
std::vector<Connection> horizontal_suns(const SimulationModel& model,
                                        const std::vector<std::string>& zones) {
  const auto is_zero = [](const Component& zone, const char* name) {
    const auto found = zone.parameters.find(name);
    if (found == zone.parameters.end()) return false;
    const auto* quantity = std::get_if<Quantity>(&found->second.value);
    return quantity != nullptr && quantity->value == 0.0;
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
  const Facades facades(model, horizontal);
  bool split = false;
  const auto sun = facades.trends(model, registry, data, period, trends.timezone(), split);
  if (!sun) return result;
  std::map<std::string, int> sides;
  {
    SideFinder finder(model, trends, hours, *sun);
    for (const Connection& connection : suns) {
      if (!(connection.from == horizontal)) continue;
      const std::string& zone = connection.to.component;
      const auto side = finder.side_of(zone);
      if (!side) continue;
      sides[zone] = side->first;
      result.turned.push_back({zone, static_cast<double>(azimuth_of(side->first)), side->second});
    }
  }
  for (const Connection& connection : suns) {
    const auto side = sides.find(connection.to.component);
    if (side == sides.end()) continue;
    std::erase(result.undecided, side->first);
    facades.add(side->second, model, split);
    model.remove_connection(connection);
    model.add_connection(
        Connection{{facade_id(side->second), "glassIrradiance", {}}, connection.to});
    for (const char* name : {"f_air", "f_wall"}) {
      auto& parameters = model.component(connection.to.component).parameters;
      const auto found = parameters.find(name);
      if (found == parameters.end()) continue;
      if (auto* quantity = std::get_if<Quantity>(&found->second.value)) {
        quantity->value /= kShareOfSky;
      }
    }
  }
  return result;
}

}  // namespace hearth
