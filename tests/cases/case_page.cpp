// SPDX-License-Identifier: MIT
#include "hearth/tests/cases/case_page.hpp"

#include <cctype>
#include <map>
#include <string>

#include <fmt/format.h>

#include "hearth/data/text/text_file.hpp"
#include "hearth/tests/cases/case_figure.hpp"

namespace hearth::cases {
namespace {

const char* const kHead =
    "# Standard cases\n\n"
    "`hearth_cases --page docs/validation` writes this page. The cases and their references are "
    "not part of the project. Agreement with a standard was tested, but it was not certified.\n\n"
    "A case is \"inside\" if all its values are within their tolerances or ranges. The column "
    "\"compared values\" names the value whose deviation is largest relative to its tolerance, "
    "followed by this deviation and the tolerance; for group `bestest`, it contains each value "
    "with its permitted range. In the figures, wide pale lines are references and thin lines are "
    "results of Hearth.\n";

const std::map<std::string, std::string>& titles() {
  static const std::map<std::string, std::string> all{
      {"analytic_zone",
       "Rooms with one and two heat capacities, and CO2 in a room, against their exact solutions."},
      {"bestest",
       "A test building in Denver (ANSI/ASHRAE 140-2023, section 7), with walls modelled by layers "
       "and windows by panes. The step is that of the weather file, one hour. Annual loads are "
       "checked against the acceptance limits of the standard; mean and maximum of free-floating "
       "temperatures are checked against the range of the results of other programs. Peaks and "
       "minima are shown with this range, but are not checked."},
      {"control_pid",
       "PID controllers: sequences of errors against outputs that were computed by hand, and "
       "closed loops with a first-order plant against their exact solutions."},
      {"fan", "Power and heat of fans at part load, and the affinity laws."},
      {"heat_exchanger",
       "Effectiveness of heat exchangers, dry coils in steady state, and heat recovery."},
      {"iso13790_5r1c_hour", "Single hours of the simple hourly method of ISO 13790."},
      {"psychrometrics", "Functions of moist air."},
      {"radiator_en442", "Heat output of radiators (EN 442)."},
      {"rc_from_layers",
       "Wall layers of the rooms of VDI 6007, reduced to resistances and heat capacities."},
      {"solar_position", "Position of the sun, sunrise and sunset."},
      {"solar_transposition",
       "Solar radiation on tilted surfaces, and the split of global irradiance into direct and "
       "diffuse irradiance."},
      {"valve_damper", "Characteristics of valves and dampers."},
      {"vdi6007",
       "Rooms of two elements (VDI 6007 Part 1). Hourly means of days 1, 10 and 60 are compared "
       "with the tables of the standard, as printed in the IBPSA Modelica library (BSD-3-Clause)."},
      {"wall_conduction_step",
       "Layered walls after a rise of the outdoor temperature (EN ISO 13791, EN ISO 52017-1)."},
      {"wall_zone_dynamics", "Rooms with layered walls that store heat (SimQuality)."},
  };
  return all;
}

std::string file_name(const Outcome& outcome, std::size_t figure) {
  std::string name = outcome.group + "_" + outcome.name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  if (name.size() > 60) name.resize(60);
  return name + (figure == 0 ? "" : fmt::format("_{}", figure)) + ".svg";
}

const char* page_word(Verdict verdict) {
  return verdict == Verdict::Pass ? "inside" : verdict == Verdict::Fail ? "**outside**" : "no case";
}

std::string figures(const Outcome& outcome, const std::filesystem::path& folder) {
  std::string links;
  std::size_t count = 0;
  const auto add = [&](const std::string& drawing) {
    const std::string name = file_name(outcome, count++);
    write_text_file(folder / name, drawing);
    links += fmt::format("![{} {}]({})\n\n", outcome.group, outcome.name, name);
  };
  for (const Plot& plot : outcome.plots) add(figure_of(plot));
  if (!outcome.bands.empty()) add(figure_of(outcome.bands));
  return links;
}

/// How much of its tolerance each case uses up, as a figure for those without curves.
std::vector<Band> shares(const std::vector<const Outcome*>& group) {
  std::vector<Band> bands;
  for (const Outcome* outcome : group) {
    if (outcome->checks.empty() || !outcome->plots.empty()) continue;
    double worst = 0.0;
    for (const Check& check : outcome->checks) worst = std::max(worst, check.share());
    bands.push_back({outcome->name, "of 1", 0.0, 1.0, worst});
  }
  return bands;
}

}  // namespace

void write_case_page(const std::vector<Outcome>& outcomes, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::map<std::string, std::vector<const Outcome*>> groups;
  for (const Outcome& outcome : outcomes) groups[outcome.group].push_back(&outcome);
  std::string page = kHead;
  for (const auto& [name, group] : groups) {
    page += fmt::format("\n## {}\n\n", name);
    if (const auto title = titles().find(name); title != titles().end()) {
      page += title->second + "\n\n";
    }
    page += "| case | result | compared values |\n|---|---|---|\n";
    std::string drawn;
    for (const Outcome* outcome : group) {
      if (outcome->verdict == Verdict::Skip) continue;
      const std::string note = outcome->note.empty() ? "" : "; for information: " + outcome->note;
      page += fmt::format("| {} | {} | {}{} |\n", outcome->name, page_word(outcome->verdict),
                          outcome->detail, note);
      drawn += figures(*outcome, folder);
    }
    if (const std::vector<Band> bands = shares(group); !bands.empty()) {
      const std::string file = name + "_shares.svg";
      write_text_file(folder / file, figure_of(bands));
      drawn += fmt::format(
          "Largest deviation of each case as a share of its tolerance:\n\n![{}]({})\n\n", name,
          file);
    }
    if (!drawn.empty()) page += "\n" + drawn;
    while (page.size() > 1 && page.substr(page.size() - 2) == "\n\n") page.pop_back();
  }
  write_text_file(folder / "standard_cases.md", page);
}

}  // namespace hearth::cases
