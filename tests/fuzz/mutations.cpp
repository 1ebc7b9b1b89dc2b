// SPDX-License-Identifier: MIT
// Gives mutated texts to the readers: no crash, no hang, nothing half read.
//
//   fuzz_mutations [--target NAME] [--runs N] [--from NUMBER] [--limit SECONDS]
//
// Runs N texts of each target, those of the numbers from NUMBER on; a failure names its number, and
// `--from NUMBER --runs 1` is that text again. Without --runs: HEARTH_FUZZ_RUNS, else 2000.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include "hearth/tests/fuzz/mutator.hpp"

// What sanitizers find ends in SIGABRT, so that the number of the text is said.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "abort_on_error=1"; }
extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() {
  return "halt_on_error=1:abort_on_error=1:print_stacktrace=1";
}

namespace {

using hearth::fuzz::Target;

constexpr unsigned kHang = 60;  // s of wall time; a machine may be busy

struct Options {
  std::string target;
  std::uint64_t from = 0;
  std::uint64_t runs = 2000;
  double limit = 1.0;  // s of processor time for one text
};

char place[128] = "";  // what is read now, for the handler of signals

extern "C" void say_place(int number) {
  const char* reason = number == SIGALRM ? "hang at " : "crash at ";
  for (const char* text : {reason, const_cast<const char*>(place), "\n"}) {
    std::size_t size = 0;
    while (text[size] != '\0') ++size;
    if (::write(STDERR_FILENO, text, size) < 0) break;
  }
  ::_exit(1);
}

Options read_options(int argc, char** argv) {
  Options options;
  if (const char* runs = std::getenv("HEARTH_FUZZ_RUNS")) options.runs = std::stoull(runs);
  for (int k = 1; k + 1 < argc; k += 2) {
    const std::string name = argv[k];
    const std::string value = argv[k + 1];
    if (name == "--target") {
      options.target = value;
    } else if (name == "--runs") {
      options.runs = std::stoull(value);
    } else if (name == "--from") {
      options.from = std::stoull(value);
    } else if (name == "--limit") {
      options.limit = std::stod(value);
    } else {
      throw std::invalid_argument("no option '" + name + "'");
    }
  }
  return options;
}

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Returns whether all texts of a target were read as they should.
bool run(const Target& target, const Options& options) {
  if (target.seeds.empty()) throw std::runtime_error("no seeds for " + target.name);
  std::uint64_t accepted = 0;
  double longest = 0.0;
  bool good = true;
  for (std::uint64_t k = options.from; k < options.from + options.runs; ++k) {
    std::snprintf(place, sizeof place, "--target %s --from %llu --runs 1", target.name.c_str(),
                  static_cast<unsigned long long>(k));
    const std::string text = hearth::fuzz::mutated_text(target, k);
    ::alarm(kHang);
    const double begin = seconds();
    std::string failure;
    try {
      if (target.read(text)) ++accepted;
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const double taken = seconds() - begin;
    ::alarm(0);
    longest = std::max(longest, taken);
    if (taken > options.limit) failure = "took " + std::to_string(taken) + " s";
    if (failure.empty()) continue;
    good = false;
    std::printf("%s: %s\n", place, failure.c_str());
  }
  std::printf("%s: %zu seeds, %llu texts, %llu accepted, longest %.1f ms\n", target.name.c_str(),
              target.seeds.size(), static_cast<unsigned long long>(options.runs),
              static_cast<unsigned long long>(accepted), longest * 1e3);
  // Of many texts some are right and some are wrong, or the mutations are of no use.
  const bool useful = options.runs < 1000 || (accepted > 0 && accepted < options.runs);
  if (!useful) std::printf("%s: all or none accepted\n", target.name.c_str());
  return good && useful;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = read_options(argc, argv);
    for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM}) {
      std::signal(number, say_place);
    }
    bool good = true, any = false;
    for (const Target& target : hearth::fuzz::all_targets()) {
      if (!options.target.empty() && options.target != target.name) continue;
      any = true;
      good = run(target, options) && good;
    }
    if (!any) throw std::invalid_argument("no target '" + options.target + "'");
    return good ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
