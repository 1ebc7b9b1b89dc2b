// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

/// The two ends of connections that are right or wrong.
namespace hearth::test {

/// One output of every kind, and an event.
template <class T>
struct Giver {
  struct Held {
    T fired;
  };
  struct Guards {
    T flag;
  };
  struct Out {
    T p, t, rise, rise2, ratio;
    Many<T> vec;
  };
  static constexpr Schema schema() {
    return Schema("Gives")
        .count("three", "length", 3, "Length of vec")
        .held(&Held::fired, "fired", unit::one, {0.0}, "Counted")
        .guard(&Guards::flag, "flag", "Never")
        .out(&Out::p, "p", unit::W, "Power")
        .out(&Out::t, "t", unit::degC, "Temperature")
        .out(&Out::rise, "rise", unit::K, "Difference of temperatures")
        .out(&Out::rise2, "rise2", unit::one, "A number")
        .out(&Out::ratio, "ratio", unit::one, "Another number")
        .out(&Out::vec, "vec", unit::one, "Vector", over("three"));
  }
  static void outputs(Out& y) {
    y.p = T(2500.0);
    y.t = T(21.5);
    y.rise = T(3.0);
    y.rise2 = T(1.0);
    y.ratio = T(2.0);
    for (int i = 0; i < y.vec.size(); ++i) y.vec[i] = T(1.0);
  }
  static void guards(Guards& g) { g.flag = T(-1.0); }
  static void fire(const Guards&, Held& h) { h.fired += 1.0; }
};

/// One input of every kind; shows what it reads.
template <class T>
struct Taker {
  struct In {
    T q, temperature, rise, x, m;
  };
  struct Out {
    T q, temperature, rise;
  };
  static constexpr Schema schema() {
    return Schema("Takes")
        .in(&In::q, "q", unit::kW, "Power")
        .in(&In::temperature, "T", unit::kelvin, "Temperature", open(273.15))
        .in(&In::rise, "rise", unit::K, "Difference of temperatures", open(0.0))
        .in(&In::x, "x", unit::one, "A number", open(0.0))
        .in(&In::m, "m", unit::kg_per_s, "Flow", open(0.0))
        .out(&Out::q, "q", unit::kW, "As read")
        .out(&Out::temperature, "T", unit::kelvin, "As read")
        .out(&Out::rise, "rise", unit::K, "As read");
  }
  static void outputs(const In& u, Out& y) {
    y.q = u.q;
    y.temperature = u.temperature;
    y.rise = u.rise;
  }
};

/// Takes a vector; shows its sum.
template <class T>
struct VectorTaker {
  struct In {
    Many<T> vec4;
  };
  struct Out {
    T sum;
  };
  static constexpr Schema schema() {
    return Schema("Takes a vector")
        .count("four", "length", 4, "Length of vec4")
        .in(&In::vec4, "vec4", unit::one, "Vector", over("four"))
        .out(&Out::sum, "sum", unit::one, "Sum");
  }
  static void outputs(const In& u, Out& y) {
    y.sum = T(0.0);
    for (const T& value : u.vec4) y.sum += value;
  }
};

}  // namespace hearth::test
