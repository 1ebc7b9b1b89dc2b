// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/framework/component/ops.hpp"

namespace hearth {

/// Sets the times of a frame to part [at, at + size) of the step of the frame `whole`, in units of
/// the shortest part, of which the step has `grid`.
template <class T>
void set_part(Frame<T>& frame, const Frame<T>& whole, long at, long size, long grid) {
  const auto time_at = [&whole, grid](long place) {
    return place == grid ? whole.end
                         : whole.start + whole.step * (static_cast<double>(place) /
                                                       static_cast<double>(grid));
  };
  frame.start = time_at(at);
  frame.end = time_at(at + size);
  frame.step = whole.step * (static_cast<double>(size) / static_cast<double>(grid));
  frame.end_ms = at + size == grid ? whole.end_ms : kOffGrid;
}

/// Sets the times of a frame to one of `count` equal parts of the step; samples are taken in the
/// first part.
template <class T>
void set_equal_part(Frame<T>& frame, const Frame<T>& whole, int part, int count) {
  const bool last = part + 1 == count;
  frame.start = whole.start + whole.step * part / count;
  frame.end = last ? whole.end : whole.start + whole.step * (part + 1) / count;
  frame.step = whole.step / count;
  frame.start_ms = part == 0 ? whole.start_ms : kOffGrid;
  frame.end_ms = last ? whole.end_ms : kOffGrid;
}

}  // namespace hearth
