// SPDX-License-Identifier: MIT
#pragma once

#include "hearth/apps/serve/calls/call.hpp"

namespace hearth::apps {

/// Returns the page of the service, with a Content-Security-Policy that allows only its own scripts
/// and requests to the service. It contains no data.
const Reply& page_reply();

}  // namespace hearth::apps
