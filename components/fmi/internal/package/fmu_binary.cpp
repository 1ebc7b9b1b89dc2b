// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/fmu_binary.hpp"

#include <utility>

namespace hearth::fmi {
namespace {

std::atomic<bool> damaged{false};

}  // namespace

bool process_is_damaged() { return damaged; }
void mark_process_damaged() { damaged = true; }

FmuBinary::FmuBinary(const UnpackedFmu& files, const std::string& place, NameScope scope,
                     VariableNames names_)
    : library(files.library, place, scope), resources(files.resources), names(std::move(names_)) {}

}  // namespace hearth::fmi
