// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/apps/serve/api/api.hpp"
#include "hearth/apps/serve/boptest/service.hpp"
#include "hearth/apps/serve/calls/site.hpp"

namespace hearth::apps {

/// The complete site of `hearth serve`: its page at `/`, its API below `/api/`, and BOPTEST's API
/// at all other paths.
class HearthSite : public Site {
 public:
  /// Both arguments must outlive the site.
  HearthSite(Service& boptest, Api& api) : boptest_(boptest), api_(api) {}

  Reply handle(const Call& call) override;
  Reply refusal(const std::string& path, const Answer& answer) const override;
  /// Returns true for the page, which contains no data; the requests that the page makes require
  /// the token.
  bool is_public(const std::string& method, const std::string& path) const override;

 private:
  Service& boptest_;
  Api& api_;
};

}  // namespace hearth::apps
