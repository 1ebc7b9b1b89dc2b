// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hearth {

/// Returns whether bytes start as a gzip file does (RFC 1952).
bool is_gzip(std::string_view bytes);

/// Returns what a gzip file holds, all its members one after the other; nothing where the file is
/// damaged or cut off, or holds more than `largest` bytes.
std::optional<std::string> gunzip(std::string_view bytes, std::size_t largest);

}  // namespace hearth
