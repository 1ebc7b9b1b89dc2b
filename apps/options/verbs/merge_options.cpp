// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {

Parsed parse_merge(const Arguments& arguments) {
  MergeOptions options;
  std::vector<std::string> folders;
  std::string output;
  VerbLine line("merge", "Joins the shards of a scenario set to one table.",
                "hearth merge out\n  hearth merge out0 out1 out2 -o out");
  line.files(folders, "Folders with parts of one set").folders = true;
  line.text("-o,--output", output, "Folder of the tables (default: the only folder given)", "DIR");
  line.flag("--partial", options.partial, "Write what there is, though runs are missing");
  if (auto other = line.parse(arguments)) return *other;
  options.folders.assign(folders.begin(), folders.end());
  if (output.empty() && folders.size() > 1) {
    throw UsageError("usage.option", {.pointer = "hearth merge"},
                     "--output is required where several folders are merged");
  }
  options.output = read_folder("--output", output.empty() ? folders.front() : output);
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
