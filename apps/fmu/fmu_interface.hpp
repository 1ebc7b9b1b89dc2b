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

/// Description of an exported FMU for its library: its variables, in the order of their value
/// references, and the period of the model.
///
/// Value references count from 1: inputs, then outputs, then parameters. In FMI 3.0, the reference
/// 0 is the time.
struct FmuInterface {
  /// token of the model description; states of FMUs with another token are refused
  std::string token;
  Period period;         ///< period of the model; its `end` is not a limit of a run
  std::string timezone;  ///< time zone of the site, "" if there is none
  /// Time zone of stamps without offset in data files (`DataOptions::timezone`).
  std::string stamps_zone{};
  /// Whether time 0 of the FMU is 1 January; otherwise the run starts at `period.start` for any
  /// start time of the FMU.
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

/// Reads the JSON of `write_interface`. Throws InputError `fmi.interface_invalid` for other text.
FmuInterface read_interface(std::string_view text);

}  // namespace hearth::fmu
