// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hearth/ontology/model_files/model_settings.hpp"

namespace hearth::apps {

/// A file of a project, with its path relative to the folder of the project.
struct ProjectFile {
  std::string name;
  std::string text;
};

/// Returns the files of a new project except its measurements: templates with the project's name,
/// and weather computed by a formula.
std::vector<ProjectFile> project_files(const std::string& name);

/// The file of measurements, which are computed with the model of the project.
inline constexpr const char* kMeasurementsFile = "measurements.csv";

/// Simulates the project in a folder with the parameters that its calibration has to find, and
/// returns the values that noisy instruments would have measured. The bytes are the same on every
/// machine.
std::string project_measurements(const std::filesystem::path& folder);

/// Returns the parameters with which the measurements were made.
const std::vector<ModelSetting>& project_truth();

/// Returns three weeks of hourly weather as CSV.
std::string project_weather();

}  // namespace hearth::apps
