// SPDX-License-Identifier: MIT
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {

Parsed parse_check(const Arguments& arguments) {
  CheckOptions options;
  ModelTexts model;
  std::vector<std::string> files;
  VerbLine line("check", "Checks models, calibration files and data files; says all that is wrong.",
                "hearth check room.hearth.json weather.csv");
  line.files(files, "Model, calibration file or CSV file")
      .files_ending({".json", ".ttl", ".csv", ".epw"});
  model.add_common(line);
  model.add_cycle_removal(line);
  line.flag("--json", options.json, "Print the findings as JSON on stdout");
  if (auto help = line.parse(arguments)) return *help;
  options.files.assign(files.begin(), files.end());
  options.model = model.read();
  const bool quiet = line.verbosity() == Verbosity::Quiet;
  return Invocation{std::move(options), quiet ? Verbosity::Quiet : Verbosity::Verbose};
}

}  // namespace hearth::apps
