// SPDX-License-Identifier: MIT
#include "hearth/data/text/temporary_file.hpp"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/data/text/internal/temporary_word.hpp"

namespace hearth {
namespace {

namespace fs = std::filesystem;

constexpr auto kLeftAfter = std::chrono::minutes(1);

/// A file descriptor, closed at the end of the scope.
class Handle {
 public:
  explicit Handle(int descriptor) : descriptor_(descriptor) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// Returns what would make writing possible, if known.
std::string remedy(int error_number) {
  switch (error_number) {
    case EISDIR:
      return "; expected the name of a file";
    case ENOENT:
    case ENOTDIR:
      return "; expected a folder that exists";
    case ELOOP:
      return "; it is a link that leads to itself: remove it, or choose another name";
    case ENXIO:
      return "; no program reads from it: start the reading program first, or choose another name";
    default:
      return "";
  }
}

constexpr std::string_view kEnding = ".part";
constexpr std::size_t kRandomDigits = 16;

/// Returns the beginning of the names of temporary files of a target: `.NAME.`, cut so that the
/// whole name fits in a file system.
std::string prefix_of(const fs::path& target) {
  constexpr std::size_t kLongest = 255;  // bytes of a name
  const std::size_t most = kLongest - kRandomDigits - kEnding.size() - 2;
  std::string name = target.filename().string();
  if (name.size() > most) {
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0u) == 0x80u) --end;
    name.resize(end);
  }
  return fmt::format(".{}.", name);
}

/// Returns whether a name is that of a temporary file: `.NAME.RANDOM.part`.
bool is_temporary(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(kEnding)) return false;
  name.remove_suffix(kEnding.size());
  const std::size_t dot = name.rfind('.');
  if (dot < 2 || dot == name.npos) return false;
  const std::string_view random = name.substr(dot + 1);
  return random.size() == kRandomDigits &&
         random.find_first_not_of("0123456789abcdef") == random.npos;
}

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

/// Opens and locks a file for the lifetime of the handle; -1 if another process holds the lock.
int hold(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 || ::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  ::close(file);
  return -1;
}

/// Returns whether a file has not changed for so long that its process has probably ended.
bool is_old(const fs::path& path) {
  std::error_code error;
  const auto changed = fs::last_write_time(path, error);
  return !error && fs::file_time_type::clock::now() - changed >= kLeftAfter;
}

/// Removes a file of any target that was left behind: old, and not locked by a process.
void remove_if_left(const fs::path& path) {
  if (is_old(path)) remove_unheld(path, [&path] { return is_old(path); });
}

bool is_temporary_of(const fs::directory_entry& entry, const std::string& prefix) {
  const std::string name = entry.path().filename().string();
  std::error_code ignored;
  const std::size_t size = prefix.size() + kRandomDigits + kEnding.size();
  return is_temporary(name) && name.starts_with(prefix) && name.size() == size &&
         fs::is_regular_file(entry.symlink_status(ignored));
}

void remove_left(const fs::path& target) {
  static std::mutex mutex;
  static std::set<fs::path> swept;
  {
    const std::scoped_lock lock(mutex);
    if (!swept.insert(target).second) return;
  }
  for (const fs::path& path : temporaries_of(target)) remove_unheld(path);
}

/// Locks a file that this process has just made. A process that checks whether the file was left
/// behind may hold the lock for a moment. On file systems without locks no process does this.
void hold_own(int file) {
  while (::flock(file, LOCK_EX) != 0 && errno == EINTR) {
  }
}

/// Returns the target of a link, or the path itself if it is not a link. A link that leads to
/// itself is an error.
fs::path link_target(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path real = fs::canonical(path, error);
  if (error == std::errc::too_many_symbolic_link_levels) throw write_error(path, ELOOP);
  return real.empty() ? path : real;
}

/// Refuses to replace a folder, pipe or device by a file.
void check_replaceable(const fs::path& target) {
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  if (!fs::exists(status) || fs::is_regular_file(status)) return;
  if (fs::is_directory(status)) throw write_error(target, EISDIR);
  throw InputError("file.write", {.file = target.string()},
                   fmt::format("'{}' is a pipe or a device, to which only text such as CSV can be "
                               "written; choose another name",
                               target.string()));
}

std::string random_word() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

/// Returns the permissions of a file; nothing if it does not exist.
std::optional<::mode_t> permissions_of(const fs::path& path) {
  constexpr ::mode_t kPermissions = 0777;
  struct ::stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return status.st_mode & kPermissions;
}

}  // namespace

std::function<std::string()>& temporary_word() {
  static std::function<std::string()> word = random_word;
  return word;
}

void sync_folder_of(const fs::path& path) {
  const fs::path name = folder_of(path);
  const Handle folder(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0 && ::fsync(folder.get()) == 0) return;
  const bool unable = errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP || errno == EACCES;
  if (!unable) throw write_error(name, errno);
}

std::vector<fs::path> temporaries_of(const fs::path& target) {
  const std::string prefix = prefix_of(target);
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder_of(target), error), end; !error && entry != end;
       entry.increment(error)) {
    if (is_temporary_of(*entry, prefix)) found.push_back(entry->path());
  }
  return found;
}

bool is_held(const fs::path& path) {
  const Handle file(hold(path));
  std::error_code ignored;
  return file.get() < 0 && fs::exists(path, ignored);
}

bool remove_unheld(const fs::path& path, const std::function<bool()>& agree) {
  const Handle file(hold(path));
  std::error_code error;
  if (file.get() < 0) return !fs::exists(path, error);
  if (agree && !agree()) return false;
  fs::remove(path, error);
  return !error;
}

void remove_left_files(const fs::path& folder) {
  std::vector<fs::path> files, journals;  // journals belong to a database of that name
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::size_t at = name.rfind(kEnding);
    std::error_code ignored;
    if (at == name.npos || !is_temporary(name.substr(0, at + kEnding.size()))) continue;
    if (!entry->is_regular_file(ignored)) continue;
    const std::string_view rest = std::string_view(name).substr(at + kEnding.size());
    if (rest.empty()) files.push_back(entry->path());
    if (rest == "-journal" || rest == "-wal" || rest == "-shm") journals.push_back(entry->path());
  }
  for (const fs::path& file : files) remove_if_left(file);
  for (const fs::path& journal : journals) {
    const std::string path = journal.string();
    const fs::path database = path.substr(0, path.rfind(kEnding) + kEnding.size());
    if (!fs::exists(database, error)) remove_if_left(journal);
  }
}

InputError write_error(const fs::path& target, int error_number) {
  return {"file.write", Where{.file = target.string()},
          fmt::format("'{}' cannot be written: {}{}", target.string(),
                      std::generic_category().message(error_number), remedy(error_number))};
}

TemporaryFile::TemporaryFile(fs::path target) : target_(link_target(target)) {
  check_replaceable(target_);
  remove_left(target_);
  const std::optional<::mode_t> kept = permissions_of(target_);
  // The content of a private file must not be readable, not even before its permissions are set.
  const ::mode_t at_first = kept ? 0600 : 0666;
  constexpr int kTries = 16;
  for (int k = 0; k < kTries && held_ < 0; ++k) {
    path_ =
        target_.parent_path() / (prefix_of(target_) + temporary_word()() + std::string(kEnding));
    held_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, at_first);
    if (held_ < 0 && errno != EEXIST) fail(errno);
    if (held_ < 0) continue;
    hold_own(held_);
    struct ::stat made {};
    if (::fstat(held_, &made) == 0 && made.st_nlink > 0) continue;
    ::close(std::exchange(held_, -1));  // another process considered it left behind
  }
  if (held_ < 0) fail(EEXIST);
  if (kept && ::fchmod(held_, *kept) != 0) {
    const bool without = errno == EPERM || errno == ENOTSUP;  // file systems without permissions
    const int reason = errno;
    if (without) return;
    ::close(std::exchange(held_, -1));
    ::unlink(path_.c_str());
    fail(reason);
  }
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  if (!path_.empty()) {
    fs::remove(path_, ignored);
    fs::remove(path_.string() + "-journal", ignored);  // of a database whose writing failed
  }
  if (held_ >= 0) ::close(held_);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : target_(std::move(other.target_)),
      path_(std::exchange(other.path_, {})),
      held_(std::exchange(other.held_, -1)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(target_, other.target_);
  std::swap(path_, other.path_);
  std::swap(held_, other.held_);
  return *this;
}

void TemporaryFile::commit() {
  if (::fsync(held_) != 0) fail(errno);
  std::error_code error;
  fs::rename(path_, target_, error);
  if (error) fail(error.value());
  path_.clear();
  sync_folder_of(target_);
}

}  // namespace hearth
