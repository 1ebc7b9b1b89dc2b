// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

namespace hearth::fmi {

/// Memory for values that the code of an FMU writes. A page without access follows it, so that an
/// FMU that writes beyond the end crashes in its call, which is reported, and harms nothing else.
class GuardedBuffer {
 public:
  GuardedBuffer() = default;
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  /// Returns the place of `count` zeros, valid until the next call. Throws std::bad_alloc.
  template <class T>
  T* zeros(std::size_t count) {
    T* const first = reinterpret_cast<T*>(end_of(count * sizeof(T))) - count;
    std::fill_n(first, count, T{});
    return first;
  }

 private:
  /// Returns the end of at least that many bytes.
  std::byte* end_of(std::size_t bytes);
  void release();

  std::byte* begin_ = nullptr;
  std::size_t size_ = 0;  // without the last page
};

}  // namespace hearth::fmi
