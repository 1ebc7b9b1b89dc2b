// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include <catch2/catch.hpp>

#include "hearth/components/standard_components.hpp"
#include "hearth/ontology/load_model.hpp"
#include "hearth/tests/dynamics/continuous_run.hpp"

/// Reference cases from model files of standard components.
namespace hearth::test {

/// Where the model files are.
inline std::filesystem::path case_models() {
  return std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/dynamics/models";
}

/// Reads `<name>.hearth.json`, which gives no warning.
inline SimulationModel model_of(const std::string& name) {
  Diagnostics warnings;
  SimulationModel model =
      load_model(case_models() / (name + ".hearth.json"), standard_components(), {}, warnings);
  CHECK(warnings.empty());
  return model;
}

/// A run of a model file in the continuous engine.
struct FileBench : ContinuousBench {
  explicit FileBench(const std::string& name, const ContinuousRunOptions& options = {})
      : ContinuousBench(model_of(name), standard_components(), options) {}
};

/// A run that starts so many seconds after the origin of clocks.
inline ContinuousRunOptions from(double start) {
  ContinuousRunOptions options;
  options.start = start;
  return options;
}

}  // namespace hearth::test
