// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

namespace hearth::bench {

/// A folder that is removed at the end.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / name()) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  static std::string name() {
    static std::atomic<int> made{0};
    return "hearth_bench_" + std::to_string(getpid()) + "_" + std::to_string(made++);
  }
  std::filesystem::path path_;
};

}  // namespace hearth::bench
