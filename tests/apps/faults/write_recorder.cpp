// SPDX-License-Identifier: MIT
// A module for LD_PRELOAD: it records what a process does to the files below a folder.
//
// HEARTH_RECORDED_FOLDER is the folder (absolute, without symbolic links), HEARTH_WRITE_LOG the
// file that takes the events. If HEARTH_STOP_AFTER_EVENTS is set, the process gets SIGTERM after
// that many. Files that a process writes through `FILE` are not recorded, so that to the recorded
// disk they are lost.
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hearth/tests/apps/faults/disk_event.hpp"

namespace {

using hearth::test::DiskAction;
using hearth::test::DiskEventHead;

constexpr std::size_t kMostFiles = 4096;
constexpr char kNone = 0, kFile = 1, kFolder = 2;

std::array<std::atomic<char>, kMostFiles> recorded{};  // what a descriptor represents

std::recursive_mutex& mutex() {
  static auto* const held = new std::recursive_mutex;  // lives as long as the process
  return *held;
}

template <class Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

int log_file() {
  static const int file = [] {
    const char* name = std::getenv("HEARTH_WRITE_LOG");
    if (name == nullptr) return -1;
    return static_cast<int>(
        ::syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  }();
  return file;
}

std::string full_path(int folder, const char* path) {
  if (path[0] == '/') return path;
  std::array<char, PATH_MAX> base{};
  if (folder == AT_FDCWD) {
    if (::getcwd(base.data(), base.size()) == nullptr) return path;
  } else {
    const std::string link = "/proc/self/fd/" + std::to_string(folder);
    if (::readlink(link.c_str(), base.data(), base.size() - 1) < 0) return path;
  }
  return std::string(base.data()) + '/' + path;
}

bool is_recorded(std::string_view path) {
  static const char* const folder = std::getenv("HEARTH_RECORDED_FOLDER");
  return folder != nullptr && path.starts_with(folder);
}

void put(const void* data, std::size_t count) {
  const char* from = static_cast<const char*>(data);
  while (count > 0) {
    const long written = ::syscall(SYS_write, log_file(), from, count);
    if (written <= 0) std::abort();  // a log with gaps would prove nothing
    from += written;
    count -= static_cast<std::size_t>(written);
  }
}

/// Counts an event; the caller holds the mutex.
void count_event() {
  static const char* const text = std::getenv("HEARTH_STOP_AFTER_EVENTS");
  static const long last = text == nullptr ? -1 : std::strtol(text, nullptr, 10);
  static long count = 0;
  if (++count == last) ::kill(::getpid(), SIGTERM);
}

void note(DiskEventHead head, std::string_view path, std::string_view other = {},
          const void* data = nullptr) {
  const int before = errno;
  head.path_bytes = static_cast<std::uint32_t>(path.size());
  head.other_bytes = static_cast<std::uint32_t>(other.size());
  put(&head, sizeof head);
  put(path.data(), path.size());
  put(other.data(), other.size());
  if (head.data_bytes > 0) put(data, head.data_bytes);
  count_event();
  errno = before;
}

std::uint64_t number_of(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 ? status.st_ino : 0;
}

char kind_of(int file) {
  const auto index = static_cast<std::size_t>(file);
  return file >= 0 && index < kMostFiles ? recorded[index].load() : kNone;
}

int opened(const char* name, int folder, const char* path, int flags, mode_t mode) {
  const std::string full = full_path(folder, path);
  if (!is_recorded(full)) {
    const int file = real<int (*)(int, const char*, int, ...)>(name)(folder, path, flags, mode);
    if (file >= 0 && static_cast<std::size_t>(file) < kMostFiles) recorded[file] = kNone;
    return file;
  }
  const std::lock_guard lock(mutex());
  struct stat status {};
  const bool existed = ::stat(full.c_str(), &status) == 0;
  const int file = real<int (*)(int, const char*, int, ...)>(name)(folder, path, flags, mode);
  if (file < 0 || static_cast<std::size_t>(file) >= kMostFiles) return file;
  const bool is_folder = existed && S_ISDIR(status.st_mode);
  recorded[file] = is_folder ? kFolder : kFile;
  if (!existed && (flags & O_CREAT) != 0) {
    note({.action = DiskAction::Create, .file = number_of(file)}, full);
  } else if (!is_folder && (flags & O_TRUNC) != 0) {
    note({.action = DiskAction::Resize, .file = number_of(file)}, full);
  }
  return file;
}

ssize_t written(int file, const void* data, std::size_t count, off_t offset, bool at_end,
                ssize_t (*write_it)(int, const void*, std::size_t, off_t)) {
  if (kind_of(file) != kFile) return write_it(file, data, count, offset);
  const std::lock_guard lock(mutex());
  const off_t begin = at_end ? ::lseek(file, 0, SEEK_CUR) : offset;
  const ssize_t done = write_it(file, data, count, offset);
  if (done > 0) {
    note({.action = DiskAction::Write,
          .file = number_of(file),
          .offset = static_cast<std::uint64_t>(begin),
          .data_bytes = static_cast<std::uint64_t>(done)},
         {}, {}, data);
  }
  return done;
}

int resized(int file, off_t size, const char* name) {
  const std::lock_guard lock(mutex());
  const int result = real<int (*)(int, off_t)>(name)(file, size);
  if (result == 0 && kind_of(file) == kFile) {
    note({.action = DiskAction::Resize,
          .file = number_of(file),
          .offset = static_cast<std::uint64_t>(size)},
         {});
  }
  return result;
}

int synced(int file, const char* name) {
  const std::lock_guard lock(mutex());
  const int result = real<int (*)(int)>(name)(file);
  if (result != 0) return result;
  if (kind_of(file) == kFile) {
    note({.action = DiskAction::SyncFile, .file = number_of(file)}, {});
  } else if (kind_of(file) == kFolder) {
    std::string path = full_path(file, "");
    while (path.ends_with('/')) path.pop_back();
    note({.action = DiskAction::SyncFolder}, path);
  }
  return result;
}

int removed(int result, const std::string& path) {
  if (result == 0 && is_recorded(path)) note({.action = DiskAction::Remove}, path);
  return result;
}

}  // namespace

extern "C" {

int openat(int folder, const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return opened("openat", folder, path, flags, mode);
}

int open(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return opened("openat", AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return opened("openat64", AT_FDCWD, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return opened("openat64", folder, path, flags, mode);
}

ssize_t write(int file, const void* data, std::size_t count) {
  return written(file, data, count, 0, true, [](int f, const void* d, std::size_t n, off_t) {
    return real<ssize_t (*)(int, const void*, std::size_t)>("write")(f, d, n);
  });
}

ssize_t pwrite(int file, const void* data, std::size_t count, off_t offset) {
  return written(file, data, count, offset, false,
                 real<ssize_t (*)(int, const void*, std::size_t, off_t)>("pwrite"));
}

ssize_t pwrite64(int file, const void* data, std::size_t count, off64_t offset) {
  return pwrite(file, data, count, offset);
}

int ftruncate(int file, off_t size) noexcept { return resized(file, size, "ftruncate"); }
int ftruncate64(int file, off64_t size) noexcept { return resized(file, size, "ftruncate64"); }

int fsync(int file) { return synced(file, "fsync"); }
int fdatasync(int file) { return synced(file, "fdatasync"); }

int close(int file) {
  if (kind_of(file) != kNone) recorded[static_cast<std::size_t>(file)] = kNone;
  return real<int (*)(int)>("close")(file);
}

int rename(const char* from, const char* to) noexcept {
  const std::lock_guard lock(mutex());
  const std::string old_path = full_path(AT_FDCWD, from), new_path = full_path(AT_FDCWD, to);
  const int result = real<int (*)(const char*, const char*)>("rename")(from, to);
  if (result == 0 && is_recorded(new_path)) {
    note({.action = DiskAction::Rename}, old_path, new_path);
  }
  return result;
}

int unlink(const char* path) noexcept {
  const std::lock_guard lock(mutex());
  const std::string full = full_path(AT_FDCWD, path);
  return removed(real<int (*)(const char*)>("unlink")(path), full);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  const std::lock_guard lock(mutex());
  const std::string full = full_path(folder, path);
  return removed(real<int (*)(int, const char*, int)>("unlinkat")(folder, path, flags), full);
}

int remove(const char* path) noexcept {
  const std::lock_guard lock(mutex());
  const std::string full = full_path(AT_FDCWD, path);
  return removed(real<int (*)(const char*)>("remove")(path), full);
}

int mkdir(const char* path, mode_t mode) noexcept {
  const std::lock_guard lock(mutex());
  const std::string full = full_path(AT_FDCWD, path);
  const int result = real<int (*)(const char*, mode_t)>("mkdir")(path, mode);
  if (result == 0 && is_recorded(full)) note({.action = DiskAction::MakeFolder}, full);
  return result;
}

}  // extern "C"
