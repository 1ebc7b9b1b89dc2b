// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "hearth/apps/fmu/fmu_interface.hpp"
#include "hearth/apps/models/run_times.hpp"
#include "hearth/apps/options/options.hpp"
#include "hearth/apps/session/session.hpp"
#include "hearth/framework/component/ranges.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth::apps {

/// A variable as the model description shows it; the names are in `FmuInterface`.
struct DescribedVariable {
  Unit unit;
  std::string description;
  Range range{};
};

/// What goes into an FMU.
struct FmuContent {
  std::string name;        ///< of the model
  std::string identifier;  ///< of its binary: a name in C
  Engine engine = Engine::Stepwise;
  fmu::FmuInterface interface;  ///< without a token
  std::vector<DescribedVariable> inputs, outputs, parameters;
  SimulationModel model;  ///< its files are named as they lie in the FMU
  std::map<std::string, std::filesystem::path> files;  ///< by name in `resources/`
};

/// Reads the model of the options, chooses its variables and runs its first row. UsageError
/// `usage.value` for a pattern that matches nothing, ModelError `fmi.export_stepper` for a model
/// with components that only step, such as FMUs, and what reading and starting a model throws.
FmuContent fmu_content(const ExportOptions& options, Session& session);

/// Returns the text of `modelDescription.xml` for FMI 2.0 or 3.0.
std::string fmu_description(const FmuContent& content, int version);

/// Returns the bytes of a ZIP archive. Equal entries give equal bytes.
std::string zip_archive(const std::map<std::string, std::string>& entries);

/// Returns the library that exported FMUs hold; "" if it is not installed.
std::filesystem::path find_fmu_library();

}  // namespace hearth::apps
