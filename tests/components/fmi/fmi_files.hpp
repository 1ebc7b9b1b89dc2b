// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/components/fmi/internal/fmu_stepper.hpp"
#include "hearth/components/fmi/internal/package/fmu_ports.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::test {

/// A folder for files of one test case; removed with them.
using fmi::ScratchFolder;

/// A file in an archive: its name and content.
using ZipEntry = std::pair<std::string, std::string>;

/// Returns an FMU that was built for the tests, such as "room_fmi2".
std::filesystem::path built_fmu(const std::string& name);
/// Returns the content of a library that was built for the tests.
std::string built_library(const std::string& name);

std::vector<ZipEntry> read_zip(const std::filesystem::path& path);
void write_zip(const std::filesystem::path& path, const std::vector<ZipEntry>& entries);

/// Writes a copy of an FMU in whose model description `from` is replaced by `to`.
std::filesystem::path changed_fmu(const ScratchFolder& folder, const std::string& name,
                                  std::string_view from, std::string_view to);

/// An FMU on its way, with its numbers by name.
class FmuBench {
 public:
  explicit FmuBench(const std::filesystem::path& path, const std::string& id = "room",
                    const fmi::FmuSettings& settings = {});

  double& parameter(std::string_view name) { return place(Role::Parameter, parameters_, name); }
  double& input(std::string_view name) { return place(Role::Input, inputs_, name); }
  void resume() { stepper_.resume(parameters_.data()); }
  void start(double time) { stepper_.start(time, parameters_.data(), inputs_.data()); }
  void step(double time, double length) { stepper_.step(time, length, inputs_.data()); }
  double output(std::string_view name);
  fmi::FmuStepper& stepper() { return stepper_; }
  const fmi::FmuPorts& ports() const { return *ports_; }

 private:
  double& place(Role role, std::vector<double>& values, std::string_view name);

  std::shared_ptr<const fmi::Fmu> fmu_;
  std::shared_ptr<const fmi::FmuPorts> ports_;
  fmi::FmuStepper stepper_;
  std::vector<double> parameters_, inputs_, outputs_;
};

/// Returns the code of the Hearth error that a call throws, or "".
template <class F>
std::string code_of(F call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return "";
}

/// Returns the message of the Hearth error that a call throws, or "".
template <class F>
std::string error_of(F call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Makes an instance of an FMU as a component of a model.
Component fmu_component(std::string id, const std::filesystem::path& path);

}  // namespace hearth::test
