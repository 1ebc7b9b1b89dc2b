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

/// Tries again while another process has a database for a moment, to look what is in it; throws
/// `data.sqlite_locked` if it is still locked at the deadline.
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

/// Returns when waiting for a lock ends: looking into a store takes milliseconds, a process that
/// writes one keeps it for as long as it runs.
inline std::chrono::steady_clock::time_point lock_deadline() {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
}

/// Opens a database, made if it is missing, with `lock`, which has to lock it for good. A merge
/// removes files that it has taken over or finds left behind: what is returned lies at that path.
SqliteDatabase open_locked(const std::filesystem::path& path,
                           const std::function<void(SqliteDatabase&)>& lock);

/// Opens a database that is to be removed, with `lock`; nothing where the file is gone, or its name
/// is that of another one by the time of the lock: somebody has begun anew.
std::optional<SqliteDatabase> lock_to_remove(const std::filesystem::path& path,
                                             const std::function<void(SqliteDatabase&)>& lock);

/// Opens a part for writing and locks it for the life of the object. If it was closed or killed
/// before does not matter.
SqliteDatabase open_part(const std::filesystem::path& path);

/// Opens a store for reading. One that a killed process left behind is completed first. InputError
/// `data.sqlite_invalid` where the file is not a database, `data.sqlite_locked`, `file.write` if
/// it has to be completed and cannot be written.
SqliteDatabase open_store(const std::filesystem::path& path);

/// Returns an error with what to do about it.
InputError store_error(const InputError& error, const std::filesystem::path& path);

}  // namespace hearth
