// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/fmu_archive.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <mutex>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <zip.h>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/base/read_confinement.hpp"

namespace hearth::fmi {
namespace {

namespace fs = std::filesystem;

/// Returns whether a name stays within the folder to which it is unpacked, on any system.
bool stays_inside(std::string_view name) {
  const bool drive = name.size() > 1 && name[1] == ':';
  if (name.empty() || name.front() == '/' || drive) return false;
  while (!name.empty()) {
    const auto slash = std::min(name.find('/'), name.size());
    if (name.substr(0, slash) == "..") return false;
    name.remove_prefix(std::min(slash + 1, name.size()));
  }
  return true;
}

std::string with_forward_slashes(std::string name) {
  std::replace(name.begin(), name.end(), '\\', '/');
  return name;
}

std::string text_of(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

struct FileCloser {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) return;
  throw InputError("fmi.scratch_folder", {.file = path.string()},
                   "cannot be created: " + error.message());
}

/// Writes a file piece by piece.
class Unpacked {
 public:
  explicit Unpacked(fs::path path) : path_(std::move(path)) {
    make_folder(path_.parent_path());
    file_.open(path_, std::ios::binary);
  }
  void write(std::string_view piece) {
    file_.write(piece.data(), static_cast<std::streamsize>(piece.size()));
  }
  /// `mode` is that of the file in the archive: a program stays executable.
  void close(unsigned mode) {
    constexpr unsigned kExecutable = 0111;
    if (file_.flush()) {
      const auto bits = static_cast<fs::perms>(mode & kExecutable);
      std::error_code ignored;
      if (bits != fs::perms::none) fs::permissions(path_, bits, fs::perm_options::add, ignored);
      return;
    }
    throw InputError("fmi.scratch_folder", {.file = path_.string()},
                     std::string("cannot be written: ") + std::strerror(errno));
  }

 private:
  fs::path path_;
  std::ofstream file_;
};

constexpr std::string_view kScratchName = "hearth-fmu-";
constexpr const char* kLockName = ".lock";

std::mutex scratch_mutex;
std::set<fs::path> scratch_folders;  // of this process

/// Removes folders of processes that were killed: those that no process has locked for a minute.
void remove_left_folders(const fs::path& base) {
  std::error_code error;
  for (fs::directory_iterator entry(base, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (!entry->path().filename().string().starts_with(kScratchName)) continue;
    const auto age = fs::file_time_type::clock::now() - entry->last_write_time(ignored);
    if (ignored || age < std::chrono::minutes(1)) continue;
    const int file = ::open((entry->path() / kLockName).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) continue;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry->path(), ignored);
    ::close(file);
  }
}

}  // namespace

void ScratchFolder::remove_all() {
  const std::lock_guard lock(scratch_mutex);
  for (const fs::path& folder : scratch_folders) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  scratch_folders.clear();
}

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const fs::path base = fs::temp_directory_path(error);
  if (!error) remove_left_folders(base);
  std::string pattern = (base / (std::string(kScratchName) + "XXXXXX")).string();
  if (error || ::mkdtemp(pattern.data()) == nullptr) {
    throw InputError("fmi.scratch_folder", {.file = base.string()},
                     std::string("cannot create a temporary folder: ") + std::strerror(errno) +
                         "; set TMPDIR to a writable folder");
  }
  path_ = pattern;
  lock_ = ::open((path_ / kLockName).c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (lock_ >= 0) ::flock(lock_, LOCK_EX | LOCK_NB);
  const std::lock_guard lock(scratch_mutex);
  scratch_folders.insert(path_);
}

ScratchFolder::~ScratchFolder() {
  if (lock_ >= 0) ::close(lock_);
  {
    const std::lock_guard lock(scratch_mutex);
    scratch_folders.erase(path_);
  }
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void FmuArchive::Closer::operator()(zip* archive) const { zip_discard(archive); }

FmuArchive::FmuArchive(const fs::path& path) : place_(path.string()) {
  if (!fs::exists(path)) throw InputError("file.missing", {.file = place_}, "does not exist");
  check_may_read(path);
  int code = 0;
  zip_.reset(zip_open(place_.c_str(), ZIP_RDONLY, &code));
  if (!zip_) {
    throw InputError("fmi.archive_invalid", {.file = place_},
                     "cannot be read as an FMU, which is a zip archive: " + text_of(code));
  }
  const zip_int64_t count = zip_get_num_entries(zip_.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = zip_get_name(zip_.get(), static_cast<zip_uint64_t>(i), 0);
    names_.push_back(with_forward_slashes(name == nullptr ? "" : name));
    if (stays_inside(names_.back())) continue;
    throw InputError(
        "fmi.archive_unsafe", {.file = place_},
        "the name '" + names_.back() + "' leads outside the archive; nothing was unpacked");
  }
}

FmuArchive::~FmuArchive() = default;

bool FmuArchive::holds(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::vector<std::string> FmuArchive::platforms() const {
  constexpr std::string_view kFolder = "binaries/";
  std::set<std::string> platforms;
  for (const std::string& name : names_) {
    const auto end = name.find('/', kFolder.size());
    if (!name.starts_with(kFolder) || end == name.npos) continue;
    platforms.insert(name.substr(kFolder.size(), end - kFolder.size()));
  }
  return {platforms.begin(), platforms.end()};
}

std::string FmuArchive::read(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) fail(name, "is not in the archive");
  std::string content;
  read_pieces(static_cast<std::uint64_t>(found - names_.begin()),
              [&content](std::string_view piece) { content += piece; });
  return content;
}

template <class Take>
void FmuArchive::read_pieces(std::uint64_t index, const Take& take) const {
  const std::string& name = names_[index];
  if (S_ISLNK(mode_of(index))) {
    fail(name, "it is a symbolic link; pack its target instead");
  }
  zip_stat_t about;
  if (zip_stat_index(zip_.get(), index, 0, &about) != 0) fail(name, zip_strerror(zip_.get()));
  // The sizes in the directory may be wrong: both sizes are checked.
  if ((about.valid & ZIP_STAT_SIZE) != 0) check_size(about.size);
  const std::unique_ptr<zip_file_t, FileCloser> file(zip_fopen_index(zip_.get(), index, 0));
  if (!file) fail(name, zip_strerror(zip_.get()));
  char piece[65536];
  for (;;) {
    const zip_int64_t count = zip_fread(file.get(), piece, sizeof piece);
    if (count < 0) fail(name, zip_file_strerror(file.get()));
    if (count == 0) return;
    check_size(static_cast<std::uint64_t>(count));
    unpacked_ += static_cast<std::uint64_t>(count);
    take(std::string_view(piece, static_cast<std::size_t>(count)));
  }
}

unsigned FmuArchive::mode_of(std::uint64_t index) const {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  zip_file_get_external_attributes(zip_.get(), index, 0, &system, &attributes);
  const bool has_mode = system == ZIP_OPSYS_UNIX || system == ZIP_OPSYS_OS_X;
  return has_mode ? attributes >> 16 : 0;
}

void FmuArchive::check_size(std::uint64_t more) const {
  constexpr std::uint64_t kAny = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t all = more > kAny - unpacked_ ? kAny : unpacked_ + more;
  check_limit(WorkLimit::UnpackedBytes, static_cast<std::int64_t>(all), {.file = place_});
}

void FmuArchive::extract(const std::vector<std::string>& prefixes, const fs::path& folder) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string& name = names_[i];
    const bool wanted =
        std::any_of(prefixes.begin(), prefixes.end(),
                    [&name](const std::string& prefix) { return name.starts_with(prefix); });
    if (!wanted) continue;
    if (name.back() == '/') {
      make_folder(folder / name);
      continue;
    }
    Unpacked file(folder / name);
    read_pieces(static_cast<std::uint64_t>(i),
                [&file](std::string_view piece) { file.write(piece); });
    file.close(mode_of(static_cast<std::uint64_t>(i)));
  }
}

void FmuArchive::fail(std::string_view name, const std::string& reason) const {
  throw InputError("fmi.archive_invalid", {.file = place_, .pointer = std::string(name)},
                   "cannot be read from the archive: " + reason);
}

}  // namespace hearth::fmi
