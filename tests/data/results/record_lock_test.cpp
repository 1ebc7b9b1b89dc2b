// SPDX-License-Identifier: MIT
#include "hearth/data/results/record_lock.hpp"

#include <filesystem>
#include <optional>
#include <utility>

#include <catch2/catch.hpp>

#include "hearth/tests/data/temp_folder.hpp"

namespace record_lock_test {

using namespace hearth;
using namespace hearth::test;

TEST_CASE("one run at a time has the lock of a folder, and leaves no file") {
  const TempFolder folder, other;
  {
    std::optional<RecordLock> lock = RecordLock::take(folder.path());
    REQUIRE(lock);
    CHECK_FALSE(RecordLock::take(folder.path()));
    CHECK(RecordLock::take(other.path()));
    RecordLock moved = std::move(*lock);
    lock.reset();
    CHECK_FALSE(RecordLock::take(folder.path()));
  }
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(RecordLock::take(folder.path()));
}

TEST_CASE("the lock that a killed process left is taken over") {
  const TempFolder folder;
  folder.write(".hearth.lock", "");
  CHECK(RecordLock::take(folder.path()));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("where no lock can be made there is nothing to wait for") {
  const TempFolder folder;
  CHECK(RecordLock::take(folder.path() / "no"));
  const auto mine = folder.write("mine", "text");
  std::filesystem::create_symlink(mine, folder.path() / ".hearth.lock");
  CHECK(RecordLock::take(folder.path()));
  CHECK(std::filesystem::is_symlink(folder.path() / ".hearth.lock"));
  CHECK(std::filesystem::file_size(mine) == 4);
}

}  // namespace record_lock_test
