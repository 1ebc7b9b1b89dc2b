// SPDX-License-Identifier: MIT
#include "hearth/apps/serve/jobs/folder_lock.hpp"

#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

InputError unusable(const fs::path& folder, const std::string& why) {
  return {"serve.store", {.file = folder.string()}, why + "; choose another folder with --store"};
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw unusable(folder, "the folder cannot be created: " + error.message());
  const std::string lock = (folder / ".lock").string();
  file_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file_ < 0) throw unusable(folder, "the folder cannot be written");
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(file_);
  throw unusable(folder, "another service uses the folder");
}

FolderLock::~FolderLock() { ::close(file_); }

void make_own_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::permissions(folder, fs::perms::owner_all, error);
  if (error) throw unusable(folder, "the folder cannot be written: " + error.message());
}

}  // namespace hearth::apps
