// SPDX-License-Identifier: MIT
#include "hearth/components/fmi/internal/package/fmu_archive.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <zip.h>

#include "hearth/framework/base/error.hpp"

namespace hearth::fmi {
namespace {

namespace fs = std::filesystem;

/// Whether a name stays within the folder it is unpacked to.
bool stays_inside(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find(':') != name.npos) return false;
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
                   "cannot be made: " + error.message());
}

void write_file(const fs::path& path, const std::string& content) {
  make_folder(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  if (file.flush()) return;
  throw InputError("fmi.scratch_folder", {.file = path.string()},
                   std::string("cannot be written: ") + std::strerror(errno));
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const fs::path base = fs::temp_directory_path(error);
  std::string pattern = (base / "hearth-fmu-XXXXXX").string();
  if (error || ::mkdtemp(pattern.data()) == nullptr) {
    throw InputError("fmi.scratch_folder", {.file = base.string()},
                     std::string("cannot make a temporary folder: ") + std::strerror(errno) +
                         "; set TMPDIR to a folder that can be written");
  }
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void FmuArchive::Closer::operator()(zip* archive) const { zip_discard(archive); }

FmuArchive::FmuArchive(const fs::path& path) : place_(path.string()) {
  if (!fs::exists(path)) throw InputError("file.missing", {.file = place_}, "does not exist");
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
        "the name '" + names_.back() + "' leads out of the archive; nothing was unpacked");
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
  return read(static_cast<std::uint64_t>(found - names_.begin()));
}

std::string FmuArchive::read(std::uint64_t index) const {
  const std::string& name = names_[index];
  const std::unique_ptr<zip_file_t, FileCloser> file(zip_fopen_index(zip_.get(), index, 0));
  if (!file) fail(name, zip_strerror(zip_.get()));
  std::string content;
  char piece[65536];
  for (;;) {
    const zip_int64_t count = zip_fread(file.get(), piece, sizeof piece);
    if (count < 0) fail(name, zip_file_strerror(file.get()));
    if (count == 0) return content;
    content.append(piece, static_cast<std::size_t>(count));
  }
}

void FmuArchive::extract(std::string_view prefix, const fs::path& folder) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string& name = names_[i];
    if (!name.starts_with(prefix)) continue;
    if (name.back() == '/') {
      make_folder(folder / name);
    } else {
      write_file(folder / name, read(static_cast<std::uint64_t>(i)));
    }
  }
}

void FmuArchive::fail(std::string_view name, const std::string& reason) const {
  throw InputError("fmi.archive_invalid", {.file = place_, .pointer = std::string(name)},
                   "cannot be read from the archive: " + reason);
}

}  // namespace hearth::fmi
