// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"
#include "hearth/framework/component/registry.hpp"

/// Components made for tests: each shows one thing a component can do.
namespace hearth::test {

/// y = gain u + shift
template <class T>
struct Gain {
  struct In {
    T u;
  };
  struct Params {
    T gain, shift;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Gain")
        .in(&In::u, "u", unit::one, "Input")
        .par(&Params::gain, "gain", unit::one, {1.0, -1e6, 1e6}, "Gain")
        .par(&Params::shift, "shift", unit::one, {0.0}, "Shift")
        .out(&Out::y, "y", unit::one, "Output");
  }
  static void outputs(const In& u, const Params& p, Out& y) { y.y = p.gain * u.u + p.shift; }
};

/// y = sin(u)
template <class T>
struct Sine {
  struct In {
    T u;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Sine")
        .in(&In::u, "u", unit::one, "Input")
        .out(&Out::y, "y", unit::one, "Output");
  }
  static void outputs(const In& u, Out& y) { y.y = sin(u.u); }
};

/// y = Σ 10^i u_i over the entries in their order: shows which entry is which.
template <class T>
struct Digits {
  struct In {
    Many<T> u;
  };
  struct Out {
    T y, count;
  };
  static constexpr Schema schema() {
    return Schema("Weighs entries by their position")
        .in(&In::u, "u", unit::one, "Digits", over("digit"))
        .out(&Out::y, "y", unit::one, "Number")
        .out(&Out::count, "count", unit::one, "Entries");
  }
  static void outputs(const In& u, Out& y) {
    T sum(0.0);
    double weight = 1.0;
    for (int i = 0; i < u.u.size(); ++i, weight *= 10.0) sum += weight * u.u[i];
    y.y = sum;
    y.count = T(static_cast<double>(u.u.size()));
  }
};

/// Return junction: m = Σ m_i, θ = Σ m_i θ_i / m; two inputs over one set.
template <class T>
struct Junction {
  struct In {
    Many<T> flow, temperature;
  };
  struct Params {
    Many<T> weight;
  };
  struct Out {
    T flow, temperature;
  };
  static constexpr Schema schema() {
    return Schema("Junction of streams")
        .in(&In::flow, "airFlowRateIn", unit::kg_per_s, "Flow", over("stream"))
        .in(&In::temperature, "airTemperatureIn", unit::degC, "Temperature", over("stream"))
        .par(&Params::weight, "weight", unit::one, {1.0, 0.0, 10.0}, "Weight", over("stream"))
        .out(&Out::flow, "airFlowRateOut", unit::kg_per_s, "Mixed air")
        .out(&Out::temperature, "airTemperatureOut", unit::degC, "Mixed air");
  }
  static void outputs(const In& u, const Params& p, Out& y) {
    T flow(0.0), carried(0.0);
    for (int i = 0; i < u.flow.size(); ++i) {
      flow += p.weight[i] * u.flow[i];
      carried += p.weight[i] * u.flow[i] * u.temperature[i];
    }
    y.flow = flow;
    y.temperature = carried / flow;
  }
};

/// y_i = u share_i for a counted number of branches: a `Many` output.
template <class T>
struct Splitter {
  struct In {
    T u;
  };
  struct Params {
    Many<T> share;
  };
  struct Out {
    Many<T> y;
  };
  static constexpr Schema schema() {
    return Schema("Shares a value out")
        .count("branch", "branches", 2, "Branches")
        .in(&In::u, "u", unit::one, "Input")
        .par(&Params::share, "share", unit::one, {1.0}, "Share", over("branch"))
        .out(&Out::y, "y", unit::one, "Branch", over("branch"));
  }
  static void outputs(const In& u, const Params& p, Out& y) {
    for (int i = 0; i < y.y.size(); ++i) y.y[i] = p.share[i] * u.u;
  }
};

/// y = Σ u_i, with as many inputs as the configuration sets.
template <class T>
struct CountedSum {
  struct In {
    Many<T> u;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Sum of a counted number of inputs")
        .count("term", "terms", 2, "Terms")
        .in(&In::u, "u", unit::one, "Term", over("term"))
        .out(&Out::y, "y", unit::one, "Sum");
  }
  static void outputs(const In& u, Out& y) {
    T sum(0.0);
    for (const T& term : u.u) sum += term;
    y.y = sum;
  }
};

/// dx/dt = A x + b u for any fixed A.
template <class T>
struct LinearSystem {
  struct In {
    T u;
  };
  struct Config {
    Table A, b;
  };
  struct State {
    Many<T> x;
  };
  struct Out {
    Many<T> x;
  };
  static constexpr Schema schema() {
    return Schema("Linear system")
        .count("state", "n", 2, "States")
        .in(&In::u, "u", unit::one, "Input", open(1.0))
        .config(&Config::A, "A", "Matrix")
        .config(&Config::b, "b", "Column")
        .state(&State::x, "x", unit::one, {1.0}, "State", over("state"))
        .out(&Out::x, "x", unit::one, "State", over("state"));
  }
  static void outputs(const State& x, Out& y) {
    for (int i = 0; i < x.x.size(); ++i) y.x[i] = x.x[i];
  }
  static void derivatives(const In& u, const State& x, const Config& c, State& dx) {
    for (int i = 0; i < x.x.size(); ++i) {
      T sum = c.b(i, 0) * u.u;
      for (int j = 0; j < x.x.size(); ++j) sum += c.A(i, j) * x.x[j];
      dx.x[i] = sum;
    }
  }
};

/// A thermal node: C dθ/dt = Σ (θ_j - θ)/R + Q
template <class T>
struct Node {
  struct In {
    T heat;
    Many<T> neighbour;
  };
  struct Params {
    T capacity, resistance;
  };
  struct State {
    T temperature;
  };
  struct Out {
    T temperature;
  };
  static constexpr Schema schema() {
    return Schema("Thermal node")
        .in(&In::heat, "heat", unit::W, "Heat", open(0.0))
        .in(&In::neighbour, "neighbour", unit::degC, "Neighbour", over("neighbour"))
        .par(&Params::capacity, "capacity", unit::J_per_K, {1e6, 1.0, 1e12}, "Capacity")
        .par(&Params::resistance, "resistance", unit::K_per_W, {0.01, 1e-9, 1e9}, "To each")
        .state(&State::temperature, "temperature", unit::degC, {20.0}, "Node")
        .out(&Out::temperature, "temperature", unit::degC, "Node");
  }
  static void outputs(const State& x, Out& y) { y.temperature = x.temperature; }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    T heat = u.heat;
    for (const T& other : u.neighbour) heat += (other - x.temperature) / p.resistance;
    dx.temperature = heat / p.capacity;
  }
};

/// Radiator with exponent and radiation to its surface: not affine in its state.
///     C dθ/dt = m c (θ_sup - θ) - K (θ - θ_r)^n - ε (T^4 - T_r^4)
template <class T>
struct CurvedRadiator {
  struct In {
    T supply, flow, room;
  };
  struct Params {
    T capacity, conductance, exponent, radiation;
  };
  struct State {
    T temperature;
  };
  struct Out {
    T temperature, power;
  };
  static constexpr double kWaterHeatCapacity = 4180.0;  // J/(kg K)
  static constexpr double kZero = 273.15;               // K at 0 degC
  static constexpr Schema schema() {
    return Schema("Radiator with an exponent")
        .in(&In::supply, "supply", unit::degC, "Supply", open(60.0))
        .in(&In::flow, "flow", unit::kg_per_s, "Flow", open(0.01))
        .in(&In::room, "room", unit::degC, "Room", open(20.0))
        .par(&Params::capacity, "capacity", unit::J_per_K, {2e4, 1.0, 1e9}, "Capacity")
        .par(&Params::conductance, "conductance", unit::one, {10.0, 0.0, 1e6}, "W/K^n")
        .par(&Params::exponent, "exponent", unit::one, {1.3, 1.0, 2.0}, "Exponent")
        .par(&Params::radiation, "radiation", unit::one, {2e-8, 0.0, 1.0}, "W/K^4")
        .state(&State::temperature, "temperature", unit::degC, {20.0}, "Radiator")
        .out(&Out::temperature, "temperature", unit::degC, "Radiator")
        .out(&Out::power, "power", unit::W, "Convection");
  }
  static T convection(const In& u, const State& x, const Params& p) {
    const T excess = max(x.temperature - u.room, T(1e-3));
    return p.conductance * pow(excess, p.exponent);
  }
  static T fourth(const T& celsius) {
    const T kelvin = celsius + kZero;
    const T square = kelvin * kelvin;
    return square * square;
  }
  static void outputs(const In& u, const State& x, const Params& p, Out& y) {
    y.temperature = x.temperature;
    y.power = convection(u, x, p);
  }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const T carried = kWaterHeatCapacity * u.flow * (u.supply - x.temperature);
    const T radiated = p.radiation * (fourth(x.temperature) - fourth(u.room));
    dx.temperature = (carried - convection(u, x, p) - radiated) / p.capacity;
  }
};

/// dx/dt = (u - x)/τ; puts out its state and, at another port, what flows through it.
template <class T>
struct Relax {
  struct In {
    T u;
  };
  struct Params {
    T time_constant;
  };
  struct State {
    T x;
  };
  struct Out {
    T x, difference;
  };
  static constexpr Schema schema() {
    return Schema("First order")
        .in(&In::u, "u", unit::one, "Input")
        .par(&Params::time_constant, "tau", unit::s, {1000.0, 1e-6, 1e12}, "Time constant")
        .state(&State::x, "x", unit::one, {0.0}, "State")
        .out(&Out::x, "x", unit::one, "State")
        .out(&Out::difference, "difference", unit::one, "u - x");
  }
  static void outputs(const In& u, const State& x, Out& y) {
    y.x = x.x;
    y.difference = u.u - x.x;
  }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    dx.x = (u.u - x.x) / p.time_constant;
  }
};

/// Counts its samples and remembers when and what it saw.
template <class T>
struct Sampler {
  struct In {
    T u;
  };
  struct Held {
    T count, time, seen, period;
  };
  struct Out {
    T count, time, seen, period;
  };
  static constexpr Schema schema() {
    return Schema("Sampler")
        .in(&In::u, "u", unit::one, "Input", open(0.0))
        .held(&Held::count, "count", unit::one, {0.0}, "Samples")
        .held(&Held::time, "time", unit::s, {-1.0}, "Of the last sample")
        .held(&Held::seen, "seen", unit::one, {-1.0}, "Input at the last sample")
        .held(&Held::period, "period", unit::s, {-1.0}, "Sample period")
        .out(&Out::count, "count", unit::one, "Samples")
        .out(&Out::time, "time", unit::s, "Of the last sample")
        .out(&Out::seen, "seen", unit::one, "Input at the last sample")
        .out(&Out::period, "period", unit::s, "Sample period");
  }
  static void outputs(const Held& x, Out& y) {
    y.count = x.count;
    y.time = x.time;
    y.seen = x.seen;
    y.period = x.period;
  }
  static void update(const In& u, const Clock& now, Held& x) {
    x.count += T(1.0);
    x.time = T(now.time);
    x.seen = u.u;
    x.period = T(now.period);
  }
};

/// Keeps its input at the last sample, and samples the means of series.
template <class T>
struct MeanSampler {
  struct In {
    T u;
  };
  struct Held {
    T seen;
  };
  struct Out {
    T seen;
  };
  static constexpr bool samples_means = true;

  static constexpr Schema schema() {
    return Schema("Sampler of means")
        .in(&In::u, "u", unit::one, "Input")
        .held(&Held::seen, "seen", unit::one, {-1.0}, "Input at the last sample")
        .out(&Out::seen, "seen", unit::one, "Input at the last sample");
  }
  static void outputs(const Held& x, Out& y) { y.seen = x.seen; }
  static void update(const In& u, Held& x) { x.seen = u.u; }
};

/// On below `low`, off above `high`; counts how often either event fired.
template <class T>
struct Thermostat {
  struct In {
    T measurement;
  };
  struct Params {
    T low, high;
  };
  struct Held {
    T on, cold_events, warm_events;
  };
  struct Guards {
    T cold, warm;
  };
  struct Out {
    T on, cold_events, warm_events;
  };
  static constexpr Schema schema() {
    return Schema("Thermostat")
        .in(&In::measurement, "measurement", unit::any, "Room")
        .par(&Params::low, "low", unit::any, {19.0}, "Switches on below")
        .par(&Params::high, "high", unit::any, {21.0}, "Switches off above")
        .held(&Held::on, "on", unit::one, {0.0}, "1 on")
        .held(&Held::cold_events, "coldEvents", unit::one, {0.0}, "Fired")
        .held(&Held::warm_events, "warmEvents", unit::one, {0.0}, "Fired")
        .guard(&Guards::cold, "cold", "Too cold")
        .guard(&Guards::warm, "warm", "Too warm")
        .out(&Out::on, "on", unit::one, "1 on")
        .out(&Out::cold_events, "coldEvents", unit::one, "Fired")
        .out(&Out::warm_events, "warmEvents", unit::one, "Fired");
  }
  static void outputs(const Held& x, Out& y) {
    y.on = x.on;
    y.cold_events = x.cold_events;
    y.warm_events = x.warm_events;
  }
  static void guards(const In& u, const Params& p, Guards& g) {
    g.cold = p.low - u.measurement;
    g.warm = u.measurement - p.high;
  }
  static void fire(const Guards& fired, Held& x) {
    x.on = select(fired.cold > T(0.5), T(1.0), select(fired.warm > T(0.5), T(0.0), x.on));
    x.cold_events += fired.cold;
    x.warm_events += fired.warm;
  }
};

/// dx/dt = inflow; emptied by `limit` each time it is full: an event that resets a state.
template <class T>
struct Bucket {
  struct In {
    T inflow;
  };
  struct Params {
    T limit;
  };
  struct State {
    T level;
  };
  struct Held {
    T emptied;
  };
  struct Guards {
    T full;
  };
  struct Out {
    T level, emptied;
  };
  static constexpr Schema schema() {
    return Schema("Bucket")
        .in(&In::inflow, "inflow", unit::one, "1/s", open(0.001))
        .par(&Params::limit, "limit", unit::one, {1.0}, "Full")
        .state(&State::level, "level", unit::one, {0.0}, "Level")
        .held(&Held::emptied, "emptied", unit::one, {0.0}, "Times")
        .guard(&Guards::full, "full", "Full")
        .out(&Out::level, "level", unit::one, "Level")
        .out(&Out::emptied, "emptied", unit::one, "Times");
  }
  static void outputs(const State& x, const Held& h, Out& y) {
    y.level = x.level;
    y.emptied = h.emptied;
  }
  static void derivatives(const In& u, State& dx) { dx.level = u.inflow; }
  static void guards(const State& x, const Params& p, Guards& g) { g.full = x.level - p.limit; }
  static void fire(const Guards& fired, const Params& p, State& x, Held& h) {
    x.level = x.level - fired.full * p.limit;
    h.emptied += fired.full;
  }
};

/// An event that raises the guard of another event.
template <class T>
struct Cascade {
  struct Held {
    T first, second;
  };
  struct Guards {
    T start, raised;
  };
  struct Out {
    T first, second;
  };
  static constexpr Schema schema() {
    return Schema("Two events, one after the other")
        .held(&Held::first, "first", unit::one, {0.0}, "Fired")
        .held(&Held::second, "second", unit::one, {0.0}, "Fired")
        .guard(&Guards::start, "start", "From the beginning")
        .guard(&Guards::raised, "raised", "After the first")
        .out(&Out::first, "first", unit::one, "Fired")
        .out(&Out::second, "second", unit::one, "Fired");
  }
  static void outputs(const Held& x, Out& y) {
    y.first = x.first;
    y.second = x.second;
  }
  static void guards(const Held& x, Guards& g) {
    g.start = T(1.0);
    g.raised = x.first - 0.5;
  }
  static void fire(const Guards& fired, Held& x) {
    x.first += fired.start;
    x.second += fired.raised;
  }
};

/// y = √u: not a number for u < 0.
template <class T>
struct Root {
  struct In {
    T u;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Root")
        .in(&In::u, "u", unit::one, "Input")
        .out(&Out::y, "y", unit::one, "Output");
  }
  static void outputs(const In& u, Out& y) { y.y = sqrt(u.u); }
};

/// Ports in units of other scales.
template <class T>
struct Scales {
  struct In {
    T power, temperature;
  };
  struct Out {
    T power, temperature;
  };
  static constexpr Schema schema() {
    return Schema("Passes on what it gets, in kW and degF")
        .in(&In::power, "power", unit::kW, "Power", open(0.0))
        .in(&In::temperature, "temperature", unit::degF, "Temperature", open(32.0))
        .out(&Out::power, "power", unit::kW, "Power")
        .out(&Out::temperature, "temperature", unit::degF, "Temperature");
  }
  static void outputs(const In& u, Out& y) {
    y.power = u.power;
    y.temperature = u.temperature;
  }
};

/// Takes W, degC, K and a bare number.
template <class T>
struct Sink {
  struct In {
    T power, temperature, difference, number;
  };
  struct Out {
    T power, temperature, difference, number;
  };
  static constexpr Schema schema() {
    return Schema("Passes on what it gets, in SI")
        .in(&In::power, "power", unit::W, "Power", open(0.0))
        .in(&In::temperature, "temperature", unit::degC, "Temperature", open(0.0))
        .in(&In::difference, "difference", unit::K, "Difference", open(0.0))
        .in(&In::number, "number", unit::one, "Number", open(0.0))
        .out(&Out::power, "power", unit::W, "Power")
        .out(&Out::temperature, "temperature", unit::degC, "Temperature")
        .out(&Out::difference, "difference", unit::K, "Difference")
        .out(&Out::number, "number", unit::one, "Number");
  }
  static void outputs(const In& u, Out& y) {
    y.power = u.power;
    y.temperature = u.temperature;
    y.difference = u.difference;
    y.number = u.number;
  }
};

/// Whole numbers and flags in the configuration, and a series with a unit.
template <class T>
struct Configured {
  struct Config {
    int number;
    bool flag;
    Series power;
  };
  struct Out {
    T number, flag, power, time;
  };
  static constexpr Schema schema() {
    return Schema("Shows its configuration")
        .config(&Config::number, "number", Range{3.0, 1.0, 9.0}, "Number")
        .config(&Config::flag, "flag", true, "Flag")
        .config(&Config::power, "power", unit::W, open(5.0), "Power")
        .out(&Out::number, "number", unit::one, "Number")
        .out(&Out::flag, "flag", unit::one, "Flag")
        .out(&Out::power, "power", unit::W, "Power")
        .out(&Out::time, "time", unit::s, "Label of the outputs");
  }
  static void outputs(const Config& c, const Clock& now, Out& y) {
    y.number = T(static_cast<double>(c.number));
    y.flag = T(c.flag ? 1.0 : 0.0);
    y.power = T(c.power(now));
    y.time = T(now.time);
  }
};

/// Returns the components above and those of the library.
const Registry& test_components();

}  // namespace hearth::test
