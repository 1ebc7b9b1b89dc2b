// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace hearth {

/// A fixed number of threads that share the work of loops. The threads are numbered as lanes, so
/// that each can use scratch memory of its own. With one thread, loops run in the calling thread.
class Workers {
 public:
  explicit Workers(int threads);
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  int lanes() const { return lanes_; }

  /// Calls `body(lane, first, last)` for pieces [first, last) of at least `grain` items, which
  /// together cover [0, count).
  template <class Body>
  void for_pieces(int count, int grain, const Body& body) {
    run(count, grain, &body, [](const void* context, int lane, int first, int last) {
      (*static_cast<const Body*>(context))(lane, first, last);
    });
  }

 private:
  using Call = void (*)(const void* context, int lane, int first, int last);
  void run(int count, int grain, const void* context, Call call);

  struct Arena;
  int lanes_ = 1;
  std::unique_ptr<Arena> arena_;
};

}  // namespace hearth
