// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/components/fmi/fmu_component.hpp"
#include "hearth/tests/components/fmi/fmi_files.hpp"

namespace fmi_errors_test {

using namespace hearth;
using namespace hearth::test;

namespace {

/// Returns the room of FMI 2 with another binary.
std::filesystem::path with_binary(const ScratchFolder& folder, const std::string& content) {
  std::vector<ZipEntry> entries = read_zip(built_fmu("room_fmi2"));
  for (auto& [name, bytes] : entries) {
    if (name.ends_with(".so")) bytes = content;
  }
  write_zip(folder.path() / "room.fmu", entries);
  return folder.path() / "room.fmu";
}

/// Starts a room with a parameter that makes it misbehave, and steps to 1800 s.
std::string run_with(const std::string& name, const std::string& parameter, double value) {
  return error_of([&] {
    FmuBench room(built_fmu(name));
    room.parameter(parameter) = value;
    room.start(0.0);
    for (int k = 0; k < 3; ++k) room.step(600.0 * k, 600.0);
  });
}

/// Returns the message for a model with one FMU.
std::string specialized(const Component& component) {
  Diagnostics diagnostics;
  const auto type = fmu_component_type().specialize(component, diagnostics);
  CHECK((type == nullptr) == diagnostics.has_errors());
  return diagnostics.empty() ? "" : to_string(diagnostics.items().front());
}

}  // namespace

TEST_CASE("the error of a failed step has the time, the instance and the log of the FMU") {
  const std::string name = GENERATE("room_fmi2", "room_fmi3");
  const std::string said = run_with(name, "failAfter", 1500.0);
  CHECK_THAT(said, Catch::StartsWith("fmi.failed  room  at 1200 s: "));
  CHECK_THAT(said,
             Catch::Contains("DoStep returned an error; its log: the roof fell in at 1200 s"));
}

TEST_CASE("a failed FMU can start again") {
  FmuBench room(built_fmu(GENERATE("room_fmi2", "room_fmi3")));
  room.parameter("failAfter") = 700.0;
  room.start(0.0);
  room.step(0.0, 600.0);
  const double before = room.output("room_T");
  CHECK(code_of([&] { room.step(600.0, 600.0); }) == "fmi.failed");
  room.start(0.0);
  room.step(0.0, 600.0);
  CHECK(room.output("room_T") == before);
}

TEST_CASE("after a fatal failure no instance of the FMU is called any more") {
  const std::string name = GENERATE("room_fmi2", "room_fmi3");
  const auto fmu = std::make_shared<const fmi::Fmu>(built_fmu(name));
  const auto ports = std::make_shared<const fmi::FmuPorts>(
      fmi::ports_of(fmu->description(), fmu->path().string()));
  std::vector<double> parameters = ports->parameter_starts;
  const std::vector<double> inputs(2, 0.0);
  parameters[5] = 100.0;  // fatalAfter
  // The FMU frees the instance that fails: a call after that would be found by a memory checker.
  fmi::FmuStepper doomed(fmu, ports, "doomed");
  doomed.start(0.0, parameters.data(), inputs.data());
  const auto memory = doomed.save();
  const std::string said = error_of([&] { doomed.step(0.0, 600.0, inputs.data()); });
  CHECK_THAT(said, Catch::StartsWith("fmi.fatal  doomed  at 0 s: "));
  CHECK_THAT(said, Catch::Contains("the house is gone"));
  CHECK(code_of([&] { doomed.step(0.0, 600.0, inputs.data()); }) == "fmi.fatal");
  CHECK(code_of([&] { doomed.restore(*memory); }) == "fmi.fatal");
  CHECK(code_of([&] { fmi::FmuStepper(fmu, ports, "late"); }) == "fmi.fatal");
}

TEST_CASE("an FMU that ends the simulation ends the run with an error that names it") {
  const std::string said = run_with(GENERATE("room_fmi2", "room_fmi3"), "endAfter", 900.0);
  CHECK_THAT(said, Catch::StartsWith("simulation.ended  room  "));
  CHECK_THAT(said, Catch::Contains("ends the simulation at 900 s"));
}

TEST_CASE("a step that stays discarded in smallest pieces ends the run") {
  const std::string said = run_with(GENERATE("room_fmi2", "room_fmi3"), "longestStep", 0.1);
  CHECK_THAT(said, Catch::StartsWith("fmi.discarded  room  at 0 s: "));
}

TEST_CASE("a discarded step of an FMU that cannot go back ends the run") {
  ::setenv("HEARTH_FMU_HOST", HEARTH_FMU_HOST_FILE, 1);
  fmi::FmuSettings settings;
  settings.process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  const ScratchFolder folder;
  FmuBench room(changed_fmu(folder, "room_fmi2", "canGetAndSetFMUstate=\"true\"", ""), "room",
                settings);
  room.parameter("longestStep") = 250.0;
  room.start(0.0);
  const std::string said = error_of([&] { room.step(0.0, 600.0); });
  CHECK_THAT(said, Catch::StartsWith("fmi.discarded  room  at 0 s: "));
  CHECK_THAT(said, Catch::Contains("it reached 250 s") && Catch::Contains("stopped at 250 s"));
  ::unsetenv("HEARTH_FMU_HOST");  // other tests look for no such program
}

TEST_CASE("the log of an FMU that cannot be instantiated is passed on") {
  const ScratchFolder folder;
  const std::string said = error_of([&] {
    FmuBench room(changed_fmu(folder, "room_fmi2", "guid=\"{room-2}\"", "guid=\"{other}\""));
  });
  CHECK_THAT(said, Catch::StartsWith("fmi.instantiation_failed  room  "));
  CHECK_THAT(said, Catch::Contains("cannot be instantiated with guid {other}"));
  const auto third = changed_fmu(folder, "room_fmi3", "\"{room-3}\"", "\"{other}\"");
  CHECK(code_of([&] { FmuBench room(third); }) == "fmi.instantiation_failed");
}

TEST_CASE("a binary that is not a library, lacks functions or needs missing libraries is refused") {
  const ScratchFolder folder;
  const std::string garbage =
      error_of([&] { FmuBench room(with_binary(folder, "no library at all")); });
  CHECK_THAT(garbage, Catch::StartsWith("fmi.library_invalid  "));
  const std::string whole = built_library("fmu_room_fmi2");
  for (const std::size_t size : {std::size_t{3000}, whole.size() / 2}) {
    const std::string cut =
        error_of([&] { FmuBench room(with_binary(folder, whole.substr(0, size))); });
    CHECK_THAT(cut, Catch::StartsWith("fmi.library_invalid  ") && Catch::Contains("is cut off"));
  }
  const std::string lacking =
      error_of([&] { FmuBench room(with_binary(folder, built_library("fmu_room_fmi3"))); });
  CHECK_THAT(lacking, Catch::StartsWith("fmi.library_invalid  "));
  CHECK_THAT(lacking, Catch::Contains("lacks fmi2Instantiate"));
  const std::string unresolved =
      error_of([&] { FmuBench room(with_binary(folder, built_library("fmu_unresolved"))); });
  CHECK_THAT(unresolved, Catch::Contains("hearth_test_missing_function"));
  CHECK_THAT(unresolved, !Catch::Contains("Python"));
  const std::string python =
      error_of([&] { FmuBench room(with_binary(folder, built_library("fmu_unresolved_python"))); });
  CHECK_THAT(python, Catch::Contains("this FMU needs a Python interpreter") &&
                         Catch::Contains("LD_PRELOAD set to the path"));
}

TEST_CASE("a library that needs Python is loaded with the interpreter of this machine") {
  const ScratchFolder folder;
  const std::string said =
      error_of([&] { FmuBench room(with_binary(folder, built_library("fmu_interpreted"))); });
  INFO(said);
  void* interpreter = nullptr;
  for (int minor = 8; minor <= 15 && interpreter == nullptr; ++minor) {
    const std::string name = "libpython3." + std::to_string(minor) + ".so.1.0";
    interpreter = ::dlopen(name.c_str(), RTLD_NOW);
  }
  // It has no other function of FMI.
  CHECK_THAT(said, interpreter != nullptr ? Catch::Contains("lacks fmi2Instantiate")
                                          : Catch::Contains("install the library of Python"));
}

TEST_CASE("an FMU that can be used once at a time is not used twice") {
  const ScratchFolder folder;
  const auto path =
      changed_fmu(folder, "room_fmi2", "modelIdentifier=\"room\"",
                  "modelIdentifier=\"room\" canBeInstantiatedOnlyOncePerProcess=\"1\"");
  const auto fmu = std::make_shared<const fmi::Fmu>(path);
  const auto ports =
      std::make_shared<const fmi::FmuPorts>(fmi::ports_of(fmu->description(), path.string()));
  {
    fmi::FmuStepper first(fmu, ports, "first");
    CHECK(code_of([&] { fmi::FmuStepper(fmu, ports, "second"); }) == "fmi.only_once");
  }
  CHECK_NOTHROW(fmi::FmuStepper(fmu, ports, "third"));
}

TEST_CASE("the type Fmu becomes the type of its file") {
  Diagnostics diagnostics;
  const ComponentType fmu = fmu_component_type();
  const auto type = fmu.specialize(fmu_component("room", built_fmu("room_fmi2")), diagnostics);
  REQUIRE(type != nullptr);
  CHECK(diagnostics.empty());
  CHECK(type->schema.summary() == "Tests.Room: A room of one capacity");
  CHECK(type->schema.find(Role::Config, "file") != nullptr);
  CHECK(type->schema.find(Role::Input, "outdoor_T")->unit == unit::degC);
  CHECK(type->schema.find(Role::Parameter, "C")->range.max == 1e9);
  // The same object for the same file, however it is named.
  Component relative = fmu_component("other", "room_fmi2.fmu");
  relative.where.file = (built_fmu("x").parent_path() / "model.hearth.json").string();
  CHECK(fmu.specialize(relative, diagnostics) == type);
  Component found = fmu_component("found", "elsewhere.fmu");
  std::get<FileName>(found.config["file"]).found = built_fmu("room_fmi2").string();
  CHECK(fmu.specialize(found, diagnostics) == type);
}

TEST_CASE("a file that changed is read anew") {
  const ScratchFolder folder;
  const auto path = folder.path() / "room_fmi2.fmu";
  std::filesystem::copy(built_fmu("room_fmi2"), path);
  Diagnostics diagnostics;
  const ComponentType fmu = fmu_component_type();
  const auto before = fmu.specialize(fmu_component("room", path), diagnostics);
  const auto then = std::filesystem::last_write_time(path);
  changed_fmu(folder, "room_fmi2", "name=\"room.T\"", "name=\"indoor.T\"");
  std::filesystem::last_write_time(path, then + std::chrono::seconds(1));
  const auto after = fmu.specialize(fmu_component("room", path), diagnostics);
  CHECK(before->schema.find(Role::Output, "room_T") != nullptr);
  CHECK(after->schema.find(Role::Output, "indoor_T") != nullptr);
}

TEST_CASE(
    "a binary that crashes the loader is refused, and other threads can still load libraries") {
  ::setenv("HEARTH_FMU_HOST", HEARTH_FMU_HOST_FILE, 1);
  const FmuProcess process = GENERATE(FmuProcess::Shared, FmuProcess::Own);
  const ScratchFolder folder;
  // Its loaded parts are complete, but no longer code and tables: the loader crashes, or ends the
  // process because a table is inconsistent.
  std::string damaged = built_library("fmu_room_fmi2");
  for (std::size_t i = 0x200; i < damaged.size(); ++i) damaged[i] = static_cast<char>(i * 7 + 3);
  fmi::FmuSettings settings;
  settings.process = process;
  CHECK_THAT(error_of([&] { FmuBench room(with_binary(folder, damaged), "room", settings); }),
             Catch::StartsWith("fmi.library_crashed  ") &&
                 (Catch::Contains("crashed (Segmentation fault)") ||
                  Catch::Contains("ended its process")));
  ::unsetenv("HEARTH_FMU_HOST");
  // A jump out of the loader would leave its lock held, and the thread would wait forever.
  const auto loaded = std::make_shared<std::promise<bool>>();
  std::thread([loaded] { loaded->set_value(::dlopen(nullptr, RTLD_NOW) != nullptr); }).detach();
  CHECK(loaded->get_future().wait_for(std::chrono::seconds(30)) == std::future_status::ready);
}

TEST_CASE("what is wrong with an FMU of a model names the component and the file") {
  const ScratchFolder folder;
  CHECK_THAT(specialized(fmu_component("room", folder.path() / "none.fmu")),
             Catch::StartsWith("file.missing  ") && Catch::Contains("none.fmu room"));
  CHECK_THAT(specialized(fmu_component("room", folder.path())),
             Catch::StartsWith("fmi.archive_invalid  "));
  Component bare;
  bare.id = "room";
  CHECK_THAT(specialized(bare), Catch::StartsWith("model.config_missing  room.file"));
  bare.config["file"] = 3;
  CHECK_THAT(specialized(bare), Catch::StartsWith("model.config_type  room.file"));
  bare.config["file"] = FileName{};
  CHECK_THAT(specialized(bare), Catch::StartsWith("model.config_type  room.file"));
}

TEST_CASE("notes about an FMU come with every component that uses it") {
  for (const char* id : {"one", "two"}) {
    Diagnostics diagnostics;
    fmu_component_type().specialize(fmu_component(id, built_fmu("kinds_fmi3")), diagnostics);
    REQUIRE(diagnostics.items().size() == 1);
    const Diagnostic& note = diagnostics.items().front();
    CHECK(note.severity == Severity::Note);
    CHECK(note.code == "fmi.variable_left_out");
    CHECK(note.where.component == id);
    CHECK(note.message ==
          "these variables are not available as ports: label (String), blob (Binary), size "
          "(structural parameter, set by \"values\")");
  }
}

}  // namespace fmi_errors_test
