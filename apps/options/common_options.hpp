// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hearth/apps/options/verb_parser.hpp"

namespace hearth::apps {

/// The texts of the options of every verb that reads a model.
struct ModelTexts {
  std::string file, data_dir, timezone;
  std::string cycle_removal;

  /// Adds the model file and the options.
  void add_to(VerbLine& line);
  /// Adds what every verb has that reads a model in some way.
  void add_common(VerbLine& line);
  void add_cycle_removal(VerbLine& line);

  ModelOptions read() const;
};

/// The texts of the options that say how a model is run.
struct EngineTexts {
  std::string engine, coupling;

  /// The help says what counts where nothing is given.
  void add_to(VerbLine& line, const std::string& engine_default,
              const std::string& coupling_default);
  std::optional<Engine> read_engine() const;
  std::optional<Coupling> read_coupling() const;
};

/// Throws `usage.engine` for an option of another engine than the one that runs.
void require_engine(const char* option, bool fits, const char* engine);

/// Endings of files that hold a model.
std::vector<std::string> model_endings();

/// `-j,--threads`, of verbs whose results do not depend on it.
void add_threads(VerbLine& line, std::string& text);
int threads_of(const std::string& text);

void add_progress(VerbLine& line, std::string& text);
ProgressStyle progress_of(const std::string& text);

std::vector<std::string> engine_words();
Engine engine_of(const std::string& text);

std::vector<std::string> coupling_words();
Coupling coupling_of(const std::string& text);

// An empty text counts as not given.

std::optional<std::filesystem::path> optional_path(const std::string& text);
std::optional<std::filesystem::path> optional_output(const std::string& option,
                                                     const std::string& text);

}  // namespace hearth::apps
