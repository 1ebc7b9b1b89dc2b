// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>

namespace hearth::test {

/// Returns the path of public reference data, or nothing, with a warning, if it is absent.
/// The folder is HEARTH_SHARED, by default `shared` next to the checkout.
inline std::optional<std::filesystem::path> shared_data(std::string_view relative) {
  const char* folder = std::getenv("HEARTH_SHARED");
  const std::filesystem::path root =
      folder != nullptr ? std::filesystem::path(folder)
                        : std::filesystem::path(HEARTH_SOURCE_DIR) / ".." / "shared";
  const std::filesystem::path path = root / relative;
  if (std::filesystem::exists(path)) return path;
  WARN("skipped: reference data '" + std::string(relative) + "' is absent (set HEARTH_SHARED)");
  return std::nullopt;
}

}  // namespace hearth::test
