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

/// A variable in the model description; the names are in `FmuInterface`.
struct DescribedVariable {
  Unit unit;
  std::string description;
  Range range{};
};

/// The content of an FMU.
struct FmuContent {
  std::string name;        ///< name of the model
  std::string identifier;  ///< identifier of the binary: a name in C
  Engine engine = Engine::Stepwise;
  fmu::FmuInterface interface;  ///< without a token
  std::vector<DescribedVariable> inputs, outputs, parameters;
  SimulationModel model;                               ///< its files have their paths in the FMU
  std::map<std::string, std::filesystem::path> files;  ///< by name in `resources/`
};

/// Reads the model of the options, chooses its variables and runs its first row. Throws UsageError
/// `usage.value` for a pattern without a match, ModelError `fmi.export_stepper` for a model with
/// components without derivatives, such as FMUs, and the errors of reading and starting a model.
FmuContent fmu_content(const ExportOptions& options, Session& session);

/// Returns the text of `modelDescription.xml` for FMI 2.0 or 3.0.
std::string fmu_description(const FmuContent& content, int version);

/// Returns the bytes of a ZIP archive. Equal entries result in equal bytes.
std::string zip_archive(const std::map<std::string, std::string>& entries);

/// Returns the library that is put into exported FMUs; "" if it is not installed.
std::filesystem::path find_fmu_library();

}  // namespace hearth::apps
