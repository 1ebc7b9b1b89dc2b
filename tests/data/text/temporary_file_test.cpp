// SPDX-License-Identifier: MIT
#include "hearth/data/text/temporary_file.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/data/text/internal/temporary_word.hpp"
#include "hearth/data/text/text_file.hpp"
#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace temporary_file_test {

using namespace hearth;
using namespace hearth::test;

namespace {

namespace fs = std::filesystem;

/// Names of temporary files that are known before, for one test case; then the usual ones.
class KnownWords {
 public:
  explicit KnownWords(std::vector<std::string> words) : usual_(temporary_word()) {
    temporary_word() = [words = std::move(words), usual = usual_, next = std::size_t{0}]() mutable {
      return next < words.size() ? words[next++] : usual();
    };
  }
  ~KnownWords() { temporary_word() = usual_; }
  KnownWords(const KnownWords&) = delete;
  KnownWords& operator=(const KnownWords&) = delete;

 private:
  std::function<std::string()> usual_;
};

void make_old(const fs::path& path) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

}  // namespace

TEST_CASE("a temporary file takes the place of its target when it is committed, or goes") {
  const TempFolder folder;
  const fs::path target = folder.write("r.csv", "old");
  fs::path part;
  {
    TemporaryFile file(target);
    part = file.path();
    CHECK(part.parent_path() == target.parent_path());
    std::ofstream(part) << "new";
    CHECK(read_text_file(target) == "old");
  }
  CHECK_FALSE(fs::exists(part));
  CHECK(read_text_file(target) == "old");
  TemporaryFile file(target);
  CHECK(file.path() != part);
  std::ofstream(file.path()) << "new";
  file.commit();
  CHECK(read_text_file(target) == "new");
}

TEST_CASE("files that killed processes left are removed, others stay") {
  const TempFolder folder;
  const fs::path left = folder.write(".a.csv.0123456789abcdef.part", "cut");
  const fs::path longer = folder.write(".a.csv.b.1123456789abcdef.part", "of another target");
  const fs::path held = folder.write(".a.csv.2123456789abcdef.part", "written by another");
  const fs::path other = folder.write(".b.csv.0123456789abcdef.part", "of another target");
  const fs::path own = folder.write(".a.csv.backup-2019.part", "of somebody");
  for (const fs::path& path : {held, other, own}) make_old(path);
  const int handle = ::open(held.c_str(), O_RDONLY);
  REQUIRE(::flock(handle, LOCK_EX | LOCK_NB) == 0);
  write_text_file(folder.path() / "a.csv", "done");
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(longer));
  CHECK(fs::exists(held));
  CHECK(fs::exists(other));
  CHECK(fs::exists(own));
  remove_left_files(folder.path());
  CHECK(fs::exists(held));
  CHECK_FALSE(fs::exists(other));
  CHECK(fs::exists(longer));  // not old
  CHECK(fs::exists(own));
  ::close(handle);
}

TEST_CASE("a temporary file is held, also where others look at it while it is made") {
  const TempFolder folder;
  const fs::path target = folder.path() / "r.csv";
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done) {
      for (const fs::path& path : temporaries_of(target)) static_cast<void>(is_held(path));
    }
  });
  constexpr int kFiles = 500;
  int held = 0;
  for (int i = 0; i < kFiles; ++i) {
    const TemporaryFile file(target);
    held += is_held(file.path()) && !remove_unheld(file.path()) && fs::exists(file.path());
  }
  done = true;
  other.join();
  CHECK(held == kFiles);
}

TEST_CASE("a temporary file that others remove while it is made is made again") {
  const TempFolder folder;
  const fs::path target = folder.path() / "r.csv";
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done) {
      for (const fs::path& path : temporaries_of(target)) remove_unheld(path);
    }
  });
  constexpr int kFiles = 200;
  for (int i = 0; i < kFiles; ++i) write_text_file(target, std::to_string(i));
  done = true;
  other.join();
  CHECK(read_text_file(target) == std::to_string(kFiles - 1));
}

TEST_CASE("a file that no process holds is removed, unless that is refused meanwhile") {
  const TempFolder folder;
  const fs::path file = folder.write("a", "");
  CHECK_FALSE(is_held(file));
  CHECK_FALSE(remove_unheld(file, [&file] {
    CHECK(is_held(file));
    return false;
  }));
  CHECK(fs::exists(file));
  CHECK(remove_unheld(file));
  CHECK_FALSE(fs::exists(file));
  CHECK(remove_unheld(file));
  CHECK_FALSE(is_held(file));
}

TEST_CASE("a file that is replaced keeps its permissions, and a link its place") {
  const TempFolder folder;
  const fs::path target = folder.write("private.csv", "old");
  fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write);
  const fs::path link = folder.path() / "link.csv";
  fs::create_symlink(target, link);
  write_text_file(link, "new");
  CHECK(fs::is_symlink(link));
  CHECK(read_text_file(target) == "new");
  CHECK(fs::status(target).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("the longest name that a file system takes can be written") {
  const TempFolder folder;
  const fs::path target = folder.path() / (std::string(251, 'n') + ".csv");
  write_text_file(target, "text");
  CHECK(read_text_file(target) == "text");
}

TEST_CASE("a link under the name of a temporary file is not followed") {
  const TempFolder folder;
  const fs::path victim = folder.write("victim", "mine");
  const fs::path absent = folder.path() / "absent";
  const KnownWords words({"0123456789abcdef", "1123456789abcdef", "2123456789abcdef"});
  const fs::path link = folder.path() / ".r.csv.0123456789abcdef.part";
  const fs::path dangling = folder.path() / ".r.csv.1123456789abcdef.part";
  fs::create_symlink(victim, link);
  fs::create_symlink(absent, dangling);
  const fs::path target = folder.path() / "r.csv";
  {
    const TemporaryFile file(target);
    CHECK(file.path() == folder.path() / ".r.csv.2123456789abcdef.part");
  }
  write_text_file(target, "done");
  CHECK(read_text_file(target) == "done");
  CHECK(read_text_file(victim) == "mine");
  CHECK(fs::is_symlink(link));
  CHECK(fs::is_symlink(dangling));
  CHECK_FALSE(fs::exists(absent));
}

TEST_CASE("a temporary file whose names are all taken is not written") {
  const TempFolder folder;
  const std::string word = "0123456789abcdef";
  const KnownWords words(std::vector<std::string>(100, word));
  const fs::path taken = folder.write(".r.csv." + word + ".part", "mine");
  const int handle = ::open(taken.c_str(), O_RDONLY);
  REQUIRE(::flock(handle, LOCK_EX | LOCK_NB) == 0);
  CHECK(error_of([&] { write_text_file(folder.path() / "r.csv", "new"); }).code() == "file.write");
  CHECK(read_text_file(taken) == "mine");
  CHECK_FALSE(fs::exists(folder.path() / "r.csv"));
  ::close(handle);
}

TEST_CASE("a new file has the permissions that the process gives, a replaced one its own") {
  const TempFolder folder;
  const auto permissions = [](const fs::path& path) { return fs::status(path).permissions(); };
  const ::mode_t before = ::umask(027);
  write_text_file(folder.path() / "new.csv", "text");
  const fs::path open = folder.write("open.csv", "old");
  fs::permissions(open, fs::perms(0666));
  write_text_file(open, "new");
  const fs::path closed = folder.write("closed.csv", "old");
  fs::permissions(closed, fs::perms(0400));
  write_text_file(closed, "new");
  ::umask(before);
  CHECK(permissions(folder.path() / "new.csv") == fs::perms(0640));
  CHECK(permissions(open) == fs::perms(0666));
  CHECK(permissions(closed) == fs::perms(0400));
}

}  // namespace temporary_file_test
