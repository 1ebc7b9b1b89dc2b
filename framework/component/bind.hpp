// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "hearth/framework/component/due_samples.hpp"
#include "hearth/framework/component/ops.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/component/role_layouts.hpp"
#include "hearth/framework/component/roles.hpp"
#include "hearth/framework/integration/lane_functions.hpp"
#include "hearth/framework/integration/state_step.hpp"
#include "hearth/framework/scalar/jet.hpp"
#include "hearth/framework/scalar/pack.hpp"
#include "hearth/framework/scalar/trace.hpp"

namespace hearth {

inline double value_of(const Trace&) { return 1.0; }

/// Turns a component template into the tables of functions that the framework calls.
namespace bind_detail {

/// The functions of a component for one scalar type.
template <template <class> class C, class T>
struct Binder {
  using P = Parts<C, T>;
  using In = typename P::In;
  using Out = typename P::Out;
  using Params = typename P::Params;
  using Derived = typename P::Derived;
  using State = typename P::State;
  using Held = typename P::Held;
  using Guards = typename P::Guards;
  using Config = typename P::Config;

  static constexpr const SchemaView& schema = Contract<C>::schema;
  using Layouts = RoleLayouts<C>;
  using InLayout = typename Layouts::InLayout;
  using OutLayout = typename Layouts::OutLayout;
  using ParamsLayout = typename Layouts::ParamsLayout;
  using DerivedLayout = typename Layouts::DerivedLayout;
  using StateLayout = typename Layouts::StateLayout;
  using HeldLayout = typename Layouts::HeldLayout;
  using GuardsLayout = typename Layouts::GuardsLayout;
  template <class L>
  static const typename L::Offsets& offsets(const Slot& slot) {
    return Layouts::template offsets<L>(slot);
  }
  template <class L>
  static int count(const Slot& slot) {
    return Layouts::template count<L>(slot);
  }
  static int shown_cells(const Slot& slot) { return Layouts::shown_cells(slot); }
  static int out_cells(const Slot& slot) { return Layouts::out_cells(slot); }

  template <class S, class L>
  static constexpr bool packed =
      !L::plain || L::members == 0 || sizeof(S) == L::members * sizeof(T);
  static_assert(packed<Out, OutLayout> && packed<Params, ParamsLayout> &&
                    packed<Derived, DerivedLayout> && packed<State, StateLayout> &&
                    packed<Held, HeldLayout> && packed<Guards, GuardsLayout>,
                "role structs hold only T and Many<T>");

  // ---- arguments by type -------------------------------------------------------------------

  /// All arguments that a function may ask for.
  struct Call {
    const In* in = nullptr;
    const Params* params = nullptr;
    const Derived* derived = nullptr;
    const State* state = nullptr;
    const Held* held = nullptr;
    const Guards* fired = nullptr;
    const Config* config = nullptr;
    const Clock* clock = nullptr;
    Out* out = nullptr;
    Derived* derived_result = nullptr;
    State* state_result = nullptr;
    Held* held_result = nullptr;
    Guards* guards_result = nullptr;
    Ledger* ledger = nullptr;

    template <class A>
    [[gnu::always_inline]] A get() const {
      using X = std::remove_cvref_t<A>;
      static_assert(std::is_reference_v<A>, "a component function takes references only");
      constexpr bool result = !std::is_const_v<std::remove_reference_t<A>>;
      if constexpr (result) {
        if constexpr (std::is_same_v<X, Out>)
          return *out;
        else if constexpr (std::is_same_v<X, Derived>)
          return *derived_result;
        else if constexpr (std::is_same_v<X, State>)
          return *state_result;
        else if constexpr (std::is_same_v<X, Held>)
          return *held_result;
        else if constexpr (std::is_same_v<X, Guards>)
          return *guards_result;
        else if constexpr (std::is_same_v<X, Ledger>)
          return *ledger;
        else
          static_assert(
              std::is_same_v<X, void>,
              "a result of a component function must be one of the role structs or Ledger");
      } else {
        if constexpr (std::is_same_v<X, In>)
          return *in;
        else if constexpr (std::is_same_v<X, Params>)
          return *params;
        else if constexpr (std::is_same_v<X, Derived>)
          return *derived;
        else if constexpr (std::is_same_v<X, State>)
          return *state;
        else if constexpr (std::is_same_v<X, Held>)
          return *held;
        else if constexpr (std::is_same_v<X, Guards>)
          return *fired;
        else if constexpr (std::is_same_v<X, Config>)
          return *config;
        else if constexpr (std::is_same_v<X, Clock>)
          return *clock;
        else if constexpr (std::is_same_v<X, Out>)
          return *out;
        else
          static_assert(std::is_same_v<X, void>,
                        "the arguments of a component function may only be its role structs, "
                        "Config and Clock");
      }
    }
  };

  // Inlined, so that only the arguments that the function reads are stored in memory.
  template <auto F, class... A>
  [[gnu::always_inline]] static void spread(const Call& call, std::tuple<A...>*) {
    F(call.template get<A>()...);
  }
  /// Calls a function of the component with the arguments that its signature names.
  template <auto F>
  [[gnu::always_inline]] static void invoke(const Call& call) {
    using S = Signature<decltype(F)>;
    static_assert(std::is_void_v<typename S::Result>,
                  "a component function must return void; its last argument is its result");
    spread<F>(call, static_cast<typename S::Arguments*>(nullptr));
  }

  // ---- one instance during one call --------------------------------------------------------

  struct Instance {
    const Slot& slot;
    const Frame<T>& frame;
    In in;
    Access<Params, ParamsLayout, T> params;
    Access<Derived, DerivedLayout, T> derived;
    Access<State, StateLayout, T> state;
    Access<Held, HeldLayout, T> held;
    struct NoClock {};
    static constexpr bool reads_clock = P::template reads_anywhere<Clock>;
    [[no_unique_address]] std::conditional_t<reads_clock, Clock, NoClock> clock;

    [[gnu::always_inline]] Instance(const Slot& s, const Frame<T>& f)
        : slot(s),
          frame(f),
          in(gather(f.in, s, f, f.scratch)),
          params(f.cells + s.parameter, offsets<ParamsLayout>(s)),
          derived(f.cells + s.derived, offsets<DerivedLayout>(s)),
          state(f.cells + s.state, offsets<StateLayout>(s)),
          held(f.cells + s.held, offsets<HeldLayout>(s)) {
      if constexpr (reads_clock) {
        clock = {frame.end, frame.step, slot.sample_period, slot.stream, 0, frame.means};
      }
    }
    /// Returns the arguments of a call. They are made anew for each call, because members of the
    /// instance would be stored in memory for every component.
    [[gnu::always_inline]] Call call() {
      Call call;
      call.in = &in;
      call.params = &params.get();
      call.derived = &derived.get();
      call.state = &state.get();
      call.held = &held.get();
      call.config = frame.configs == nullptr
                        ? nullptr
                        : static_cast<const Config*>(frame.configs[slot.config]);
      if constexpr (reads_clock) call.clock = &clock;
      return call;
    }
    Instance(const Instance&) = delete;
    /// Returns whether inputs change within this step.
    bool sloped() const { return frame.in_start != nullptr && slot.slope != Slope::None; }
    Instance& operator=(const Instance&) = delete;
  };

  /// Reads the inputs. A role without a `Many` is read directly from its cells, others through
  /// scratch memory.
  [[gnu::always_inline]] static In gather(const int* map, const Slot& slot, const Frame<T>& frame,
                                          T* scratch) {
    return gather(map + slot.in, slot, frame, scratch,
                  std::make_index_sequence<InLayout::members>{});
  }
  template <std::size_t... I>
  [[gnu::always_inline]] static In gather(const int* map, const Slot& slot, const Frame<T>& frame,
                                          T* scratch, std::index_sequence<I...>) {
    if constexpr (InLayout::plain) {
      static_cast<void>(slot);
      static_cast<void>(scratch);
      return In{frame.cells[map[I]]...};
    } else {
      const auto& first = offsets<InLayout>(slot);
      return In{gather_member<I>(map, first, frame, scratch)...};
    }
  }
  template <std::size_t I>
  [[gnu::always_inline]] static auto gather_member(const int* map,
                                                   const typename InLayout::Offsets& first,
                                                   const Frame<T>& frame, T* scratch) {
    const int begin = InLayout::template first_cell<I>(first);
    if constexpr (InLayout::is_many[I]) {
      const int end = first[I + 1];
      for (int k = begin; k < end; ++k) scratch[k] = frame.cells[map[k]];
      return Many<T>(scratch + begin, end - begin);
    } else {
      return T(frame.cells[map[begin]]);
    }
  }

  /// Interpolates the inputs linearly between the start (s = 0) and the end (s = 1) of the step.
  static In blend(const Slot& slot, const Frame<T>& frame, double s, T* scratch) {
    const auto& first = offsets<InLayout>(slot);
    const int n = count<InLayout>(slot);
    for (int i = 0; i < n; ++i) {
      const T& from = frame.cells[frame.in_start[slot.in + i]];
      const T& to = frame.cells[frame.in[slot.in + i]];
      scratch[i] = from + s * (to - from);
    }
    return view<In, InLayout, T>(scratch, first);
  }

  // ---- the parts of a step -----------------------------------------------------------------

  static constexpr bool writes_outputs = P::has_outputs || schema.shown_count() > 0;

  /// Copies the entries of shown member `i` to `to`; returns the position after the last one.
  template <class L, int i>
  [[gnu::always_inline]] static T* show(const Instance& self, const T* states, T* to) {
    constexpr ShownSource source = schema.shown_source(i);
    constexpr auto member = static_cast<std::size_t>(source.member);
    const auto& first = Binder::template offsets<L>(self.slot);
    const auto value = [&](int k) -> const T& {
      if constexpr (source.role == Role::Input) {
        return self.frame.cells[self.frame.in[self.slot.in + k]];
      } else {
        return source.role == Role::Held ? self.frame.cells[self.slot.held + k] : states[k];
      }
    };
    const int begin = L::template first_cell<member>(first);
    if constexpr (L::is_many[member]) {
      const int end = first[member + 1];
      for (int k = begin; k < end; ++k) *to++ = value(k);
    } else {
      *to++ = value(begin);
    }
    return to;
  }
  template <std::size_t... I>
  [[gnu::always_inline]] static void show_all(const Instance& self,
                                              [[maybe_unused]] const T* states,
                                              [[maybe_unused]] T* to, std::index_sequence<I...>) {
    ((to = show<LayoutOfShown<static_cast<int>(I)>, static_cast<int>(I)>(self, states, to)), ...);
  }
  template <int i>
  using LayoutOfShown = std::conditional_t<
      schema.shown_source(i).role == Role::Input, InLayout,
      std::conditional_t<schema.shown_source(i).role == Role::Held, HeldLayout, StateLayout>>;

  static constexpr auto shown_members =
      std::make_index_sequence<static_cast<std::size_t>(schema.shown_count())>{};

  static void write_outputs(Instance& self) {
    show_all(self, self.frame.cells + self.slot.state, self.frame.cells + self.slot.out,
             shown_members);
    if constexpr (P::has_outputs) {
      Access<Out, OutLayout, T> out(self.frame.cells + self.slot.out + shown_cells(self.slot),
                                    offsets<OutLayout>(self.slot));
      Call call = self.call();
      call.out = &out.get();
      invoke<&C<T>::outputs>(call);
      out.store();
    }
  }

  /// Writes the outputs for these inputs and the state in `states` to `to`.
  [[gnu::always_inline]] static void outputs_at(Instance& self, const In& in, const T* states,
                                                T* to) {
    show_all(self, states, to, shown_members);
    if constexpr (P::has_outputs) {
      const State here = view<State, StateLayout, T>(const_cast<T*>(states), self.state.offsets());
      const auto& first = offsets<OutLayout>(self.slot);
      T* own = to + shown_cells(self.slot);
      Out out = view<Out, OutLayout, T>(own, first);
      Call call = self.call();
      call.in = &in;
      call.state = &here;
      call.out = &out;
      invoke<&C<T>::outputs>(call);
      put<OutLayout>(out, own, first);
    }
  }

  static void take_sample(Instance& self, std::int64_t number) {
    if constexpr (P::has_update) {
      Call call = self.call();
      const Clock clock{self.frame.start, 0.0, self.slot.sample_period, self.slot.stream, number};
      call.clock = &clock;
      call.held_result = &self.held.get();
      invoke<&C<T>::update>(call);
      self.held.store();
    }
  }

  /// Writes dx/dt for the state in `x` at the instant s of the step with these inputs.
  [[gnu::always_inline]] static void rates_with(Instance& self, const In& in, T* x,
                                                [[maybe_unused]] double s, T* dx) {
    if constexpr (P::has_derivatives) {
      const auto& first = self.state.offsets();
      const State here = view<State, StateLayout, T>(x, first);
      State slope = view<State, StateLayout, T>(dx, first);
      Call call = self.call();
      call.in = &in;
      call.state = &here;
      call.state_result = &slope;
      Clock clock;
      if constexpr (P::template rates_read<Clock>) {
        clock = self.clock;
        clock.time = self.frame.start + s * self.frame.step;
        clock.step = 0.0;
        call.clock = &clock;
      }
      invoke<&C<T>::derivatives>(call);
      put<StateLayout>(slope, dx, first);
    }
  }
  /// Writes dx/dt for the state in `x` with the inputs at the instant s of the step.
  static void rates(Instance& self, T* x, double s, T* dx) {
    if (!self.sloped()) return rates_with(self, self.in, x, s, dx);
    T* const blended = self.frame.scratch + count<InLayout>(self.slot);
    rates_with(self, blend(self.slot, self.frame, s, blended), x, s, dx);
  }

  static void advance_state(Instance& self) {
    if constexpr (P::has_derivatives) {
      const int n = count<StateLayout>(self.slot);
      if (n == 0) return;
      advance_by(self, n);
      self.state.reload();
    }
  }

  /// Advances the states of a pack with functions of its matrix; others run lane by lane.
  static void advance_pack(Instance& self, int n) {
    if constexpr (P::rates_rest) {
      const Slot& slot = self.slot;
      const Frame<T>& frame = self.frame;
      RestingStep<T> resting = resting_of(slot, frame, n);
      T* const memory = frame.scratch + 2 * count<InLayout>(slot);
      const unsigned changed = resting.changed_lanes(frame.step, factor_of(slot, frame));
      if (changed != 0) {
        const auto factors = [&self](T* x, T* dx) { rates_of_factors(self, x, dx); };
        resting.find_matrix(n, memory, memory + n, memory + 2 * n, factors);
        find_lane_functions(resting.matrix(), n, frame.step, changed, resting.phi(1));
      }
      const T* const mean =
          resting.advance(n, frame.step, frame.cells + slot.state, memory,
                          [&self](T* x, T* dx) { rates_with(self, self.in, x, 0.0, dx); });
      if (frame.means) mean_outputs(self, mean);
      if (mean_wanted(self)) std::copy(mean, mean + n, frame.scratch + mean_place(slot));
    }
  }

  static void advance_by(Instance& self, int n) {
    if constexpr (std::is_same_v<T, Pack8>) {
      advance_pack(self, n);
    } else {
      advance_number(self, n);
    }
  }

  static void advance_number(Instance& self, int n) {
    const Frame<T>& frame = self.frame;
    const Slot& slot = self.slot;
    StepTask<T> task;
    task.x = frame.cells + slot.state;
    task.states = n;
    task.reach = slot.reach;
    task.memory = frame.scratch + 2 * count<InLayout>(slot);
    task.length = frame.step;
    task.scheme = scheme(self);
    task.is_affine = slot.affine;
    std::optional<RestingStep<T>> resting;
    if constexpr (P::rates_rest) {
      if (frame.resting != nullptr && slot.resting >= 0 && task.scheme != Scheme::Controlled &&
          task.scheme != Scheme::ImplicitEuler) {
        resting = resting_of(slot, frame, n);
        task.resting = &*resting;
        task.holds = still_holds(self, *resting);
      }
    }
    const bool averages_states =
        task.scheme == Scheme::Affine || task.scheme == Scheme::AffineWithSlope;
    T* const means = frame.scratch + mean_place(slot);
    const bool books = frame.means && !averages_states && balanced && frame.ledger != nullptr;
    if (mean_wanted(self) || (frame.means && averages_states)) {
      task.mean = means;
    } else if (frame.means) {
      task.output_means = books ? means : frame.cells + slot.out;
      task.output_count = slot.out_count + (books ? slot.ledger_count : 0);
    }
    take_one_step(self, task, books);
    if (frame.means && averages_states) {
      mean_outputs(self, means);
    } else if (books) {  // averages the rates of its balance like the outputs
      book_means(self, means);
    }
  }

  static void take_one_step(Instance& self, const StepTask<T>& task, [[maybe_unused]] bool books) {
    const auto rates_at = [&self](T* x, double s, T* dx) { rates(self, x, s, dx); };
    const auto factors = [&self](T* x, T* dx) { rates_of_factors(self, x, dx); };
    const auto outputs = [&self, books](const T* x, double s, T* y) {
      BookedRate<T>* booked = nullptr;
      if constexpr (balanced) {
        if (books) booked = y + self.slot.out_count;
      }
      outputs_between(self, x, s, y, booked);
    };
    take_step(task, StepRates<T>(rates_at), StepFactors<T>(factors), StepOutputs<T>(outputs));
  }

  static Scheme scheme(const Instance& self) {
    const Slot& slot = self.slot;
    if (!self.frame.means && self.frame.advance == Advance::ImplicitEuler) {
      return Scheme::ImplicitEuler;
    }
    if (!slot.affine || (self.sloped() && slot.slope == Slope::Curved)) return Scheme::Controlled;
    return self.sloped() ? Scheme::AffineWithSlope : Scheme::Affine;
  }

  /// Returns whether the matrices that the instance keeps are valid for this step.
  static bool still_holds(Instance& self, RestingStep<T>& resting) {
    const Slot& slot = self.slot;
    const Frame<T>& frame = self.frame;
    return resting.rests(frame.step, factor_of(slot, frame));
  }
  /// Returns a function of i that returns the i-th number on which the matrix depends.
  static auto factor_of(const Slot& slot, const Frame<T>& frame) {
    return [&slot, &frame](int i) -> const T& {
      if (i >= slot.factor_count) return frame.cells[slot.held + i - slot.factor_count];
      return frame.cells[frame.in[slot.in + slot.factors[i]]];
    };
  }
  static RestingStep<T> resting_of(const Slot& slot, const Frame<T>& frame, int states) {
    const int held = P::template rates_read<Held> ? count<HeldLayout>(slot) : 0;
    return {frame.resting + slot.resting, states, slot.factor_count + held};
  }

  /// Writes dx/dt with 0 for each input that does not affect the matrix of affine rates.
  static void rates_of_factors(Instance& self, T* x, T* dx) {
    if constexpr (P::rates_rest) {
      const Slot& slot = self.slot;
      const int inputs_count = count<InLayout>(slot);
      T* const inputs = self.frame.scratch + inputs_count;
      std::fill(inputs, inputs + inputs_count, T(0.0));
      for (int k = 0; k < slot.factor_count; ++k) {
        inputs[slot.factors[k]] = self.frame.cells[self.frame.in[slot.in + slot.factors[k]]];
      }
      rates_with(self, view<In, InLayout, T>(inputs, offsets<InLayout>(slot)), x, 0.0, dx);
    }
  }

  /// Copies the means of outputs and of the rates of the balance to their cells.
  static void book_means(Instance& self, const T* means) {
    if constexpr (balanced) {
      const Slot& slot = self.slot;
      std::copy(means, means + slot.out_count, self.frame.cells + slot.out);
      std::copy(means + slot.out_count, means + slot.out_count + slot.ledger_count,
                self.frame.ledger + slot.ledger);
    }
  }

  static int mean_place(const Slot& slot) {
    const int n = count<StateLayout>(slot);
    return 2 * count<InLayout>(slot) + step_work(n, out_cells(slot) + ledger_count(slot)) +
           count<GuardsLayout>(slot);
  }
  static int ledger_count(const Slot& slot) { return balanced ? slot.ledger_count : 0; }

  /// Writes the outputs for the state `x` with the inputs at the instant s of the step, and the
  /// rates of the balance unless `rates` is null.
  static void outputs_between(Instance& self, const T* x, double s, T* y, BookedRate<T>* rates) {
    const auto find = [&](const In& in) {
      outputs_at(self, in, x, y);
      if (rates != nullptr) balance_at(self, in, x, y, rates);
    };
    if (self.frame.in_start == nullptr) return find(self.in);
    find(blend(self.slot, self.frame, s, self.frame.scratch + count<InLayout>(self.slot)));
  }
  /// Writes the outputs for the mean state and the mean inputs.
  static void mean_outputs(Instance& self, const T* mean) {
    BookedRate<T>* rates =
        self.frame.ledger == nullptr ? nullptr : self.frame.ledger + self.slot.ledger;
    outputs_between(self, mean, 0.5, self.frame.cells + self.slot.out, rates);
  }

  // ---- balances ----------------------------------------------------------------------------

  static constexpr bool balanced =
      P::has_balance && (std::is_same_v<T, double> || std::is_same_v<T, Pack8>);

  /// Writes the rates of the balance for the state `x` and the outputs `y`.
  static void balance_at(Instance& self, const In& in, const T* x, const T* y,
                         BookedRate<T>* rates) {
    if constexpr (balanced) {
      Ledger ledger(rates);
      const State here = view<State, StateLayout, T>(const_cast<T*>(x), self.state.offsets());
      const Out out = view<Out, OutLayout, T>(const_cast<T*>(y) + shown_cells(self.slot),
                                              offsets<OutLayout>(self.slot));
      Call call = self.call();
      call.in = &in;
      call.state = &here;
      call.out = const_cast<Out*>(&out);
      call.ledger = &ledger;
      invoke<&C<T>::balance>(call);
    }
  }
  static void balance(const Slot& slot, const Frame<T>& frame, BookedRate<T>* rates) {
    Instance self(slot, frame);
    balance_at(self, self.in, frame.cells + slot.state, frame.cells + slot.out, rates);
  }
  static void content(const Slot& slot, const Frame<T>& frame, double* amounts) {
    if constexpr (P::has_content && std::is_same_v<T, double>) {
      Ledger ledger(amounts);
      Instance self(slot, frame);
      Call call = self.call();
      call.ledger = &ledger;
      invoke<&C<T>::content>(call);
    }
  }

  /// Lists the ledger entries that a function writes, by calling it with all roles 0.
  template <auto F>
  static std::vector<LedgerEntry> entries(const int* sizes) {
    std::vector<LedgerEntry> found;
    Ledger ledger(found);
    Zero<In, InLayout> in(sizes);
    Zero<Out, OutLayout> out(sizes);
    Zero<Params, ParamsLayout> params(sizes);
    Zero<Derived, DerivedLayout> derived(sizes);
    Zero<State, StateLayout> state(sizes);
    Zero<Held, HeldLayout> held(sizes);
    const Config config{};
    Call call;
    call.in = &in.role;
    call.out = &out.role;
    call.params = &params.role;
    call.derived = &derived.role;
    call.state = &state.role;
    call.held = &held.role;
    call.config = &config;
    call.ledger = &ledger;
    invoke<F>(call);
    return found;
  }
  template <class S, class L>
  struct Zero {
    explicit Zero(const int* sizes)
        : values(static_cast<std::size_t>(L::count(sizes)) + 1, T(0.0)),
          role(view<S, L, T>(values.data(), L::offsets(sizes))) {}
    std::vector<T> values;
    S role;
  };

  static void handle_events(Instance& self) {
    if constexpr (P::has_guards) {
      T* values = self.frame.scratch + 2 * count<InLayout>(self.slot) +
                  step_work(count<StateLayout>(self.slot), out_cells(self.slot));
      evaluate_guards(self, values);
      if (!mark_crossed(self, values)) return;
      run_fire(self, values);
      // An event that disarms its guard can fire again as soon as the guard rises again.
      evaluate_guards(self, values);
      for_each_guard(self.slot, [&](int i, const GuardRule& rule) {
        Side& side = self.frame.sides[self.slot.side + i];
        side = rearmed(rule, value_of(values[i]), side);
      });
    }
  }

  static void evaluate_guards(Instance& self, T* values) {
    if constexpr (P::has_guards) {
      const auto& first = offsets<GuardsLayout>(self.slot);
      for (int i = 0; i < first[GuardsLayout::members]; ++i) values[i] = T(0.0);
      Guards guards = view<Guards, GuardsLayout, T>(values, first);
      Call call = self.call();
      call.guards_result = &guards;
      invoke<&C<T>::guards>(call);
      put<GuardsLayout>(guards, values, first);
    }
  }

  static void run_fire(Instance& self, T* fired_values) {
    if constexpr (P::has_fire) {
      const Guards fired =
          view<Guards, GuardsLayout, T>(fired_values, offsets<GuardsLayout>(self.slot));
      Call call = self.call();
      call.fired = &fired;
      call.held_result = &self.held.get();
      call.state_result = &self.state.get();
      invoke<&C<T>::fire>(call);
      self.held.store();
      self.state.store();
    }
  }

  /// Calls `visit(cell, rule)` for every guard of an instance.
  template <class Visit>
  static void for_each_guard(const Slot& slot, const Visit& visit) {
    const auto& first = offsets<GuardsLayout>(slot);
    for (std::size_t m = 0; m < static_cast<std::size_t>(GuardsLayout::members); ++m) {
      const GuardRule& rule = schema.find(Role::Guard, static_cast<int>(m))->rule;
      for (int i = first[m]; i < first[m + 1]; ++i) visit(i, rule);
    }
  }

  /// Replaces guard values by 1 if they rose, -1 if they fell, otherwise 0; sides do not change.
  static bool mark_crossed(const Instance& self, T* values) {
    bool any = false;
    for_each_guard(self.slot, [&](int i, const GuardRule& rule) {
      Side& side = self.frame.sides[self.slot.side + i];
      const double value = value_of(values[i]);
      const int fired = crossed(rule, value, side);
      side = seen(rule, value, side);
      values[i] = T(static_cast<double>(fired));
      if (self.frame.fired != nullptr) {
        signed char& told = self.frame.fired[self.slot.side + i];
        if (fired != 0) told = static_cast<signed char>(fired);
        if (std::isnan(value)) told = kSpoiled;
      }
      any = any || fired != 0;
    });
    return any;
  }
  static constexpr int step_work(int n, int m) { return n == 0 ? 0 : step_work_size(n, m); }

  // ---- the table ---------------------------------------------------------------------------

  static void outputs(const Slot* slots, int n, const Frame<T>& frame) {
    for (int i = 0; i < n; ++i) {
      Instance self(slots[i], frame);
      write_outputs(self);
    }
  }
  static void events(const Slot* slots, int n, const Frame<T>& frame) {
    for (int i = 0; i < n; ++i) {
      Instance self(slots[i], frame);
      handle_events(self);
    }
  }
  static void step(const Slot* slots, int n, const Frame<T>& frame) {
    if constexpr (!std::is_same_v<T, Trace>) {  // tracing runs single functions, never steps
      DueSamples samples(frame.start_ms, frame.tick);
      for (int i = 0; i < n; ++i) {
        if constexpr (may_rest) {
          if (!step_at_rest(slots[i], frame)) step_apart(slots[i], frame);
        } else {
          step_one(slots[i], frame, samples);
        }
      }
    }
  }
  [[gnu::always_inline]] static void step_one(const Slot& slot, const Frame<T>& frame,
                                              DueSamples& samples) {
    Instance self(slot, frame);
    if constexpr (P::has_update) {
      if (samples.due(slot)) take_sample(self, samples.number());
    }
    advance_state(self);
    if constexpr (!std::is_same_v<T, Pack8>) {
      if (!frame.hold_events) handle_events(self);
    }
    if (!frame.means) {
      write_outputs(self);
      if (balanced && frame.ledger != nullptr) book_rates(self);
    } else if (count<StateLayout>(slot) == 0) {
      mean_outputs(self, frame.cells + slot.state);
    }
  }
  /// Does the same in a separate function, so that `step` itself does not store the roles in
  /// memory.
  [[gnu::noinline]] static void step_apart(const Slot& slot, const Frame<T>& frame) {
    DueSamples samples(frame.start_ms, frame.tick);
    step_one(slot, frame, samples);
  }

  // ---- steps at rest -----------------------------------------------------------------------

  /// Whether instances can step with the functions of the matrix that they keep.
  static constexpr bool may_rest =
      !std::is_same_v<T, Jet8> && P::rates_rest && !P::has_update && !P::has_guards;

  /// Takes a step of few states if the functions of its matrix are known; otherwise returns false
  /// and does nothing.
  [[gnu::always_inline]] static bool step_at_rest(const Slot& slot, const Frame<T>& frame) {
    const bool affine = slot.affine && frame.in_start == nullptr &&
                        (frame.means || frame.advance != Advance::ImplicitEuler);
    if (!affine || frame.resting == nullptr || slot.resting < 0) return false;
    const int states = count<StateLayout>(slot);
    const RestingStep<T> resting = resting_of(slot, frame, states);
    if (!resting.has_functions() || !resting.holds(frame.step, factor_of(slot, frame))) {
      return false;
    }
    switch (states) {
      case 1:
        return rest_of<1>(slot, frame, resting);
      case 2:
        return rest_of<2>(slot, frame, resting);
      case 3:
        return rest_of<3>(slot, frame, resting);
      case 4:
        return rest_of<4>(slot, frame, resting);
      default:
        return false;
    }
  }
  /// Takes the step if instances of this type can have N states; returns whether they can.
  template <int N>
  [[gnu::always_inline]] static bool rest_of(const Slot& slot, const Frame<T>& frame,
                                             const RestingStep<T>& resting) {
    constexpr int least = StateLayout::singles;
    constexpr bool possible = StateLayout::plain ? N == least : N >= least;
    if constexpr (possible) rest<N>(slot, frame, resting);
    return possible;
  }
  template <int N>
  [[gnu::noinline]] static void rest(const Slot& slot, const Frame<T>& frame,
                                     const RestingStep<T>& resting) {
    Instance self(slot, frame);
    T* const x = frame.cells + slot.state;
    const T* const mean = resting.advance(
        std::integral_constant<int, N>(), frame.step, x, frame.scratch + 2 * count<InLayout>(slot),
        [&self](T* at, T* dx) { rates_with(self, self.in, at, 0.0, dx); });
    T* const y = frame.cells + slot.out;
    if (frame.means) {
      outputs_at(self, self.in, mean, y);
    } else {
      outputs_at(self, self.in, x, y);
    }
    if (balanced && frame.ledger != nullptr) book_at(slot, frame, mean);
  }
  /// Books the rates of the balance for the state `x`.
  [[gnu::noinline]] static void book_at(const Slot& slot, const Frame<T>& frame, const T* x) {
    Instance self(slot, frame);
    balance_at(self, self.in, x, frame.cells + slot.out, frame.ledger + slot.ledger);
  }
  /// Books the rates of the balance for the delivered outputs, with the mean state of the step if
  /// it was requested.
  static void book_rates(Instance& self) {
    const Slot& slot = self.slot;
    const T* x =
        mean_wanted(self) ? self.frame.scratch + mean_place(slot) : self.frame.cells + slot.state;
    balance_at(self, self.in, x, self.frame.cells + slot.out, self.frame.ledger + slot.ledger);
  }
  static bool mean_wanted(const Instance& self) {
    return balanced && self.frame.ledger != nullptr && self.slot.affine &&
           self.frame.advance != Advance::ImplicitEuler && count<StateLayout>(self.slot) > 0 &&
           !(self.sloped() && self.slot.slope == Slope::Curved);
  }
  static void update(const Slot* slots, int n, const Frame<T>& frame) {
    if constexpr (P::has_update) {
      DueSamples samples(frame.start_ms, frame.tick);
      for (int i = 0; i < n; ++i) {
        Instance self(slots[i], frame);
        samples.due(slots[i]);
        take_sample(self, samples.number());
      }
    }
  }
  static void derivatives(const Slot& slot, const Frame<T>& frame, T* slopes) {
    Instance self(slot, frame);
    rates(self, frame.cells + slot.state, 1.0, slopes);
  }

  static void guards(const Slot& slot, const Frame<T>& frame, T* values) {
    Instance self(slot, frame);
    evaluate_guards(self, values);
  }
  static void fire(const Slot& slot, const Frame<T>& frame, T* fired) {
    Instance self(slot, frame);
    run_fire(self, fired);
  }

  template <class S, class L>
  static void begin(T* cells) {
    if constexpr (L::plain && L::members > 0) new (cells) S{};
  }
  static void construct(const Slot& slot, T* cells) {
    begin<Out, OutLayout>(cells + slot.out + shown_cells(slot));
    begin<Params, ParamsLayout>(cells + slot.parameter);
    begin<Derived, DerivedLayout>(cells + slot.derived);
    begin<State, StateLayout>(cells + slot.state);
    begin<Held, HeldLayout>(cells + slot.held);
  }

  static constexpr bool computes_defaults = [] {
    for (const Field& field : schema) {
      if (field.computed) return true;
    }
    return false;
  }();

  static T evaluate(const ComputedDefault& function, const void* params, const int* sizes) {
    const int set = schema.set_index(function.set);
    const int size = set < 0 ? 0 : sizes[set];
    if constexpr (std::is_same_v<T, double>) return function.plain(params, size);
    if constexpr (std::is_same_v<T, Jet8>) return function.jet(params, size);
    if constexpr (std::is_same_v<T, Trace>) return function.trace(params, size);
  }
  static void prepare(const Slot& slot, T* cells, [[maybe_unused]] std::uint64_t computed) {
    if constexpr (computes_defaults) {  // without them, no code is made of schema()
      if (computed != 0) {
        const auto& first = offsets<ParamsLayout>(slot);
        static const Schema own = C<T>::schema();
        for (const Field& field : own.view()) {
          if (field.role != Role::Parameter || !field.computed) continue;
          if (((computed >> field.member) & 1U) == 0) continue;
          Access<Params, ParamsLayout, T> params(cells + slot.parameter,
                                                 offsets<ParamsLayout>(slot));
          const T value = evaluate(field.computed, &params.get(), slot.sizes);
          cells[slot.parameter + first[field.member]] = value;
        }
      }
    }
    if constexpr (P::has_prepare) {
      Access<Params, ParamsLayout, T> params(cells + slot.parameter, offsets<ParamsLayout>(slot));
      Access<Derived, DerivedLayout, T> derived(cells + slot.derived, offsets<DerivedLayout>(slot));
      Call call;
      call.params = &params.get();
      call.derived_result = &derived.get();
      invoke<&C<T>::prepare>(call);
    }
  }

  static void* make_config(const std::vector<ResolvedConfig>& values) {
    auto config = std::make_unique<Config>();
    std::size_t i = 0;
    for_each_member(*config, [&](auto& member) {
      using Member = std::remove_cvref_t<decltype(member)>;
      if constexpr (std::is_enum_v<Member>) {
        member = static_cast<Member>(std::get<int>(values[i++]));
      } else {
        member = std::get<Member>(values[i++]);
      }
    });
    return config.release();
  }
  static void free_config(void* config) { delete static_cast<Config*>(config); }

  static Counts counts(const int* sizes) {
    Counts n;
    n.in = InLayout::count(sizes);
    n.out = Layouts::shown_cells(sizes) + OutLayout::count(sizes);
    n.parameter = ParamsLayout::count(sizes);
    n.derived = DerivedLayout::count(sizes);
    n.state = StateLayout::count(sizes);
    n.held = HeldLayout::count(sizes);
    n.guard = GuardsLayout::count(sizes);
    int rates = 0;
    if constexpr (balanced) rates = static_cast<int>(entries<&C<T>::balance>(sizes).size());
    n.scratch =
        2 * n.in + step_work(n.state, n.out + rates) + n.guard + std::max(n.state, n.out + rates);
    return n;
  }

  static Ops<T> ops() {
    return {&construct, &prepare, &outputs,     &events,      &step,    &derivatives, &update,
            &guards,    &fire,    &make_config, &free_config, &balance, &content};
  }
  /// Whether eight instances can run as a pack. Types with guards cannot: the side of a guard is a
  /// decision, which can differ between lanes.
  static constexpr bool runs_packed = !P::has_guards && !P::has_fire;
  /// Returns the functions for packs. Packs start from the cells of single runs and therefore need
  /// no `prepare`.
  static Ops<T> pack_ops() {
    Ops<T> ops;
    ops.construct = &construct;
    ops.outputs = &outputs;
    ops.step = &step;
    ops.update = &update;
    ops.make_config = &make_config;
    ops.free_config = &free_config;
    return ops;
  }
  static void describe_balance(Traits& traits) {
    if constexpr (balanced) traits.balance = &entries<&C<T>::balance>;
    if constexpr (P::has_content && std::is_same_v<T, double>) {
      traits.content = &entries<&C<T>::content>;
    }
  }
};

}  // namespace bind_detail

/// Makes the run-time type of a component template. The rules for templates are in `Contract`.
template <template <class> class C>
ComponentType bind(std::string name) {
  using P = bind_detail::Parts<C, double>;
  ComponentType type;
  type.name = std::move(name);
  type.schema = bind_detail::Contract<C>::schema;
  type.traits = {bind_detail::Binder<C, double>::writes_outputs, P::has_derivatives, P::has_update,
                 P::has_fire, &bind_detail::Binder<C, double>::counts};
  if (!bind_detail::RoleLayouts<C>::plain)
    type.traits.places = &bind_detail::RoleLayouts<C>::make_places;
  type.traits.samples_means = P::samples_means;
  type.traits.outputs_read_clock = P::outputs_read_clock;
  type.traits.rates_rest = P::rates_rest;
  type.traits.rates_read_held = P::template rates_read<typename P::Held>;
  bind_detail::Binder<C, double>::describe_balance(type.traits);
  type.plain = bind_detail::Binder<C, double>::ops();
  type.jet = bind_detail::Binder<C, Jet8>::ops();
  type.trace = bind_detail::Binder<C, Trace>::ops();
  if constexpr (bind_detail::Binder<C, double>::runs_packed) {
    type.pack = bind_detail::Binder<C, Pack8>::pack_ops();
  }
  return type;
}

}  // namespace hearth
