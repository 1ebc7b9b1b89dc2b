// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <new>
#include <type_traits>
#include <utility>

#include "hearth/framework/component/component.hpp"

namespace hearth {

/// Layout of role structs in cells.
///
/// A role without a `Many` is an object that is constructed in its cells and used in place. A role
/// with a `Many` is a struct that is made for each call: its `Many` members view the cells, and its
/// other members are copied from the cells and back.
namespace roles {

/// The role struct of a component that does not define this role.
template <Role>
struct None {};

// clang-format off
template <class C, class = void> struct InOf { using type = None<Role::Input>; };
template <class C> struct InOf<C, std::void_t<typename C::In>> { using type = typename C::In; };
template <class C, class = void> struct OutOf { using type = None<Role::Output>; };
template <class C> struct OutOf<C, std::void_t<typename C::Out>> { using type = typename C::Out; };
template <class C, class = void> struct ParamsOf { using type = None<Role::Parameter>; };
template <class C> struct ParamsOf<C, std::void_t<typename C::Params>> { using type = typename C::Params; };
struct NoDerived {};
template <class C, class = void> struct DerivedOf { using type = NoDerived; };
template <class C> struct DerivedOf<C, std::void_t<typename C::Derived>> { using type = typename C::Derived; };
template <class C, class = void> struct StateOf { using type = None<Role::State>; };
template <class C> struct StateOf<C, std::void_t<typename C::State>> { using type = typename C::State; };
template <class C, class = void> struct HeldOf { using type = None<Role::Held>; };
template <class C> struct HeldOf<C, std::void_t<typename C::Held>> { using type = typename C::Held; };
template <class C, class = void> struct GuardsOf { using type = None<Role::Guard>; };
template <class C> struct GuardsOf<C, std::void_t<typename C::Guards>> { using type = typename C::Guards; };
template <class C, class = void> struct ConfigOf { using type = None<Role::Config>; };
template <class C> struct ConfigOf<C, std::void_t<typename C::Config>> { using type = typename C::Config; };
// clang-format on

/// Returns which members of a role are `Many`.
template <class S>
consteval auto many_flags() {
  std::array<bool, static_cast<std::size_t>(member_count<S>) + 1> flags{};
  S object{};
  std::size_t i = 0;
  for_each_member(object, [&](auto& member) {
    flags[i++] = schema_detail::is_many<std::remove_cvref_t<decltype(member)>>;
  });
  return flags;
}

/// The layout of one role of a component; S is the role struct of the component with `double`. For
/// outputs, the layout of those that are not shown members.
template <class S, Role role, const SchemaView& schema>
struct Layout {
  static constexpr int first = role == Role::Output ? schema.shown_count() : 0;
  static constexpr int members = member_count<S>;
  static constexpr auto is_many = many_flags<S>();
  static constexpr auto sets = [] {
    std::array<int, static_cast<std::size_t>(members) + 1> found{};
    for (int i = 0; i < members; ++i) {
      const int field = schema.index_of(role, first + i);
      found[i] = field < 0 ? -1 : schema.set_index(schema.field(field).set);
    }
    return found;
  }();
  /// Number of members that are not `Many`, which is the smallest possible number of cells.
  static constexpr int singles = [] {
    int count = members;
    for (int i = 0; i < members; ++i) count -= is_many[static_cast<std::size_t>(i)] ? 1 : 0;
    return count;
  }();
  static constexpr bool plain = singles == members;
  using Offsets = std::array<int, static_cast<std::size_t>(members) + 1>;
  /// Number of members before the first `Many`. Their positions are known at compile time.
  static constexpr std::size_t leading = [] {
    std::size_t count = 0;
    while (count < static_cast<std::size_t>(members) && !is_many[count]) ++count;
    return count;
  }();
  /// Returns the first cell of member I.
  template <std::size_t I>
  static constexpr int first_cell(const Offsets& offsets) {
    return I <= leading ? static_cast<int>(I) : offsets[I];
  }

  static constexpr int size_of(int member, const int* sizes) {
    const auto m = static_cast<std::size_t>(member);
    return is_many[m] ? sizes[sets[m]] : 1;
  }
  /// First cell of each member; the last entry is the number of cells.
  static constexpr Offsets offsets(const int* sizes) {
    Offsets first{};
    for (int i = 0; i < members; ++i) {
      first[static_cast<std::size_t>(i) + 1] = first[i] + size_of(i, sizes);
    }
    return first;
  }
  static constexpr int count(const int* sizes) { return plain ? members : offsets(sizes)[members]; }
  /// The offsets of a role without `Many`.
  static constexpr Offsets kPlainOffsets = [] {
    Offsets first{};
    for (int i = 0; i <= members; ++i) first[static_cast<std::size_t>(i)] = i;
    return first;
  }();
};

/// Makes a role struct over an array of values: `Many` members view the array, other members are
/// copies. `first` contains the offsets of the members.
template <class L, std::size_t I, class T>
[[gnu::always_inline]] inline auto view_member(T* values, const typename L::Offsets& first) {
  T* const cell = values + L::template first_cell<I>(first);
  if constexpr (L::is_many[I]) {
    return Many<T>(cell, first[I + 1] - L::template first_cell<I>(first));
  } else {
    return T(*cell);
  }
}
template <class S, class L, class T, std::size_t... I>
[[gnu::always_inline]] inline S view([[maybe_unused]] T* values, const typename L::Offsets& first,
                                     std::index_sequence<I...>) {
  return S{view_member<L, I>(values, first)...};
}
template <class S, class L, class T>
[[gnu::always_inline]] inline S view(T* values, const typename L::Offsets& first) {
  return view<S, L, T>(values, first, std::make_index_sequence<L::members>{});
}

/// Writes the members that are not `Many` back to the array; `Many` members refer to the array
/// already.
template <class L, class S, class T>
[[gnu::always_inline]] inline void put(S& role, T* values, const typename L::Offsets& first) {
  std::size_t i = 0;
  for_each_member(role, [&](auto& member) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, T>) {
      values[L::plain ? static_cast<int>(i) : first[i]] = member;
    }
    ++i;
  });
}

/// A role during one call: a reference to the object in the cells, or a struct of views. The
/// offsets must outlive this object.
template <class S, class L, class T>
class Access {
 public:
  [[gnu::always_inline]] Access(T* cells, const typename L::Offsets& offsets)
      : cells_(cells), offsets_(&offsets), object_(make(cells, offsets)) {}
  S& get() {
    if constexpr (L::plain) {
      return *object_;
    } else {
      return object_;
    }
  }
  const typename L::Offsets& offsets() const { return *offsets_; }
  /// Reads the cells again after they were changed.
  void reload() {
    if constexpr (!L::plain) object_ = view<S, L, T>(cells_, offsets());
  }
  /// Writes members that are not `Many` back to the cells; call it after a function wrote to the
  /// role.
  void store() {
    if constexpr (!L::plain) put<L>(object_, cells_, offsets());
  }

 private:
  [[gnu::always_inline]] static auto make(T* cells, const typename L::Offsets& offsets) {
    if constexpr (L::plain) {
      static_cast<void>(offsets);
      return std::launder(reinterpret_cast<S*>(cells));
    } else {
      return view<S, L, T>(cells, offsets);
    }
  }

  T* cells_;
  const typename L::Offsets* offsets_;
  std::conditional_t<L::plain, S*, S> object_;
};

}  // namespace roles
}  // namespace hearth
