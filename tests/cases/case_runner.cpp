// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_runner.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "hearth/data/text/text_file.hpp"
#include "hearth/tests/cases/case_kinds.hpp"

namespace hearth::cases {
namespace {

namespace fs = std::filesystem;

/// What came of one file, kept until its turn to be printed.
struct FileRun {
  std::ostringstream lines, errors;
  std::vector<Outcome> outcomes;
  bool understood = false;
};

// Returns whether the file was understood.
bool understand(const fs::path& path, const CaseData& data, std::optional<double> step,
                CaseReport& report, std::ostream& errors) {
  try {
    const nlohmann::json content = nlohmann::json::parse(read_text_file(path));
    for (const CaseKind& kind : case_kinds()) {
      if (!kind.recognises(content)) continue;
      kind.run({.path = path, .content = content, .data = data, .step = step}, report);
      return true;
    }
    errors << path.string() << ": holds no kind of case that is known\n";
  } catch (const std::exception& error) {
    errors << path.string() << ": " << error.what() << '\n';
  }
  return false;
}

FileRun run_file(const fs::path& path, const CaseData& data, std::optional<double> step) {
  FileRun run;
  CaseReport report(run.lines);
  run.understood = understand(path, data, step, report, run.errors);
  run.outcomes = report.outcomes();
  return run;
}

// Files run side by side, on as many threads as there are; they are reported in their order.
bool run_files(const std::vector<fs::path>& files, const RunnerOptions& options, CaseReport& report,
               std::ostream& errors) {
  const CaseData data(options.data);
  std::vector<std::promise<FileRun>> runs(files.size());
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> threads;
  const std::size_t lanes =
      std::min<std::size_t>(files.size(), std::max(1u, std::thread::hardware_concurrency()));
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    threads.emplace_back([&] {
      for (std::size_t i = next++; i < files.size(); i = next++) {
        runs[i].set_value(run_file(files[i], data, options.step));
      }
    });
  }
  bool understood = true;
  for (std::promise<FileRun>& promise : runs) {
    const FileRun run = promise.get_future().get();
    report.take(run.lines.str(), run.outcomes);
    errors << run.errors.str();
    understood = understood && run.understood;
  }
  return understood;
}

}  // namespace

int run_cases(const RunnerOptions& options, CaseReport& report, std::ostream& errors) {
  bool understood = true;
  try {
    const std::vector<fs::path> files = case_files(options.cases);
    if (files.empty()) {
      errors << options.cases.string() << ": holds no case files (*.json)\n";
      understood = false;
    }
    understood = run_files(files, options, report, errors) && understood;
  } catch (const std::exception& error) {
    errors << error.what() << '\n';
    understood = false;
  }
  report.summarise();
  if (!understood) return 3;
  return report.count(Verdict::Fail) > 0 ? 1 : 0;
}

}  // namespace hearth::cases
