// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "hearth/framework/model/model.hpp"

namespace hearth {

/// The source of the beam and diffuse radiation on facades.
struct FacadeSky {
  Endpoint horizontal;       ///< output of the radiation on the horizontal
  std::string weather_file;  ///< "": the radiation on the horizontal is split by the sun's position
};

/// Adds the solar radiation through glass on a facade to a model, unless the model contains it: a
/// TiltedSurface `facade_AZIMUTH` (degrees clockwise from north) and its sky, `facade_sky`. Returns
/// its output. `source` is the origin of the azimuth.
Endpoint add_facade(SimulationModel& model, int azimuth, const FacadeSky& sky,
                    std::string_view source);

}  // namespace hearth
