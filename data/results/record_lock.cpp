// SPDX-License-Identifier: MIT
#include "hearth/data/results/record_lock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace hearth {
namespace {

constexpr const char* kLockName = ".hearth.lock";

/// Returns whether a path still names an open file, which its holder may have removed.
bool still_names(const std::filesystem::path& path, int file) {
  struct ::stat named {
  }, open{};
  return ::lstat(path.c_str(), &named) == 0 && ::fstat(file, &open) == 0 &&
         named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

}  // namespace

std::optional<RecordLock> RecordLock::take(const std::filesystem::path& folder) {
  const std::filesystem::path path = (folder.empty() ? "." : folder) / kLockName;
  constexpr int kPermissions = 0666;
  const int file =
      ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, kPermissions);
  if (file < 0) return RecordLock(path, -1);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    const bool held = errno == EWOULDBLOCK || errno == EINTR;
    if (!held) ::unlink(path.c_str());  // the file system has no locks
    ::close(file);
    return held ? std::nullopt : std::optional(RecordLock(path, -1));
  }
  if (still_names(path, file)) return RecordLock(path, file);
  ::close(file);
  return std::nullopt;  // another process has just released it
}

RecordLock::RecordLock(std::filesystem::path path, int file)
    : path_(std::move(path)), file_(file) {}

RecordLock::~RecordLock() {
  if (file_ < 0) return;
  ::unlink(path_.c_str());
  ::close(file_);
}

RecordLock::RecordLock(RecordLock&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}

RecordLock& RecordLock::operator=(RecordLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(file_, other.file_);
  return *this;
}

}  // namespace hearth
