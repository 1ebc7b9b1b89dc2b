// SPDX-License-Identifier: MIT
// Stores in places that are full or cannot be written.
#include <csignal>
#include <optional>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "hearth/data/sqlite/sqlite.hpp"
#include "hearth/estimation/scenarios/store/run_store.hpp"
#include "hearth/tests/estimation/scenarios/store/run_store_samples.hpp"

namespace run_store_places_test {

using namespace hearth;
using namespace hearth::test;

namespace {

/// A small file system of its own, seen by this process only.
class SmallDisk {
 public:
  static std::optional<std::string> missing() {
    static const bool possible = ::unshare(CLONE_NEWNS) == 0 &&
                                 ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
    if (possible) return std::nullopt;
    return "skipped: no right to mount a file system";
  }
  explicit SmallDisk(const char* size) { mount(0, size); }
  ~SmallDisk() { ::umount2(folder_.path().c_str(), MNT_DETACH); }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  void enlarge(const char* size) { mount(MS_REMOUNT, size); }
  void make_read_only() { mount(MS_REMOUNT | MS_RDONLY, "64m"); }
  const fs::path& path() const { return folder_.path(); }

 private:
  void mount(unsigned long flags, const char* size) {
    const std::string options = std::string("size=") + size;
    REQUIRE(::mount("tmpfs", path().c_str(), "tmpfs", flags, options.c_str()) == 0);
  }

  TempFolder folder_;
};

/// Files of this process cannot grow past a size.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(::rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const ::rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  ::rlimit before_{};
  void (*handler_)(int) = SIG_DFL;
};

// Adds runs until it fails; returns the index of the one that did.
long fill(RunStore& store, int rows) {
  for (long i = 0; i < kRuns; ++i) {
    try {
      store.add(run_of(i, rows));
    } catch (const InputError& error) {
      CHECK(error.code() == "file.write");
      CHECK(error.diagnostics().items().front().where.file.find("part-0.sqlite") !=
            std::string::npos);
      return i;
    }
  }
  return kRuns;
}

Merged undisturbed_rows(int rows) {
  const TempFolder folder;
  {
    RunStore store(folder.path() / "part-0.sqlite", layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i, rows));
  }
  return merged_bytes(folder.path());
}

}  // namespace

TEST_CASE("a full disk is named, keeps what was added, and work continues when there is space") {
  constexpr int kRows = 4000;
  if (const auto reason = SmallDisk::missing()) {
    WARN(*reason);
    return;
  }
  SmallDisk disk("1m");
  const fs::path part = disk.path() / "part-0.sqlite";
  long reached = 0;
  {
    RunStore store(part, layout_of());
    reached = fill(store, kRows);
    CHECK(reached > 3);
    CHECK(reached < kRuns);
    CHECK(error_of([&] { store.add(run_of(reached, kRows)); }).code() == "file.write");
  }
  const std::vector<bool> finished = finished_runs({part}, layout_of());
  for (long i = 0; i < kRuns; ++i) CHECK(finished[i] == (i < reached));
  CHECK(error_of([&] { merge_stores({part}, disk.path()); }).code() == "file.write");
  CHECK(std::distance(fs::directory_iterator(disk.path()), {}) <= 3);  // the part, its log
  CHECK_FALSE(fs::exists(disk.path() / "results.csv"));

  disk.enlarge("64m");
  {
    RunStore store(part, layout_of());
    for (long i = reached; i < kRuns; ++i) store.add(run_of(i, kRows));
  }
  CHECK(merged_bytes(disk.path()) == undisturbed_rows(kRows));
}

TEST_CASE("a limit of the size of files is met like a full disk") {
  constexpr int kRows = 2000;
  const TempFolder folder;
  const fs::path part = folder.path() / "part-0.sqlite";
  long reached = 0;
  {
    RunStore store(part, layout_of());
    {
      const FileSizeLimit limit(300000);
      reached = fill(store, kRows);
    }
    CHECK(reached > 3);
    CHECK(reached < kRuns);
    for (long i = reached; i < kRuns; ++i) store.add(run_of(i, kRows));  // the store is as before
  }
  {
    const FileSizeLimit limit(300000);
    CHECK(error_of([&] { merge_stores({part}, folder.path()); }).code() == "file.write");
  }
  CHECK(stores_in(folder.path()) == std::vector<fs::path>{part});
  CHECK(merged_bytes(folder.path()) == undisturbed_rows(kRows));
}

TEST_CASE("parts are read in a place that cannot be written, and merged into another one") {
  if (const auto reason = SmallDisk::missing()) {
    WARN(*reason);
    return;
  }
  SmallDisk disk("64m");
  const fs::path part = disk.path() / "part-0.sqlite";
  {
    RunStore store(part, layout_of());
    for (long i = 0; i < kRuns; ++i) store.add(run_of(i));
  }
  disk.make_read_only();
  CHECK(finished_runs({part}, layout_of()) == std::vector<bool>(kRuns, true));
  CHECK(error_of([&] { RunStore(part, layout_of()); }).code() == "file.write");
  CHECK(error_of([&] { RunStore(disk.path() / "part-1.sqlite", layout_of()); }).code() ==
        "file.write");
  CHECK(error_of([&] { RunStore(disk.path() / "sub/part-1.sqlite", layout_of()); }).code() ==
        "file.write");
  CHECK(error_of([&] { merge_stores({part}, disk.path()); }).code() == "file.write");
  const TempFolder folder;
  merge_stores({part}, folder.path() / "merged");
  CHECK(bytes_of(folder.path() / "merged/results.sqlite") == undisturbed().database);
  CHECK(fs::exists(part));
}

TEST_CASE(
    "the error of a part of a killed process names a way to read it if it cannot be written") {
  if (const auto reason = SmallDisk::missing()) {
    WARN(*reason);
    return;
  }
  SmallDisk disk("64m");
  const fs::path part = disk.path() / "part-0.sqlite";
  const pid_t child = ::fork();
  if (child == 0) {
    RunStore store(part, layout_of());
    store.add(run_of(0));
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  disk.make_read_only();
  const InputError error = error_of([&] { finished_runs({part}, layout_of()); });
  CHECK(error.code() == "file.write");
  CHECK(first_message(error).find("copy") != std::string::npos);
}

}  // namespace run_store_places_test
