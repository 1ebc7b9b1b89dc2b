// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/framework/base/clock.hpp"

namespace hearth::fmu {

// Names within `resources/` of an exported FMU.
inline constexpr const char* kInterfaceFile = "interface.json";
inline constexpr const char* kModelFile = "model.hearth.json";
inline constexpr const char* kDataFolder = "data";
inline constexpr const char* kZoneFolder = "zoneinfo";

/// A variable that an importer may set, in the unit of the model.
struct SettableVariable {
  std::string name;
  double start = 0.0;
};

/// Description of an exported FMU for its library: which variables it has, in the order of their
/// value references, and when the model runs.
///
/// Value references count from 1: inputs, then outputs, then parameters. FMI 3.0 also has time, 0.
struct FmuInterface {
  std::string token;          ///< of the model description; states of other FMUs are refused by it
  Period period;              ///< of the model; `end` is where it ends by itself, not a limit
  std::string timezone;       ///< of the site, "" if none
  std::string stamps_zone{};  ///< of naive stamps in data files (`DataOptions::timezone`)
  /// Time 0 of the FMU if it counts from 1 January; otherwise the run starts at `period.start`,
  /// whatever the FMU's time is there.
  bool year = false;
  Instant year_start{};
  std::vector<SettableVariable> inputs;      ///< `id.in.port`
  std::vector<std::string> outputs;          ///< `id.port`
  std::vector<SettableVariable> parameters;  ///< `id.name`

  std::size_t first_output() const { return inputs.size() + 1; }
  std::size_t first_parameter() const { return first_output() + outputs.size(); }
};

/// Writes the interface as JSON.
std::string write_interface(const FmuInterface& interface);

/// Reads what `write_interface` wrote. InputError `fmi.interface_invalid` otherwise.
FmuInterface read_interface(std::string_view text);

}  // namespace hearth::fmu
