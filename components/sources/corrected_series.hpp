// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// A measured series x, corrected by a factor a and a bias b:
///
///     y = a x + b
///
/// If a calibration estimates `scale_of` or `bias_of` of an output, this component replaces the
/// output in the calibrated model.
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
