// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <system_error>

namespace hearth {

/// Returns whether a file is a regular file that is not empty. Pipes, devices and system files have
/// no size and may return bytes without end, or block.
inline bool has_bytes(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  return std::filesystem::file_size(path, error) > 0 && !error;
}

}  // namespace hearth
