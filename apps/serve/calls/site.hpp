// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/apps/serve/calls/call.hpp"

namespace hearth::apps {

/// What answers the requests that a server accepts. Used by any number of threads at once.
class Site {
 public:
  Site() = default;
  virtual ~Site() = default;
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  /// Answers a request; throws nothing. It may take long.
  virtual Reply handle(const Call& call) = 0;
  /// Returns the answer to a request that the server refuses itself, in the form that clients of
  /// this path expect; "" if the path of the request could not be read.
  virtual Reply refusal(const std::string& /*path*/, const Answer& answer) const {
    return in_envelope(answer);
  }
  /// Whether a request needs no token, since its answer is the same for everybody.
  virtual bool is_public(const std::string& /*method*/, const std::string& /*path*/) const {
    return false;
  }
};

}  // namespace hearth::apps
