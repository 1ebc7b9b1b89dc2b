// SPDX-License-Identifier: MIT
#pragma once

namespace hearth::apps {

/// The version of the command, from the build.
inline constexpr const char* kVersion = HEARTH_VERSION;

}  // namespace hearth::apps
