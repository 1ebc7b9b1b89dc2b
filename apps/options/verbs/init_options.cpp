// SPDX-License-Identifier: MIT
#include <algorithm>

#include "hearth/apps/options/verb_table.hpp"

namespace hearth::apps {
namespace {

/// A name stands in JSON files and in a title.
void check_name(const std::string& name) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::any_of(name.begin(), name.end(), is_control)) {
    refuse_value("--name", name, "expected one line of text");
  }
}

}  // namespace

Parsed parse_init(const Arguments& arguments) {
  InitOptions options;
  std::string folder;
  VerbLine line("init",
                "Writes a small project that works: a room with heating, weather, measurements, a "
                "calibration and scenarios.",
                "hearth init my_room");
  line.text("DIR", folder, "Folder of the project; made where it is not there", "", true).folders =
      true;
  line.text("--name", options.name, "Name of the project (default: that of the folder)", "NAME");
  line.flag("--force", options.force, "Write over files that are there");
  if (auto help = line.parse(arguments)) return *help;
  check_name(options.name);
  options.folder = folder;
  return Invocation{std::move(options), line.verbosity()};
}

}  // namespace hearth::apps
