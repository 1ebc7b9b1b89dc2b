// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

#include "hearth/framework/component/many.hpp"

namespace hearth {

namespace members_detail {
/// Stands for any value a member of a role struct may have.
struct AnyMember {
  template <class M>
  operator M() const;  // NOLINT: declared only, never called
};

template <class Role, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { Role{(static_cast<void>(I), AnyMember{})...}; };
}

template <class Role, std::size_t N = 0>
constexpr int count() {
  if constexpr (N < 24 && takes<Role>(std::make_index_sequence<N + 1>{})) {
    return count<Role, N + 1>();
  } else {
    return static_cast<int>(N);
  }
}
}  // namespace members_detail

/// The number of members of a role struct, at most 24.
template <class Role>
inline constexpr int member_count = members_detail::count<Role>();

/// Calls `visit` with each member of a role struct in the order of declaration.
template <class Role, class Visitor>
constexpr void for_each_member(Role& role, Visitor&& visit) {
  constexpr int n = member_count<std::remove_const_t<Role>>;
  if constexpr (n == 0) {
    static_cast<void>(role);
  } else if constexpr (n == 1) {
    auto& [m0] = role;
    (visit(m0));
  } else if constexpr (n == 2) {
    auto& [m0, m1] = role;
    (visit(m0), visit(m1));
  } else if constexpr (n == 3) {
    auto& [m0, m1, m2] = role;
    (visit(m0), visit(m1), visit(m2));
  } else if constexpr (n == 4) {
    auto& [m0, m1, m2, m3] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3));
  } else if constexpr (n == 5) {
    auto& [m0, m1, m2, m3, m4] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4));
  } else if constexpr (n == 6) {
    auto& [m0, m1, m2, m3, m4, m5] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5));
  } else if constexpr (n == 7) {
    auto& [m0, m1, m2, m3, m4, m5, m6] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6));
  } else if constexpr (n == 8) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7));
  } else if constexpr (n == 9) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8));
  } else if constexpr (n == 10) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9));
  } else if constexpr (n == 11) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10));
  } else if constexpr (n == 12) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11));
  } else if constexpr (n == 13) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12));
  } else if constexpr (n == 14) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13));
  } else if constexpr (n == 15) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14));
  } else if constexpr (n == 16) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14), visit(m15));
  } else if constexpr (n == 17) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14), visit(m15),
     visit(m16));
  } else if constexpr (n == 18) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14), visit(m15),
     visit(m16), visit(m17));
  } else if constexpr (n == 19) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18] =
        role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14), visit(m15),
     visit(m16), visit(m17), visit(m18));
  } else if constexpr (n == 20) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
           m19] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14), visit(m15),
     visit(m16), visit(m17), visit(m18), visit(m19));
  } else if constexpr (n == 21) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14), visit(m15),
     visit(m16), visit(m17), visit(m18), visit(m19), visit(m20));
  } else if constexpr (n == 22) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14), visit(m15),
     visit(m16), visit(m17), visit(m18), visit(m19), visit(m20), visit(m21));
  } else if constexpr (n == 23) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14), visit(m15),
     visit(m16), visit(m17), visit(m18), visit(m19), visit(m20), visit(m21), visit(m22));
  } else if constexpr (n == 24) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23] = role;
    (visit(m0), visit(m1), visit(m2), visit(m3), visit(m4), visit(m5), visit(m6), visit(m7),
     visit(m8), visit(m9), visit(m10), visit(m11), visit(m12), visit(m13), visit(m14), visit(m15),
     visit(m16), visit(m17), visit(m18), visit(m19), visit(m20), visit(m21), visit(m22),
     visit(m23));
  }
}

}  // namespace hearth
