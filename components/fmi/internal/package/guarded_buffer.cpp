// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/guarded_buffer.hpp"

#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace hearth::fmi {
namespace {

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

GuardedBuffer::~GuardedBuffer() { release(); }

void GuardedBuffer::release() {
  if (begin_ != nullptr) ::munmap(begin_, size_ + page_size());
  begin_ = nullptr;
  size_ = 0;
}

std::byte* GuardedBuffer::end_of(std::size_t bytes) {
  if (begin_ != nullptr && bytes <= size_) return begin_ + size_;
  release();
  const std::size_t page = page_size();
  const std::size_t size = std::max<std::size_t>((bytes + page - 1) / page, 1) * page;
  void* const place = ::mmap(nullptr, size + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<std::byte*>(place);
  size_ = size;
  if (::mprotect(begin_, size, PROT_READ | PROT_WRITE) != 0) {
    release();
    throw std::bad_alloc();
  }
  return begin_ + size_;
}

}  // namespace hearth::fmi
