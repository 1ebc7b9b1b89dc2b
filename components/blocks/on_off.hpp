// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Passes a value on while a criterion is at or above a threshold:
///
///     y = v if c >= threshold, otherwise the off-value
///
/// If v is not connected, y is the on-value instead of v; Twin4Build (v1.1.2, OnOffSystem) has an
/// on-value, but ignores it. The block switches without an event; Relay has events and a
/// hysteresis.
template <class T>
struct OnOff {
  struct In {
    Many<T> value;
    T criterion;
  };
  struct Params {
    T threshold, on_value, off_value;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("Passes on a value while a criterion reaches a threshold")
        .in(&In::value, "value", unit::any, "Value that is passed on while the criterion is met",
            at_most_one("source"), passed_on())
        .in(&In::criterion, "criteriaValue", unit::bare,
            "Criterion that is compared with the threshold")
        .par(&Params::threshold, "threshold", unit::one, {0.5},
             "Value of the criterion from which the block is on")
        .par(&Params::on_value, "is_on_value", unit::any, {1.0},
             "Output when on, if no value is connected")
        .par(&Params::off_value, "is_off_value", unit::any, {0.0}, "Output when off")
        .out(&Out::value, "value", unit::any,
             "Connected value or on-value when on, off-value when off");
  }

  static void outputs(const In& u, const Params& p, Out& y) {
    const T on = u.value.size() > 0 ? u.value[0] : p.on_value;
    y.value = select(u.criterion >= p.threshold, on, p.off_value);
  }
};

}  // namespace hearth
