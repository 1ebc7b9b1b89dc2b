// SPDX-License-Identifier: MIT
// FMUs that crash, leave, print, change folders, or rely on what importers usually do.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/components/standard_components.hpp"
#include "hearth/framework/base/limits.hpp"
#include "hearth/framework/run/run.hpp"
#include "hearth/tests/components/fmi/fmi_files.hpp"

// An FMU that crashed is not asked to free its memory, and its library is not unloaded.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:trouble.so"; }

namespace hearth::test::fmi_trouble_test {
namespace {

using fmi::FmuSettings;

/// As the modes of the FMU are numbered.
enum Mode {
  kNothing,
  kCrash,
  kAbort,
  kExit,
  kOverflow,
  kDivide,
  kChangeFolder,
  kPrint,
  kWarn,
  kNoReset,
  kEnd,
  kDiscard,
  kExitHard,
  kReadClock,
  kHang,
  kSpoilWire,
  kOwnHandler,
  kBrokenPipe,
  kFail,
  kComplain,
  kNoTerminate,
  kNumerics,
  kQuickExit,
  kForkedExit,
  kKeepStop,
  kKeepTexts,
  kThread,
  kOverrun,
};

FmuSettings in_process(FmuProcess process) {
  FmuSettings settings;
  settings.process = process;
  return settings;
}

/// Lets the tests find the program that runs FMUs apart.
void set_host() { ::setenv("HEARTH_FMU_HOST", HEARTH_FMU_HOST_FILE, 1); }

/// Makes three steps of 600 s with a mode from 1200 s on; returns the message of the error.
std::string trouble_of(Mode mode, FmuProcess process) {
  set_host();
  const ScratchFolder folder;  // a copy of its own: after a crash no instance may be made
  std::filesystem::copy_file(built_fmu("trouble_fmi2"), folder.path() / "t.fmu");
  return error_of([&] {
    FmuBench fmu(folder.path() / "t.fmu", "t", in_process(process));
    fmu.parameter("mode") = mode;
    fmu.parameter("when") = 1200.0;
    fmu.start(0.0);
    for (int k = 0; k < 3; ++k) {
      fmu.step(600.0 * k, 600.0);
      fmu.output("steps");
    }
  });
}

}  // namespace

TEST_CASE("a crash in an FMU is an error that names the instance, the time and the call") {
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  const Mode mode = GENERATE(kCrash, kAbort, kOverflow, kDivide);
  const std::string said = trouble_of(mode, process);
  INFO(said);
  CHECK_THAT(said, Catch::StartsWith("fmi.crashed  t  at 600 s: fmi2DoStep crashed ("));
}

TEST_CASE("an FMU that writes beyond the end of its values spoils nothing and is an error") {
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  const std::string said = trouble_of(kOverrun, process);
  INFO(said);
  CHECK_THAT(said, Catch::StartsWith("fmi.crashed  t  at 600 s: fmi2GetReal crashed ("));
}

TEST_CASE("an FMU that leaves the program is an error") {
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  const std::string said = trouble_of(kExit, process);
  CHECK_THAT(said, Catch::StartsWith("fmi.crashed  t  at 600 s: fmi2DoStep called exit"));
  const std::string quick = trouble_of(kQuickExit, process);
  CHECK_THAT(quick, Catch::StartsWith("fmi.crashed  t  at 600 s: fmi2DoStep called quick_exit"));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they have their own _exit
  // One with names of its own first does not find the `_exit` of this process.
  const std::string hard = trouble_of(kExitHard, FmuProcess::Own);
  CHECK_THAT(hard, Catch::StartsWith("fmi.crashed  t  at 600 s: fmi2DoStep called _exit"));
#endif
}

TEST_CASE("an FMU that writes to the connection of its process is an error") {
  const auto before = std::chrono::steady_clock::now();
  const std::string said = trouble_of(kSpoilWire, FmuProcess::Own);
  CHECK_THAT(said, Catch::StartsWith("fmi.crashed  t  at 600 s: ") &&
                       Catch::Contains("DoStep did not return"));
  // Its process is given two seconds to end.
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(20));
}

TEST_CASE("a C++ exception out of an FMU is an error") {
  set_host();
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  const double mode = GENERATE(1.0, 2.0);
  const std::string said = error_of([&] {
    FmuBench fmu(built_fmu("troublecpp_fmi2"), "t", in_process(process));
    fmu.parameter("mode") = mode;
    fmu.start(0.0);
    fmu.step(0.0, 60.0);
    fmu.step(60.0, 60.0);
  });
  CHECK_THAT(said, Catch::StartsWith("fmi.crashed  t  at 60 s: fmi2DoStep threw a C++ exception"));
  if (mode == 1.0) CHECK_THAT(said, Catch::Contains("(no root in t)"));
}

TEST_CASE("an FMU calls its own functions, also those whose names Hearth has too") {
  set_host();
  const std::string name = GENERATE("trouble_fmi2", "troublecpp_fmi2");
  const fmi::Fmu fmu(built_fmu(name));
  CHECK(fmu.clashes() == std::vector<std::string>{"CVodeCreate"});
  FmuBench bench(built_fmu(name), "t");
  bench.start(0.0);
  bench.step(0.0, 60.0);
  CHECK(bench.output("own") == 42.0);
  // Those of C++ would not find the streams of this process.
  if (name == "troublecpp_fmi2") CHECK(bench.stepper().apart());
}

TEST_CASE("an FMU may change the working folder without harm") {
  const auto before = std::filesystem::current_path();
  CHECK(trouble_of(kChangeFolder, FmuProcess::Shared).empty());
  CHECK(std::filesystem::current_path() == before);
}

TEST_CASE("an FMU that cannot be reset is made anew for each run") {
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", in_process(FmuProcess::Shared));
  fmu.parameter("mode") = kNoReset;
  fmu.start(0.0);
  fmu.step(0.0, 600.0);
  fmu.start(0.0);
  CHECK(fmu.output("steps") == 0.0);
  fmu.step(0.0, 600.0);
  CHECK(fmu.output("steps") == 1.0);
}

TEST_CASE("an FMU of its own process gives the same numbers") {
  set_host();
  std::vector<double> ends;
  for (const FmuProcess process : {FmuProcess::Shared, FmuProcess::Own}) {
    FmuBench room(built_fmu("room_fmi3"), "room", in_process(process));
    CHECK(room.stepper().apart() == (process == FmuProcess::Own));
    room.start(0.0);
    for (int k = 0; k < 20; ++k) {
      room.input("Q") = 100.0 * k;
      room.step(600.0 * k, 600.0);
    }
    const auto memory = room.stepper().save();
    const std::string bytes = room.stepper().serialize(*memory);
    room.step(12000.0, 600.0);
    room.stepper().restore(*room.stepper().deserialize(bytes));
    room.step(12000.0, 600.0);
    ends.push_back(room.output("room_T"));
  }
  CHECK(ends[0] == ends[1]);
}

TEST_CASE("an FMU is not asked to keep the state of a step that will not be repeated") {
  // This one takes a step that may be repeated for one that is.
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", in_process(FmuProcess::Shared));
  fmu.start(0.0);
  for (int k = 0; k < 3; ++k) fmu.step(600.0 * k, 600.0);
  CHECK(fmu.output("steps") == 3.0);
  const auto memory = fmu.stepper().save();  // of the present point, which is not before it
  fmu.step(1800.0, 600.0);
  CHECK(fmu.output("steps") == 4.0);
  fmu.step(2400.0, 600.0);  // now it is
  CHECK(fmu.output("steps") == 4.0);
}

TEST_CASE(
    "the first step that an FMU discards is taken again in halves, with the same inputs before") {
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", in_process(FmuProcess::Shared));
  fmu.parameter("mode") = kDiscard;
  fmu.parameter("when") = 1500.0;
  fmu.start(0.0);
  for (int k = 0; k < 4; ++k) {
    fmu.input("u") = k;
    fmu.step(600.0 * k, 600.0);
  }
  CHECK(fmu.output("time") == 2400.0);
  CHECK(fmu.output("level") == 5.0 + 600.0 * (0 + 1 + 2 + 3));
}

TEST_CASE("only inputs that changed are handed over") {
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", in_process(FmuProcess::Shared));
  fmu.start(0.0);
  for (int k = 0; k < 10; ++k) fmu.step(60.0 * k, 60.0);
  CHECK(fmu.output("sets") == 1.0);
  fmu.input("u") = 2.0;
  fmu.step(600.0, 60.0);
  CHECK(fmu.output("sets") == 2.0);
}

TEST_CASE("an FMU starts at the time of the year and receives the end and a tolerance") {
  using std::chrono::sys_days;
  using namespace std::chrono_literals;
  FmuSettings settings = in_process(FmuProcess::Shared);
  const RunSpan span{sys_days(2024y / 7 / 1), sys_days(2024y / 7 / 2), sys_days(2024y / 1 / 1)};
  const double july = 182 * 86400.0;
  settings.year = settings.start_given = true;
  settings.stop_time = true;
  settings.tolerance = 1e-7;
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", settings);
  fmu.stepper().announce(span);
  fmu.start(0.0);
  CHECK(fmu.output("startTime") == july);
  CHECK(fmu.output("stopTime") == july + 86400.0);
  CHECK(fmu.output("tolerance") == 1e-7);
  fmu.step(0.0, 600.0);
  CHECK(fmu.output("time") == july + 600.0);
  CHECK(fmu.stepper().warnings().empty());

  settings = in_process(FmuProcess::Shared);
  settings.start_time = 100.0;
  settings.stop_time = false;
  FmuBench other(built_fmu("trouble_fmi2"), "t", settings);
  other.stepper().announce(span);
  other.start(0.0);
  CHECK(other.output("startTime") == 100.0);
  CHECK(other.output("stopTime") == -1.0);
  CHECK(other.output("tolerance") == -1.0);
  // Time 0 is not set, and the run does not begin with a year.
  const auto found = other.stepper().warnings();
  REQUIRE(found.items().size() == 1);
  CHECK(found.items()[0].code == "fmi.start_time");
}

TEST_CASE("the row of the step with which an FMU ends the simulation is owed") {
  SimulationModel model;
  Component fmu = fmu_component("t", built_fmu("trouble_fmi2"));
  fmu.config["process"] = Word{"shared"};
  model.add_component(std::move(fmu));
  model.set_parameter("t.mode", {static_cast<double>(kEnd), {}});
  model.set_parameter("t.when", {1200.0, {}});
  using namespace std::chrono_literals;
  const Instant start = std::chrono::sys_days(2024y / 1 / 1);
  Run run(model, standard_components(), {.period = {start, start + 1h, 10min}});
  const std::string said = error_of([&] { run.run_to_end([](long, long) { return true; }); });
  CHECK_THAT(said, Catch::StartsWith("simulation.ended  t  the FMU ends the simulation at 1200 s"));
  CHECK(run.row() == 2);
  CHECK(run.value("t.steps") == 2.0);
}

TEST_CASE("an output with an exact start takes an initial value, the others do not") {
  SimulationModel model;
  Component fmu = fmu_component("t", built_fmu("trouble_fmi2"));
  fmu.config["process"] = Word{"shared"};
  fmu.initial["level"] = Quantity{7.0, {}};
  fmu.initial["own"] = Quantity{7.0, {}};
  model.add_component(std::move(fmu));
  using namespace std::chrono_literals;
  const Instant start = std::chrono::sys_days(2024y / 1 / 1);
  Run run(model, standard_components(), {.period = {start, start + 20min, 10min}});
  REQUIRE(run.plan().diagnostics.items().size() >= 1);
  const auto& items = run.plan().diagnostics.items();
  CHECK(std::any_of(items.begin(), items.end(), [](const Diagnostic& item) {
    return item.code == "model.initial_not_taken" && item.where.port == "own";
  }));
  run.start();
  run.step();
  CHECK(run.value("t.level") == 7.0);
  run.set("t@level", 9.0);
  run.start();
  run.step();
  CHECK(run.value("t.level") == 9.0);
  CHECK(code_of([&] { run.set("t@own", 9.0); }) == "model.initial_not_taken");
}

TEST_CASE("a saved state takes tunable parameters and refuses fixed ones") {
  FmuBench fmu(built_fmu("trouble_fmi2"), "t", in_process(FmuProcess::Shared));
  fmu.input("u") = 1.0;
  fmu.start(0.0);
  fmu.step(0.0, 600.0);
  const std::string bytes = fmu.stepper().serialize(*fmu.stepper().save());

  FmuBench later(built_fmu("trouble_fmi2"), "t", in_process(FmuProcess::Shared));
  later.stepper().restore(*later.stepper().deserialize(bytes));
  later.parameter("gain") = 2.0;
  later.resume();
  later.input("u") = 1.0;
  later.step(600.0, 600.0);
  CHECK(later.output("level") == 5.0 + 600.0 + 1200.0);
  later.parameter("when") = 1.0;
  const std::string said = error_of([&] { later.resume(); });
  CHECK_THAT(said, Catch::StartsWith("fmi.parameter_fixed  t.when  was 1e+30 in the saved state"));
}

TEST_CASE("an archive that unpacks to more than the limit is refused before it is read") {
  const ScratchFolder folder;
  std::vector<ZipEntry> entries = read_zip(built_fmu("room_fmi2"));
  entries.emplace_back("resources/zeros.bin", std::string(3'000'000, '\0'));
  write_zip(folder.path() / "bomb.fmu", entries);
  const std::int64_t before = limit_of(WorkLimit::UnpackedBytes);
  set_limit(WorkLimit::UnpackedBytes, 1'000'000);
  const std::string said = error_of([&] { fmi::Fmu(folder.path() / "bomb.fmu").unpacked(); });
  set_limit(WorkLimit::UnpackedBytes, before);
  CHECK_THAT(said, Catch::StartsWith("limit.exceeded  ") && Catch::Contains("bomb.fmu"));
  CHECK_NOTHROW(fmi::Fmu(folder.path() / "bomb.fmu").unpacked());
}

TEST_CASE("elements of arrays are ports") {
  FmuBench kinds(built_fmu("kinds_fmi3"), "kinds");
  for (const char* name : {"vector_1", "vector_2", "vector_3"}) kinds.input(name) = name[7] - '0';
  kinds.start(0.0);
  kinds.step(0.0, 60.0);
  CHECK(kinds.output("matrix_1_3") == 3.0);
  CHECK(kinds.output("matrix_2_1") == 2.0);
  CHECK(kinds.output("matrix_2_3") == 6.0);
  const fmi::Fmu fmu(built_fmu("kinds_fmi3"));
  CHECK_THAT(fmi::why_absent(fmu.description(), "matrix"),
             Catch::Contains("an array with the elements 'matrix_1_1'"));
  CHECK_THAT(fmi::why_absent(fmu.description(), "table"), Catch::Contains("use the latter"));
}

TEST_CASE("names that are not ports are explained") {
  const fmi::Fmu fmu(built_fmu("trouble_fmi2"));
  const auto& description = fmu.description();
  CHECK_THAT(fmi::why_absent(description, "torque"), Catch::Contains("local variable"));
  CHECK_THAT(fmi::why_absent(description, "label"), Catch::Contains("type String"));
  CHECK(fmi::why_absent(description, "nothing").empty());
}

}  // namespace hearth::test::fmi_trouble_test
