// SPDX-License-Identifier: MIT
#include "hearth/framework/base/read_confinement.hpp"

#include <filesystem>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"

namespace hearth::test::read_confinement_test {
namespace {

namespace fs = std::filesystem;

TEST_CASE("files are read in the permitted folders only, whatever leads to them") {
  std::string name = (fs::temp_directory_path() / "hearth-confined-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  fs::create_directory(folder / "in");
  fs::create_symlink(folder / "loop", folder / "loop");  // leads to itself
  fs::create_symlink("/etc", folder / "in/etc");
  {
    const ReadConfinement confined({folder / "in"});
    CHECK(may_read(folder / "in/a.csv"));
    CHECK(may_read(folder / "in/../in/a.csv"));
    CHECK_FALSE(may_read(folder / "a.csv"));
    CHECK_FALSE(may_read(folder / "inside.csv"));
    CHECK_FALSE(may_read(folder / "in/etc/passwd"));
    CHECK_THROWS_AS(check_may_read(folder / "a.csv"), InputError);
    ReadConfinement::permit(folder / "a.csv");
    CHECK(may_read(folder / "a.csv"));
  }
  {
    const ReadConfinement confined({folder / "loop"});
    CHECK_FALSE(may_read("/etc/passwd"));
    CHECK_FALSE(may_read(folder / "a.csv"));
  }
  CHECK(may_read("/etc/passwd"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace hearth::test::read_confinement_test
