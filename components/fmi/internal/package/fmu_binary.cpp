// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/fmu_binary.hpp"

namespace hearth::fmi {
namespace {

std::atomic<bool> damaged{false};

}  // namespace

bool process_is_damaged() { return damaged; }
void mark_process_damaged() { damaged = true; }

FmuBinary::FmuBinary(const UnpackedFmu& files, const std::string& place, NameScope scope)
    : library(files.library, place, scope), resources(files.resources) {}

FmuBinary::~FmuBinary() {
  if (corrupt) library.keep_loaded();  // what ends it may crash again
}

}  // namespace hearth::fmi
