// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace hearth {

/// Array of values of type T in raw memory, in which role structs can live as objects.
template <class T>
class Cells {
 public:
  explicit Cells(std::size_t count) : count_(count), bytes_(new std::byte[count * sizeof(T) + 1]) {
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    for (std::size_t i = 0; i < count; ++i) new (address(i)) T(0.0);
  }
  T* data() { return reinterpret_cast<T*>(bytes_.get()); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_.get()); }
  T& operator[](int i) { return *std::launder(data() + i); }
  const T& operator[](int i) const { return *std::launder(data() + i); }
  std::size_t size() const { return count_; }

 private:
  void* address(std::size_t i) { return bytes_.get() + i * sizeof(T); }

  std::size_t count_;
  std::unique_ptr<std::byte[]> bytes_;
};

}  // namespace hearth
