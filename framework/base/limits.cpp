// SPDX-License-Identifier: MIT
#include "hearth/framework/base/limits.hpp"

#include <atomic>

namespace hearth {
namespace {

constexpr std::size_t place_of(WorkLimit limit) { return static_cast<std::size_t>(limit); }

constexpr bool in_order() {
  for (std::size_t i = 0; i < kLimits.size(); ++i) {
    if (place_of(kLimits[i].limit) != i) return false;
  }
  return true;
}
static_assert(in_order());

std::array<std::atomic<std::int64_t>, kLimits.size()>& given() {
  static std::array<std::atomic<std::int64_t>, kLimits.size()> values{};  // 0: the default
  return values;
}

}  // namespace

std::int64_t limit_of(WorkLimit limit) {
  const std::int64_t value = given()[place_of(limit)].load(std::memory_order_relaxed);
  return value > 0 ? value : kLimits[place_of(limit)].standard;
}

bool is_limit_given(WorkLimit limit) {
  return given()[place_of(limit)].load(std::memory_order_relaxed) > 0;
}

void set_limit(WorkLimit limit, std::int64_t most) { given()[place_of(limit)] = most; }

void check_limit(WorkLimit limit, std::int64_t count, const Where& where) {
  if (count > limit_of(limit)) refuse_limit(limit, where);
}

void refuse_limit(WorkLimit limit, const Where& where) {
  const LimitKind& kind = kLimits[place_of(limit)];
  const std::string most = std::to_string(limit_of(limit));
  throw InputError("limit.exceeded", where,
                   "this needs more than " + most + " " + std::string(kind.counts) +
                       "; if it is intended, allow more with --limit " + std::string(kind.name) +
                       "=N");
}

}  // namespace hearth
