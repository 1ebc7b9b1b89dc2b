// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace hearth::test {

/// What a process does to the files in a folder, in the order in which it does it.
enum class DiskAction : std::uint8_t {
  Create,      ///< a new, empty file under `path`
  Write,       ///< `data` from `offset` on
  Resize,      ///< to `offset` bytes
  SyncFile,    ///< waits for the content of a file
  SyncFolder,  ///< waits for the names in the folder `path`
  Rename,      ///< from `path` to `other`
  Remove,      ///< the name `path`
  MakeFolder,  ///< `path`
};

/// The head of an event in the log; `path`, `other` and `data` follow.
struct DiskEventHead {
  DiskAction action = DiskAction::Create;
  std::uint32_t path_bytes = 0, other_bytes = 0;
  std::uint64_t file = 0;  ///< number of the file (its inode); names may change
  std::uint64_t offset = 0, data_bytes = 0;
};

}  // namespace hearth::test
