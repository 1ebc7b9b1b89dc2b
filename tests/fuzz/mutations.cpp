// SPDX-License-Identifier: MIT
// Gives mutated texts to the readers: no crash, no hang, nothing half read, messages of use.
//
//   fuzz_mutations [--target NAME] [--runs N | --time SECONDS] [--from NUMBER] [--jobs N]
//   fuzz_mutations --target NAME --file FILE       one text from a file
//   fuzz_mutations --target NAME --from N --print  prints a text
//
// A target reads the texts of its corpus, then mutated ones of the numbers from NUMBER on: N of
// them, more or fewer by its share, or as many as it can read in SECONDS. What is found is printed
// with the options that give the text again. With `--runs 1` it is read in this process, for a
// debugger. Without --runs: HEARTH_FUZZ_RUNS, otherwise 400.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hearth/tests/fuzz/engine/campaign.hpp"
#include "hearth/tests/fuzz/engine/texts.hpp"
#include "hearth/tests/fuzz/targets.hpp"

// What sanitizers find ends the process, so that the text is named. A text that asks for more
// memory at once than the limit is found too.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "abort_on_error=1:handle_abort=1:quarantine_size_mb=32:max_allocation_size_mb=2000:"
         "malloc_context_size=4:"
         "detect_stack_use_after_return=0";
}
extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() {
  return "halt_on_error=1:abort_on_error=1:print_stacktrace=1";
}

namespace {

using hearth::fuzz::TargetKind;

struct Options {
  std::string target{};
  std::string file{};
  bool print = false;
  hearth::fuzz::CampaignOptions campaign{};
};

Options read_options(const std::vector<std::string>& words) {
  Options options;
  options.campaign.runs = 400;
  if (const char* runs = std::getenv("HEARTH_FUZZ_RUNS")) options.campaign.runs = std::stoull(runs);
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string& name = words[k];
    if (name == "--print") {
      options.print = true;
      continue;
    }
    if (k + 1 == words.size()) throw std::invalid_argument("no value after '" + name + "'");
    const std::string& value = words[++k];
    if (name == "--target") {
      options.target = value;
    } else if (name == "--file") {
      options.file = value;
    } else if (name == "--runs") {
      options.campaign.runs = std::stoull(value);
    } else if (name == "--time") {
      options.campaign.seconds = std::stod(value);
      options.campaign.runs = 1'000'000'000;
    } else if (name == "--from") {
      options.campaign.from = std::stoull(value);
    } else if (name == "--jobs") {
      options.campaign.jobs = std::stoi(value);
    } else {
      throw std::invalid_argument("no option '" + name + "'");
    }
  }
  return options;
}

std::vector<TargetKind> chosen(const std::string& name) {
  std::vector<TargetKind> kinds;
  std::string names;
  for (const TargetKind& kind : hearth::fuzz::all_targets()) {
    names += " " + std::string(kind.name);
    if (name.empty() || kind.name == name) kinds.push_back(kind);
  }
  if (kinds.empty())
    throw std::invalid_argument("no target '" + name + "'; expected one of" + names);
  return kinds;
}

/// Returns the one text that is asked for; nothing if there are more.
std::optional<std::string> only_text(const TargetKind& kind, const Options& options) {
  if (!options.file.empty()) return hearth::fuzz::content_of_file(options.file);
  if (options.campaign.runs != 1 && !options.print) return std::nullopt;
  return hearth::fuzz::mutated_text(kind.make().language, options.campaign.from);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = read_options({argv + 1, argv + argc});
    const std::vector<TargetKind> kinds = chosen(options.target);
    if (kinds.size() > 1) return hearth::fuzz::run_campaign(kinds, options.campaign) ? 0 : 1;
    const std::optional<std::string> text = only_text(kinds.front(), options);
    if (!text) return hearth::fuzz::run_campaign(kinds, options.campaign) ? 0 : 1;
    if (options.print) {
      std::fwrite(text->data(), 1, text->size(), stdout);
      return 0;
    }
    const std::int64_t way =
        options.file.empty() ? static_cast<std::int64_t>(options.campaign.from) : -1;
    return hearth::fuzz::run_text(kinds.front(), *text, way) ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
