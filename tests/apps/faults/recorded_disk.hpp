// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hearth/tests/apps/faults/disk_event.hpp"

namespace hearth::test {

struct DiskEvent {
  DiskAction action = DiskAction::Create;
  std::uint64_t file = 0, offset = 0;
  std::string path, other, data;
};

/// Reads what the module `hearth_write_recorder` wrote.
std::vector<DiskEvent> read_disk_events(const std::filesystem::path& log);

/// A folder, and what happened to the files in it, on a disk that may lose power.
///
/// As POSIX permits: what was not waited for (`fsync` of a file for its content, of a folder for
/// the names in it) is lost or kept in blocks of 512 bytes and name by name, in any order. A block
/// holds one of the contents it had since the file was last waited for, and a file has one of the
/// sizes; a name is what it was before or after any of its changes.
class RecordedDisk {
 public:
  /// Takes the folder as it is; all of it is on the disk.
  explicit RecordedDisk(const std::filesystem::path& folder);

  /// Carries out an event.
  void apply(const DiskEvent& event);
  /// Ignores every wait from now on: a disk that promises what it does not do.
  void lie() { lies_ = true; }

  /// Returns the files after a loss of power, by path below the folder.
  std::map<std::string, std::string> after_power_loss(std::mt19937_64& random) const;

 private:
  using Number = long;
  struct Content {
    std::string kept;                // on the disk
    std::vector<DiskEvent> changes;  // not waited for: writes and sizes
  };
  struct NameChange {
    std::string path;
    Number file = 0;     // 0: none under this name
    std::string from{};  // of a file that was renamed
  };

  std::string below(const std::string& path) const;
  std::string crashed(const Content& content, std::mt19937_64& random) const;
  void change_names(NameChange change);

  std::string folder_;
  bool lies_ = false;
  Number last_ = 0;
  std::map<std::uint64_t, Number> current_;  // by inode, which a later file may have again
  std::map<Number, Content> files_;
  std::set<std::string> made_folders_;
  std::map<std::string, Number> names_;       // as the process sees them
  std::map<std::string, Number> kept_names_;  // on the disk
  std::vector<NameChange> name_changes_;      // not waited for
};

/// Writes files below a folder, which is made.
void put_files(const std::map<std::string, std::string>& files,
               const std::filesystem::path& folder);

}  // namespace hearth::test
