// SPDX-License-Identifier: MIT
#include "hearth/data/text/temporary_file.hpp"

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "hearth/data/text/text_file.hpp"
#include "hearth/tests/data/temp_folder.hpp"

namespace temporary_file_test {

using namespace hearth;
using namespace hearth::test;

namespace {

namespace fs = std::filesystem;

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
  const fs::path fresh = folder.write(".a.csv.1123456789abcdef.part", "written now");
  const fs::path held = folder.write(".a.csv.2123456789abcdef.part", "written by another");
  const fs::path other = folder.write(".b.csv.0123456789abcdef.part", "of another target");
  const fs::path own = folder.write(".a.csv.backup-2019.part", "of somebody");
  for (const fs::path& path : {left, held, other, own}) make_old(path);
  const int handle = ::open(held.c_str(), O_RDONLY);
  REQUIRE(::flock(handle, LOCK_EX | LOCK_NB) == 0);
  write_text_file(folder.path() / "a.csv", "done");
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(fresh));
  CHECK(fs::exists(held));
  CHECK(fs::exists(other));
  CHECK(fs::exists(own));
  remove_left_files(folder.path());
  CHECK(fs::exists(held));
  CHECK_FALSE(fs::exists(other));
  CHECK(fs::exists(own));
  ::close(handle);
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
  const fs::path link = folder.path() / ".r.csv.0123456789abcdef.part";
  fs::create_symlink(victim, link);
  write_text_file(folder.path() / "r.csv", "done");
  CHECK(read_text_file(victim) == "mine");
  CHECK(fs::is_symlink(link));
}

}  // namespace temporary_file_test
