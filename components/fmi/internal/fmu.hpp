// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "hearth/components/fmi/internal/package/fmu_archive.hpp"
#include "hearth/components/fmi/internal/package/model_description.hpp"
#include "hearth/components/fmi/internal/package/shared_library.hpp"

namespace hearth::fmi {

/// The code of an FMU in this process, with the folder it was unpacked to. All its instances share
/// it.
struct FmuBinary {
  FmuBinary(const std::filesystem::path& fmu, const ModelDescription& description);

  std::string resources() const { return (folder.path() / "resources").string(); }

  ScratchFolder folder;
  std::unique_ptr<SharedLibrary> library;
  std::atomic<int> instances{0};
  std::atomic<bool> corrupt{false};  ///< an instance failed fatally: none may be called any more
};

/// An FMU for co-simulation: what it says of itself, and its code once that is needed.
class Fmu {
 public:
  /// Reads the model description and looks for a binary for this machine. Throws InputError as
  /// FmuArchive and `read_model_description`, `fmi.description_missing`, `fmi.platform_missing`.
  explicit Fmu(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  const ModelDescription& description() const { return description_; }
  /// Returns the code, unpacked and loaded at the first call. Throws InputError as SharedLibrary.
  std::shared_ptr<FmuBinary> binary() const;

 private:
  std::filesystem::path path_;
  ModelDescription description_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<FmuBinary> binary_;  // instances and their memories may outlive the FMU
};

}  // namespace hearth::fmi
