// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"
#include "hearth/framework/component/registry.hpp"

/// The systems of the reference cases, one component each, and small parts they are built from.
namespace hearth::test {

/// x' = -x/tau, y = x
template <class T>
struct Lag {
  struct Params {
    T tau;
  };
  struct State {
    T x;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("First-order lag without input")
        .par(&Params::tau, "tau", unit::s, {1.0, 1e-9, 1e9}, "Time constant")
        .state(&State::x, "x", unit::one, {1.0}, "State")
        .out(&Out::y, "y", unit::one, "State");
  }
  static void outputs(const State& x, Out& y) { y.y = x.x; }
  static void derivatives(const State& x, const Params& p, State& dx) { dx.x = -x.x / p.tau; }
};

/// m x'' = -k x - d x' + force
template <class T>
struct Oscillator {
  struct In {
    T force;
  };
  struct Params {
    T m, d, k;
  };
  struct State {
    T x, v;
  };
  struct Out {
    T x, v;
  };
  static constexpr Schema schema() {
    return Schema("Mass, damper and spring")
        .in(&In::force, "force", unit::one, "Force", open(0.0))
        .par(&Params::m, "m", unit::one, {1.0, 1e-9, 1e9}, "Mass")
        .par(&Params::d, "d", unit::one, {0.0}, "Damping")
        .par(&Params::k, "k", unit::one, {1.0}, "Stiffness")
        .state(&State::x, "x", unit::one, {0.0}, "Position")
        .state(&State::v, "v", unit::one, {0.0}, "Speed")
        .out(&Out::x, "x", unit::one, "Position")
        .out(&Out::v, "v", unit::one, "Speed");
  }
  static void outputs(const State& x, Out& y) {
    y.x = x.x;
    y.v = x.v;
  }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    dx.x = x.v;
    dx.v = (u.force - p.k * x.x - p.d * x.v) / p.m;
  }
};

/// force = k (other - own), energy = k (other - own)^2 / 2
template <class T>
struct Spring {
  struct In {
    T own, other;
  };
  struct Params {
    T k;
  };
  struct Out {
    T force, energy;
  };
  static constexpr Schema schema() {
    return Schema("Spring between two masses")
        .in(&In::own, "own", unit::one, "Position")
        .in(&In::other, "other", unit::one, "Position")
        .par(&Params::k, "k", unit::one, {1.0}, "Stiffness")
        .out(&Out::force, "force", unit::one, "On the own mass")
        .out(&Out::energy, "energy", unit::one, "Stored");
  }
  static void outputs(const In& u, const Params& p, Out& y) {
    const T length = u.other - u.own;
    y.force = p.k * length;
    y.energy = 0.5 * p.k * length * length;
  }
};

/// x1' = x2, x2' = mu (1 - x1^2) x2 - x1
template <class T>
struct VanDerPol {
  struct Params {
    T mu;
  };
  struct State {
    T x1, x2;
  };
  struct Out {
    T x1, x2, y1;
  };
  static constexpr Schema schema() {
    return Schema("Van der Pol's oscillator")
        .par(&Params::mu, "mu", unit::one, {5.0}, "Damping")
        .state(&State::x1, "x1", unit::one, {1.0}, "State")
        .state(&State::x2, "x2", unit::one, {1.0}, "State")
        .out(&Out::x1, "x1", unit::one, "State")
        .out(&Out::x2, "x2", unit::one, "State")
        .out(&Out::y1, "y1", unit::one, "x1^2 + x2^2");
  }
  static void outputs(const State& x, Out& y) {
    y.x1 = x.x1;
    y.x2 = x.x2;
    y.y1 = x.x1 * x.x1 + x.x2 * x.x2;
  }
  static void derivatives(const State& x, const Params& p, State& dx) {
    dx.x1 = x.x2;
    dx.x2 = p.mu * (1.0 - x.x1 * x.x1) * x.x2 - x.x1;
  }
};

/// alpha' = omega, omega' = -(g/L) sin(alpha); an event at each reversal
template <class T>
struct Pendulum {
  struct Params {
    T g, length;
  };
  struct State {
    T alpha, omega;
  };
  struct Held {
    T reversals;
  };
  struct Guards {
    T reversal;
  };
  struct Out {
    T alpha, omega;
  };
  static constexpr Schema schema() {
    return Schema("Pendulum")
        .par(&Params::g, "g", unit::one, {9.81}, "Gravity")
        .par(&Params::length, "L", unit::one, {1.0, 1e-6, 1e6}, "Length")
        .state(&State::alpha, "alpha", unit::one, {0.0}, "Angle")
        .state(&State::omega, "omega", unit::one, {0.0}, "Speed")
        .held(&Held::reversals, "reversals", unit::one, {0.0}, "Counted")
        .guard(&Guards::reversal, "reversal", "Speed through 0", Crossing::Either)
        .out(&Out::alpha, "alpha", unit::one, "Angle")
        .out(&Out::omega, "omega", unit::one, "Speed");
  }
  static void outputs(const State& x, Out& y) {
    y.alpha = x.alpha;
    y.omega = x.omega;
  }
  static void derivatives(const State& x, const Params& p, State& dx) {
    dx.alpha = x.omega;
    dx.omega = -p.g / p.length * sin(x.alpha);
  }
  static void guards(const State& x, Guards& g) { g.reversal = x.omega; }
  static void fire(const Guards& fired, Held& x) { x.reversals += fired.reversal * fired.reversal; }
};

/// p' = v, v' = -G M p / |p|^3 in a plane; an event where the distance is largest
template <class T>
struct Orbit {
  struct Params {
    T attraction;
  };
  struct State {
    T px, py, vx, vy;
  };
  struct Held {
    T aphelion;
  };
  struct Guards {
    T receding;
  };
  struct Out {
    T px, py, aphelion, energy;
  };
  static constexpr Schema schema() {
    return Schema("Body around a fixed one")
        .par(&Params::attraction, "GM", unit::one, {1.0}, "G M")
        .state(&State::px, "px", unit::m, {0.0}, "Position")
        .state(&State::py, "py", unit::m, {0.0}, "Position")
        .state(&State::vx, "vx", unit::one, {0.0}, "Speed")
        .state(&State::vy, "vy", unit::one, {0.0}, "Speed")
        .held(&Held::aphelion, "aphelion", unit::m, {0.0}, "Largest distance")
        .guard(&Guards::receding, "receding", "p v", Crossing::Falling)
        .out(&Out::px, "px", unit::m, "Position")
        .out(&Out::py, "py", unit::m, "Position")
        .out(&Out::aphelion, "aphelion", unit::m, "Largest distance")
        .out(&Out::energy, "energy", unit::one, "Per mass");
  }
  static void outputs(const State& x, const Held& h, const Params& p, Out& y) {
    y.px = x.px;
    y.py = x.py;
    y.aphelion = h.aphelion;
    y.energy = 0.5 * (x.vx * x.vx + x.vy * x.vy) - p.attraction / distance(x);
  }
  static T distance(const State& x) { return sqrt(x.px * x.px + x.py * x.py); }
  static void derivatives(const State& x, const Params& p, State& dx) {
    const T r = distance(x);
    const T pull = p.attraction / (r * r * r);
    dx.px = x.vx;
    dx.py = x.vy;
    dx.vx = -pull * x.px;
    dx.vy = -pull * x.py;
  }
  // In units of the orbit, so that the guard is of order 1.
  static void guards(const State& x, Guards& g) { g.receding = (x.px * x.vx + x.py * x.vy) / 1e15; }
  static void fire(const State& x, Held& h) { h.aphelion = distance(x); }
};

/// h' = v, v' = -g; at the floor v := -e v
template <class T>
struct Ball {
  struct Params {
    T g, e;
  };
  struct State {
    T h, v;
  };
  struct Held {
    T bounces, speed;
  };
  struct Guards {
    T floor;
  };
  struct Out {
    T h, v, speed;
  };
  static constexpr Schema schema() {
    return Schema("Bouncing ball")
        .par(&Params::g, "g", unit::one, {9.81}, "Gravity")
        .par(&Params::e, "e", unit::one, {0.8}, "Restitution")
        .state(&State::h, "h", unit::m, {10.0}, "Height")
        .state(&State::v, "v", unit::one, {15.0}, "Speed upwards")
        .held(&Held::bounces, "bounces", unit::one, {0.0}, "Counted")
        .held(&Held::speed, "speed", unit::one, {0.0}, "After the last bounce")
        .guard(&Guards::floor, "floor", "Height", Crossing::Falling)
        .out(&Out::h, "h", unit::m, "Height")
        .out(&Out::v, "v", unit::one, "Speed upwards")
        .out(&Out::speed, "speed", unit::one, "After the last bounce");
  }
  static void outputs(const State& x, const Held& d, Out& y) {
    y.h = x.h;
    y.v = x.v;
    y.speed = d.speed;
  }
  static void derivatives(const State& x, const Params& p, State& dx) {
    dx.h = x.v;
    dx.v = -p.g;
  }
  static void guards(const State& x, Guards& g) { g.floor = x.h; }
  static void fire(const Params& p, State& x, Held& d) {
    x.h = T(0.0);
    x.v = -p.e * x.v;
    d.speed = x.v;
    d.bounces += 1.0;
  }
};

/// C T' = (Ta - T)/R + s P, and the heat delivered
template <class T>
struct HeatedRoom {
  struct In {
    T s;
  };
  struct Params {
    T capacity, resistance, power, ambient;
  };
  struct State {
    T temperature, energy;
  };
  struct Out {
    T temperature, energy;
  };
  static constexpr Schema schema() {
    return Schema("Room of one node")
        .in(&In::s, "s", unit::one, "Heater, 0 to 1")
        .par(&Params::capacity, "C", unit::J_per_K, {2e6}, "Capacity")
        .par(&Params::resistance, "R", unit::K_per_W, {0.005}, "To outdoors")
        .par(&Params::power, "P", unit::W, {6000.0}, "Of the heater")
        .par(&Params::ambient, "Ta", unit::degC, {0.0}, "Outdoors")
        .state(&State::temperature, "T", unit::degC, {20.0}, "Room")
        .state(&State::energy, "E", unit::J, {0.0}, "Heat delivered")
        .out(&Out::temperature, "T", unit::degC, "Room")
        .out(&Out::energy, "E", unit::J, "Heat delivered");
  }
  static void outputs(const State& x, Out& y) {
    y.temperature = x.temperature;
    y.energy = x.energy;
  }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const T heat = u.s * p.power;
    dx.temperature = ((p.ambient - x.temperature) / p.resistance + heat) / p.capacity;
    dx.energy = heat;
  }
};

/// s := 1 where the measurement falls to `low`, 0 where it rises to `high`
template <class T>
struct TwoPoint {
  struct In {
    T measurement;
  };
  struct Params {
    T low, high;
  };
  struct Held {
    T s;
  };
  struct Guards {
    T cold, warm;
  };
  struct Out {
    T s;
  };
  static constexpr Schema schema() {
    return Schema("Two-point thermostat")
        .in(&In::measurement, "measurement", unit::degC, "Room")
        .par(&Params::low, "T_low", unit::degC, {20.0}, "Switches on")
        .par(&Params::high, "T_high", unit::degC, {21.5}, "Switches off")
        .held(&Held::s, "s", unit::one, {0.0}, "Heater")
        .guard(&Guards::cold, "cold", "Too cold")
        .guard(&Guards::warm, "warm", "Too warm")
        .out(&Out::s, "s", unit::one, "Heater");
  }
  static void outputs(const Held& x, Out& y) { y.s = x.s; }
  static void guards(const In& u, const Params& p, Guards& g) {
    g.cold = p.low - u.measurement;
    g.warm = u.measurement - p.high;
  }
  static void fire(const Guards& fired, Held& x) {
    x.s = select(fired.cold > T(0.5), T(1.0), select(fired.warm > T(0.5), T(0.0), x.s));
  }
};

/// x' = cos t and the integrals of its saturation and dead band, with events at the corners
template <class T>
struct Corners {
  struct Params {
    T limit, band;
  };
  struct State {
    T x, saturated, dead;
  };
  struct Held {
    T corners;
  };
  struct Guards {
    T upper, lower, above, below;
  };
  struct Out {
    T saturated, dead;
  };
  static constexpr Schema schema() {
    return Schema("Saturation and dead band of sin t")
        .par(&Params::limit, "limit", unit::one, {0.75}, "Saturation")
        .par(&Params::band, "band", unit::one, {0.25}, "Dead band")
        .state(&State::x, "x", unit::one, {0.0}, "sin t")
        .state(&State::saturated, "I_s", unit::one, {0.0}, "Integral")
        .state(&State::dead, "I_d", unit::one, {0.0}, "Integral")
        .held(&Held::corners, "corners", unit::one, {0.0}, "Counted")
        .guard(&Guards::upper, "upper", "Saturation", Crossing::Either)
        .guard(&Guards::lower, "lower", "Saturation", Crossing::Either)
        .guard(&Guards::above, "above", "Dead band", Crossing::Either)
        .guard(&Guards::below, "below", "Dead band", Crossing::Either)
        .out(&Out::saturated, "I_s", unit::one, "Integral")
        .out(&Out::dead, "I_d", unit::one, "Integral");
  }
  static void outputs(const State& x, Out& y) {
    y.saturated = x.saturated;
    y.dead = x.dead;
  }
  static void derivatives(const State& x, const Params& p, const Clock& now, State& dx) {
    dx.x = T(std::cos(now.time));
    dx.saturated = clamp(x.x, -p.limit, p.limit);
    dx.dead = max(x.x - p.band, T(0.0)) + min(x.x + p.band, T(0.0));
  }
  static void guards(const State& x, const Params& p, Guards& g) {
    g.upper = x.x - p.limit;
    g.lower = x.x + p.limit;
    g.above = x.x - p.band;
    g.below = x.x + p.band;
  }
  static void fire(const Guards&, Held& x) { x.corners += 1.0; }
};

/// y' = 3 t^2 + 12 t - 4
template <class T>
struct Cubic {
  struct State {
    T y;
  };
  struct Held {
    T crossings;
  };
  struct Guards {
    T zero;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("A cubic with three zeros")
        .state(&State::y, "y", unit::one, {-120.0}, "Value")
        .held(&Held::crossings, "crossings", unit::one, {0.0}, "Counted")
        .guard(&Guards::zero, "zero", "Value", Crossing::Either)
        .out(&Out::y, "y", unit::one, "Value");
  }
  static void outputs(const State& x, Out& y) { y.y = x.y; }
  static void derivatives(const Clock& now, State& dx) {
    dx.y = T(3.0 * now.time * now.time + 12.0 * now.time - 4.0);
  }
  static void guards(const State& x, Guards& g) { g.zero = x.y; }
  static void fire(const Guards& fired, Held& x) { x.crossings += fired.zero; }
};

/// x' = slope, an event where x passes 0
template <class T>
struct Ramp {
  struct Params {
    T slope;
  };
  struct State {
    T x;
  };
  struct Held {
    T passes;
  };
  struct Guards {
    T zero;
  };
  struct Out {
    T x, passes;
  };
  static constexpr Schema schema() {
    return Schema("Ramp with an event at 0")
        .par(&Params::slope, "slope", unit::one, {1.0}, "Slope")
        .state(&State::x, "x", unit::one, {0.0}, "Value")
        .held(&Held::passes, "passes", unit::one, {0.0}, "Counted")
        .guard(&Guards::zero, "zero", "Value", Crossing::Either)
        .out(&Out::x, "x", unit::one, "Value")
        .out(&Out::passes, "passes", unit::one, "Counted");
  }
  static void outputs(const State& x, const Held& h, Out& y) {
    y.x = x.x;
    y.passes = h.passes;
  }
  static void derivatives(const Params& p, State& dx) { dx.x = p.slope; }
  static void guards(const State& x, Guards& g) { g.zero = x.x; }
  static void fire(const Guards&, Held& h) { h.passes += 1.0; }
};

/// x' = v; on `flip` v := -v, on `twice` v := 2 v, both in this order where they come together
template <class T>
struct Mover {
  struct State {
    T x;
  };
  struct Held {
    T v;
  };
  struct Guards {
    T flip, twice;
  };
  struct Out {
    T x, v;
  };
  static constexpr Schema schema() {
    return Schema("A body whose speed others change")
        .state(&State::x, "x", unit::one, {0.0}, "Position")
        .held(&Held::v, "v", unit::one, {1.0}, "Speed")
        .event(&Guards::flip, "flip", "Turns round")
        .event(&Guards::twice, "twice", "Doubles the speed")
        .out(&Out::x, "x", unit::one, "Position")
        .out(&Out::v, "v", unit::one, "Speed");
  }
  static void outputs(const State& x, const Held& h, Out& y) {
    y.x = x.x;
    y.v = h.v;
  }
  static void derivatives(const Held& h, State& dx) { dx.x = h.v; }
  static void fire(const Guards& fired, Held& h) {
    h.v = select(fired.flip > T(0.5), -h.v, h.v);
    h.v = select(fired.twice > T(0.5), 2.0 * h.v, h.v);
  }
};

/// C T' = (left - T)/R_left + (right - T)/R_right
template <class T>
struct WallNode {
  struct In {
    T left, right;
  };
  struct Params {
    T capacity, left, right;
  };
  struct State {
    T temperature;
  };
  struct Out {
    T temperature, heat;
  };
  static constexpr Schema schema() {
    return Schema("Node of a wall")
        .in(&In::left, "left", unit::degC, "Neighbour")
        .in(&In::right, "right", unit::degC, "Neighbour")
        .par(&Params::capacity, "C", unit::J_per_K, {1e5, 1e-6, 1e12}, "Capacity")
        .par(&Params::left, "R_left", unit::K_per_W, {1.0, 1e-9, 1e9}, "To the left")
        .par(&Params::right, "R_right", unit::K_per_W, {1.0, 1e-9, 1e9}, "To the right")
        .state(&State::temperature, "T", unit::degC, {20.0}, "Node")
        .out(&Out::temperature, "T", unit::degC, "Node")
        .out(&Out::heat, "q_right", unit::W, "From the right");
  }
  static void outputs(const In& u, const State& x, const Params& p, Out& y) {
    y.temperature = x.temperature;
    y.heat = (u.right - x.temperature) / p.right;
  }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    dx.temperature =
        ((u.left - x.temperature) / p.left + (u.right - x.temperature) / p.right) / p.capacity;
  }
};

/// dp = 50000 - 4e8 q^2
template <class T>
struct PumpCurve {
  struct In {
    T q;
  };
  struct Out {
    T dp;
  };
  static constexpr Schema schema() {
    return Schema("Pump curve")
        .in(&In::q, "q", unit::m3_per_s, "Flow")
        .out(&Out::dp, "dp", unit::Pa, "Pressure");
  }
  static void outputs(const In& u, Out& y) { y.dp = 50000.0 - 4e8 * u.q * u.q; }
};

/// q solves dp = 1.2e9 q^2 + 3e6 q
template <class T>
struct PipeCurve {
  struct In {
    T dp;
  };
  struct Out {
    T q;
  };
  static constexpr Schema schema() {
    return Schema("Pipe curve")
        .in(&In::dp, "dp", unit::Pa, "Pressure")
        .out(&Out::q, "q", unit::m3_per_s, "Flow");
  }
  static void outputs(const In& u, Out& y) { y.q = (sqrt(9e12 + 4.8e9 * u.dp) - 3e6) / 2.4e9; }
};

/// y = cos u
template <class T>
struct Cosine {
  struct In {
    T u;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Cosine")
        .in(&In::u, "u", unit::one, "Input")
        .out(&Out::y, "y", unit::one, "Output");
  }
  static void outputs(const In& u, Out& y) { y.y = cos(u.u); }
};

/// A chirp of time, sin(a t + b t^2 / 2): a function of time without a `period`.
template <class T>
struct Chirp {
  struct Params {
    T a, b;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Chirp")
        .par(&Params::a, "a", unit::one, {1.0}, "Angular frequency at 0 s")
        .par(&Params::b, "b", unit::one, {0.0}, "Its rate")
        .out(&Out::y, "y", unit::bare, "Value now");
  }
  static void outputs(const Params& p, const Clock& now, Out& y) {
    y.y = sin((p.a + 0.5 * p.b * now.time) * now.time);
  }
};

/// y1 = 2 u, y2 = q, q' = u
template <class T>
struct PartlyDirect {
  struct In {
    T u;
  };
  struct State {
    T q;
  };
  struct Out {
    T y1, y2;
  };
  static constexpr Schema schema() {
    return Schema("One direct and one integrated output")
        .in(&In::u, "u", unit::one, "Input")
        .state(&State::q, "q", unit::one, {0.0}, "State")
        .out(&Out::y1, "y1", unit::one, "2 u")
        .out(&Out::y2, "y2", unit::one, "q");
  }
  static void outputs(const In& u, const State& x, Out& y) {
    y.y1 = 2.0 * u.u;
    y.y2 = x.q;
  }
  static void derivatives(const In& u, State& dx) { dx.q = u.u; }
};

/// x' = Σ u_i, y = x
template <class T>
struct Collector {
  struct In {
    Many<T> u;
  };
  struct State {
    T x;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Integral of a sum")
        .in(&In::u, "u", unit::bare, "Terms", over("term"))
        .state(&State::x, "x", unit::one, {0.0}, "State")
        .out(&Out::y, "y", unit::bare, "State");
  }
  static void outputs(const State& x, Out& y) { y.y = x.x; }
  static void derivatives(const In& u, State& dx) {
    T sum(0.0);
    for (const T& term : u.u) sum += term;
    dx.x = sum;
  }
};

/// Counts its samples
template <class T>
struct Counter {
  struct Held {
    T count;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Counter")
        .held(&Held::count, "count", unit::one, {0.0}, "Samples")
        .out(&Out::y, "y", unit::one, "Samples");
  }
  static void outputs(const Held& h, Out& y) { y.y = h.count; }
  static void update(Held& h) { h.count += 1.0; }
};

/// S' = Q + A'S + S A - S B R^-1 B'S for A = [0 1; -2 -3], B = [0; 1], Q = diag(1, 0)
template <class T>
struct Riccati {
  struct Params {
    T r;
  };
  struct State {
    T s11, s12, s22;
  };
  struct Out {
    T s11, s12, s22;
  };
  static constexpr Schema schema() {
    return Schema("Matrix Riccati equation")
        .par(&Params::r, "R", unit::one, {1.0, 1e-9, 1e9}, "Weight of the input")
        .state(&State::s11, "s11", unit::one, {0.0}, "S")
        .state(&State::s12, "s12", unit::one, {0.0}, "S")
        .state(&State::s22, "s22", unit::one, {0.0}, "S")
        .out(&Out::s11, "s11", unit::one, "S")
        .out(&Out::s12, "s12", unit::one, "S")
        .out(&Out::s22, "s22", unit::one, "S");
  }
  static void outputs(const State& x, Out& y) {
    y.s11 = x.s11;
    y.s12 = x.s12;
    y.s22 = x.s22;
  }
  static void derivatives(const State& x, const Params& p, State& dx) {
    dx.s11 = 1.0 - 4.0 * x.s12 - x.s12 * x.s12 / p.r;
    dx.s12 = x.s11 - 3.0 * x.s12 - 2.0 * x.s22 - x.s12 * x.s22 / p.r;
    dx.s22 = 2.0 * x.s12 - 6.0 * x.s22 - x.s22 * x.s22 / p.r;
  }
};

/// h' = (A1 v - A2 sqrt(2 g h)) / At
template <class T>
struct Tank {
  struct In {
    T v;
  };
  struct State {
    T h;
  };
  struct Out {
    T h;
  };
  static constexpr Schema schema() {
    return Schema("Water tank")
        .in(&In::v, "v", unit::one, "Inflow", open(0.0))
        .state(&State::h, "h", unit::m, {1.0}, "Level")
        .out(&Out::h, "h", unit::m, "Level");
  }
  static void outputs(const State& x, Out& y) { y.h = x.h; }
  static void derivatives(const In& u, const State& x, State& dx) {
    dx.h = (0.01 * u.v - 0.02 * sqrt(2.0 * 9.81 * x.h)) / 0.2;
  }
};

/// C T' = (T_env - T)/R + eps sigma A (T_sky^4 - T^4) + heat, temperatures in kelvin inside
template <class T>
struct RadiatingNode {
  struct In {
    T environment, heat;
  };
  struct Params {
    T capacity, resistance, emissivity, area, sky;
  };
  struct Derived {
    T radiance;  // W/K4
  };
  struct State {
    T temperature;
  };
  struct Out {
    T temperature;
  };
  static constexpr Schema schema() {
    return Schema("Node that radiates to the sky")
        .in(&In::environment, "environment", unit::degC, "Around it")
        .in(&In::heat, "heat", unit::W, "Into it", open(0.0))
        .par(&Params::capacity, "C", unit::J_per_K, {1e4, 1e-6, 1e12}, "Capacity")
        .par(&Params::resistance, "R", unit::K_per_W, {0.1, 1e-9, 1e9}, "To what is around it")
        .par(&Params::emissivity, "emissivity", unit::one, {0.9, 0.0, 1.0}, "Of the surface")
        .par(&Params::area, "A", unit::m2, {2.0, 0.0, 1e6}, "Surface")
        .par(&Params::sky, "T_sky", unit::degC, {-20.0}, "Sky")
        .state(&State::temperature, "T", unit::degC, {20.0}, "Node")
        .out(&Out::temperature, "T", unit::degC, "Node");
  }
  static void prepare(const Params& p, Derived& q) {
    q.radiance = p.emissivity * 5.670374419e-8 * p.area;
  }
  static void outputs(const State& x, Out& y) { y.temperature = x.temperature; }
  static void derivatives(const In& u, const State& x, const Params& p, const Derived& q,
                          State& dx) {
    const T own = x.temperature + 273.15, sky = p.sky + 273.15;
    const T radiation = q.radiance * (sky * sky * sky * sky - own * own * own * own);
    const T exchange = (u.environment - x.temperature) / p.resistance;
    dx.temperature = (exchange + radiation + u.heat) / p.capacity;
  }
};

/// C T' = m c (T_in - T) - UA (T - T_amb)
template <class T>
struct FlowHeater {
  struct In {
    T flow, supply;
  };
  struct Params {
    T capacity, conductance, ambient;
  };
  struct State {
    T temperature;
  };
  struct Out {
    T temperature, power;
  };
  static constexpr Schema schema() {
    return Schema("Heat exchanger fed by water")
        .in(&In::flow, "flow", unit::kg_per_s, "Water", open(0.0))
        .in(&In::supply, "supply", unit::degC, "Water", open(60.0))
        .par(&Params::capacity, "C", unit::J_per_K, {5e4, 1e-6, 1e12}, "Capacity")
        .par(&Params::conductance, "UA", unit::W_per_K, {100.0, 0.0, 1e9}, "To the room")
        .par(&Params::ambient, "T_amb", unit::degC, {20.0}, "Room")
        .state(&State::temperature, "T", unit::degC, {20.0}, "Water")
        .out(&Out::temperature, "T", unit::degC, "Water")
        .out(&Out::power, "power", unit::W, "Into the room");
  }
  static void outputs(const State& x, const Params& p, Out& y) {
    y.temperature = x.temperature;
    y.power = p.conductance * (x.temperature - p.ambient);
  }
  static void derivatives(const In& u, const State& x, const Params& p, State& dx) {
    const T carried = u.flow * 4180.0 * (u.supply - x.temperature);
    dx.temperature = (carried - p.conductance * (x.temperature - p.ambient)) / p.capacity;
  }
};

/// y1 = u1 + x, y2 = x, x' = u2
template <class T>
struct MixedOutputs {
  struct In {
    T u1, u2;
  };
  struct State {
    T x;
  };
  struct Out {
    T y1, y2;
  };
  static constexpr Schema schema() {
    return Schema("One direct and one integrated output")
        .in(&In::u1, "u1", unit::one, "Direct")
        .in(&In::u2, "u2", unit::one, "Integrated")
        .state(&State::x, "x", unit::one, {0.0}, "State")
        .out(&Out::y1, "y1", unit::one, "u1 + x")
        .out(&Out::y2, "y2", unit::one, "x");
  }
  static void outputs(const In& u, const State& x, Out& y) {
    y.y1 = u.u1 + x.x;
    y.y2 = x.x;
  }
  static void derivatives(const In& u, State& dx) { dx.x = u.u2; }
};

/// y = u^2
template <class T>
struct Square {
  struct In {
    T u;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Square").in(&In::u, "u", unit::one, "Input").out(&Out::y, "y", unit::one, "u^2");
  }
  static void outputs(const In& u, Out& y) { y.y = u.u * u.u; }
};

/// y = u1 u2
template <class T>
struct PairProduct {
  struct In {
    T u1, u2;
  };
  struct Out {
    T y;
  };
  static constexpr Schema schema() {
    return Schema("Product of two")
        .in(&In::u1, "u1", unit::one, "Factor")
        .in(&In::u2, "u2", unit::one, "Factor")
        .out(&Out::y, "y", unit::one, "u1 u2");
  }
  static void outputs(const In& u, Out& y) { y.y = u.u1 * u.u2; }
};

/// Returns the systems above and the components of the library.
const Registry& dynamics_components();

}  // namespace hearth::test
