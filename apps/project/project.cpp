// SPDX-License-Identifier: MIT
#include "hearth/apps/project/project.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hearth::embedded {
std::string_view project_templates(std::string_view name);
}

namespace hearth::apps {
namespace {

struct Template {
  const char* name;      // name of the embedded text
  const char* file;      // file in the project
  bool is_json = false;  // whether the project's name is part of a JSON text
};
constexpr std::array<Template, 5> kTemplates = {{
    {"README", "README.md"},
    {"gitignore", ".gitignore"},
    {"model", "model.hearth.json", true},
    {"calibration", "calibration.json", true},
    {"scenarios", "scenarios.json", true},
}};

std::string replaced(std::string text, std::string_view mark, const std::string& by) {
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size())) {
    text.replace(at, mark.size(), by);
  }
  return text;
}

/// Returns a text escaped for a JSON string, without quotes.
std::string json_escaped(const std::string& text) {
  const std::string quoted = nlohmann::json(text).dump();
  return quoted.substr(1, quoted.size() - 2);
}

std::string truth_table() {
  std::string table = "| parameter | value |\n|---|---|\n";
  for (const ModelSetting& setting : project_truth()) {
    table += fmt::format("| `{}` | {:g} {} |\n", setting.path, setting.value.value,
                         setting.value.unit->symbol);
  }
  return table;
}

}  // namespace

std::vector<ProjectFile> project_files(const std::string& name) {
  std::vector<ProjectFile> files;
  for (const Template& entry : kTemplates) {
    const std::string text(embedded::project_templates(entry.name));
    files.push_back({entry.file, replaced(replaced(text, "@TRUTH@\n", truth_table()), "@NAME@",
                                          entry.is_json ? json_escaped(name) : name)});
  }
  files.push_back({"weather.csv", project_weather()});
  return files;
}

}  // namespace hearth::apps
