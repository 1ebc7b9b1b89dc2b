// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace hearth {

/// Whether models may run the code of FMUs. That code can read and write every file that the
/// process can, so no confinement applies to it.
enum class ForeignCode { Refused, Allowed };

/// While it exists, this process reads input files only from these files and folders and everything
/// below them, whatever a ReadConfinement permits. It does not reveal whether other files exist.
/// For processes that read models of strangers. One at a time; no other thread may read when it is
/// made or ends.
class FixedConfinement {
 public:
  /// Symbolic links are resolved.
  explicit FixedConfinement(const std::vector<std::filesystem::path>& places,
                            ForeignCode code = ForeignCode::Refused);
  ~FixedConfinement();
  FixedConfinement(const FixedConfinement&) = delete;
  FixedConfinement& operator=(const FixedConfinement&) = delete;
};

/// Returns whether a file lies outside a FixedConfinement, so that its existence must not show.
bool is_hidden(const std::filesystem::path& path);
/// Returns whether models may run the code of FMUs.
bool may_run_foreign_code();

}  // namespace hearth
