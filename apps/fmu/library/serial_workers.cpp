// SPDX-License-Identifier: MIT
// The library of FMUs links this file instead of framework/base/workers.cpp: it starts no threads,
// and does not depend on a library of threads.
#include "hearth/framework/base/workers.hpp"

namespace hearth {

struct Workers::Arena {};

Workers::Workers(int) {}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

void Workers::run(int count, int, const void* context, Call call) { call(context, 0, 0, count); }

}  // namespace hearth
