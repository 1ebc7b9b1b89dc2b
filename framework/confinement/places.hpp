// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace hearth {

/// Files, and folders with everything below them. Symbolic links are resolved.
class Places {
 public:
  Places() = default;
  /// An empty path is the current folder.
  explicit Places(const std::vector<std::filesystem::path>& paths);

  void add(const std::filesystem::path& path);
  bool contain(const std::filesystem::path& path) const;

 private:
  std::vector<std::filesystem::path> real_;
};

}  // namespace hearth
