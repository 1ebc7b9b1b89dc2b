// SPDX-License-Identifier: MIT
#include "hearth/data/text/temporary_file.hpp"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <mutex>
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

// What would make writing possible, if that is known.
std::string remedy(int error_number) {
  switch (error_number) {
    case EISDIR:
      return "; expected the name of a file";
    case ENOENT:
    case ENOTDIR:
      return "; expected a folder that exists";
    default:
      return "";
  }
}

constexpr std::string_view kEnding = ".part";
constexpr std::size_t kRandomDigits = 16;

/// Returns how the names of temporary files of a target begin: `.NAME.`, cut so that a file system
/// takes the whole.
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

/// Whether a name is one that a temporary file has: `.NAME.RANDOM.part`.
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

/// Whether no process holds a file.
bool is_free(const fs::path& path) {
  const Handle file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  return file.get() >= 0 && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

/// Whether a file was left behind: old, and held by nobody.
bool is_left(const fs::directory_entry& entry) {
  std::error_code error;
  const auto changed = entry.last_write_time(error);
  if (error || fs::file_time_type::clock::now() - changed < kLeftAfter) return false;
  return is_free(entry.path());
}

void remove_left(const fs::path& target) {
  static std::mutex mutex;
  static std::set<fs::path> swept;
  {
    const std::scoped_lock lock(mutex);
    if (!swept.insert(target).second) return;
  }
  const std::string prefix = prefix_of(target);
  std::error_code error;
  for (fs::directory_iterator entry(folder_of(target), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool own = is_temporary(name) && name.starts_with(prefix);
    std::error_code ignored;
    if (own && entry->is_regular_file(ignored) && is_left(*entry))
      fs::remove(entry->path(), ignored);
  }
}

/// Returns what a link leads to; any other path as it is.
fs::path link_target(const fs::path& path) {
  std::error_code ignored;
  const fs::path real = fs::is_symlink(path, ignored) ? fs::canonical(path, ignored) : path;
  return real.empty() ? path : real;
}

std::string random_word() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

}  // namespace

void sync_folder_of(const fs::path& path) {
  const fs::path name = folder_of(path);
  const Handle folder(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0 && ::fsync(folder.get()) == 0) return;
  const bool unable = errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP || errno == EACCES;
  if (!unable) throw write_error(name, errno);
}

bool is_unheld_temporary(const fs::path& path, const fs::path& target) {
  const std::string name = path.filename().string();
  std::error_code ignored;
  return is_temporary(name) && name.starts_with(prefix_of(target)) &&
         fs::is_regular_file(fs::symlink_status(path, ignored)) && is_free(path);
}

void remove_left_files(const fs::path& folder) {
  std::vector<fs::directory_entry> files, journals;  // these belong to a database of that name
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::size_t at = name.rfind(kEnding);
    std::error_code ignored;
    if (at == name.npos || !is_temporary(name.substr(0, at + kEnding.size()))) continue;
    if (!entry->is_regular_file(ignored)) continue;
    const std::string_view rest = std::string_view(name).substr(at + kEnding.size());
    if (rest.empty()) files.push_back(*entry);
    if (rest == "-journal" || rest == "-wal" || rest == "-shm") journals.push_back(*entry);
  }
  for (const fs::directory_entry& file : files) {
    if (is_left(file)) fs::remove(file.path(), error);
  }
  for (const fs::directory_entry& journal : journals) {
    const std::string path = journal.path().string();
    const fs::path database = path.substr(0, path.rfind(kEnding) + kEnding.size());
    if (!fs::exists(database, error) && is_left(journal)) fs::remove(journal.path(), error);
  }
}

InputError write_error(const fs::path& target, int error_number) {
  return {"file.write", Where{.file = target.string()},
          fmt::format("'{}' cannot be written: {}{}", target.string(),
                      std::generic_category().message(error_number), remedy(error_number))};
}

TemporaryFile::TemporaryFile(fs::path target) : target_(link_target(target)) {
  remove_left(target_);
  constexpr int kTries = 16;
  for (int k = 0; k < kTries && held_ < 0; ++k) {
    path_ = target_.parent_path() / (prefix_of(target_) + random_word() + std::string(kEnding));
    held_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (held_ < 0 && errno != EEXIST) fail(errno);
    if (held_ < 0) continue;
    ::flock(held_, LOCK_EX | LOCK_NB);  // file systems without locks have no other process either
    struct ::stat made {};
    if (::fstat(held_, &made) == 0 && made.st_nlink > 0) continue;
    ::close(std::exchange(held_, -1));  // another process took it for left behind
  }
  if (held_ < 0) fail(EEXIST);
  struct ::stat replaced {};
  if (::stat(target_.c_str(), &replaced) == 0 && S_ISREG(replaced.st_mode)) {
    constexpr ::mode_t kPermissions = 0777;
    ::fchmod(held_, replaced.st_mode & kPermissions);
  }
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  if (!path_.empty()) {
    fs::remove(path_, ignored);
    fs::remove(path_.string() + "-journal", ignored);  // of a database that could not be written
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
