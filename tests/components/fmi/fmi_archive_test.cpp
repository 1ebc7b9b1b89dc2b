// SPDX-License-Identifier: MIT
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include <zip.h>

#include <catch2/catch.hpp>

#include "hearth/tests/components/fmi/fmi_files.hpp"

namespace fmi_archive_test {

using namespace hearth;
using namespace hearth::test;
using fmi::FmuArchive;

namespace fs = std::filesystem;

namespace {

fs::path file_with(const ScratchFolder& folder, const std::string& content) {
  const fs::path path = folder.path() / "a.fmu";
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the entries of the room of FMI 2 without those that begin with a prefix.
std::vector<ZipEntry> without(const std::string& prefix) {
  std::vector<ZipEntry> kept;
  for (ZipEntry& entry : read_zip(built_fmu("room_fmi2"))) {
    if (!entry.first.starts_with(prefix)) kept.push_back(std::move(entry));
  }
  return kept;
}

}  // namespace

TEST_CASE("an archive is read and unpacked by prefix") {
  const ScratchFolder folder;
  const fs::path path = folder.path() / "a.fmu";
  write_zip(path, {{"modelDescription.xml", "<x/>"},
                   {"binaries/win64/m.dll", "w"},
                   {"binaries/linux64/m.so", "l"},
                   {"resources/", ""},
                   {"resources/deep/table.txt", std::string(200000, 'x')},
                   {"sources/m.c", "c"}});
  const FmuArchive archive(path);
  CHECK(archive.read("modelDescription.xml") == "<x/>");
  CHECK(archive.holds("binaries/linux64/m.so"));
  CHECK_FALSE(archive.holds("binaries/linux64"));
  CHECK(archive.platforms() == std::vector<std::string>{"linux64", "win64"});
  const fs::path out = folder.path() / "out";
  archive.extract({"resources/", "binaries/linux64/"}, out);
  CHECK(content_of(out / "resources/deep/table.txt") == std::string(200000, 'x'));
  CHECK(content_of(out / "binaries/linux64/m.so") == "l");
  CHECK_FALSE(fs::exists(out / "binaries/win64"));
  CHECK_FALSE(fs::exists(out / "sources"));
  CHECK(code_of([&] { archive.read("none"); }) == "fmi.archive_invalid");
}

TEST_CASE("a program in an archive stays one, and a symbolic link is refused") {
  const ScratchFolder folder;
  const fs::path path = folder.path() / "a.fmu";
  zip_t* zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  REQUIRE(zip != nullptr);
  const auto add = [zip](const char* name, unsigned mode) {
    const zip_int64_t at = zip_file_add(zip, name, zip_source_buffer(zip, name, 4, 0), 0);
    zip_file_set_external_attributes(zip, static_cast<zip_uint64_t>(at), 0, ZIP_OPSYS_UNIX,
                                     mode << 16U);
  };
  add("resources/tool", S_IFREG | 0755);
  add("resources/table", S_IFREG | 0644);
  add("links/tool", S_IFLNK | 0777);
  REQUIRE(zip_close(zip) == 0);
  const FmuArchive archive(path);
  const fs::path out = folder.path() / "out";
  archive.extract({"resources/"}, out);
  CHECK(::access((out / "resources/tool").c_str(), X_OK) == 0);
  CHECK((fs::status(out / "resources/table").permissions() & fs::perms::owner_exec) ==
        fs::perms::none);
  const std::string said = error_of([&] { archive.extract({"links/"}, out); });
  CHECK_THAT(said, Catch::StartsWith("fmi.archive_invalid  ") && Catch::Contains("links/tool") &&
                       Catch::Contains("it is a symbolic link; pack its target"));
}

TEST_CASE("a file that is not an archive is refused") {
  const ScratchFolder folder;
  const auto code = [](const fs::path& path) { return code_of([&] { FmuArchive archive(path); }); };
  CHECK(code(folder.path() / "none.fmu") == "file.missing");
  CHECK(code(folder.path()) == "fmi.archive_invalid");
  CHECK(code(file_with(folder, "")) == "fmi.archive_invalid");
  CHECK(code(file_with(folder, "no archive")) == "fmi.archive_invalid");
  const std::string whole = content_of(built_fmu("room_fmi2"));
  CHECK(code(file_with(folder, whole.substr(0, whole.size() / 2))) == "fmi.archive_invalid");
}

TEST_CASE("a damaged entry is found when it is read") {
  const ScratchFolder folder;
  std::string bytes = content_of(built_fmu("room_fmi2"));
  for (std::size_t i = 100; i < 160; ++i) bytes[i] = static_cast<char>(~bytes[i]);
  const std::string said = error_of([&] { fmi::Fmu fmu(file_with(folder, bytes)); });
  CHECK_THAT(said, Catch::StartsWith("fmi.archive_invalid  "));
  CHECK_THAT(said, Catch::Contains("modelDescription.xml"));
}

TEST_CASE("names that lead out of the archive are refused before anything is unpacked") {
  const ScratchFolder folder;
  const std::string name = GENERATE("../evil", "resources/../../evil", "/evil", "resources/..",
                                    "..\\evil", "resources\\..\\..\\evil", "C:/evil");
  std::vector<ZipEntry> entries = without("none");
  entries.emplace_back(name, "evil");
  const fs::path path = folder.path() / "a.fmu";
  write_zip(path, entries);
  CHECK(code_of([&] { fmi::Fmu fmu(path); }) == "fmi.archive_unsafe");
}

TEST_CASE("names with dots that stay inside are no harm") {
  const ScratchFolder folder;
  std::vector<ZipEntry> entries = without("none");
  entries.emplace_back("resources/..table", "a");
  entries.emplace_back("resources/a..b/c", "b");
  const fs::path path = folder.path() / "a.fmu";
  write_zip(path, entries);
  CHECK_NOTHROW(FmuBench(path));
}

TEST_CASE("an archive without a model description is not an FMU") {
  const ScratchFolder folder;
  write_zip(folder.path() / "a.fmu", without("modelDescription.xml"));
  CHECK(code_of([&] { fmi::Fmu fmu(folder.path() / "a.fmu"); }) == "fmi.description_missing");
}

TEST_CASE("the error of an FMU for other machines names its platforms and the needed one") {
  const ScratchFolder folder;
  const fs::path path = folder.path() / "a.fmu";
  std::vector<ZipEntry> entries = without("binaries/");
  write_zip(path, entries);
  const std::string none = error_of([&] { fmi::Fmu fmu(path); });
  CHECK_THAT(none, Catch::StartsWith("fmi.platform_missing  "));
  CHECK_THAT(none, Catch::Contains("it has no binaries"));
  entries.emplace_back("binaries/win64/room.dll", "w");
  entries.emplace_back("binaries/darwin64/room.dylib", "d");
  write_zip(path, entries);
  const std::string others = error_of([&] { fmi::Fmu fmu(path); });
  CHECK_THAT(others, Catch::Contains("/room.so, which this machine needs"));
  CHECK_THAT(others, Catch::Contains("binaries for darwin64, win64"));
}

TEST_CASE("what an FMU was unpacked to goes away with it") {
  fs::path unpacked;
  {
    const fmi::Fmu fmu(built_fmu("room_fmi2"));
    unpacked = fmu.unpacked().resources;
    CHECK(fs::exists(unpacked / "note.txt"));
    CHECK(fs::exists(fmu.unpacked().library));
    CHECK(fmu.unpacked().resources == unpacked);
  }
  CHECK_FALSE(fs::exists(unpacked));
}

}  // namespace fmi_archive_test
