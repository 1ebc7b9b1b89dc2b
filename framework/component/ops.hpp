// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
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

class Pack8;

/// The scalar type of rates that components book: packs for packs, otherwise `double`.
template <class T>
using BookedRate = std::conditional_t<std::is_same_v<T, Pack8>, Pack8, double>;

/// How the derivatives of an instance depend on its state and on the inputs that change within a
/// step.
enum class Slope {
  None,    ///< no input changes
  Affine,  ///< jointly affine in the state and the inputs that change
  Curved,
};

/// Positions of the cells of one instance. The cells of a role are contiguous, in the order in
/// which its members are declared; a `Many` has one cell for each entry.
struct Slot {
  int in = 0;  ///< first entry of the input map: one source cell for each input entry
  int out = 0, parameter = 0, derived = 0, state = 0, held = 0, guard = 0;
  int side = 0;                                      ///< first guard in the list of sides
  int config = 0;                                    ///< number of the configuration object
  int in_count = 0, out_count = 0, state_count = 0;  ///< cells of In, Out, State
  int ledger = 0;                                    ///< first of its rates in the balance
  int ledger_count = 0;                              ///< number of its rates in the balance
  int stepper = -1;              ///< number of the stepper, -1 if the type has equations
  int resting = -1;              ///< first number of its `RestingStep`, -1 if it has none
  int resting_numbers = 0;       ///< count of numbers of its `RestingStep`
  const int* factors = nullptr;  ///< input entries on which the matrix of the states depends
  int factor_count = 0;
  const int* sizes = nullptr;    ///< number of entries of each index set
  const void* places = nullptr;  ///< result of `Traits::places` for these sizes
  int reach = 0;                 ///< largest distance |i - j| at which rate i depends on state j
  bool affine = false;           ///< derivatives are affine in the state (found by tracing)
  Slope slope = Slope::None;     ///< under `input_hold: first`
  std::uint64_t stream = 0;      ///< stream of random numbers, derived from the id
  double sample_period = 0.0;    ///< s between samples, as `Clock::period` states it
  std::int64_t period = 0;       ///< ms between samples, for the stepwise engine
  std::int64_t offset = 0;       ///< ms from the start to the first sample
  std::int64_t end = std::numeric_limits<std::int64_t>::max();  ///< ms, last possible sample
};

/// A configuration member, resolved for a run.
using ResolvedConfig = std::variant<Series, int, bool, Table, FileMember, FormulaMember>;

class SteppingInstance;

/// Method by which the states of a group of instances are advanced.
enum class Advance { Exponential, ImplicitEuler };

/// What a guard did in a step: it rose, it fell, or its value was NaN (`kSpoiled`).
inline constexpr signed char kRose = 1, kFell = -1, kSpoiled = 2;

/// Replaces a time that is not a whole millisecond; no sample is due at such a time.
inline constexpr std::int64_t kOffGrid = std::numeric_limits<std::int64_t>::min() / 2;

/// The data on which the functions of one step work.
template <class T>
struct Frame {
  T* cells = nullptr;
  const int* in = nullptr;        ///< input map
  const int* in_start = nullptr;  ///< input map of the values at the step's start, or null
  const void* const* configs = nullptr;
  Side* sides = nullptr;  ///< side on which each guard was
  T* scratch = nullptr;   ///< scratch memory of this thread
  SteppingInstance* steppers = nullptr;
  double start = 0.0, end = 0.0;  ///< s, the step is (start, end]
  double step = 0.0;              ///< s, its length; 0 at an instant
  std::int64_t start_ms = 0;      ///< `start` in whole ms, or kOffGrid within a divided step
  std::int64_t end_ms = 0;        ///< `end` in whole ms, or kOffGrid within a divided step
  std::int64_t step_ms = 0;       ///< length of the undivided step in ms
  std::int64_t tick = -1;         ///< number of the sample taken; below 0: it follows from start_ms
  bool hold_events = false;       ///< no guard fires, because the pass belongs to an iteration
  bool means = false;             ///< a step returns the means of the outputs over its length
  BookedRate<T>* ledger = nullptr;  ///< rates of the balance; null if they are not requested
  T* resting = nullptr;          ///< numbers of all `RestingStep`s; null: matrices are recomputed
  signed char* fired = nullptr;  ///< for each guard kRose, kFell, kSpoiled or unchanged; or null
  Advance advance = Advance::Exponential;
};

/// Number of cells of each role, and of scratch cells, for given sizes of the index sets.
struct Counts {
  int in = 0, out = 0, parameter = 0, derived = 0, state = 0, held = 0, guard = 0;
  int scratch = 0;
};

/// The run-time interface of a component type for one scalar type. Functions that take a number n
/// of slots work on each of them.
template <class T>
struct Ops {
  /// Constructs the role objects of one instance in its cells.
  void (*construct)(const Slot&, T* cells) = nullptr;
  /// Evaluates computed defaults (bit i of `computed`: parameter member i), then `prepare`.
  void (*prepare)(const Slot&, T* cells, std::uint64_t computed) = nullptr;
  void (*outputs)(const Slot*, int n, const Frame<T>&) = nullptr;
  /// Evaluates the guards, and fires those that crossed 0 since their stored sides.
  void (*events)(const Slot*, int n, const Frame<T>&) = nullptr;
  /// Takes one step: `update` if a sample is due, then the states, events and outputs.
  void (*step)(const Slot*, int n, const Frame<T>&) = nullptr;
  /// Writes dx/dt of one instance at `frame.end`.
  void (*derivatives)(const Slot&, const Frame<T>&, T* rates) = nullptr;
  /// Takes the samples of n slots, all of which are due.
  void (*update)(const Slot*, int n, const Frame<T>&) = nullptr;
  /// Writes the values of the guards of one instance; 0 for guards that receive events.
  void (*guards)(const Slot&, const Frame<T>&, T* values) = nullptr;
  /// Runs `fire`; `fired` is 1 if a guard rose or received an event, -1 if it fell, otherwise 0.
  void (*fire)(const Slot&, const Frame<T>&, T* fired) = nullptr;
  void* (*make_config)(const std::vector<ResolvedConfig>&) = nullptr;
  void (*free_config)(void*) = nullptr;
  /// Writes the rates of the balance of one instance for the present cells and inputs.
  void (*balance)(const Slot&, const Frame<T>&, BookedRate<T>* rates) = nullptr;
  /// Writes the contents of one instance.
  void (*content)(const Slot&, const Frame<T>&, double* amounts) = nullptr;
};

/// Properties of a type on which the framework bases decisions.
struct Traits {
  bool has_outputs = false, has_derivatives = false, has_update = false, has_events = false;
  Counts (*counts)(const int* sizes) = nullptr;
  /// Makes the tables with which functions of instances of these sizes find members in their cells.
  /// Null if no member is a `Many`.
  std::shared_ptr<const void> (*places)(const int* sizes) = nullptr;
  /// Whether a sample begins a period over which the component integrates, as in sampled zones.
  /// Under balanced coupling, series then deliver their value for that period to the component, not
  /// their value at the instant.
  bool samples_means = false;
  /// Whether outputs read the clock and can therefore change with time alone.
  bool outputs_read_clock = false;
  /// Whether derivatives do not read the clock. Their matrix is then constant while parameters, the
  /// inputs that are its factors and, with `rates_read_held`, the held values are constant.
  bool rates_rest = false;
  bool rates_read_held = false;
  /// List the entries that `balance` and `content` write; null if the type does not have the
  /// function.
  std::vector<LedgerEntry> (*balance)(const int* sizes) = nullptr;
  std::vector<LedgerEntry> (*content)(const int* sizes) = nullptr;
};

}  // namespace hearth
