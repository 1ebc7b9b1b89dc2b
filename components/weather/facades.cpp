// SPDX-License-Identifier: MIT
#include "hearth/components/weather/facades.hpp"

#include <utility>

#include "hearth/framework/component/series.hpp"

namespace hearth {
namespace {

const std::string kSky = "facade_sky";

void add_sky(SimulationModel& model, const FacadeSky& source) {
  if (model.find(kSky) != nullptr) return;
  Component sky;
  sky.id = kSky;
  if (!source.weather_file.empty()) {
    sky.type = "Weather";
    sky.config.emplace("file", FileName{source.weather_file, ""});
    model.add_component(std::move(sky));
    return;
  }
  sky.type = "GlobalIrradianceSplit";
  SunAngle azimuth;
  azimuth.angle = SunAngle::Angle::Azimuth;
  sky.config.emplace("solarZenith", SeriesSpec{SunAngle{}, unit::deg});
  sky.config.emplace("solarAzimuth", SeriesSpec{azimuth, unit::deg});
  model.add_component(std::move(sky));
  model.add_connection(Connection{source.horizontal, {kSky, "globalIrradiation", {}}});
}

}  // namespace

Endpoint add_facade(SimulationModel& model, int azimuth, const FacadeSky& sky,
                    std::string_view source) {
  Endpoint sun{"facade_" + std::to_string(azimuth), "glassIrradiance", {}};
  if (model.find(sun.component) != nullptr) return sun;
  add_sky(model, sky);
  Component facade;
  facade.id = sun.component;
  facade.type = "TiltedSurface";
  ParameterSetting faces;
  faces.value = Quantity{static_cast<double>(azimuth), unit::deg};
  faces.source = source;
  facade.parameters.emplace("azimuth", std::move(faces));
  model.add_component(std::move(facade));
  for (const char* port :
       {"directNormalIrradiance", "diffuseHorizontalIrradiance", "solarZenith", "solarAzimuth"}) {
    model.add_connection(Connection{{kSky, port, {}}, {sun.component, port, {}}});
  }
  return sun;
}

}  // namespace hearth
