// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>
#include <type_traits>

#include "hearth/framework/base/clock.hpp"
#include "hearth/framework/component/component.hpp"
#include "hearth/framework/component/roles.hpp"

namespace hearth {

/// The parts of a component template and the rules that it must follow.
namespace bind_detail {

using namespace roles;

/// Schema of `Derived`, which is private to a component: files cannot refer to its members.
inline constexpr SchemaView kNoSchema;

template <class F>
struct Signature;
template <class R, class... A>
struct Signature<R (*)(A...)> {
  using Result = R;
  using Arguments = std::tuple<A...>;
  /// Whether the function takes an argument of this type.
  template <class X>
  static constexpr bool reads = (std::is_same_v<A, const X&> || ...);
};

/// The role structs of a component for one scalar type, and the functions that it has.
template <template <class> class C, class T>
struct Parts {
  using Component = C<T>;
  using In = typename InOf<Component>::type;
  using Out = typename OutOf<Component>::type;
  using Params = typename ParamsOf<Component>::type;
  using Derived = typename DerivedOf<Component>::type;
  using State = typename StateOf<Component>::type;
  using Held = typename HeldOf<Component>::type;
  using Guards = typename GuardsOf<Component>::type;
  using Config = typename ConfigOf<Component>::type;

  static constexpr bool has_outputs = requires { &Component::outputs; };
  static constexpr bool has_derivatives = requires { &Component::derivatives; };
  static constexpr bool has_update = requires { &Component::update; };
  static constexpr bool has_guards = requires { &Component::guards; };
  static constexpr bool has_fire = requires { &Component::fire; };
  static constexpr bool has_prepare = requires { &Component::prepare; };
  static constexpr bool has_balance = requires { &Component::balance; };
  static constexpr bool has_content = requires { &Component::content; };
  static constexpr bool samples_means = requires { requires Component::samples_means; };
  /// Whether derivatives read an argument of this type.
  template <class X>
  static constexpr bool rates_read = [] {
    if constexpr (has_derivatives) {
      return Signature<decltype(&Component::derivatives)>::template reads<X>;
    } else {
      return false;
    }
  }();
  static constexpr bool outputs_read_clock = [] {
    if constexpr (has_outputs) {
      return Signature<decltype(&Component::outputs)>::template reads<Clock>;
    } else {
      return false;
    }
  }();
  static constexpr bool rates_rest = has_derivatives && !rates_read<Clock>;
  /// Whether any function reads an argument of this type.
  template <class X>
  static constexpr bool reads_anywhere = [] {
    bool reads = rates_read<X>;
#define HEARTH_READS(function)                      \
  if constexpr (requires { &Component::function; }) \
    reads = reads || Signature<decltype(&Component::function)>::template reads<X>;
    HEARTH_READS(outputs)
    HEARTH_READS(update)
    HEARTH_READS(guards)
    HEARTH_READS(fire)
    HEARTH_READS(balance)
    HEARTH_READS(content)
#undef HEARTH_READS
    return reads;
  }();
};

/// Checks the contract of a component template when it is compiled. The error message of the
/// compiler begins with one of these sentences.
template <template <class> class C>
struct Contract {
  using P = Parts<C, double>;
  static constexpr SchemaView schema = StoredSchema<C<double>>::view;

  template <class S>
  static constexpr int count = member_count<S>;

  static_assert(schema.complete(Role::Input, count<typename P::In>),
                "schema() must name every member of In exactly once");
  static_assert(schema.complete(Role::Output, schema.shown_count() + count<typename P::Out>),
                "schema() must name every member of Out exactly once");
  static_assert(schema.complete(Role::Parameter, count<typename P::Params>),
                "schema() must name every member of Params exactly once");
  static_assert(schema.complete(Role::State, count<typename P::State>),
                "schema() must name every member of State exactly once");
  static_assert(schema.complete(Role::Held, count<typename P::Held>),
                "schema() must name every member of Held exactly once");
  static_assert(schema.complete(Role::Guard, count<typename P::Guards>),
                "schema() must name every member of Guards exactly once");
  static_assert(schema.complete(Role::Config, count<typename P::Config>),
                "schema() must name every member of Config exactly once");
  static_assert(schema.sets_match(),
                "in schema(), every Many needs over(\"set\"), and other members must not have it");
  static_assert(schema.defaults_in_range(), "a default in schema() lies outside its range");
  static_assert(schema.names_unique(), "two members of schema() have the same name");
  static_assert(
      P::has_outputs == (count<typename P::Out> > 0),
      "a component with Out needs exactly one function outputs, and one without Out none");
  static_assert(
      P::has_derivatives == (count<typename P::State> > 0),
      "a component with State needs exactly one function derivatives, and one without State none");
  static_assert(
      (P::has_update || P::has_fire) == (count<typename P::Held> > 0) ||
          (P::has_fire && count<typename P::State> > 0),
      "Held needs a function update or fire; without Held, only fire with State is possible");
  static_assert(
      P::has_fire == (count<typename P::Guards> > 0),
      "a component with Guards needs exactly one function fire, and one without Guards none");
  static_assert(P::has_guards == schema.has_own_guards(),
                ".guard(...) in schema() needs exactly one function guards, and the reverse");
  static_assert(
      P::has_prepare == (count<typename P::Derived> > 0),
      "a component with Derived needs exactly one function prepare, and one without Derived none");
  static_assert(P::has_balance || !P::has_content,
                "a component with a function content also needs a function balance");
};

}  // namespace bind_detail
}  // namespace hearth
