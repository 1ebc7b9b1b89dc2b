// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "hearth/components/air/damper.hpp"
#include "hearth/components/controls/pid_controller.hpp"
#include "hearth/components/water/space_heater.hpp"
#include "hearth/components/water/valve.hpp"
#include "hearth/components/zones/building_space.hpp"
#include "hearth/framework/component/exponential_step.hpp"

namespace hearth::bench {

/// The rooms of `rooms()` as one hand-written loop over the same kernels: no input map, no levels,
/// one pass per room. What the framework's generality is measured against.
class FusedRooms {
 public:
  FusedRooms(int count, double step) : step_(step), rooms_(static_cast<std::size_t>(count)) {}

  void step() {
    for (Room& room : rooms_) advance(room);
  }
  double temperature(int room) const { return rooms_[room].x[0]; }

 private:
  struct Room {
    std::array<double, 3> x{20.0, 20.0, 400.0};      // air, wall, CO2
    std::array<double, 3> heater{21.0, 21.0, 21.0};  // elements
    PidController<double>::Held heating{}, ventilation{};
    double power = 0.0;
    double outlet = 21.0;
    double measured_temperature = 20.0, measured_co2 = 400.0;
  };

  void advance(Room& room) {
    // The removed connections of the model are the room's temperature and CO2 to their sensors or
    // the heater's power to the room; both ends are taken at the start of the step here.
    const Clock clock{step_, step_, step_};
    PidController<double>::update({room.measured_temperature, 21.0, 1.0}, pid_, heating_config_,
                                  clock, room.heating);
    PidController<double>::update({room.measured_co2, 700.0, 1.0}, pid_, ventilation_config_, clock,
                                  room.ventilation);
    Valve<double>::Out valve{};
    Valve<double>::outputs({room.heating.command}, valve_, valve_config_, valve);
    Damper<double>::Out supply{}, exhaust{};
    Damper<double>::outputs({room.ventilation.command}, damper_, damper_derived_, supply);
    Damper<double>::outputs({room.ventilation.command}, damper_, damper_derived_, exhaust);
    advance_space(room, supply.flow, exhaust.flow);
    advance_heater(room, valve.flow);
    room.measured_temperature = room.x[0];
    room.measured_co2 = room.x[2];
  }

  void advance_space(Room& room, double supply, double exhaust) {
    using Space = BuildingSpace<double>;
    const Space::In u{-3.0, supply, exhaust, 19.0, 0.0, 2.0, 400.0, Many<double>(&room.power, 1),
                      {},   {}};
    auto rhs = [&](double* x, double, double* dx) {
      const Space::State state{x[0], x[1], x[2], {}, {}};
      Space::State slope{};
      Space::derivatives(u, state, space_, slope);
      dx[0] = slope.air;
      dx[1] = slope.wall;
      dx[2] = slope.co2;
    };
    StateStep<double, decltype(rhs)>(rhs, room.x.data(), 3, 3, work_.data()).affine(step_);
  }

  void advance_heater(Room& room, double flow) {
    using Heater = SpaceHeater<double>;
    const Heater::In u{60.0, flow, room.x[0]};
    auto rhs = [&](double* x, double, double* dx) {
      const Heater::State state{Many<double>(x, 3)};
      Heater::State slope{Many<double>(dx, 3)};
      Heater::derivatives(u, state, heater_, slope);
    };
    StateStep<double, decltype(rhs)>(rhs, room.heater.data(), 3, 2, work_.data()).affine(step_);
    Heater::Out out{};
    Heater::outputs(u, {Many<double>(room.heater)}, heater_, out);
    room.power = out.power;
    room.outlet = out.outlet_temperature;
  }

  static BuildingSpace<double>::Params space_parameters() {
    return {1e6, 1e6, 1e6, 0.05, 0.05, 0.01, 0.0, 0.3, 0.1, 100.0, 100.0, 6.2e-6, 0.001, {}, {}};
  }
  static SpaceHeater<double>::Params heater_parameters() {
    SpaceHeater<double>::Params p{1000.0, 60.0, 45.0, 21.0, 5e5, 0.0};
    p.conductance = SpaceHeater<double>::nominal_conductance(p, 3);
    return p;
  }
  static Damper<double>::Derived derived(const Damper<double>::Params& p) {
    Damper<double>::Derived q{};
    Damper<double>::prepare(p, q);
    return q;
  }

  double step_;
  std::vector<Room> rooms_;
  PidController<double>::Params pid_{0.001, 10.0, 0.0, 0.0, 1.0};
  PidController<double>::Config heating_config_{true, {}, {}}, ventilation_config_{false, {}, {}};
  Valve<double>::Params valve_{0.016, 1.0, 50.0, 1e-4, 0.01};
  Valve<double>::Config valve_config_{};
  Damper<double>::Params damper_{0.034, 1.0};
  Damper<double>::Derived damper_derived_ = derived(damper_);
  BuildingSpace<double>::Params space_ = space_parameters();
  SpaceHeater<double>::Params heater_ = heater_parameters();
  std::array<double, 128> work_{};
};

}  // namespace hearth::bench
