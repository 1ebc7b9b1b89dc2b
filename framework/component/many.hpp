// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>

namespace hearth {

/// The values of a member over an index set: one entry for each stream, neighbour or element.
///
/// It is a view: the simulation owns the entries. All members over one index set, in all roles,
/// have the same length and order of keys.
template <class T>
class Many {
 public:
  constexpr Many() = default;
  constexpr Many(T* first, int size) : first_(first), size_(size) {}
  /// Makes a view of a container of entries, for tests and manual calls.
  template <class Container>
  requires requires(Container& c) { c.data() + c.size(); }
  explicit constexpr Many(Container& entries)
      : first_(entries.data()), size_(static_cast<int>(entries.size())) {}

  constexpr int size() const { return size_; }
  constexpr const T& operator[](int i) const {
    assert(0 <= i && i < size_);
    return first_[i];
  }
  constexpr T& operator[](int i) {
    assert(0 <= i && i < size_);
    return first_[i];
  }
  constexpr const T* begin() const { return first_; }
  constexpr const T* end() const { return first_ + size_; }
  constexpr T* begin() { return first_; }
  constexpr T* end() { return first_ + size_; }

 private:
  T* first_ = nullptr;
  int size_ = 0;
};

}  // namespace hearth
