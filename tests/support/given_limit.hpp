// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hearth/framework/base/limits.hpp"

namespace hearth::test {

/// Sets a limit of work for one test case.
class GivenLimit {
 public:
  GivenLimit(WorkLimit limit, std::int64_t most)
      : limit_(limit), before_(is_limit_given(limit) ? limit_of(limit) : 0) {
    set_limit(limit, most);
  }
  ~GivenLimit() { set_limit(limit_, before_); }
  GivenLimit(const GivenLimit&) = delete;
  GivenLimit& operator=(const GivenLimit&) = delete;

 private:
  WorkLimit limit_;
  std::int64_t before_;
};

}  // namespace hearth::test
