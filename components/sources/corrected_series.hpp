// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A measured series whose sensor is wrong by a factor and a bias:
///
///     y = a x + b
///
/// Calibrations put it in the place of an output of a source whose `scale_of` or `bias_of` they
/// estimate, and leave it in the calibrated model.
template <class T>
struct CorrectedSeries {
  struct Config {
    Series series;
  };
  struct Params {
    T scale, bias;
  };
  struct Out {
    T value;
  };

  static constexpr Schema schema() {
    return Schema("A series of any quantity times a factor plus a bias")
        .config(&Config::series, "series", unit::any,
                "Series x that is corrected: a file, points, a number or weekly rules")
        .par(&Params::scale, "scale", unit::one, {1.0}, "Factor a of the series")
        .par(&Params::bias, "bias", unit::any_difference, {0.0}, "Bias b that is added")
        .out(&Out::value, "value", unit::any, "Corrected series, a x + b");
  }

  static void outputs(const Config& c, const Params& p, const Clock& now, Out& y) {
    y.value = p.scale * T(c.series(now)) + p.bias;
  }
};

}  // namespace hearth
