// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "hearth/apps/base/exit_code.hpp"
#include "hearth/apps/project/project.hpp"
#include "hearth/apps/verbs/verbs.hpp"
#include "hearth/data/text/text_file.hpp"

namespace hearth::apps {
namespace {

namespace fs = std::filesystem;

/// Returns the name of a folder, also for `.` and `project/`.
std::string folder_name(const fs::path& folder) {
  fs::path full = fs::absolute(folder).lexically_normal();
  if (!full.has_filename()) full = full.parent_path();
  return full.filename().empty() ? "project" : full.filename().string();
}

/// Refuses to write if one of the files exists.
void refuse_overwriting(const fs::path& folder, const std::vector<ProjectFile>& files) {
  Diagnostics diagnostics;
  for (const ProjectFile& file : files) {
    std::error_code ignored;
    if (!fs::exists(folder / file.name, ignored)) continue;
    diagnostics.error(
        "init.file_exists", {.file = (folder / file.name).string()},
        "exists and was not changed; choose another folder, or overwrite it with --force");
  }
  if (diagnostics.has_errors()) throw InputError(diagnostics);
}

std::string next_command(const fs::path& folder) {
  const std::string check = "hearth check model.hearth.json calibration.json scenarios.json";
  return folder == "." ? check : fmt::format("cd '{}' && {}", folder.string(), check);
}

}  // namespace

int run_verb(const InitOptions& options, Session& session) {
  const std::string name = options.name.empty() ? folder_name(options.folder) : options.name;
  std::vector<ProjectFile> files = project_files(name);
  files.push_back({kMeasurementsFile, ""});
  if (!options.force) refuse_overwriting(options.folder, files);
  files.pop_back();
  for (const ProjectFile& file : files) {
    session.files.add_output(options.folder / file.name, "FOLDER", "file of the project");
  }
  session.files.add_output(options.folder / kMeasurementsFile, "FOLDER", "file of the project");
  session.files.prepare();
  for (const ProjectFile& file : files) write_text_file(options.folder / file.name, file.text);
  write_text_file(options.folder / kMeasurementsFile, project_measurements(options.folder));
  session.messages.say(fmt::format("project '{}': {} files in '{}'", name, files.size() + 1,
                                   options.folder.string()));
  session.messages.say("next: " + next_command(options.folder));
  return kDone;
}

}  // namespace hearth::apps
