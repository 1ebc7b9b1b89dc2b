// SPDX-License-Identifier: MIT
#include "hearth/components/weather/tilted_surface.hpp"

#include <cmath>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/sources/resolver.hpp"
#include "hearth/data/time/internal/sun.hpp"
#include "hearth/tests/support/derivatives.hpp"
#include "hearth/tests/support/simulate.hpp"

namespace hearth::test::tilted_surface_test {
namespace {

using Surface = TiltedSurface<double>;

/// The sky models by number: 0 isotropic, 1 Klucher, 2 Hay and Davies, 3 Reindl, 4 Perez.
template <class T>
typename TiltedSurface<T>::SkyModel model_at(int number) {
  using Model = typename TiltedSurface<T>::SkyModel;
  constexpr Model kAll[] = {Model::Isotropic, Model::Klucher, Model::HayDavies, Model::Reindl,
                            Model::Perez};
  return kAll[number];
}

template <class T>
typename TiltedSurface<T>::Out evaluate(const typename TiltedSurface<T>::In& in,
                                        const typename TiltedSurface<T>::Params& parameters,
                                        int model) {
  typename TiltedSurface<T>::Derived derived;
  typename TiltedSurface<T>::Out out;
  TiltedSurface<T>::prepare(parameters, derived);
  TiltedSurface<T>::outputs(in, parameters, derived, {model_at<T>(model)}, out);
  return out;
}

template <class T>
std::vector<T> all_outputs(const std::vector<T>& x, int model) {
  const auto y = evaluate<T>({x[0], x[1], x[2], x[3], x[4]}, {x[5], x[6], x[7]}, model);
  return {y.beam, y.sky, y.circumsolar, y.ground, y.total, y.glass, y.incidence};
}

/// A model with one surface whose inputs are numbers.
SimulationModel surface_model(const Surface::In& in,
                              const std::vector<std::pair<std::string, double>>& parameters,
                              Unit power = unit::W_per_m2) {
  SimulationModel model;
  model.add_component(instance("wall", "TiltedSurface", parameters));
  const double scale = power.scale;
  model.add_component(constant("direct", in.direct_normal / scale, power));
  model.add_component(constant("diffuse", in.diffuse / scale, power));
  model.add_component(constant("zenith", in.zenith, unit::deg));
  model.add_component(constant("azimuth", in.azimuth, unit::deg));
  model.add_connection("direct.scheduleValue -> wall.directNormalIrradiance");
  model.add_connection("diffuse.scheduleValue -> wall.diffuseHorizontalIrradiance");
  model.add_connection("zenith.scheduleValue -> wall.solarZenith");
  model.add_connection("azimuth.scheduleValue -> wall.solarAzimuth");
  return model;
}

constexpr int kModels = 5;

TEST_CASE("a wall in the west gets beam, half the sky and half the ground") {
  // Zenith 60 deg in the west: cos θ_i = sin 60; G = 600 / 2 + 120 = 420.
  const Surface::Out y =
      evaluate<double>({600.0, 120.0, 60.0, 270.0, 1361.0}, {90.0, 270.0, 0.2}, 0);
  CHECK(y.beam == Approx(600.0 * std::sqrt(3.0) / 2.0));
  CHECK(y.sky == Approx(60.0));
  CHECK(y.ground == Approx(0.2 * 420.0 / 2.0));
  CHECK(y.total == Approx(600.0 * std::sqrt(3.0) / 2.0 + 60.0 + 42.0));
  CHECK(y.incidence == Approx(30.0));
  CHECK(y.circumsolar == 0.0);
}

TEST_CASE("Hay and Davies put the sky's share of the beam around the sun") {
  // A = 600/1200, R_b = cos 30/cos 60: 120 (0.5 1.732 + 0.5 0.5).
  const Surface::Out y =
      evaluate<double>({600.0, 120.0, 60.0, 270.0, 1200.0}, {90.0, 270.0, 0.2}, 2);
  CHECK(y.circumsolar == Approx(60.0 * std::sqrt(3.0)));
  CHECK(y.sky == Approx(60.0 * std::sqrt(3.0) + 30.0));
}

TEST_CASE("sky models agree with the published results of PV_LIB") {
  // Matlab PV_LIB 1.4 as in pvlib's tests: a roof of 40 deg to the south in the evening.
  const double extraterrestrial = 1321.1655834833093;
  const Surface::In in{646.22886049, 62.03376265, 72.41687122, 287.04104128, extraterrestrial};
  // The horizontal is 257.2075 there, of a sun without refraction; ours follows from beam and sky
  // and moves what looks at it by 0.05 W/m2.
  const double expected[kModels] = {54.777191, 56.965916, 33.1909, 34.166258, 45.45539877};
  for (int model = 0; model < kModels; ++model) {
    INFO(model);
    const Surface::Out y = evaluate<double>(in, {40.0, 180.0, 0.25}, model);
    CHECK(y.sky == Approx(expected[model]).margin(0.05));
    CHECK(y.incidence == Approx(87.0283723).margin(1e-5));
    CHECK(y.beam == Approx(33.501434).margin(1e-4));
  }
}

TEST_CASE("a level surface sees the whole sky and no ground, whatever the model") {
  for (int model = 0; model < kModels; ++model) {
    const Surface::Out y =
        evaluate<double>({500.0, 150.0, 40.0, 130.0, 1361.0}, {0.0, 77.0, 0.5}, model);
    CHECK(y.ground == 0.0);
    CHECK(y.beam == Approx(500.0 * std::cos(40.0 * kDegree)));
    CHECK(y.incidence == Approx(40.0));
    // Klucher brightens the sun's side of a level surface too; the others give the diffuse itself.
    if (model != 1) CHECK(y.sky == Approx(150.0));
  }
}

TEST_CASE("a surface that looks down sees the ground only") {
  const Surface::Out y =
      evaluate<double>({500.0, 150.0, 40.0, 130.0, 1361.0}, {180.0, 0.0, 0.5}, 0);
  CHECK(y.sky == Approx(0.0).margin(1e-12));
  CHECK(y.beam == 0.0);
  CHECK(y.ground == Approx(0.5 * (500.0 * std::cos(40.0 * kDegree) + 150.0)));
}

TEST_CASE("no beam from below the horizon or on the back, no ground of albedo 0") {
  const Surface::Out night =
      evaluate<double>({100.0, 5.0, 91.0, 270.0, 1361.0}, {90.0, 270.0, 0.0}, 4);
  CHECK(night.beam == 0.0);
  CHECK(night.ground == 0.0);
  const Surface::Out back =
      evaluate<double>({100.0, 5.0, 50.0, 90.0, 1361.0}, {90.0, 270.0, 1.0}, 4);
  CHECK(back.beam == 0.0);
  CHECK(back.incidence > 90.0);
  CHECK(back.ground > 0.0);
}

TEST_CASE("values and derivatives are finite at night, in fog, with the sun overhead or ahead") {
  const std::vector<std::vector<double>> moments{
      {0.0, 0.0, 120.0, 10.0, 1361.0, 90.0, 180.0, 0.2},   // night
      {0.0, 0.0, 90.0, 90.0, 1361.0, 90.0, 90.0, 0.2},     // sunrise
      {0.0, 80.0, 50.0, 180.0, 1361.0, 45.0, 180.0, 0.2},  // fog
      {900.0, 80.0, 0.0, 0.0, 1361.0, 0.0, 0.0, 0.2},      // overhead, along the normal
      {900.0, 80.0, 30.0, 180.0, 1361.0, 30.0, 180.0, 0.0},
      {900.0, 0.0, 40.0, 180.0, 1361.0, 90.0, 0.0, 1.0},  // no diffuse light, sun behind
      {900.0, 80.0, 180.0, 180.0, 1361.0, 180.0, 0.0, 1.0}};
  for (int model = 0; model < kModels; ++model) {
    for (std::size_t m = 0; m < moments.size(); ++m) {
      INFO("model " << model << ", moment " << m);
      std::vector<Jet8> x(moments[m].begin(), moments[m].end());
      for (std::size_t i = 0; i < x.size(); ++i) x[i].v[static_cast<int>(i)] = 1.0;
      for (const Jet8& y : all_outputs(x, model)) {
        CHECK(std::isfinite(y.a));
        CHECK(y.v.allFinite());
      }
    }
  }
}

TEST_CASE("an angle is found from its cosine to a millionth of a degree") {
  for (double angle = 0.01; angle < 180.0; angle += 0.73) {
    CHECK(physics::angle_of_cosine(std::cos(angle * kDegree)) == Approx(angle).margin(1e-6));
  }
  // Along the normal it stops at 1e-7 rad for the sake of the derivative.
  CHECK(physics::angle_of_cosine(1.0) < 1e-5);
  CHECK(physics::angle_of_cosine(-1.0) == Approx(180.0).margin(1e-5));
}

TEST_CASE("global irradiance is split into all diffuse at dusk and mostly beam in clear noon") {
  // DISC and Erbs of pvlib's tests.
  CHECK(physics::disc_split(1038.62, 10.567, 1322.0, 101325.0).air_mass ==
        Approx(1.01664).margin(1e-5));
  const auto dusk = physics::erbs_split(50.0, 88.0, 1361.0);
  CHECK(dusk.direct_normal == 0.0);
  CHECK(dusk.diffuse == 50.0);
  CHECK(physics::disc_split(50.0, 88.0, 1361.0, 101325.0).direct_normal == 0.0);
  const auto noon = physics::erbs_split(900.0, 30.0, 1361.0);
  CHECK(noon.direct_normal * std::cos(30.0 * kDegree) + noon.diffuse == Approx(900.0));
  CHECK(noon.diffuse < 250.0);
  const auto f = []<class T>(const std::vector<T>& x) {
    const auto erbs = physics::erbs_split<T>(x[0], x[1], x[2]);
    const auto disc = physics::disc_split<T>(x[0], x[1], x[2], x[3]);
    return std::vector<T>{erbs.direct_normal, erbs.diffuse, disc.direct_normal, disc.diffuse};
  };
  check_derivatives(f, {500.0, 50.0, 1361.0, 90000.0});
  check_derivatives(f, {100.0, 50.0, 1361.0, 101325.0});
}

TEST_CASE("a surface works with its defaults and scales with the light, in kW too") {
  const Surface::In in{600.0, 120.0, 60.0, 200.0, 1361.0};
  const auto rows =
      run_signal(surface_model(in, {}), standard_components(), "wall.totalIrradiance");
  const auto in_kw = run_signal(surface_model(in, {}, unit::kW_per_m2), standard_components(),
                                "wall.totalIrradiance");
  CHECK(rows.back() > 400.0);
  CHECK(in_kw.back() == Approx(rows.back()).epsilon(1e-12));
}

TEST_CASE("the ends of the parameters' ranges are taken, beyond them they are refused") {
  const Surface::In in{600.0, 120.0, 60.0, 200.0, 1361.0};
  for (const auto& [name, low, high] :
       {std::tuple("tilt", 0.0, 180.0), std::tuple("azimuth", -360.0, 360.0),
        std::tuple("groundAlbedo", 0.0, 1.0)}) {
    for (const double value : {low, high}) {
      CHECK(validate(surface_model(in, {{name, value}}), standard_components()).has_errors() ==
            false);
    }
    for (const double value : {low - 1.0, high + 1.0}) {
      const Diagnostics found = validate(surface_model(in, {{name, value}}), standard_components());
      CHECK_FALSE(message_of(found, "model.out_of_range").empty());
    }
  }
}

TEST_CASE("the sky model is one of its words") {
  const Surface::In in{600.0, 120.0, 60.0, 200.0, 1361.0};
  SimulationModel model = surface_model(in, {});
  const auto total = [&](const char* word) {
    model.component("wall").config["skyModel"] = Word{word};
    return run_signal(model, standard_components(), "wall.skyDiffuseIrradiance").back();
  };
  CHECK(total("isotropic") == Approx(60.0));
  CHECK(total("hayDavies") > 60.0);
  CHECK(total("klucher") > 60.0);
  CHECK(total("reindl") > total("hayDavies"));
  CHECK(total("perez") > 60.0);
  model.component("wall").config["skyModel"] = Word{"hay-davies"};
  CHECK_FALSE(message_of(validate(model, standard_components()), "model.choice_unknown").empty());
}

/// The model of a surface under the sun of the site.
SimulationModel sunny_model(const SunAngle& zenith, const SunAngle& azimuth) {
  SimulationModel model = surface_model({600.0, 0.0, 0.0, 0.0, 1361.0}, {{"tilt", 0.0}});
  model.site = {.latitude = 40.0, .longitude = -105.0, .timezone = ""};
  model.component("zenith").config["value"] = SeriesSpec{.source = zenith, .unit = {}};
  model.component("azimuth").config["value"] = SeriesSpec{.source = azimuth, .unit = {}};
  return model;
}

TEST_CASE("the sun of the site shines on a surface") {
  const SunAngle azimuth{.angle = SunAngle::Angle::Azimuth, .latitude = {}, .longitude = {}};
  const SimulationModel model = sunny_model(SunAngle{}, azimuth);
  DataResolver resolver;
  RunOptions options;
  options.start = kStart + std::chrono::hours(18);  // 11 h of mean solar time
  options.steps = 6;
  options.resolver = &resolver;
  const auto beam = run_signal(model, standard_components(), "wall.beamIrradiance", options);
  for (long k = 0; k < options.steps; ++k) {
    const Instant middle = options.start + k * options.step + options.step / 2;
    const SunPosition sun = sun_position(middle, {.latitude = 40.0, .longitude = -105.0});
    CHECK(beam[k + 1] == Approx(600.0 * std::cos(sun.zenith * kDegree)).epsilon(1e-12));
  }
}

TEST_CASE("a sun nowhere on earth, for no time or instead of irradiance is refused") {
  const auto message = [](const SunAngle& zenith, const char* code) {
    return message_of(validate(sunny_model(zenith, SunAngle{}), standard_components()), code);
  };
  CHECK(message(SunAngle{}, "model.sun_invalid").empty());
  CHECK_THAT(message({SunAngle::Angle::Zenith, 91.0, {}, 0.0}, "model.sun_invalid"),
             Catch::Contains("zenith.value") && Catch::Contains("a latitude from -90 to 90"));
  CHECK_THAT(message({SunAngle::Angle::Zenith, {}, {}, -1.0}, "model.sun_invalid"),
             Catch::Contains("interval"));
  SimulationModel model;
  Component weather = instance("weather", "OutdoorEnvironment");
  weather.config["outdoorTemperature"] = SeriesSpec{.source = SunAngle{}, .unit = {}};
  model.add_component(weather);
  CHECK_FALSE(message_of(validate(model, standard_components()), "model.unit_mismatch").empty());
}

TEST_CASE("double glazing transmits by angle what the handbook of ASHRAE lists") {
  // Solar transmittance of two clear panes of 3 mm, ASHRAE Handbook Fundamentals (2009), chapter
  // 15, table 10, window 5a, divided by that at normal incidence (0.70); listed to 0.01, and its
  // panes have 0.01 less at normal incidence than those here.
  const std::pair<double, double> listed[] = {
      {40.0, 0.68}, {50.0, 0.65}, {60.0, 0.58}, {70.0, 0.44}, {80.0, 0.21}};
  for (const auto& [angle, transmittance] : listed) {
    CAPTURE(angle);
    CHECK(double_glazing_by_angle(std::cos(angle * kDegree)) ==
          Approx(transmittance / 0.70).margin(0.025));
  }
  CHECK(double_glazing_by_angle(1.0) == 1.0);
  CHECK(double_glazing_of_diffuse() == Approx(0.60 / 0.70).margin(0.02));
}

TEST_CASE("the sun through glass is beam and diffuse with a share each") {
  // The sun stands 10 degrees high in the south.
  const Surface::In in{600.0, 100.0, 80.0, 180.0, 1361.0};
  const Surface::Out out = evaluate<double>(in, {90.0, 180.0, 0.2}, 1);
  const double cosine = std::sin(80.0 * kDegree);
  CHECK(out.glass == Approx(out.beam * double_glazing_by_angle(cosine) +
                            (out.sky + out.ground) * double_glazing_of_diffuse()));
  CHECK(out.glass < out.total);
  // Behind the surface only sky and ground count.
  const Surface::Out north = evaluate<double>(in, {90.0, 0.0, 0.2}, 1);
  CHECK(north.beam == 0.0);
  CHECK(north.glass == Approx((north.sky + north.ground) * double_glazing_of_diffuse()));
}

TEST_CASE("a surface needs sun and sky, and takes no heat for irradiance") {
  SimulationModel open;
  open.add_component(instance("wall", "TiltedSurface"));
  CHECK_FALSE(message_of(validate(open, standard_components()), "model.input_missing").empty());
  SimulationModel wrong = surface_model({600.0, 120.0, 60.0, 200.0, 1361.0}, {});
  wrong.add_component(instance("heater", "SpaceHeater"));
  wrong.add_connection("heater.Power -> wall.extraterrestrialNormalIrradiance");
  CHECK_FALSE(message_of(validate(wrong, standard_components()), "model.unit_mismatch").empty());
}

TEST_CASE("the air mass is one overhead and 38 at the horizon") {
  // Kasten and Young give 1.0 at 0 deg and 37.92 at 90 deg (table 1).
  CHECK(physics::relative_air_mass(0.0) == Approx(1.0).margin(5e-4));
  CHECK(physics::relative_air_mass(60.0) == Approx(1.994).margin(1e-3));
  CHECK(physics::relative_air_mass(90.0) == Approx(37.92).margin(0.01));
  CHECK(physics::relative_air_mass(120.0) == physics::relative_air_mass(90.0));
}

}  // namespace
}  // namespace hearth::test::tilted_surface_test
