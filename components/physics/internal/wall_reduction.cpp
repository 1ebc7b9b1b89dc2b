// SPDX-License-Identifier: MIT
#include "hearth/components/physics/internal/wall_reduction.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <string>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/number_text.hpp"

namespace hearth {
namespace {

using Complex = std::complex<double>;
constexpr Complex kJ{0.0, 1.0};

// Windows add this share of their resistance in parallel with R_1 of the walls (VDI 6007-1, 6.1).
constexpr double kWindowShare = 1.0 / 6.0;

double frequency(double period) { return 2.0 * std::numbers::pi / period; }

[[noreturn]] void refuse(const std::string& what) {
  throw InputError("physics.wall_invalid", {}, what);
}

double resistance_of(std::span<const WallLayer> layers) {
  double sum = 0.0;
  for (const WallLayer& layer : layers) {
    const bool positive = layer.thickness > 0.0 && layer.conductivity > 0.0;
    if (!positive || !(layer.density >= 0.0) || !(layer.heat_capacity >= 0.0)) {
      refuse(
          "a layer of " + number_text(layer.thickness) + " m with " +
          number_text(layer.conductivity) + " W/(m K), " + number_text(layer.density) +
          " kg/m3 and " + number_text(layer.heat_capacity) +
          " J/(kg K): thickness and conductivity must be above 0, the others must not be negative");
    }
    sum += layer.thickness / layer.conductivity;
  }
  if (layers.empty()) refuse("a wall without layers");
  return sum;
}

// The second column of the chain matrix of a wall.
struct Column {
  Complex upper{0.0};  // a_12, m2 K/W
  Complex lower{1.0};  // a_22
};

Column chain(std::span<const WallLayer> layers, double omega) {
  Column a;
  for (std::size_t i = layers.size(); i-- > 0;) {
    const WallLayer& layer = layers[i];
    const double resistance = layer.thickness / layer.conductivity;
    const double capacity = layer.thickness * layer.density * layer.heat_capacity;
    const Complex z = std::sqrt(kJ * omega * resistance * capacity);
    // sinh(z)/z tends to 1 for small z; below 1e-8 it is 1 to rounding.
    const Complex slope = std::abs(z) > 1e-8 ? std::sinh(z) / z : Complex(1.0);
    const Complex upper = std::cosh(z) * a.upper + resistance * slope * a.lower;
    a.lower = z * z * slope / resistance * a.upper + std::cosh(z) * a.lower;
    a.upper = upper;
  }
  return a;
}

// Returns R and C in series from their impedance.
ResistanceCapacity series_of(const Complex& impedance, double omega) {
  const ResistanceCapacity both{impedance.real(), -1.0 / (omega * impedance.imag())};
  const bool usable = std::isfinite(both.resistance) && std::isfinite(both.capacity) &&
                      both.resistance > 0.0 && both.capacity > 0.0;
  if (!usable) refuse("a wall whose layers store too little or too much heat for one capacity");
  return both;
}

// Returns an element of this area.
ResistanceCapacity scaled(const ResistanceCapacity& square_metre, double area) {
  return {square_metre.resistance / area, square_metre.capacity * area};
}

// Sums over the elements of a room.
struct Sums {
  double area = 0.0, convection = 0.0, film = 0.0;  // m2, W/K, W/K with radiation
  void add(const WallElement& element) {
    area += element.area;
    convection += element.area * element.inner_convection;
    film += element.area * (element.inner_convection + element.inner_radiation);
  }
};

double outdoor_film(const WallElement& element) {
  return element.outer_convection + element.outer_radiation;
}

// Returns the transmittance surface to surface with both films, W/(m2 K).
double transmittance(const WallElement& element) {
  const double outdoors = outdoor_film(element);
  return 1.0 / (1.0 / (element.inner_convection + element.inner_radiation) +
                resistance_of(element.layers) + (outdoors > 0.0 ? 1.0 / outdoors : 0.0));
}

}  // namespace

ResistanceCapacity reduce_interior_wall(std::span<const WallLayer> layers, double period) {
  resistance_of(layers);
  const double omega = frequency(period);
  const Column a = chain(layers, omega);
  return series_of(a.upper / (a.lower - 1.0), omega);
}

ResistanceCapacity reduce_exterior_wall(std::span<const WallLayer> layers, double period) {
  const double resistance = resistance_of(layers);
  const double omega = frequency(period);
  const Column a = chain(layers, omega);
  ResistanceCapacity wall = series_of(a.upper / (a.lower - 1.0), omega);
  const Complex turned = a.upper * std::conj(a.lower);
  wall.capacity = (resistance - turned.real()) / (omega * wall.resistance * turned.imag());
  if (!(wall.capacity > 0.0)) refuse("a wall whose layers store too little heat for a capacity");
  return wall;
}

ResistanceCapacity in_parallel(std::span<const ResistanceCapacity> elements, double period) {
  if (elements.empty()) return {};
  ResistanceCapacity all = elements[0];
  const double omega = frequency(period);
  for (const ResistanceCapacity& next : elements.subspan(1)) {
    const Complex a = all.resistance + 1.0 / (kJ * omega * all.capacity);
    const Complex b = next.resistance + 1.0 / (kJ * omega * next.capacity);
    all = series_of(a * b / (a + b), omega);
  }
  return all;
}

ReducedWalls reduce_walls(std::span<const WallElement> elements) {
  std::vector<ResistanceCapacity> outer, inner;
  Sums outside, inside;
  double through = 0.0;       // W/K, room to outdoors
  double window_shunt = 0.0;  // W/K next to R_1
  ReducedWalls room;
  for (const WallElement& element : elements) {
    if (!(element.area > 0.0)) refuse("a wall of " + number_text(element.area) + " m2");
    room.weights.push_back(0.0);
    if (element.side == WallSide::Interior) {
      inner.push_back(scaled(reduce_interior_wall(element.layers), element.area));
      inside.add(element);
      continue;
    }
    room.weights.back() = transmittance(element) * element.area;
    through += room.weights.back();
    room.outdoor_conductance += outdoor_film(element) * element.area;
    outside.add(element);
    if (element.side == WallSide::Window) {
      window_shunt += element.area / (kWindowShare * resistance_of(element.layers));
    } else {
      outer.push_back(scaled(reduce_exterior_wall(element.layers), element.area));
    }
  }
  if (outer.empty()) refuse("a room without an exterior wall has no exterior element");
  for (double& weight : room.weights) weight /= through;
  room.exterior_area = outside.area;
  room.exterior_film = outside.convection / outside.area;
  room.exterior = in_parallel(outer);
  room.exterior.resistance = 1.0 / (1.0 / room.exterior.resistance + window_shunt);
  const double films =
      1.0 / outside.film + (room.outdoor_conductance > 0.0 ? 1.0 / room.outdoor_conductance : 0.0);
  room.remaining_resistance = 1.0 / through - films - room.exterior.resistance;
  room.interior_area = inside.area;
  room.interior_film = inside.area > 0.0 ? inside.convection / inside.area : 0.0;
  room.interior = in_parallel(inner);
  return room;
}

}  // namespace hearth
