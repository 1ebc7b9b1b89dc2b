// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "hearth/components/fmi/internal/package/fmu.hpp"
#include "hearth/components/fmi/internal/process/wire.hpp"
#include "hearth/framework/base/error.hpp"

namespace hearth::fmi {

/// Returns the program `hearth-fmu-host`: the path in HEARTH_FMU_HOST, otherwise next to this
/// program or in the folder of installation; "" if it is not found.
std::filesystem::path find_fmu_host();

/// A process that serves one instance of an FMU. It ends with this object.
class HostProcess {
 public:
  /// Time that the process is given to end.
  static constexpr std::chrono::seconds kPatience{2};

  /// Starts the program. Throws InputError `fmi.host_missing`.
  HostProcess(const std::filesystem::path& program, const Where& where);
  ~HostProcess();
  HostProcess(const HostProcess&) = delete;
  HostProcess& operator=(const HostProcess&) = delete;

  /// Loads the library of an FMU in the process. Throws InputError `fmi.library_invalid` if the
  /// library cannot be loaded, and `fmi.library_crashed` if loading it crashes.
  void load(const Fmu& fmu);

  WireEnd& end() { return *end_; }
  /// Describes the end of the process.
  std::string how_it_ended();

 private:
  int wait();

  pid_t pid_ = 0;
  bool killed_ = false;  // it was killed because it did not end
  std::unique_ptr<WireEnd> end_;
};

/// Returns a reader of the answer to a request. Throws the InputError or SimulationError that the
/// process reports.
WireReader read_answer(std::string_view message);

/// Loads the library of an FMU in another process, which ends at once, because a crash in the
/// loader of this process would leave locks held for which other threads would wait forever. Does
/// nothing if the program `hearth-fmu-host` is not found. Throws InputError `fmi.library_crashed`.
void check_loading(const Fmu& fmu);

}  // namespace hearth::fmi
