// SPDX-License-Identifier: MIT
#include "hearth/data/text/text_file.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <thread>

#include <catch2/catch.hpp>

#include "hearth/data/results/internal/gzip_packer.hpp"
#include "hearth/tests/data/data_test.hpp"
#include "hearth/tests/data/temp_folder.hpp"
#include "hearth/tests/support/given_limit.hpp"

namespace text_file_test {

using namespace hearth;
using namespace hearth::test;

namespace {

long files_in(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator files(folder);
  return std::distance(begin(files), end(files));
}

}  // namespace

TEST_CASE("a file is read whole, bytes unchanged") {
  const TempFolder folder;
  const std::string text("a\r\n\0b", 5);
  CHECK(read_text_file(folder.write("x.bin", text)) == text);
  CHECK(read_text_file(folder.write("empty", "")).empty());
}

TEST_CASE("what cannot be read is an error with its path") {
  const TempFolder folder;
  const InputError missing = error_of([&] { read_text_file(folder.path() / "no.csv"); });
  CHECK(missing.code() == "file.missing");
  CHECK(missing.diagnostics().items()[0].where.file == (folder.path() / "no.csv").string());
  CHECK(error_of([&] { read_text_file(folder.path()); }).code() == "file.directory");
}

TEST_CASE("a packed file is read as what it holds, and a damaged one is refused") {
  // `printf 'a,b\n1,2\n' | gzip -n`
  const std::string packed(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\xd4\x49\xe2\x32\xd4\x31\xe2\x02\x00\x7b\x07\x97"
      "\x0a\x08\x00\x00\x00",
      28);
  const TempFolder folder;
  CHECK(read_text_file(folder.write("x.csv.gz", packed)) == "a,b\n1,2\n");
  CHECK(read_text_file(folder.write("twice.gz", packed + packed)) == "a,b\n1,2\na,b\n1,2\n");
  const auto cut = folder.write("cut.gz", packed.substr(0, 20));
  CHECK(error_of([&] { read_text_file(cut); }).code() == "file.unreadable");
}

TEST_CASE("a limit of unpacked bytes counts alone if it is given, as what it usually is too") {
  // 33 MB of zeros, packed a thousandfold: 32 MB may be unpacked from so small a file.
  const TempFolder folder;
  const auto file = folder.write("zeros.gz", gzipped(std::string(33'000'000, '0')));
  CHECK(error_of([&] { read_text_file(file); }).code() == "limit.exceeded");
  {
    const GivenLimit limit(WorkLimit::UnpackedBytes, 512'000'000);
    CHECK(read_text_file(file).size() == 33'000'000);
  }
  CHECK(error_of([&] { read_text_file(file); }).code() == "limit.exceeded");
}

TEST_CASE("a file larger than is allowed is refused with the limit") {
  const TempFolder folder;
  const GivenLimit limit(WorkLimit::FileBytes, 10);
  CHECK(read_text_file(folder.write("ten", "0123456789")).size() == 10);
  const auto eleven = folder.write("eleven", "0123456789a");
  CHECK(error_of([&] { read_text_file(eleven); }).code() == "limit.exceeded");
}

TEST_CASE("a written file appears only when it is complete") {
  const TempFolder folder;
  const auto path = folder.write("out.csv", "old");
  {
    AtomicFile file(path);
    file.write("half of the new");
    CHECK(read_text_file(path) == "old");
  }
  CHECK(read_text_file(path) == "old");
  CHECK(files_in(folder.path()) == 1);
  write_text_file(path, "new");
  CHECK(read_text_file(path) == "new");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a link to a file stays a link") {
  const TempFolder folder;
  const auto real = folder.write("real.csv", "old");
  const auto link = folder.path() / "link.csv";
  std::filesystem::create_symlink(real, link);
  write_text_file(link, "new");
  CHECK(std::filesystem::is_symlink(link));
  CHECK(read_text_file(real) == "new");
}

TEST_CASE("a folder that cannot be written is an error with the path and the reason") {
  const TempFolder folder;
  const InputError absent = error_of([&] { write_text_file(folder.path() / "no/x.csv", "a"); });
  CHECK(absent.code() == "file.write");
  CHECK_THAT(absent.what(), Catch::Contains("no/x.csv") && Catch::Contains("No such file"));
  CHECK(error_of([&] { write_text_file(folder.path(), "a"); }).code() == "file.write");
  // No user, not even the superuser, can make files in /proc.
  if (std::filesystem::exists("/proc/version")) {
    CHECK(error_of([] { write_text_file("/proc/results.csv", "a"); }).code() == "file.write");
  }
}

TEST_CASE("a pipe is written to its reader, and not waited for without one") {
  const TempFolder folder;
  const auto pipe = folder.path() / "pipe.csv";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const InputError error = error_of([&] { write_text_file(pipe, "text"); });
  CHECK(error.code() == "file.write");
  CHECK_THAT(error.what(),
             Catch::Contains("pipe.csv") && Catch::Contains("no program reads from it"));
  CHECK(std::filesystem::is_fifo(pipe));
  std::string read;
  std::thread reader([&] {
    std::ifstream stream(pipe);
    std::getline(stream, read);
  });
  write_text_file(pipe, "text\n");
  reader.join();
  CHECK(read == "text");
}

TEST_CASE("a link that leads to itself is not accepted as an output, and stays") {
  const TempFolder folder;
  const auto one = folder.path() / "one.csv", other = folder.path() / "other.csv";
  std::filesystem::create_symlink(one, other);
  std::filesystem::create_symlink(other, one);
  const InputError error = error_of([&] { write_text_file(one, "text"); });
  CHECK(error.code() == "file.write");
  CHECK_THAT(error.what(), Catch::Contains("one.csv") && Catch::Contains("leads to itself"));
  CHECK(std::filesystem::is_symlink(one));
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("a full disk is an error, and no partial file is left") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("skipped: /dev/full is absent");
    return;
  }
  const InputError error = error_of([] { write_text_file("/dev/full", std::string(100000, 'x')); });
  CHECK(error.code() == "file.write");
  CHECK_THAT(error.what(), Catch::Contains("No space left"));
  CHECK(error_of([] { write_text_file("/dev/full", "x"); }).code() == "file.write");
}

TEST_CASE("the hash is FNV-1a with 64 bits") {  // values of the authors' test vectors
  CHECK(fnv1a64("") == 0xcbf29ce484222325u);
  CHECK(fnv1a64("a") == 0xaf63dc4c8601ec8cu);
  CHECK(fnv1a64("foobar") == 0x85944171f73967e8u);
}

TEST_CASE("invalid UTF-8 is found at its first byte") {
  CHECK(first_invalid_utf8("plain text, longer than eight") == std::string_view::npos);
  CHECK(first_invalid_utf8("21 \u00b0C, \u20ac, \U0001F525") == std::string_view::npos);
  CHECK(first_invalid_utf8("21 \xb0") == 3);               // Latin-1
  CHECK(first_invalid_utf8("\xc0\xaf") == 0);              // overlong
  CHECK(first_invalid_utf8("12345678\xed\xa0\x80") == 8);  // surrogate
  CHECK(first_invalid_utf8("\xf4\x90\x80\x80") == 0);      // above U+10FFFF
  CHECK(first_invalid_utf8("a\xe2\x82") == 1);             // cut off
}

}  // namespace text_file_test
