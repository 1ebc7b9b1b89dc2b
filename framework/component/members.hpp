// SPDX-License-Identifier: MIT
#pragma once

#include <boost/preprocessor/repetition/enum_params.hpp>
#include <boost/preprocessor/repetition/repeat_from_to.hpp>
#include <type_traits>
#include <utility>

#include "hearth/framework/component/many.hpp"

namespace hearth {
namespace members_detail {

/// Represents any value a member of a role struct may have.
struct AnyMember {
  template <class M>
  operator M() const;  // NOLINT: declared only, never called
};

template <class Role, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { Role{(static_cast<void>(I), AnyMember{})...}; };
}

/// Returns the number of direct members of a struct; a nested struct counts as one member.
template <class Role, std::size_t N = 0>
constexpr int count() {
  static_assert(N <= 64,
                "a role struct can have at most 64 members; move some of them to a nested struct");
  if constexpr (N <= 64 && takes<Role>(std::make_index_sequence<N + 1>{})) {
    return count<Role, N + 1>();
  } else {
    return static_cast<int>(N);
  }
}

/// Returns `f(m...)`, with the direct members m of a struct in the order of declaration.
template <class Role, class F>
constexpr auto with_members(Role& role, F&& f) {
  constexpr int n = count<std::remove_const_t<Role>>();
  if constexpr (n == 0) {
    static_cast<void>(role);
    return f();
  }
#define HEARTH_VISIT(z, N, unused)             \
  else if constexpr (n == N) {                 \
    auto& [BOOST_PP_ENUM_PARAMS(N, m)] = role; \
    return f(BOOST_PP_ENUM_PARAMS(N, m));      \
  }
  BOOST_PP_REPEAT_FROM_TO(1, 65, HEARTH_VISIT, )
#undef HEARTH_VISIT
}

/// Whether a member is a nested struct. Its members are then counted instead of the struct.
template <class M>
inline constexpr bool is_nested = std::is_class_v<M>&& std::is_aggregate_v<M>;

template <class M>
constexpr int leaves();

template <class... M>
struct Types {
  static constexpr int leaves = (0 + ... + members_detail::leaves<M>());
};

template <class M>
constexpr int leaves() {
  if constexpr (is_nested<M>) {
    constexpr auto types = []<class... N>(N&...) { return Types<std::remove_const_t<N>...>{}; };
    return decltype(with_members(std::declval<M&>(), types))::leaves;
  } else {
    return 1;
  }
}

}  // namespace members_detail

/// The number of members of a role struct; members of nested structs count individually.
template <class Role>
inline constexpr int member_count = members_detail::leaves<Role>();

/// Calls `visit` with each member of a role struct in the order of declaration; for a nested
/// struct, with each of its members.
template <class Role, class Visitor>
constexpr void for_each_member(Role& role, Visitor&& visit) {
  const auto visit_one = [&visit](auto& member) {
    if constexpr (members_detail::is_nested<std::remove_cvref_t<decltype(member)>>) {
      for_each_member(member, visit);
    } else {
      visit(member);
    }
  };
  members_detail::with_members(role, [&visit_one](auto&... members) { (visit_one(members), ...); });
}

}  // namespace hearth
