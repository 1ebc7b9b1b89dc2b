// SPDX-License-Identifier: MIT
#include <cstdint>
#include <ctime>
#include <zip.h>

#include "hearth/apps/fmu/export/fmu_content.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::apps {
namespace {

// 1 January 2000, so that archives do not depend on the time
constexpr std::time_t kEntryTime = 946684800;

[[noreturn]] void fail(zip_error_t* error) {
  throw InputError("file.write", {}, std::string("the archive: ") + zip_error_strerror(error));
}

/// An archive that is being written in memory.
class ZipWriting {
 public:
  ZipWriting() {
    zip_error_init(&error_);
    source_ = zip_source_buffer_create(nullptr, 0, 0, &error_);
    if (source_ == nullptr) fail(&error_);
    zip_ = zip_open_from_source(source_, ZIP_CREATE | ZIP_TRUNCATE, &error_);
    if (zip_ == nullptr) fail(&error_);
    zip_source_keep(source_);
  }
  ~ZipWriting() {
    if (zip_ != nullptr) zip_discard(zip_);
    if (source_ != nullptr) zip_source_free(source_);
    zip_error_fini(&error_);
  }
  ZipWriting(const ZipWriting&) = delete;
  ZipWriting& operator=(const ZipWriting&) = delete;

  /// The content has to live until `bytes` is called.
  void add(const std::string& name, const std::string& content) {
    zip_source_t* source = zip_source_buffer(zip_, content.data(), content.size(), 0);
    const zip_int64_t index =
        source == nullptr ? -1 : zip_file_add(zip_, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      if (source != nullptr) zip_source_free(source);
      fail(zip_get_error(zip_));
    }
    zip_file_set_mtime(zip_, static_cast<zip_uint64_t>(index), kEntryTime, 0);
  }

  std::string bytes() {
    if (zip_close(zip_) != 0) fail(zip_get_error(zip_));
    zip_ = nullptr;
    zip_stat_t stat;
    if (zip_source_stat(source_, &stat) != 0 || zip_source_open(source_) != 0) {
      fail(zip_source_error(source_));
    }
    std::string bytes(stat.size, '\0');
    const zip_int64_t read = zip_source_read(source_, bytes.data(), bytes.size());
    zip_source_close(source_);
    if (read != static_cast<zip_int64_t>(bytes.size())) fail(zip_source_error(source_));
    return bytes;
  }

 private:
  zip_error_t error_{};
  zip_source_t* source_ = nullptr;
  zip_t* zip_ = nullptr;
};

}  // namespace

std::string zip_archive(const std::map<std::string, std::string>& entries) {
  ZipWriting archive;
  for (const auto& [name, content] : entries) archive.add(name, content);
  return archive.bytes();
}

}  // namespace hearth::apps
