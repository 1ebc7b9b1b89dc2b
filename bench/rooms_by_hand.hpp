// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

/// The rooms of `rooms()` as a specialised program that uses nothing of Hearth: no components,
/// integrator, map of inputs or levels. One pass over the rooms makes a step, and all states of a
/// room are in one struct. Up to rounding, it solves the same equations as the coupling
/// `gauss-seidel`: the CO2 sensor and the heat of the radiator deliver values of the start of the
/// step; everything else is computed in the order ventilation, dampers, room, heating, valve,
/// radiator, with inputs constant over a step. It is specialised by hand:
///
/// - room: air and wall are two linear states; φ1(hA) of a 2 x 2 matrix with the eigenvalues λ, μ
///   is a I + b A with b = (φ1(hλ) - φ1(hμ))/(λ - μ), a = φ1(hλ) - b λ: two `expm1`, one root
/// - CO2: one linear state, one exponential
/// - radiator: three equal elements in series are a Jordan block with the eigenvalue d, so that
///   e^(hA) = e^(hd) (1, hs, (hs)²/2) along its diagonals: one exponential; the rest point by
///   recursion
/// - controllers without derivative part, valve of authority 1 (linear): a few products
/// - all rooms share one set of parameters, from which factors are computed once; Hearth reads the
///   parameters of each room from memory
///
/// It costs six exponentials and about 150 products per room and step. It is not vectorised by
/// hand.
namespace hearth::bench {

class RoomsByHand {
 public:
  struct Inputs {
    double outdoors, setpoint, people;
  };

  RoomsByHand(int count, double step) : h_(step), rooms_(static_cast<std::size_t>(count)) {}

  void start() { std::fill(rooms_.begin(), rooms_.end(), Room{}); }
  void step(const Inputs& u) {
    for (Room& room : rooms_) advance(room, u);
  }
  double temperature(int room) const { return rooms_[static_cast<std::size_t>(room)].air; }
  double co2(int room) const { return rooms_[static_cast<std::size_t>(room)].co2; }
  double power(int room) const { return rooms_[static_cast<std::size_t>(room)].power; }

 private:
  struct Room {
    double air = 20.0, wall = 20.0, co2 = 400.0;      // degC, degC, ppm
    std::array<double, 3> element{21.0, 21.0, 21.0};  // degC
    double power = 0.0;                               // W
    double heating_integral = 0.0, ventilation_integral = 0.0;
  };

  /// A sample of a controller: returns its command; the integral stops while the output is at its
  /// limit.
  double control(double error, double gain, double& integral) const {
    const double after = integral + gain * (h_ / kIntegralTime) * error;
    const double wanted = gain * error + after;
    const double command = std::clamp(wanted, 0.0, 1.0);
    const double change = after - integral, excess = wanted - command;
    if (excess * change > 0.0) {
      integral += change > 0.0 ? std::max(change - excess, 0.0) : std::min(change - excess, 0.0);
    } else {
      integral = after;
    }
    return command;
  }

  void advance(Room& room, const Inputs& u) const {
    const double ventilation = control(kCo2Wanted - room.co2, -kGain, room.ventilation_integral);
    const double supply = kCurvature * (std::exp(b_ * ventilation) - 1.0);  // kg/s
    const double exhaust = kCurvature * (std::exp(b_ * ventilation) - 1.0);
    const double makeup = std::max(exhaust - supply, 0.0);
    advance_air(room, supply, makeup, u);
    advance_co2(room, supply + makeup + kLeak, u);
    // The thermometer reads the room at the end of the step, the CO2 sensor at its start.
    const double heating = control(u.setpoint - room.air, kGain, room.heating_integral);
    const double water = kWaterMax * heating * kWater;  // W/K
    advance_radiator(room, water);
  }

  void advance_air(Room& room, double supply, double makeup, const Inputs& u) const {
    const double fresh = kAir * (supply + makeup);
    const double a11 = -(1.0 / kInner + fresh) / kAirCapacity, a12 = 1.0 / (kInner * kAirCapacity);
    const double a21 = 1.0 / (kInner * kWallCapacity);
    const double a22 = -(1.0 / kInner + 1.0 / kOuter) / kWallCapacity;
    const double f1 = a11 * room.air + a12 * room.wall +
                      (kPersonHeat * u.people + room.power +
                       kAir * (supply * kSupplyTemperature + makeup * u.outdoors)) /
                          kAirCapacity;
    const double f2 = a21 * room.air + a22 * room.wall + u.outdoors / (kOuter * kWallCapacity);
    const double middle = 0.5 * (a11 + a22), half = 0.5 * (a11 - a22);
    const double root = std::sqrt(half * half + a12 * a21);
    const double low = middle - root, high = middle + root;
    const double phi_low = std::expm1(h_ * low) / (h_ * low);
    const double phi_high = std::expm1(h_ * high) / (h_ * high);
    const double b = (phi_high - phi_low) / (high - low);
    const double a = phi_high - b * high;
    room.air += h_ * (a * f1 + b * (a11 * f1 + a12 * f2));
    room.wall += h_ * (a * f2 + b * (a21 * f1 + a22 * f2));
  }

  void advance_co2(Room& room, double fresh, const Inputs& u) const {
    const double rest = kOutdoorCo2 + 1e6 * kBreath * u.people / fresh;
    room.co2 = rest + (room.co2 - rest) * std::exp(-h_ * fresh / (kDensity * kVolume));
  }

  void advance_radiator(Room& room, double water) const {
    const double decay = -(water + conductance_) / kElementCapacity,
                 carry = water / kElementCapacity;
    const double share = 1.0 / (water + conductance_), emitted = conductance_ * room.air;
    std::array<double, 3>& x = room.element;
    const double rest0 = (water * kSupplyWaterTemperature + emitted) * share;
    const double rest1 = (water * rest0 + emitted) * share;
    const double rest2 = (water * rest1 + emitted) * share;
    const double z0 = x[0] - rest0, z1 = x[1] - rest1, z2 = x[2] - rest2;
    const double e = std::exp(h_ * decay), s = h_ * carry;
    x[0] = rest0 + e * z0;
    x[1] = rest1 + e * (z1 + s * z0);
    x[2] = rest2 + e * (z2 + s * (z1 + 0.5 * s * z0));
    room.power = conductance_ * (x[0] + x[1] + x[2] - 3.0 * room.air);
  }

  // Defaults of the component types, and the numbers of rooms.hpp.
  static constexpr double kAir = 1012.0, kWater = 4180.0;                             // J/(kg K)
  static constexpr double kDensity = 1.2;                                             // kg/m3
  static constexpr double kGain = 0.001, kIntegralTime = 10.0;                        // -, s
  static constexpr double kWaterMax = 0.016, kCurvature = 1.0;                        // kg/s
  static constexpr double kFlowNominal = 0.034, kLeak = 0.001;                        // kg/s
  static constexpr double kAirCapacity = 1e6, kWallCapacity = 1e6;                    // J/K
  static constexpr double kInner = 0.05, kOuter = 0.05;                               // K/W
  static constexpr double kPersonHeat = 100.0;                                        // W
  static constexpr double kBreath = 6.2e-6, kVolume = 100.0;                          // kg/s, m3
  static constexpr double kOutdoorCo2 = 400.0, kCo2Wanted = 700.0;                    // ppm
  static constexpr double kSupplyTemperature = 19.0, kSupplyWaterTemperature = 60.0;  // degC
  static constexpr double kElementCapacity = 5e5 / 3.0;                               // J/K

  double h_;
  double b_ = std::log(1.0 + kFlowNominal / kCurvature);
  double conductance_ = 1000.0 / 15.0 * (std::cbrt(39.0 / 24.0) - 1.0);  // W/K of an element
  std::vector<Room> rooms_;
};

}  // namespace hearth::bench
