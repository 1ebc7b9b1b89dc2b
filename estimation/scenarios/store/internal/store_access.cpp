// SPDX-License-Identifier: MIT
#include "hearth/estimation/scenarios/store/internal/store_access.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "hearth/data/text/text_file.hpp"
#include "hearth/estimation/scenarios/store/store_tables.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

struct FileIdentity {
  ::dev_t device;
  ::ino_t inode;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

std::optional<FileIdentity> identity(const fs::path& path) {
  struct ::stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino};
}

void make_file(const fs::path& path) {
  create_folder(path.parent_path());
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) throw write_error(path, errno);
  ::close(file);
  sync_folder_of(path);
}

// The file is opened once, so that its size and content are consistent even if a merge removes it
// or another process creates it again meanwhile. If it cannot be opened, later code reports the
// error.
void require_database(const fs::path& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return;
  struct ::stat status {};
  std::array<char, kMagic.size()> head{};
  const bool filled = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  const ::ssize_t count = filled ? ::pread(file, head.data(), head.size(), 0) : 0;
  ::close(file);
  if (!filled || (count == 16 && std::string_view(head.data(), head.size()) == kMagic)) return;
  throw InputError("data.sqlite_invalid", Where{.file = path.string()},
                   "this is not an SQLite database; remove it, or choose another folder");
}

InputError taken_over(const fs::path& path) {
  return {"data.sqlite_locked", Where{.file = path.string()},
          "another process has taken over its runs"};
}

// Returns whether the process that wrote a store ended without closing it: the store is in
// write-ahead mode (byte 18 of the file), or a journal is next to it.
bool was_left_open(const fs::path& path) {
  std::error_code ignored;
  const std::string place = database_place(path).string();
  if (fs::exists(place + "-wal", ignored)) return true;
  if (fs::exists(place + "-journal", ignored)) return true;
  std::array<char, 20> head{};
  std::ifstream stream(path, std::ios::binary);
  stream.read(head.data(), head.size());
  return stream.gcount() == 20 && head[18] == 2;
}

/// Returns whether a readable database contains tables, but not those of a store. A database that
/// has to be completed first may be unreadable until then.
bool is_foreign(SqliteDatabase& database) {
  try {
    const bool has_tables =
        database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' LIMIT 1").next();
    return has_tables && !database.has_table("meta");
  } catch (const InputError&) {
    return false;
  }
}

SqliteDatabase open_to_read(const fs::path& path) {
  try {
    return {path, SqliteDatabase::Access::Read};
  } catch (const InputError& error) {
    std::error_code ignored;
    if (error.code() != "file.unreadable" || fs::exists(path, ignored)) throw;
    throw taken_over(path);
  }
}

std::string first_message(const InputError& error) {
  return error.diagnostics().items().front().message;
}

}  // namespace

// Write-ahead log: a run is added by appending to one file, without waiting for the disk. The log
// of a killed process is read when the file is opened again, and an incomplete record is dropped.
// `synchronous = NORMAL` waits for the disk only at checkpoints, so that a power failure can
// destroy the last runs, but no earlier ones. The index of the log is usually memory shared between
// processes, which network file systems do not support; a process with exclusive access to the file
// keeps it in its own memory. The mode has to be set before the file is first read.
SqliteDatabase open_part(const fs::path& path) {
  require_database(path);
  return open_locked(path, [](SqliteDatabase& database) {
    database.run("PRAGMA locking_mode = EXCLUSIVE");
    database.run("PRAGMA page_size = 4096");
    database.run("PRAGMA journal_mode = WAL");
    database.run("PRAGMA synchronous = NORMAL");
    database.run("BEGIN IMMEDIATE; COMMIT");
    database.require_plain_tables();
  });
}

SqliteDatabase open_locked(const fs::path& path, const std::function<void(SqliteDatabase&)>& lock) {
  return while_locked(lock_deadline(), [&] {
    for (;;) {
      make_file(path);
      const std::optional<FileIdentity> before = identity(path);
      SqliteDatabase database(path, SqliteDatabase::Access::Write);
      lock(database);
      if (before && identity(path) == before) return database;
    }
  });
}

std::optional<SqliteDatabase> lock_to_remove(const fs::path& path,
                                             const std::function<void(SqliteDatabase&)>& lock) {
  const std::optional<FileIdentity> before = identity(path);
  if (!before) return std::nullopt;
  std::optional<SqliteDatabase> database;
  database.emplace(path, SqliteDatabase::Access::Change);
  lock(*database);
  if (identity(path) != before) return std::nullopt;
  return database;
}

SqliteDatabase open_store(const fs::path& path) {
  require_database(path);
  const bool left_open = was_left_open(path);
  {
    // A database of another program is not changed, whatever files are next to it.
    SqliteDatabase database = open_to_read(path);
    if (!left_open || is_foreign(database)) {
      database.require_plain_tables(kReadingsView);
      return database;
    }
  }
  try {
    SqliteDatabase database(path, SqliteDatabase::Access::Change);
    database.run("PRAGMA locking_mode = EXCLUSIVE");
    try {
      database.run("PRAGMA journal_mode = DELETE");  // moves the log into the file
      database.run("PRAGMA locking_mode = NORMAL");
    } catch (const InputError& error) {
      if (error.code() != "file.write") throw;  // without disk space, it is read from the log
    }
    database.require_plain_tables(kReadingsView);  // reads the schema, which releases the lock
    return database;
  } catch (const InputError& error) {
    if (error.code() != "file.write") throw;
    if (!identity(path)) throw taken_over(path);
    throw InputError(
        "file.write", Where{.file = path.string()},
        fmt::format(
            "a process was stopped while it wrote this file, which must be completed before it can "
            "be read: copy '{}' and '{}-wal' to a folder in which they can be written ({})",
            path.string(), path.filename().string(), first_message(error)));
  }
}

InputError store_error(const InputError& error, const fs::path& path) {
  const std::string folder = path.parent_path().empty() ? "." : path.parent_path().string();
  std::string message = first_message(error);
  if (error.code() == "data.sqlite_locked") {
    message = fmt::format(
        "another process is working on this part of the results in '{}': wait for it, or choose "
        "another folder",
        folder);
  } else if (error.code() == "data.sqlite_invalid" && message.find("remove it") == message.npos) {
    message += "; remove it to compute its runs again";
  } else if (error.code() != "file.write") {
    return error;
  }
  return {error.code(), Where{.file = path.string()}, message};
}

}  // namespace hearth
