// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/apps/serve/calls/call.hpp"

namespace hearth::apps {

/// Answers the requests that a server accepts. Any number of threads may use it at once.
class Site {
 public:
  Site() = default;
  virtual ~Site() = default;
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  /// Answers a request. May take long; does not throw.
  virtual Reply handle(const Call& call) = 0;
  /// Returns the answer to a request that the server refuses itself, in the format that clients of
  /// this path expect. The path is "" if it could not be read.
  virtual Reply refusal(const std::string& /*path*/, const Answer& answer) const {
    return in_envelope(answer);
  }
  /// Returns whether a request needs no token, because its answer is the same for all clients.
  virtual bool is_public(const std::string& /*method*/, const std::string& /*path*/) const {
    return false;
  }
};

}  // namespace hearth::apps
