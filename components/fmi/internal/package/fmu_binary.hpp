// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "hearth/components/fmi/internal/package/shared_library.hpp"
#include "hearth/components/fmi/internal/package/variable_names.hpp"

namespace hearth::fmi {

/// Where the files of an FMU are on disk.
struct UnpackedFmu {
  std::filesystem::path library;
  std::string resources;  ///< a folder
};

/// The code of an FMU in this process. All its instances share it.
struct FmuBinary {
  /// Throws InputError as SharedLibrary; `place` represents the FMU in messages.
  FmuBinary(const UnpackedFmu& files, const std::string& place, NameScope scope,
            VariableNames names);

  SharedLibrary library;
  std::string resources;
  VariableNames names;  ///< to which its messages refer
  std::atomic<int> instances{0};
  std::atomic<bool> watched{false};  ///< crashes and `exit` in it are caught
  std::atomic<bool> corrupt{false};  ///< an instance failed fatally: none may be called any more
};

/// Whether code of an FMU crashed in this process, so that it cannot be relied on to end in order.
bool process_is_damaged();
void mark_process_damaged();

}  // namespace hearth::fmi
