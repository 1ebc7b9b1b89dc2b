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
  const fs::path left = folder.write(".a.csv.1234.part", "cut");
  const fs::path fresh = folder.write(".a.csv.5678.part", "written now");
  const fs::path held = folder.write(".a.csv.9abc.part", "written by another");
  const fs::path other = folder.write(".b.csv.1234.part", "of another target");
  for (const fs::path& path : {left, held, other}) make_old(path);
  const int handle = ::open(held.c_str(), O_RDONLY);
  REQUIRE(::flock(handle, LOCK_EX | LOCK_NB) == 0);
  write_text_file(folder.path() / "a.csv", "done");
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(fresh));
  CHECK(fs::exists(held));
  CHECK(fs::exists(other));
  ::close(handle);
}

TEST_CASE("a link under the name of a temporary file is not followed") {
  const TempFolder folder;
  const fs::path victim = folder.write("victim", "mine");
  const fs::path link = folder.path() / ".r.csv.1234.part";
  fs::create_symlink(victim, link);
  write_text_file(folder.path() / "r.csv", "done");
  CHECK(read_text_file(victim) == "mine");
  CHECK(fs::is_symlink(link));
}

}  // namespace temporary_file_test
