// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace hearth {

/// Reduction of wall layers to the parameters of a `TwoElementZone` (VDI 6007 Part 1, 2015, section
/// 6.1; Rouvel and Zimmermann, HLH 49 (1998) and 55 (2004)).
///
/// A wall seen at one frequency ω is the product of the chain matrices of its layers, from the room
/// outwards (R and C of a layer per m2):
///
///     | cosh z      R sinh(z)/z |
///     | z sinh(z)/R   cosh z    |,   z = √(jωRC)
///
/// For the product a: an element between equal sides is R_1 and C_1 in series with
/// R_1 + 1/(jωC_1) = a_12/(a_22 - 1); an exterior element has this R_1 and
///
///     C_1 = (R - Re a_12 Re a_22 - Im a_12 Im a_22) / (ω R_1 (Re a_22 Im a_12 - Re a_12 Im a_22))
///
/// with R the sum of all its layers. ω corresponds to a period of 7 days; elements connected in
/// parallel have the same impedance as one R_1 and C_1 in series at a period of 5 days.

/// One layer; a layer without mass (density or heat capacity 0) is a resistance.
struct WallLayer {
  double thickness = 0.0;      ///< m
  double conductivity = 0.0;   ///< W/(m K)
  double density = 0.0;        ///< kg/m3
  double heat_capacity = 0.0;  ///< J/(kg K)
};

enum class WallSide {
  Exterior,  ///< outer walls, roofs, floors to the ground
  Interior,  ///< equal conditions on both sides
  Window,    ///< a resistance to outdoors
};

/// A wall, floor, ceiling or window of a room.
struct WallElement {
  WallSide side = WallSide::Exterior;
  double area = 0.0;               ///< m2
  std::vector<WallLayer> layers;   ///< from the room outwards
  double inner_convection = 2.7;   ///< W/(m2 K)
  double inner_radiation = 5.0;    ///< W/(m2 K)
  double outer_convection = 20.0;  ///< W/(m2 K), not for interior elements
  double outer_radiation = 5.0;    ///< W/(m2 K); both 0: no film outdoors (ground)
};

/// A resistance in series with a capacity.
struct ResistanceCapacity {
  double resistance = 0.0;  ///< K/W
  double capacity = 0.0;    ///< J/K
};

/// Parameters of a `TwoElementZone` from a room's elements; names of parameters in brackets.
struct ReducedWalls {
  double exterior_area = 0.0;         ///< m2, with windows [A_ext]
  double interior_area = 0.0;         ///< m2 [A_int]
  double exterior_film = 0.0;         ///< W/(m2 K), convection, mean by area [h_ext]
  double interior_film = 0.0;         ///< W/(m2 K) [h_int]
  ResistanceCapacity exterior;        ///< windows in parallel [R1_ext, C1_ext]
  ResistanceCapacity interior;        ///< [R1_int, C1_int]; 0 if there is no interior element
  double remaining_resistance = 0.0;  ///< K/W, without the film outdoors [R_rem]
  double outdoor_conductance = 0.0;   ///< W/K, the film outdoors [H_out]
  std::vector<double> weights;        ///< U A / Σ U A of each element, 0 of interior ones
};

/// Returns the element of 1 m2 of a wall between a room and outdoors. Throws InputError
/// `physics.wall_invalid` for layers that conduct or store no heat.
ResistanceCapacity reduce_exterior_wall(std::span<const WallLayer> layers,
                                        double period = 7 * 86400.0);
/// Returns the element of 1 m2 of a wall between equal sides. Throws InputError
/// `physics.wall_invalid`.
ResistanceCapacity reduce_interior_wall(std::span<const WallLayer> layers,
                                        double period = 7 * 86400.0);
/// Returns the equivalent of elements in parallel.
ResistanceCapacity in_parallel(std::span<const ResistanceCapacity> elements,
                               double period = 5 * 86400.0);
/// Returns the parameters for all elements, with at least one exterior wall. Windows count as R/6
/// in parallel with R_1 of the walls. Throws InputError `physics.wall_invalid`.
ReducedWalls reduce_walls(std::span<const WallElement> elements);

}  // namespace hearth
