// SPDX-License-Identifier: MIT
#include "hearth/apps/views/fmu_view.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hearth/framework/base/number_text.hpp"
#include "hearth/framework/base/printable.hpp"
#include "hearth/framework/base/text.hpp"

namespace hearth::apps {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Role, const char*>, 3> kGroups{
    {{Role::Input, "Inputs"}, {Role::Output, "Outputs"}, {Role::Parameter, "Parameters"}}};

std::string yes_or_no(bool value) { return value ? "yes" : "no"; }

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::string experiment_text(const FmuInfo& info) {
  std::vector<std::string> parts;
  if (info.start_time) parts.push_back("from " + number_text(*info.start_time) + " s");
  if (info.stop_time) parts.push_back("to " + number_text(*info.stop_time) + " s");
  if (info.step_size) parts.push_back("in steps of " + number_text(*info.step_size) + " s");
  if (info.tolerance) parts.push_back("with a tolerance of " + number_text(*info.tolerance));
  return fmt::format("{}", fmt::join(parts, " "));
}

std::string start_text(const FmuVariable& variable) {
  if (variable.boolean) return *variable.start != 0.0 ? "true" : "false";
  return number_text(*variable.start);
}

Json start_json(const FmuVariable& variable) {
  if (variable.start && variable.boolean) return *variable.start != 0.0;
  return number(variable.start);
}

std::string variable_line(const FmuVariable& variable) {
  std::string line = "  " + variable.port;
  if (variable.start) line += " = " + start_text(variable);
  if (!variable.unit.empty()) line += " [" + variable.unit + "]";
  if (!variable.taken_as.empty() && variable.taken_as != variable.unit) {
    line += ", in Hearth [" + variable.taken_as + "]";
  }
  if (variable.needed) line += "  must be connected";
  if (variable.name != variable.port) line += "  (" + variable.name + ")";
  if (!variable.description.empty()) line += "  " + variable.description;
  return printable(line) + "\n";
}

}  // namespace

bool is_fmu_file(const std::filesystem::path& file) {
  return lower_case(file.extension().string()) == ".fmu";
}

std::string fmu_text(const FmuInfo& info) {
  std::string text = fmt::format("{}: FMU of FMI {} for {}\n", printable(info.model_name),
                                 printable(info.fmi_version),
                                 info.model_exchange ? "model exchange" : "co-simulation");
  const auto line = [&text](const char* what, const std::string& value) {
    if (!value.empty()) text += fmt::format("  {:<30}{}\n", what, printable(value));
  };
  line("description", info.description);
  line("made by", info.generation_tool);
  line("binaries for", fmt::format("{}", fmt::join(info.platforms, ", ")));
  line("default experiment", experiment_text(info));
  line("steps of any length", yes_or_no(info.variable_step));
  line("can return to an earlier time",
       yes_or_no(info.can_restore) + " (iterated loops, located events)");
  line("saved states", yes_or_no(info.can_serialize));
  line("once per process", yes_or_no(info.only_once_per_process));
  line("needs its tool", yes_or_no(info.needs_execution_tool));
  for (const auto& [role, title] : kGroups) {
    std::string lines;
    int count = 0;
    for (const FmuVariable& variable : info.variables) {
      if (variable.role != role) continue;
      lines += variable_line(variable);
      ++count;
    }
    text += fmt::format("\n{}: {}\n{}", title, count, lines);
  }
  if (info.left_out.empty()) return text;
  text += fmt::format("\nLeft out: {}\n", info.left_out.size());
  for (const std::string& name : info.left_out) text += "  " + printable(name) + "\n";
  return text;
}

nlohmann::ordered_json fmu_json(const FmuInfo& info) {
  Json json = {{"name", info.model_name},
               {"description", info.description},
               {"fmi_version", info.fmi_version},
               {"generation_tool", info.generation_tool},
               {"platforms", info.platforms},
               {"model_exchange", info.model_exchange},
               {"variable_step", info.variable_step},
               {"can_restore", info.can_restore},
               {"can_serialize", info.can_serialize},
               {"only_once_per_process", info.only_once_per_process},
               {"needs_execution_tool", info.needs_execution_tool},
               {"default_experiment",
                {{"start_time", number(info.start_time)},
                 {"stop_time", number(info.stop_time)},
                 {"step_size", number(info.step_size)},
                 {"tolerance", number(info.tolerance)}}}};
  for (const auto& [role, title] : kGroups) {
    Json list = Json::array();
    for (const FmuVariable& variable : info.variables) {
      if (variable.role != role) continue;
      Json one = {{"name", variable.port},         {"variable", variable.name},
                  {"unit", variable.unit},         {"taken_as", variable.taken_as},
                  {"start", start_json(variable)}, {"description", variable.description}};
      if (role == Role::Input) one["needed"] = variable.needed;
      list.push_back(std::move(one));
    }
    json[lower_case(title)] = std::move(list);
  }
  json["left_out"] = info.left_out;
  return json;
}

}  // namespace hearth::apps
