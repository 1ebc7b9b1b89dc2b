// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "hearth/framework/component/contract.hpp"
#include "hearth/framework/component/ops.hpp"

namespace hearth::bind_detail {

/// Layout of the roles of a component in cells, independent of the scalar type.
template <template <class> class C>
struct RoleLayouts {
  using D = Parts<C, double>;
  static constexpr const SchemaView& schema = Contract<C>::schema;
  using InLayout = Layout<typename D::In, Role::Input, Contract<C>::schema>;
  using OutLayout = Layout<typename D::Out, Role::Output, Contract<C>::schema>;
  using ParamsLayout = Layout<typename D::Params, Role::Parameter, Contract<C>::schema>;
  using DerivedLayout = Layout<typename D::Derived, Role::Config, kNoSchema>;
  using StateLayout = Layout<typename D::State, Role::State, Contract<C>::schema>;
  using HeldLayout = Layout<typename D::Held, Role::Held, Contract<C>::schema>;
  using GuardsLayout = Layout<typename D::Guards, Role::Guard, Contract<C>::schema>;
  static_assert(DerivedLayout::plain, "Derived may contain plain values only");

  static constexpr bool shows_many = [] {
    for (int i = 0; i < schema.shown_count(); ++i) {
      if (schema.find(Role::Output, i)->many) return true;
    }
    return false;
  }();
  static constexpr bool plain = InLayout::plain && OutLayout::plain && ParamsLayout::plain &&
                                StateLayout::plain && HeldLayout::plain && GuardsLayout::plain &&
                                !shows_many;
  /// Returns the number of output cells that are shown members.
  static constexpr int shown_cells(const int* sizes) {
    int count = schema.shown_count();
    if constexpr (shows_many) {
      for (int i = 0; i < schema.shown_count(); ++i) {
        const Field* field = schema.find(Role::Output, i);
        if (field->many) count += sizes[schema.set_index(field->set)] - 1;
      }
    }
    return count;
  }

  /// The offsets of one role in an instance.
  template <class L>
  struct Place {
    typename L::Offsets offsets;
  };
  /// Positions of the members of an instance. They follow from the sizes of its index sets and are
  /// computed once for all instances with the same sizes.
  struct Places : Place<InLayout>,
                  Place<OutLayout>,
                  Place<ParamsLayout>,
                  Place<StateLayout>,
                  Place<HeldLayout>,
                  Place<GuardsLayout> {
    explicit Places(const int* sizes)
        : Place<InLayout>{InLayout::offsets(sizes)},
          Place<OutLayout>{OutLayout::offsets(sizes)},
          Place<ParamsLayout>{ParamsLayout::offsets(sizes)},
          Place<StateLayout>{StateLayout::offsets(sizes)},
          Place<HeldLayout>{HeldLayout::offsets(sizes)},
          Place<GuardsLayout>{GuardsLayout::offsets(sizes)},
          shown(shown_cells(sizes)) {}
    int shown;
  };
  static std::shared_ptr<const void> make_places(const int* sizes) {
    return std::make_shared<const Places>(sizes);
  }

  static const Places& places(const Slot& slot) { return *static_cast<const Places*>(slot.places); }
  /// Returns the first cell of each member of a role; the last entry is the number of cells.
  template <class L>
  static const typename L::Offsets& offsets(const Slot& slot) {
    if constexpr (L::plain) {
      return L::kPlainOffsets;
    } else {
      return static_cast<const Place<L>&>(places(slot)).offsets;
    }
  }
  template <class L>
  static int count(const Slot& slot) {
    if constexpr (L::plain) {
      return L::members;
    } else {
      return offsets<L>(slot)[L::members];
    }
  }
  static int shown_cells(const Slot& slot) {
    if constexpr (shows_many) {
      return places(slot).shown;
    } else {
      return schema.shown_count();
    }
  }
  static int out_cells(const Slot& slot) { return shown_cells(slot) + count<OutLayout>(slot); }
};

}  // namespace hearth::bind_detail
