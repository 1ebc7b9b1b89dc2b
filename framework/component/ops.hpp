// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <variant>
#include <vector>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/formula_member.hpp"
#include "hearth/framework/component/guard.hpp"
#include "hearth/framework/component/ledger.hpp"
#include "hearth/framework/component/series.hpp"
#include "hearth/framework/component/table.hpp"
#include "hearth/framework/scalar/math.hpp"

namespace hearth {

/// What the derivatives of an instance are where its inputs move within a step.
enum class Slope {
  None,    ///< none of its inputs moves
  Affine,  ///< jointly affine in the state and the inputs that move
  Curved,
};

/// Where one instance finds its cells. Roles lie in one piece each, members in the order of
/// declaration, a `Many` as its entries.
struct Slot {
  int in = 0;  ///< first entry of the input map: one source cell for each input entry
  int out = 0, parameter = 0, derived = 0, state = 0, held = 0, guard = 0;
  int side = 0;                                      ///< first guard in the list of sides
  int config = 0;                                    ///< number of the configuration object
  int in_count = 0, out_count = 0, state_count = 0;  ///< cells of In, Out, State
  int ledger = 0;                                    ///< first of its rates in the balance
  int ledger_count = 0;                              ///< rates it has there
  int stepper = -1;              ///< number of the stepper, -1 where the type is equations
  int resting = -1;              ///< first number of its `RestingStep`, -1: it has none
  int resting_numbers = 0;       ///< how many it has
  const int* factors = nullptr;  ///< input entries that the matrix of the states depends on
  int factor_count = 0;
  const int* sizes = nullptr;    ///< entries of each index set
  const void* places = nullptr;  ///< what `Traits::places` made of them
  int reach = 0;                 ///< furthest state, by its number, that a rate depends on
  bool affine = false;           ///< derivatives are affine in the state (found by tracing)
  Slope slope = Slope::None;     ///< under `input_hold: first`
  std::uint64_t stream = 0;      ///< for random numbers, from the id
  double sample_period = 0.0;    ///< s between samples, as components see it
  std::int64_t period = 0;       ///< ms between samples, for the stepwise engine
  std::int64_t offset = 0;       ///< ms from the start to the first sample
  std::int64_t end = std::numeric_limits<std::int64_t>::max();  ///< ms, no sample after it
};

/// A configuration member, resolved for a run.
using ResolvedConfig = std::variant<Series, int, bool, Table, FileMember, FormulaMember>;

class SteppingInstance;

/// How a group of instances is advanced.
enum class Advance { Exponential, ImplicitEuler };

/// What a guard did in a step: `kSpoiled`, it has no value.
inline constexpr signed char kRose = 1, kFell = -1, kSpoiled = 2;

/// A time between whole milliseconds: nothing is due there.
inline constexpr std::int64_t kOffGrid = std::numeric_limits<std::int64_t>::min() / 2;

/// What the functions of one step work on.
template <class T>
struct Frame {
  T* cells = nullptr;
  const int* in = nullptr;        ///< input map
  const int* in_start = nullptr;  ///< input map of the values at the step's start, or null
  const void* const* configs = nullptr;
  Side* sides = nullptr;  ///< on which each guard was
  T* scratch = nullptr;   ///< of this thread
  SteppingInstance* steppers = nullptr;
  double start = 0.0, end = 0.0;  ///< s, the step is (start, end]
  double step = 0.0;              ///< s, its length; 0 at an instant
  std::int64_t start_ms = 0;      ///< the start in whole ms; kOffGrid within a divided step
  std::int64_t end_ms = 0;        ///< the end, likewise
  std::int64_t step_ms = 0;       ///< the undivided step
  std::int64_t tick = -1;         ///< number of the sample taken; below 0: by start_ms
  bool hold_events = false;       ///< no guard fires: a pass of an iteration
  bool means = false;             ///< a step leaves the means of the outputs over it
  double* ledger = nullptr;       ///< rates of the balance, or null: not wanted
  T* resting = nullptr;           ///< what `RestingStep`s keep; null: matrices are found anew
  signed char* fired = nullptr;   ///< what the guards did, or null: kRose, kFell or kSpoiled
  Advance advance = Advance::Exponential;
};

/// Number of cells of each role and of scratch for given sizes of the index sets.
struct Counts {
  int in = 0, out = 0, parameter = 0, derived = 0, state = 0, held = 0, guard = 0;
  int scratch = 0;
};

/// The run-time face of a component type for one scalar: loops over n slots.
template <class T>
struct Ops {
  /// Begins the life of the role objects of one instance in its cells.
  void (*construct)(const Slot&, T* cells) = nullptr;
  /// Evaluates computed defaults (bit i of `computed`: parameter member i), then `prepare`.
  void (*prepare)(const Slot&, T* cells, std::uint64_t computed) = nullptr;
  void (*outputs)(const Slot*, int n, const Frame<T>&) = nullptr;
  /// Evaluates guards, fires those that crossed since the sides kept; nothing else.
  void (*events)(const Slot*, int n, const Frame<T>&) = nullptr;
  /// One step: `update` where a sample is due, advance of the state, events, outputs.
  void (*step)(const Slot*, int n, const Frame<T>&) = nullptr;
  /// Writes dx/dt of one instance at `frame.end`.
  void (*derivatives)(const Slot&, const Frame<T>&, T* rates) = nullptr;
  void (*update)(const Slot&, const Frame<T>&) = nullptr;
  /// Writes the guards of one instance; those that are received are 0.
  void (*guards)(const Slot&, const Frame<T>&, T* values) = nullptr;
  /// Runs `fire`; `fired` is 1 where a guard rose or was received, -1 where it fell, otherwise 0.
  void (*fire)(const Slot&, const Frame<T>&, T* fired) = nullptr;
  void* (*make_config)(const std::vector<ResolvedConfig>&) = nullptr;
  void (*free_config)(void*) = nullptr;
  /// Writes the rates of the balance of one instance, as cells and inputs are now.
  void (*balance)(const Slot&, const Frame<T>&, double* rates) = nullptr;
  /// Writes what one instance contains.
  void (*content)(const Slot&, const Frame<T>&, double* amounts) = nullptr;
};

/// Which functions a type has, for the framework's decisions.
struct Traits {
  bool has_outputs = false, has_derivatives = false, has_update = false, has_events = false;
  Counts (*counts)(const int* sizes) = nullptr;
  /// Makes what the functions of instances with these sizes need to find members in their cells;
  /// null: nothing, no member is a `Many`.
  std::shared_ptr<const void> (*places)(const int* sizes) = nullptr;
  /// A sample begins a period that the component integrates over, as sampled zones do: under
  /// balanced coupling series deliver to it what they deliver over that period, not the instant.
  bool samples_means = false;
  /// Derivatives do not look at the clock: their matrix rests while parameters, the inputs that are
  /// its factors and, with `rates_read_held`, the held values rest.
  bool rates_rest = false;
  bool rates_read_held = false;
  /// The entries that `balance` and `content` write, or null: the type is not balanced.
  std::vector<LedgerEntry> (*balance)(const int* sizes) = nullptr;
  std::vector<LedgerEntry> (*content)(const int* sizes) = nullptr;
};

}  // namespace hearth
