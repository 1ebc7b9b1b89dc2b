// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

namespace hearth {

/// The scalar type that records on which inputs (seeds) a value depends, and in which of them it is
/// not affine. One call of the functions of a component with this type finds feedthrough, sparsity,
/// affinity and copies, so that components need not declare them. `select` combines the condition
/// and both branches, so that no dependence is missed.
struct Trace {
  std::uint64_t seeds = 0;
  std::uint64_t curved = 0;  ///< seeds in which the value, jointly with other seeds, is not affine
  int copied = -1;           ///< bit of the seed that the value equals, -1 if it was computed

  constexpr Trace() = default;
  constexpr Trace(double) {}  // NOLINT: a number depends on nothing
  static constexpr Trace seed(int bit) {
    Trace trace(std::uint64_t{1} << bit, 0);
    trace.copied = bit;
    return trace;
  }
  constexpr Trace(std::uint64_t seeds_, std::uint64_t curved_) : seeds(seeds_), curved(curved_) {}

  Trace& operator+=(const Trace& o);
  Trace& operator-=(const Trace& o);
  Trace& operator*=(const Trace& o);
};

/// The result of a comparison of traces. It is not a `bool`, so that an `if` on a scalar does not
/// compile.
struct TraceCondition {
  std::uint64_t seeds = 0;
};

namespace trace_detail {
constexpr Trace sum(const Trace& a, const Trace& b) {
  return {a.seeds | b.seeds, a.curved | b.curved};
}
constexpr Trace curve(const Trace& a) { return {a.seeds, a.seeds}; }
constexpr Trace affine(const Trace& a) { return {a.seeds, a.curved}; }
constexpr Trace product(const Trace& a, const Trace& b) {
  if (a.seeds == 0) return affine(b);
  if (b.seeds == 0) return affine(a);
  return {a.seeds | b.seeds, a.seeds | b.seeds};
}
constexpr Trace quotient(const Trace& a, const Trace& b) {
  return b.seeds == 0 ? affine(a) : curve(sum(a, b));
}
/// Set if a condition with seeds selected a value; the framework clears it before a trace.
inline thread_local bool chosen = false;
inline void note_choice() { chosen = true; }
constexpr TraceCondition compare(const Trace& a, const Trace& b) { return {a.seeds | b.seeds}; }
}  // namespace trace_detail

constexpr Trace operator+(const Trace& a, const Trace& b) { return trace_detail::sum(a, b); }
constexpr Trace operator-(const Trace& a, const Trace& b) { return trace_detail::sum(a, b); }
constexpr Trace operator*(const Trace& a, const Trace& b) { return trace_detail::product(a, b); }
constexpr Trace operator/(const Trace& a, const Trace& b) { return trace_detail::quotient(a, b); }
constexpr Trace operator-(const Trace& a) { return trace_detail::affine(a); }
constexpr Trace operator+(const Trace& a) { return a; }
inline Trace& Trace::operator+=(const Trace& o) { return *this = *this + o; }
inline Trace& Trace::operator-=(const Trace& o) { return *this = *this - o; }
inline Trace& Trace::operator*=(const Trace& o) { return *this = *this * o; }

constexpr TraceCondition operator<(const Trace& a, const Trace& b) {
  return trace_detail::compare(a, b);
}
constexpr TraceCondition operator>(const Trace& a, const Trace& b) {
  return trace_detail::compare(a, b);
}
constexpr TraceCondition operator<=(const Trace& a, const Trace& b) {
  return trace_detail::compare(a, b);
}
constexpr TraceCondition operator>=(const Trace& a, const Trace& b) {
  return trace_detail::compare(a, b);
}
constexpr TraceCondition operator&&(const TraceCondition& a, const TraceCondition& b) {
  return {a.seeds | b.seeds};
}
constexpr TraceCondition operator||(const TraceCondition& a, const TraceCondition& b) {
  return {a.seeds | b.seeds};
}
constexpr TraceCondition operator!(const TraceCondition& a) { return a; }

constexpr Trace select(const TraceCondition& condition, const Trace& yes, const Trace& no) {
  constexpr std::uint64_t kHeld = 1;  // held values change at events only
  if (!std::is_constant_evaluated() && (condition.seeds & ~kHeld) != 0) trace_detail::note_choice();
  const Trace both = trace_detail::sum(yes, no);
  return {both.seeds | condition.seeds,
          both.curved | condition.seeds | (condition.seeds != 0 ? both.seeds : 0)};
}

constexpr Trace exp(const Trace& x) { return trace_detail::curve(x); }
constexpr Trace log(const Trace& x) { return trace_detail::curve(x); }
constexpr Trace sqrt(const Trace& x) { return trace_detail::curve(x); }
constexpr Trace sin(const Trace& x) { return trace_detail::curve(x); }
constexpr Trace cos(const Trace& x) { return trace_detail::curve(x); }
constexpr Trace tanh(const Trace& x) { return trace_detail::curve(x); }
constexpr Trace pow(const Trace& x, const Trace& y) {
  return trace_detail::curve(trace_detail::sum(x, y));
}

}  // namespace hearth
