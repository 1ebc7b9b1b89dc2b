// SPDX-License-Identifier: MIT
#include "hearth/components/physics/internal/wall_reduction.hpp"

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"

namespace hearth::test::wall_reduction_test {
namespace {

using Layers = std::vector<WallLayer>;

// Room S of VDI 6007: outer wall, window, partition (TEASER, MIT; data/validation/vdi6007).
const Layers kOuterWall{
    {0.24, 2.035, 2100.0, 920.0}, {0.062, 0.047, 75.0, 840.0}, {0.025, 0.45, 1300.0, 1050.0}};
const Layers kWindow{{0.024, 0.07834934897, 0.0, 0.0}};

TEST_CASE("the elements of a room have the values of VDI 6007's room S") {
  const Layers wall{{0.24, 0.56, 1300.0, 1050.0}}, door{{0.04, 0.14, 700.0, 2520.0}};
  const Layers floor{{0.002, 0.21, 1300.0, 1470.0},
                     {0.045, 1.4, 2200.0, 1050.0},
                     {0.012, 0.06, 50.0, 840.0},
                     {0.15, 2.035, 2400.0, 1050.0}};
  const Layers ceiling(floor.rbegin(), floor.rend());
  const std::vector<WallElement> elements{
      {WallSide::Exterior, 3.5, kOuterWall},  {WallSide::Window, 7.0, kWindow},
      {WallSide::Interior, 38.5, wall},       {WallSide::Interior, 2.0, door},
      {WallSide::Interior, 17.5, floor, 1.7}, {WallSide::Interior, 17.5, ceiling, 1.7}};
  const ReducedWalls room = reduce_walls(elements);
  // The case files print 10 to 12 digits.
  CHECK(room.exterior.resistance == Approx(0.00436791293674).epsilon(2e-10));
  CHECK(room.exterior.capacity == Approx(1600848.94).epsilon(2e-9));
  CHECK(room.remaining_resistance == Approx(0.03895919557).epsilon(2e-9));
  CHECK(room.outdoor_conductance == Approx(262.5).epsilon(1e-14));
  CHECK(room.exterior_area == 10.5);
  CHECK(room.exterior_film == Approx(2.7).epsilon(1e-14));
  CHECK(room.interior.resistance == Approx(0.000595693407511).epsilon(2e-10));
  CHECK(room.interior.capacity == Approx(14836354.6282).epsilon(2e-10));
  CHECK(room.interior_area == 75.5);
  CHECK(room.interior_film == Approx((40.5 * 2.7 + 35.0 * 1.7) / 75.5).epsilon(1e-14));
  CHECK(room.weights[0] + room.weights[1] == Approx(1.0).epsilon(1e-14));
  CHECK(room.weights[2] == 0.0);
}

TEST_CASE("each side of a thin layer between equal sides sees half its capacity") {
  // A millimetre of steel: half of ρ c d; its R_1 is a third of half its depth, because the heat is
  // stored all along it.
  const ResistanceCapacity sheet = reduce_interior_wall(Layers{{1e-3, 50.0, 7800.0, 480.0}});
  CHECK(sheet.capacity == Approx(0.5 * 7800.0 * 480.0 * 1e-3).epsilon(1e-6));
  // R_1 is 6e-8 of the impedance, of which 10 digits are left.
  CHECK(sheet.resistance == Approx(0.5e-3 / 50.0 / 3.0).epsilon(5e-3));
}

TEST_CASE("two halves of a layer are the layer") {
  const ResistanceCapacity whole = reduce_exterior_wall(kOuterWall);
  Layers cut = kOuterWall;
  cut[0].thickness = 0.12;
  cut.insert(cut.begin(), cut[0]);
  const ResistanceCapacity halves = reduce_exterior_wall(cut);
  CHECK(halves.resistance == Approx(whole.resistance).epsilon(1e-12));
  CHECK(halves.capacity == Approx(whole.capacity).epsilon(1e-10));
}

TEST_CASE("elements side by side have the impedance of both") {
  const std::vector<ResistanceCapacity> both{{0.01, 1e6}, {0.002, 5e6}};
  const ResistanceCapacity one = in_parallel(both);
  const double omega = 2.0 * std::numbers::pi / (5 * 86400.0);
  const auto admittance = [omega](const ResistanceCapacity& element) {
    return 1.0 / std::complex<double>(element.resistance, -1.0 / (omega * element.capacity));
  };
  const std::complex<double> expected = admittance(both[0]) + admittance(both[1]);
  CHECK(std::abs(admittance(one) / expected - 1.0) <= 1e-14);
  CHECK(in_parallel(std::vector<ResistanceCapacity>{both[0]}).capacity == 1e6);
  // Equal elements: twice the capacity behind half the resistance.
  const ResistanceCapacity twice =
      in_parallel(std::vector<ResistanceCapacity>{{0.01, 1e6}, {0.01, 1e6}});
  CHECK(twice.resistance == Approx(0.005).epsilon(1e-13));
  CHECK(twice.capacity == Approx(2e6).epsilon(1e-13));
}

TEST_CASE("a room twice as large has half the resistances and twice the capacities") {
  const auto room = [](double scale) {
    return reduce_walls(std::vector<WallElement>{{WallSide::Exterior, 3.5 * scale, kOuterWall},
                                                 {WallSide::Window, 7.0 * scale, kWindow}});
  };
  const ReducedWalls one = room(1.0), two = room(2.0);
  CHECK(two.exterior.resistance == Approx(0.5 * one.exterior.resistance).epsilon(1e-13));
  CHECK(two.exterior.capacity == Approx(2.0 * one.exterior.capacity).epsilon(1e-13));
  CHECK(two.remaining_resistance == Approx(0.5 * one.remaining_resistance).epsilon(1e-12));
  CHECK(one.interior.capacity == 0.0);
  CHECK(one.interior_area == 0.0);
}

void check_refused(const std::function<void()>& act) {
  try {
    act();
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.code() == "physics.wall_invalid");
  }
}

TEST_CASE("walls that conduct nothing or hold no heat are refused with an error that names them") {
  check_refused([] { reduce_exterior_wall(Layers{}); });
  check_refused([] { reduce_exterior_wall(Layers{{0.0, 1.0, 1000.0, 1000.0}}); });
  check_refused([] { reduce_exterior_wall(Layers{{0.1, 0.0, 1000.0, 1000.0}}); });
  check_refused([] { reduce_interior_wall(Layers{{0.1, 1.0, -1.0, 1000.0}}); });
  check_refused([] { reduce_interior_wall(kWindow); });
  check_refused([] { reduce_walls(std::vector<WallElement>{{WallSide::Window, 7.0, kWindow}}); });
  check_refused([] {
    reduce_walls(std::vector<WallElement>{{WallSide::Exterior, 0.0, kOuterWall}});
  });
}

}  // namespace
}  // namespace hearth::test::wall_reduction_test
