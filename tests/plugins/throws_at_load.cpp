// SPDX-License-Identifier: MIT
#include <stdexcept>

namespace {

struct Throws {
  Throws() { throw std::runtime_error("no licence for the correlation"); }
} const throws;

}  // namespace
