// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "hearth/tests/fuzz/engine/texts.hpp"

namespace hearth::fuzz {

/// The empty folder of this process, removed with this object.
class Scratch {
 public:
  Scratch() : path_(scratch_folder(::getpid())) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace hearth::fuzz
