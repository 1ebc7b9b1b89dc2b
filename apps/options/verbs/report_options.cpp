// SPDX-License-Identifier: MIT
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {

Parsed parse_report(const Arguments& arguments) {
  ReportOptions options;
  std::vector<std::string> results;
  std::string output, model, data_dir, import_report;
  VerbLine line(
      "report",
      "Writes one page (HTML) with the model, time series, calibration, scenarios and the "
      "quality of the data; it loads nothing and opens anywhere.",
      "hearth report results.csv calibration/result.json -o report.html");
  line.files(results,
             "CSV of 'simulate', JSON of 'calibrate', folder of 'scenarios', or import "
             "report of 'translate'; any number of each");
  line.text("-o,--output", output, "Page to write", "FILE", true);
  line.text("--model", model, "The model, where run.json does not lead to it", "MODEL")
      .files_ending(model_endings());
  line.text("--data-dir", data_dir, "Find data files in this folder by their name", "DIR");
  line.text("--title", options.request.title, "Title (default: the model's name)", "TEXT");
  line.text("--import-report", import_report, "Import report of 'translate' (JSON)", "FILE");
  if (auto other = line.parse(arguments)) return *other;
  options.request.results.assign(results.begin(), results.end());
  options.request.output = read_output("--output", output);
  options.request.model = optional_path(model);
  options.request.data_dir = optional_path(data_dir);
  options.request.import_report = optional_path(import_report);
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
