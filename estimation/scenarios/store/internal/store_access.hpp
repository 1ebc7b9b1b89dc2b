// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth {

/// Repeats `action` while another process has locked a database briefly in order to read it. Throws
/// `data.sqlite_locked` if the database is still locked at the deadline.
template <class Action>
auto while_locked(std::chrono::steady_clock::time_point deadline, Action&& action) {
  for (;;) {
    try {
      return action();
    } catch (const InputError& error) {
      if (error.code() != "data.sqlite_locked") throw;
      if (std::chrono::steady_clock::now() >= deadline) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// Returns the time until which to wait for a lock: reading a store takes milliseconds, whereas a
/// process that writes to a store keeps the lock until it ends.
inline std::chrono::steady_clock::time_point lock_deadline() {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
}

/// Opens a database with `lock`, which must lock it permanently; creates the database if it is
/// missing. A merge may remove the file at the same time; therefore this function ensures that the
/// locked file is still at that path.
SqliteDatabase open_locked(const std::filesystem::path& path,
                           const std::function<void(SqliteDatabase&)>& lock);

/// Opens a database that is to be removed, with `lock`. Returns nothing if the file no longer
/// exists, or if another process has meanwhile created a new file with that name.
std::optional<SqliteDatabase> lock_to_remove(const std::filesystem::path& path,
                                             const std::function<void(SqliteDatabase&)>& lock);

/// Opens a part for writing and locks it for the lifetime of the object. The part may have been
/// closed, or its process may have been killed.
SqliteDatabase open_part(const std::filesystem::path& path);

/// Opens a store for reading. If a killed process left it behind, it is completed first. Throws
/// InputError `data.sqlite_invalid` if the file is not a database, `data.sqlite_locked`, and
/// `file.write` if it has to be completed but cannot be written.
SqliteDatabase open_store(const std::filesystem::path& path);

/// Returns the error with a remedy.
InputError store_error(const InputError& error, const std::filesystem::path& path);

}  // namespace hearth
