// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <iostream>

#include <CLI/CLI.hpp>

#include "hearth/tests/cases/case_page.hpp"
#include "hearth/tests/cases/case_runner.hpp"

namespace {

std::filesystem::path folder_of(const char* variable, const char* otherwise) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Runs the case files of a folder and compares them with their references.\n"
      "HEARTH_CASES names the folder (default ../shared/data/validation), HEARTH_DATA where other "
      "files are found (default ../shared/data).");
  hearth::cases::RunnerOptions options{
      .cases = folder_of("HEARTH_CASES", "../shared/data/validation"),
      .data = folder_of("HEARTH_DATA", "../shared/data"),
      .step = std::nullopt};
  app.add_option("--step", options.step, "Step [s], instead of each case's own")
      ->check(CLI::PositiveNumber);
  std::filesystem::path page;
  app.add_option("--page", page, "Write what was compared as a page with figures into this folder");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  hearth::cases::CaseReport report(std::cout);
  const int status = hearth::cases::run_cases(options, report, std::cerr);
  if (!page.empty()) hearth::cases::write_case_page(report.outcomes(), page);
  return status;
}
