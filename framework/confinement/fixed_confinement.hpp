// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace hearth {

/// Whether models may run the code of FMUs. This code can read and write every file that the
/// process can, so that no confinement applies to it.
enum class ForeignCode { Refused, Allowed };

/// While an object of this class exists, this process reads input files only from the given files
/// and folders and everything below them, whatever a ReadConfinement permits. It also does not
/// reveal whether other files exist. It is for processes that read models of strangers. Only one
/// object may exist at a time, and no other thread may read while it is constructed or destroyed.
class FixedConfinement {
 public:
  /// Permits these files and folders. Symbolic links are resolved.
  explicit FixedConfinement(const std::vector<std::filesystem::path>& places,
                            ForeignCode code = ForeignCode::Refused);
  ~FixedConfinement();
  FixedConfinement(const FixedConfinement&) = delete;
  FixedConfinement& operator=(const FixedConfinement&) = delete;
};

/// Returns whether a file lies outside the FixedConfinement. No output may then depend on whether
/// the file exists.
bool is_hidden(const std::filesystem::path& path);
/// Returns whether models may run the code of FMUs.
bool may_run_foreign_code();

}  // namespace hearth
