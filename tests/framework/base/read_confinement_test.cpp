// SPDX-License-Identifier: MIT
#include "hearth/framework/base/read_confinement.hpp"

#include <filesystem>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/confinement/fixed_confinement.hpp"

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

TEST_CASE("models in a fixed confinement run FMUs only if it allows them") {
  CHECK(may_run_foreign_code());
  {
    const FixedConfinement fixed({"/usr"});
    CHECK_FALSE(may_run_foreign_code());
  }
  {
    const FixedConfinement fixed({"/usr"}, ForeignCode::Allowed);
    CHECK(may_run_foreign_code());
  }
  CHECK(may_run_foreign_code());
}

TEST_CASE("nothing widens a fixed confinement, and what it refuses is hidden") {
  std::string name = (fs::temp_directory_path() / "hearth-confined-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  fs::create_directory(folder / "in");
  fs::create_symlink("/etc", folder / "in/etc");
  CHECK_FALSE(is_hidden("/etc/passwd"));
  {
    const FixedConfinement fixed({folder / "in", "/etc/hostname"});
    CHECK(may_read(folder / "in/a.csv"));
    CHECK(may_read("/etc/hostname"));
    ReadConfinement::permit("/etc/passwd");
    const ReadConfinement others({folder});
    ReadConfinement::permit("/etc/passwd");
    for (const fs::path& file :
         {fs::path("/etc/passwd"), folder / "in/etc/passwd", folder / "a.csv", folder / "nosuch"}) {
      INFO(file.string());
      CHECK_FALSE(may_read(file));
      CHECK(is_hidden(file));
    }
    CHECK_FALSE(may_read("/etc/hostname"));  // outside the folders of the other one
    CHECK_FALSE(is_hidden("/etc/hostname"));
  }
  CHECK(may_read("/etc/passwd"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace hearth::test::read_confinement_test
