// SPDX-License-Identifier: MIT
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {

Parsed parse_calibrate(const Arguments& arguments) {
  ModelTexts model;
  std::string output = "result.json";
  std::string apply, report, threads;
  std::string progress = "auto";
  VerbLine line("calibrate", "Estimates parameters of a model from measurements.",
                "hearth calibrate calibration.json -o result.json --apply calibrated.hearth.json");
  line.text("PROBLEM", model.file, "Calibration file", "", true).files_ending({".json"});
  model.add_common(line);
  line.text("-o,--output", output, "Result (default: result.json); run.json goes beside it",
            "FILE");
  line.text("--apply", apply, "Write the calibrated model", "FILE");
  add_threads(line, threads);
  line.text("--report", report, "Write a report page", "FILE");
  add_progress(line, progress);
  if (auto help = line.parse(arguments)) return *help;
  CalibrateOptions options;
  options.model = model.read();
  options.output = read_output("--output", output);
  options.apply = optional_output("--apply", apply);
  options.report = optional_output("--report", report);
  options.threads = threads_of(threads);
  options.progress = progress_of(progress);
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
