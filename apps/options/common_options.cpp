// SPDX-License-Identifier: MIT
#include "hearth/apps/options/common_options.hpp"

#include <algorithm>
#include <thread>

#include "hearth/apps/base/exit_code.hpp"

namespace hearth::apps {
namespace {

const Words<CycleRemoval> kCycleRemovals = {{"greedy", CycleRemoval::Greedy},
                                            {"state-edges", CycleRemoval::StateEdges}};
const Words<ProgressStyle> kProgressStyles = {
    {"auto", ProgressStyle::Auto}, {"json", ProgressStyle::Json}, {"none", ProgressStyle::None}};
const Words<Engine> kEngines = {{"stepwise", Engine::Stepwise}, {"continuous", Engine::Continuous}};
const Words<Coupling> kCouplings = {{"gauss-seidel", Coupling::GaussSeidel},
                                    {"jacobi", Coupling::Jacobi},
                                    {"iterate", Coupling::Iterate}};

}  // namespace

int all_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void EngineTexts::add_to(VerbLine& line, const std::string& engine_default,
                         const std::string& coupling_default) {
  line.text("--engine", engine, "stepwise or continuous (default: " + engine_default + ")",
            "ENGINE")
      .one_of(words_of(kEngines));
  line.text("--coupling", coupling,
            "gauss-seidel, jacobi or iterate (default: " + coupling_default + ")", "SCHEME")
      .one_of(words_of(kCouplings));
}

std::optional<Engine> EngineTexts::read_engine() const {
  if (engine.empty()) return std::nullopt;
  return read_word("--engine", engine, kEngines);
}

std::optional<Coupling> EngineTexts::read_coupling() const {
  if (coupling.empty()) return std::nullopt;
  return read_word("--coupling", coupling, kCouplings);
}

void require_engine(const char* option, bool fits, const char* engine) {
  if (fits) return;
  throw UsageError("usage.engine", {.pointer = option},
                   std::string("works with --engine ") + engine + " only");
}

std::vector<std::string> model_endings() { return {".hearth.json", ".ttl"}; }

void ModelTexts::add_common(VerbLine& line) {
  line.text("--data-dir", data_dir, "Find data files in this folder by their name", "DIR");
  line.text("--timezone", timezone, "Zone of a model without a site", "ZONE");
}

void ModelTexts::add_cycle_removal(VerbLine& line) {
  line.text("--cycle-removal", cycle_removal,
            "What opens cycles: greedy, state-edges (default: the model's, else greedy)", "POLICY")
      .one_of(words_of(kCycleRemovals));
}

void ModelTexts::add_to(VerbLine& line) {
  line.text("MODEL", file, "Model file (*.hearth.json) or graph (*.ttl)", "", true)
      .files_ending(model_endings());
  add_common(line);
  add_cycle_removal(line);
}

ModelOptions ModelTexts::read() const {
  ModelOptions options;
  options.file = file;
  if (!data_dir.empty()) options.data_dir = data_dir;
  if (!timezone.empty()) check_timezone(timezone);
  options.timezone = timezone;
  if (!cycle_removal.empty()) {
    options.compile.cycle_removal = read_word("--cycle-removal", cycle_removal, kCycleRemovals);
  }
  return options;
}

void add_threads(VerbLine& line, std::string& text) {
  line.text("-j,--threads", text, "Threads (default: all); results do not depend on it", "N");
}

int threads_of(const std::string& text) {
  return text.empty() ? all_threads() : read_threads(text);
}

void add_progress(VerbLine& line, std::string& text) {
  line.text("--progress", text, "auto, json (lines on stderr) or none", "STYLE")
      .one_of(words_of(kProgressStyles));
}

ProgressStyle progress_of(const std::string& text) {
  return read_word("--progress", text, kProgressStyles);
}

std::optional<std::filesystem::path> optional_path(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return std::filesystem::path(text);
}

std::optional<std::filesystem::path> optional_output(const std::string& option,
                                                     const std::string& text) {
  if (text.empty()) return std::nullopt;
  return read_output(option, text);
}

}  // namespace hearth::apps
