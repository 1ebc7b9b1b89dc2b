// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "hearth/estimation/scenarios/internal/file/scenario_checks.hpp"

namespace hearth {
namespace {

/// Returns the number of characters of a text in UTF-8.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

/// Returns the problem of the id of a scenario, an option or a model, or "".
std::string name_problem(const std::string& id) {
  if (id.empty()) return "an id must not be empty";
  if (letters(id) > kLongestId) {
    return "an id may have at most " + std::to_string(kLongestId) + " letters";
  }
  std::string plain = id;
  for (char& c : plain) {
    if (std::string_view("+.,=%").find(c) != std::string_view::npos) c = '_';
  }
  std::string problem =
      id.find('/') == std::string::npos
          ? id_problem(plain)
          : "'/' separates the parts of the id of a run and is not allowed in an id";
  if (!problem.empty()) problem += "; letters, digits, _ - space ( ) [ ] + . , = % are allowed";
  return problem;
}

bool is_sample_id(const std::string& id) {
  constexpr std::string_view kPrefix = "sweep-";
  return id.starts_with(kPrefix) &&
         id.find_first_not_of("0123456789", kPrefix.size()) == std::string::npos;
}

Where id_place(Where where) {
  where.pointer += "/id";
  return where;
}

void check_id(const std::string& id, const Where& where, std::set<std::string>& taken,
              Diagnostics& diagnostics) {
  if (const std::string problem = name_problem(id); !problem.empty()) {
    diagnostics.error("scenarios.id_invalid", where, "'" + id + "': " + problem);
  }
  if (!taken.insert(id).second) {
    diagnostics.error("scenarios.id_duplicate", where,
                      "'" + id + "' is used twice; rename one of them");
  }
}

/// Checks the ids of one list; ids that could not be read have already been reported.
void check_ids(const std::vector<NamedChange>& list, Diagnostics& diagnostics) {
  std::set<std::string> taken;
  for (const NamedChange& named : list) {
    if (!named.id.empty()) check_id(named.id, id_place(named.change.where), taken, diagnostics);
  }
}

}  // namespace

void check_names(const ScenarioSet& set, Diagnostics& diagnostics) {
  std::set<std::string> models;
  for (const ScenarioModel& model : set.models) {
    if (!model.id.empty()) check_id(model.id, model.where, models, diagnostics);
  }
  for (const ScenarioAxis& axis : set.axes) check_ids(axis.options, diagnostics);
  check_ids(set.scenarios, diagnostics);
  if (!set.sweep || set.crossed) return;
  for (const NamedChange& scenario : set.scenarios) {
    if (!is_sample_id(scenario.id)) continue;
    diagnostics.error(
        "scenarios.id_duplicate", id_place(scenario.change.where),
        "'sweep-' and a number are reserved for the points of the sweep; rename the scenario");
  }
}

}  // namespace hearth
