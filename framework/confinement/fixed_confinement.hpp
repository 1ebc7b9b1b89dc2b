// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace hearth {

/// Whether models may run the code of FMUs. That code can read and write every file that the
/// process can, so no confinement holds for it.
enum class ForeignCode { Refused, Allowed };

/// As long as it lives, this process reads files as inputs only from these files and folders, with
/// all below them, whatever a ReadConfinement permits. It does not reveal whether other files
/// exist. For processes that read models of strangers. One at a time; not while another thread
/// reads.
class FixedConfinement {
 public:
  /// Symbolic links count as where they lead.
  explicit FixedConfinement(const std::vector<std::filesystem::path>& places,
                            ForeignCode code = ForeignCode::Refused);
  ~FixedConfinement();
  FixedConfinement(const FixedConfinement&) = delete;
  FixedConfinement& operator=(const FixedConfinement&) = delete;
};

/// Whether a file lies outside a FixedConfinement, so that not even its existence may be revealed.
bool is_hidden(const std::filesystem::path& path);
/// Whether models may run the code of FMUs.
bool may_run_foreign_code();

}  // namespace hearth
