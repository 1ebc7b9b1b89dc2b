// SPDX-License-Identifier: MIT
#include "hearth/apps/options/common_texts.hpp"

#include <algorithm>
#include <thread>

namespace hearth::apps {
namespace {

const Words<CycleRemoval> kCycleRemovals = {{"greedy", CycleRemoval::Greedy},
                                            {"state-edges", CycleRemoval::StateEdges}};
const Words<Engine> kEngines = {{"stepwise", Engine::Stepwise}, {"continuous", Engine::Continuous}};
const Words<Coupling> kCouplings = {{"gauss-seidel", Coupling::GaussSeidel},
                                    {"jacobi", Coupling::Jacobi},
                                    {"iterate", Coupling::Iterate}};
const Words<ProgressStyle> kProgressStyles = {
    {"auto", ProgressStyle::Auto}, {"json", ProgressStyle::Json}, {"none", ProgressStyle::None}};

}  // namespace

int all_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

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

std::vector<std::string> engine_words() { return words_of(kEngines); }
Engine engine_of(const std::string& text) { return read_word("--engine", text, kEngines); }

std::vector<std::string> coupling_words() { return words_of(kCouplings); }
Coupling coupling_of(const std::string& text) { return read_word("--coupling", text, kCouplings); }

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
