// SPDX-License-Identifier: MIT
#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/options/common_options.hpp"
#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {
namespace {

/// Refuses what `convert` needs and was not given; an empty text counts as not given.
void require_text(const std::string& name, const std::string& text) {
  if (!text.empty()) return;
  throw UsageError("usage.option", {.pointer = "hearth convert"},
                   name + " is required ('hearth convert --help')");
}

}  // namespace

Parsed parse_convert(const Arguments& arguments) {
  ConvertOptions options;
  ModelTexts model;
  std::string output, new_sheets;
  VerbLine line("convert",
                "Converts a model: *.ttl to *.hearth.json and back; weather (*.epw) to *.csv; a "
                "folder of CSV sheets to a building's graph (*.ttl).",
                "hearth convert room.ttl -o room.hearth.json\n"
                "  hearth convert sheets -o building.ttl");
  line.text("MODEL", model.file, "Model file, graph, weather file or folder of sheets", "")
      .files_ending({".hearth.json", ".ttl", ".epw"});
  model.add_common(line);
  model.add_cycle_removal(line);
  line.text("-o,--output", output, "File to write; its ending says the format", "FILE");
  line.text("--namespace", options.name_space,
            "Namespace of what is in sheets (default: http://example.org/building#)", "IRI");
  line.text("--new-sheets", new_sheets, "Write empty sheets with headers to this folder", "DIR");
  if (auto help = line.parse(arguments)) return *help;
  if (new_sheets.empty()) {
    require_text("MODEL", model.file);
    require_text("--output", output);
  } else {
    options.new_sheets = new_sheets;
  }
  options.model = model.read();
  options.output = output;
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
