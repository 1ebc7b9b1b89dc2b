// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/apps/options/verb_line.hpp"
#include "hearth/data/results/run_words.hpp"

namespace hearth::apps {

/// A verb of the command.
struct Verb {
  std::string_view name;
  std::string_view summary;  ///< text in the overview
  /// Makes the options of the verb and describes the command line that sets them.
  void (*describe)(VerbLine& line, VerbOptions& options);
  Verbosity verbosity = Verbosity::Normal;
  bool prints_summary = false;  ///< on stdout, except with `-q`
};

/// Returns the verbs in the order of the overview.
std::span<const Verb> verbs();

/// Returns the command line of a verb; parsing it fills the invocation, which must not be moved
/// before.
VerbLine line_of(const Verb& verb, Invocation& invocation);

// Options that single verbs accept.

void describe(VerbLine& line, CheckOptions& options);
void describe(VerbLine& line, InfoOptions& options);
void describe(VerbLine& line, GraphOptions& options);
void describe(VerbLine& line, SimulateOptions& options);
void describe(VerbLine& line, SteadyOptions& options);
void describe(VerbLine& line, TrimOptions& options);
void describe(VerbLine& line, LinearizeOptions& options);
void describe(VerbLine& line, SensitivityOptions& options);
void describe(VerbLine& line, CalibrateOptions& options);
void describe(VerbLine& line, SampleOptions& options);
void describe(VerbLine& line, ScenariosOptions& options);
void describe(VerbLine& line, ApplyOptions& options);
void describe(VerbLine& line, CompareOptions& options);
void describe(VerbLine& line, OptimizeOptions& options);
void describe(VerbLine& line, MergeOptions& options);
void describe(VerbLine& line, KpiOptions& options);
void describe(VerbLine& line, ReportOptions& options);
void describe(VerbLine& line, ServeOptions& options);
void describe(VerbLine& line, ExportOptions& options);
void describe(VerbLine& line, ComponentsOptions& options);
void describe(VerbLine& line, TranslateOptions& options);
void describe(VerbLine& line, TwinOptions& options);
void describe(VerbLine& line, ConvertOptions& options);
void describe(VerbLine& line, QueryOptions& options);
void describe(VerbLine& line, SchemaOptions& options);
void describe(VerbLine& line, InitOptions& options);
void describe(VerbLine& line, CompletionOptions& options);

// Options that several verbs accept.

/// Returns the endings of files that contain a model.
const std::vector<std::string>& model_endings();
/// Adds the graph of a building, and all options for translating it into a model. `data_option` is
/// the name of the option for the folder of series.
void add_graph(VerbLine& line, TranslateOptions& options, const std::string& data_option);
/// Adds the folder of the model's data files, and its time zone.
void add_data_options(VerbLine& line, ModelOptions& model);
/// Adds `--weather`, a file that replaces that of the model.
void add_weather(VerbLine& line, std::optional<std::filesystem::path>& weather);
void add_cycle_removal(VerbLine& line, ModelOptions& model);
/// Adds `--engine`; `standard` is the default.
template <class Value>
void add_engine(VerbLine& line, Value& engine, const std::string& standard) {
  line.choice("--engine", engine, kEngineWords, "ENGINE",
              "Select the engine: {} (default: " + standard + ")");
}
/// Adds the model file and all options for reading it.
void add_model(VerbLine& line, ModelOptions& model);

}  // namespace hearth::apps
