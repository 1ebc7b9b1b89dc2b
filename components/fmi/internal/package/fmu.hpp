// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "hearth/components/fmi/internal/package/elf_file.hpp"
#include "hearth/components/fmi/internal/package/fmu_archive.hpp"
#include "hearth/components/fmi/internal/package/fmu_binary.hpp"
#include "hearth/components/fmi/internal/package/model_description.hpp"

namespace hearth::fmi {

/// An FMU that is used through one of its interfaces. Its code is loaded only when it is needed.
class Fmu {
 public:
  /// Reads the model description and finds a binary for this computer. Throws the errors of
  /// FmuArchive and of `read_model_description`, and InputError `fmi.description_missing` or
  /// `fmi.platform_missing`.
  explicit Fmu(std::filesystem::path path, Interface wanted = Interface::Auto);

  const std::filesystem::path& path() const { return path_; }
  const ModelDescription& description() const { return description_; }
  /// Returns its files, unpacked at the first call to a folder that is removed with this object.
  const UnpackedFmu& unpacked() const;
  /// Returns the names that both its library and this process define.
  const std::vector<std::string>& clashes() const;
  /// Returns whether its code can be loaded into this process without using wrong functions.
  bool fits_into_process() const;
  /// Returns whether its code was loaded into this process.
  bool loaded() const;
  /// Returns the code, loaded into this process at the first call. Throws the InputError of
  /// SharedLibrary.
  std::shared_ptr<FmuBinary> binary() const;

 private:
  struct Files {
    ScratchFolder folder;
    UnpackedFmu unpacked;
    ElfFile elf;
    std::vector<std::string> clashes;
  };

  const Files& files() const;

  std::filesystem::path path_;
  ModelDescription description_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Files> files_;
  mutable std::shared_ptr<FmuBinary> binary_;  // instances and their memories may outlive the FMU
};

}  // namespace hearth::fmi
