// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "hearth/components/fmi/internal/package/shared_library.hpp"
#include "hearth/components/fmi/internal/package/variable_names.hpp"

namespace hearth::fmi {

/// Locations of the files of an FMU on disk.
struct UnpackedFmu {
  std::filesystem::path library;
  std::string resources;  ///< a folder
};

/// The code of an FMU in this process. All its instances share it.
struct FmuBinary {
  /// Throws the InputError of SharedLibrary; `place` names the FMU in messages.
  FmuBinary(const UnpackedFmu& files, const std::string& place, NameScope scope,
            VariableNames names);

  SharedLibrary library;
  std::string resources;
  VariableNames names;  ///< variables to which its messages refer
  std::atomic<int> instances{0};
  std::atomic<bool> watched{false};  ///< crashes and `exit` in it are caught
  std::atomic<bool> corrupt{false};  ///< an instance failed fatally: none may be called again
};

/// Returns whether code of an FMU crashed in this process. Such a process may not be able to end in
/// order.
bool process_is_damaged();
void mark_process_damaged();

}  // namespace hearth::fmi
