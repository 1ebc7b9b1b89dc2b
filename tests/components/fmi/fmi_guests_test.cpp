// SPDX-License-Identifier: MIT
// What an FMU does to the process that it is a guest of, and what it finds there.
#include <cerrno>
#include <cfenv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/tests/components/fmi/fmi_files.hpp"

namespace hearth::test::fmi_guests_test {
namespace {

using fmi::FmuSettings;

/// Some of the modes of the FMU, by number.
enum Mode {
  kOwnHandler = 16,
  kBrokenPipe = 17,
  kFail = 18,
  kComplain = 19,
  kNoTerminate = 20,
  kNumerics = 21,
  kForkedExit = 23,
  kKeepStop = 24,
  kKeepTexts = 25,
  kForkedReturn = 28,
};

FmuSettings in_process(FmuProcess process) {
  ::setenv("HEARTH_FMU_HOST", HEARTH_FMU_HOST_FILE, 1);
  FmuSettings settings;
  settings.process = process;
  return settings;
}

/// Starts an FMU in a mode from its second step on.
void start_in(FmuBench& fmu, Mode mode) {
  fmu.parameter("mode") = mode;
  fmu.parameter("when") = 1200.0;
  fmu.start(0.0);
}

/// Makes three steps of 600 s in a mode; returns the level after them.
double level_after(Mode mode, FmuProcess process) {
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", in_process(process));
  start_in(fmu, mode);
  for (int k = 0; k < 3; ++k) fmu.step(600.0 * k, 600.0);
  return fmu.output("level");
}

}  // namespace

TEST_CASE("a handler of SIGSEGV that an FMU has set outlives the next instance") {
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  FmuBench first(built_fmu("trouble_fmi2"), "first", in_process(process));
  start_in(first, kOwnHandler);
  FmuBench second(built_fmu("room_fmi2"), "second", in_process(process));
  for (int k = 0; k < 3; ++k) first.step(600.0 * k, 600.0);
  CHECK(first.output("steps") == 3.0);
  // What is not for that handler is caught as before.
  const ScratchFolder folder;
  std::filesystem::copy_file(built_fmu("trouble_fmi2"), folder.path() / "t.fmu");
  FmuBench third(folder.path() / "t.fmu", "third", in_process(process));
  third.parameter("mode") = 1.0;
  third.parameter("when") = 0.0;
  third.start(0.0);
  const std::string said = error_of([&] { third.step(0.0, 600.0); });
  CHECK_THAT(said, Catch::StartsWith("fmi.crashed  third  at 0 s: fmi2DoStep crashed ("));
}

TEST_CASE("an FMU that writes to a closed pipe receives an error") {
  CHECK(level_after(kBrokenPipe, GENERATE(FmuProcess::Shared, FmuProcess::Own)) == EPIPE);
}

TEST_CASE("a child of an FMU may end at once") {
  CHECK(level_after(kForkedExit, GENERATE(FmuProcess::Shared, FmuProcess::Own)) == 7.0);
}

TEST_CASE("a child of an FMU that returns from a call does not continue the simulation") {
  CHECK(level_after(kForkedReturn, GENERATE(FmuProcess::Shared, FmuProcess::Own)) == 8.0);
}

TEST_CASE("texts that an FMU receives when it is made live as long as it does") {
  CHECK(level_after(kKeepTexts, GENERATE(FmuProcess::Shared, FmuProcess::Own)) == 1.0);
}

TEST_CASE("an FMU does not change how its process computes") {
  level_after(kNumerics, FmuProcess::Shared);
  CHECK(std::fegetround() == FE_TONEAREST);
  CHECK(::fegetexcept() == 0);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they have their own _exit
TEST_CASE("an FMU that ends its process at once is an error") {
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  const ScratchFolder folder;  // a copy of its own: after that no instance may be made
  std::filesystem::copy_file(built_fmu("kinds_fmi2"), folder.path() / "k.fmu");
  FmuBench kinds(folder.path() / "k.fmu", "k", in_process(process));
  kinds.start(0.0);
  kinds.input("amount") = 99.0;
  CHECK_THAT(error_of([&] { kinds.step(0.0, 60.0); }),
             Catch::StartsWith("fmi.crashed  k  at 0 s: fmi2DoStep called _exit, which ends"));
}
#endif

TEST_CASE("the cause of a failure is shown, under whatever category it was logged") {
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", in_process(process));
  start_in(fmu, kFail);
  fmu.step(0.0, 600.0);
  CHECK(error_of([&] { fmu.step(600.0, 600.0); }) ==
        "fmi.failed  t  at 600 s: fmi2DoStep returned an error; its log: the tank of level is "
        "empty; unwinding 0; unwinding 1; unwinding 2; (3 more); unwinding 6; unwinding 7; "
        "unwinding 8; unwinding 9");
  CHECK(fmu.stepper().warnings().empty());
}

TEST_CASE("an error that an FMU logs without failing is a warning") {
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", in_process(process));
  start_in(fmu, kComplain);
  for (int k = 0; k < 2; ++k) fmu.step(600.0 * k, 600.0);
  const Diagnostics found = fmu.stepper().warnings();
  REQUIRE(found.items().size() == 1);
  CHECK(found.items()[0].code == "fmi.warning");
  CHECK(found.items()[0].message == "u is off by 2 K");
}

TEST_CASE("an FMU that fails to terminate is a warning after its end") {
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  take_fmu_endings();
  level_after(kNoTerminate, process);
  const Diagnostics found = take_fmu_endings();
  REQUIRE(found.items().size() == 1);
  CHECK(to_string(found.items()[0]) ==
        "fmi.warning  t  at 1800 s: fmi2Terminate returned an error; its log: the pump does not "
        "stop");
  CHECK(take_fmu_endings().empty());
}

TEST_CASE("an FMU that can write its state receives the end of the run only if its user wants it") {
  using namespace std::chrono_literals;
  using std::chrono::sys_days;
  const Instant start = sys_days(2024y / 1 / 1);
  const std::optional<bool> told = GENERATE(std::nullopt, std::optional(true));
  FmuSettings settings = in_process(FmuProcess::Shared);
  settings.stop_time = told;
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", settings);
  fmu.stepper().announce({start, start + 10min, start});
  start_in(fmu, kKeepStop);
  CHECK(fmu.output("stopTime") == (told ? 600.0 : -1.0));
  fmu.step(0.0, 600.0);
  const std::string bytes = fmu.stepper().serialize(*fmu.stepper().save());

  FmuBench later(built_fmu("trouble_fmi2"), "t", settings);
  later.stepper().announce({start, start + 20min, start});
  later.stepper().restore(*later.stepper().deserialize(bytes));
  const std::string said = error_of([&] { later.step(600.0, 600.0); });
  if (told) {
    CHECK_THAT(said,
               Catch::StartsWith("fmi.failed  t  at 600 s: ") &&
                   Catch::Contains("the stop time is before; if it refuses to continue beyond") &&
                   Catch::Contains("\"stopTime\": false"));
  } else {
    CHECK(said.empty());
  }
}

TEST_CASE("an FMU that cannot write its state receives the end of the run") {
  using namespace std::chrono_literals;
  const Instant start = std::chrono::sys_days(2024y / 1 / 1);
  const ScratchFolder folder;
  FmuBench fmu(changed_fmu(folder, "trouble_fmi2", " canSerializeFMUstate=\"true\"", ""), "t",
               in_process(FmuProcess::Shared));
  fmu.stepper().announce({start, start + 10min, start});
  fmu.start(0.0);
  CHECK(fmu.output("stopTime") == 600.0);
}

}  // namespace hearth::test::fmi_guests_test
