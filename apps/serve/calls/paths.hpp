// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth::apps {

/// Returns the parts of a path between its slashes, without empty ones.
std::vector<std::string> parts_of(std::string_view path);

/// Returns a random UUID (RFC 9562, version 4).
std::string random_id();

}  // namespace hearth::apps
