// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_runner.hpp"

#include <algorithm>
#include <exception>

#include <nlohmann/json.hpp>

#include "hearth/data/text_file.hpp"
#include "hearth/tests/cases/case_kinds.hpp"

namespace hearth::cases {
namespace {

namespace fs = std::filesystem;

// Returns whether the file was understood.
bool run_file(const fs::path& path, const CaseData& data, std::optional<double> step,
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

}  // namespace

int run_cases(const RunnerOptions& options, CaseReport& report, std::ostream& errors) {
  const CaseData data(options.data);
  bool understood = true;
  try {
    const std::vector<fs::path> files = case_files(options.cases);
    if (files.empty()) {
      errors << options.cases.string() << ": holds no case files (*.json)\n";
      understood = false;
    }
    for (const fs::path& path : files) {
      understood = run_file(path, data, options.step, report, errors) && understood;
    }
  } catch (const std::exception& error) {
    errors << error.what() << '\n';
    understood = false;
  }
  report.summarise();
  if (!understood) return 3;
  return report.count(Verdict::Fail) > 0 ? 1 : 0;
}

}  // namespace hearth::cases
