// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hearth {

/// Returns whether bytes begin like a gzip file (RFC 1952).
bool is_gzip(std::string_view bytes);

/// Returns the unpacked content of a gzip file, with all its members in order; nothing if the file
/// is damaged or cut off, or contains more than `largest` bytes.
std::optional<std::string> gunzip(std::string_view bytes, std::size_t largest);

}  // namespace hearth
