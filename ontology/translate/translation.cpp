// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/translation.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hearth/components/standard_components.hpp"
#include "hearth/data/text/time_text.hpp"
#include "hearth/framework/base/suggestions.hpp"
#include "hearth/ontology/mapping/file/mapping_reader.hpp"
#include "hearth/ontology/mapping/mapping.hpp"
#include "hearth/ontology/patterns/internal/matcher.hpp"
#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/graph_file.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"
#include "hearth/ontology/translate/internal/instances/coverage.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"
#include "hearth/ontology/translate/internal/model/model_builder.hpp"
#include "hearth/ontology/translate/internal/model/model_summary.hpp"
#include "hearth/ontology/translate/internal/model/node_fates.hpp"
#include "hearth/ontology/translate/internal/model/unread_numbers.hpp"
#include "hearth/ontology/translate/internal/model/values.hpp"
#include "hearth/ontology/translate/internal/rooms/profiles.hpp"
#include "hearth/ontology/translate/internal/rooms/room_uses.hpp"
#include "hearth/ontology/translate/internal/rooms/translation_weather.hpp"
#include "hearth/ontology/translate/report/import_report.hpp"
#include "hearth/ontology/translate/understood_graph.hpp"
#include "hearth/ontology/twin4build/twin4build.hpp"

namespace hearth {
namespace {

/// Replaces `{x}` by the node of ?x; other braces are unchanged.
std::string filled(const std::string& text, const GraphPattern& pattern, const Binding& solution,
                   const GraphNames& names) {
  return with_words(text, [&](std::string_view word) -> std::optional<std::string> {
    const int variable = pattern.variable(word);
    const TermId node = variable < 0 ? kNoTerm : solution[variable];
    if (node == kNoTerm) return std::nullopt;
    return names.name(node);
  });
}

void report_note(const GraphNote& note, const GraphNames& names, ImportReport& report) {
  const PatternMatcher matcher(names.graph(), note.find);
  const auto wanted = static_cast<std::size_t>(note.find.variable(note.node));
  std::set<std::pair<std::string, TermId>> said;
  matcher.for_each({}, [&](const Binding& solution) {
    const std::string message = filled(note.message, note.find, solution, names);
    if (!said.insert({message, solution[wanted]}).second) return true;
    report.add({.code = note.code,
                .message = message,
                .nodes = {names.node(solution[wanted])},
                .consequence = note.consequence,
                .omits = note.code == kPartLeftOut});
    return true;
  });
}

/// Reports the notes of the mappings that match the graph, one warning for equal texts.
void report_notes(const std::vector<Mapping>& mappings, const GraphNames& names,
                  ImportReport& report) {
  for (const Mapping& mapping : mappings) {
    for (const GraphNote& note : mapping.notes) report_note(note, names, report);
  }
}

[[noreturn]] void refuse_empty(const std::vector<Mapping>& mappings, const GraphNames& names,
                               const Knowledge& knowledge, const ImportReport& report) {
  const Where where{.file = names.graph().source()};
  const std::string classes = most_frequent_classes(names);
  std::string message =
      classes.empty()
          ? fmt::format(
                "no node of the graph has a class ({} triples), so that nothing can be simulated; "
                "check that it is the right file",
                report.inference.asserted)
          : fmt::format("{} triples were read, but no rule matches a node; the graph contains {}",
                        report.inference.asserted, classes);
  if (const std::string unknown = unknown_classes(mappings, names, knowledge); !unknown.empty()) {
    message += "; no ontology contains " + unknown;
  } else if (!classes.empty()) {
    message +=
        "; a model needs rooms that equipment serves, air handling units, or plants such as "
        "boilers "
        "and chillers, which it does not contain";
  }
  if (const std::string general = general_classes(mappings, names); !general.empty()) {
    message += fmt::format(
        "; classes that do not state what their nodes do: {}; add specific classes to these nodes "
        "and to the places that they serve",
        general);
  }
  for (const ImportItem& item : report.items) {
    if (item.severity != Severity::Error) continue;
    message += fmt::format("; {} ({} times, first {})", item.message, item.nodes.size(),
                           item.nodes.empty() ? "" : item.nodes.front().name);
  }
  throw InputError("model.empty", where, message);
}

std::vector<std::string> rule_ids(const std::vector<Mapping>& mappings) {
  std::vector<std::string> ids;
  for (const Mapping& mapping : mappings) {
    for (const Rule& rule : mapping.rules) ids.push_back(rule.id);
  }
  return ids;
}

void count(const SimulationModel& model, const Instances& instances, const std::set<int>& modelled,
           const GraphNames& names, ImportReport& report) {
  for (const int number : modelled) {
    const Instance& instance = instances.all()[number];
    ++report.rules[instance.rule->id];
    ImportChoice choice{instance.id, instance.rule->id, names.node(instance.root), {}};
    for (const Rule* lost : instance.lost) choice.lost.push_back(lost->id);
    report.choices.push_back(std::move(choice));
  }
  for (const auto& [id, component] : model.components()) ++report.components[component.type];
  report.connections = model.connections().size();
  report.measurements = model.measurements.size();
}

/// Sets a period of one day in steps of ten minutes, so that a model can be run without changes:
/// the first whole day of the weather, otherwise a winter day.
void assume_period(RunDefaults& defaults, const TranslationWeather& weather, ImportReport& report) {
  if (weather.start) {
    defaults.start = weather.start;
    defaults.end = *weather.start + Duration(std::chrono::days(1));
    if (weather.end && *weather.end < *defaults.end) defaults.end = weather.end;
    defaults.step = Duration(std::chrono::minutes(10));
    defaults.offset = weather.offset;
    report.add(
        {.severity = Severity::Note,
         .code = "import.period_assumed",
         .message = fmt::format(
             "the graph defines no period; the model runs over a day from {} in steps of 600 s",
             format_time(*defaults.start, Zone::fixed(weather.offset.value_or(Duration())))),
         .nodes = {},
         .consequence = "change it under \"simulation\", or with --start, --end, --step"});
    return;
  }
  constexpr std::chrono::sys_days kDay{std::chrono::January / 8 / 2024};  // a Monday
  defaults.start = Instant(kDay);
  defaults.end = Instant(kDay + std::chrono::days(1));
  defaults.step = Duration(std::chrono::minutes(10));
  report.add(
      {.severity = Severity::Note,
       .code = "import.period_assumed",
       .message =
           "the graph defines no period; the model runs over 2024-01-08 (UTC) in steps of 600 s",
       .nodes = {},
       .consequence = "change it under \"simulation\", or with --start, --end, --step"});
}

void report_no_flow(ImportReport& report) {
  report.add(
      {.severity = Severity::Error,
       .code = "import.nothing_flows",
       .message = "nothing flows in this model: no room, terminal or load receives air or water",
       .nodes = {},
       .consequence = "all flows are 0: state in the graph what the equipment feeds"});
}

/// Returns the names that values of the side file may have.
std::vector<std::string> value_names(const std::vector<Mapping>& mappings) {
  std::set<std::string> names{"kind",           "hours",     "orientation",
                              "exposure",       "occupancy", "heatingSetback",
                              "coolingSetback", "presence",  "presenceOutside"};
  for (const std::string_view profile : kProfiles) names.emplace(profile);
  const auto add = [&names](const ValueSources& sources, const std::string& before) {
    for (const auto& [name, source] : sources) names.insert(before + name);
  };
  for (const Mapping& mapping : mappings) {
    for (const Rule& rule : mapping.rules) {
      add(rule.quantities, "");
      add(rule.parameters, "");
      add(rule.group.quantities, "");
      for (const GroupPart& part : rule.group.parts) {
        add(part.parameters, part.component.id.empty() ? "" : part.component.id + ".");
      }
    }
  }
  return {names.begin(), names.end()};
}

/// Returns whether a site of a graph is in the United States, according to Project Haystack's
/// `geoCountry`.
bool is_in_us(const TripleStore& graph) {
  const TermId country = graph.find_iri("urn:project_haystack/geoCountry");
  if (country == kNoTerm) return false;
  const auto sites = graph.match({.predicate = country});
  return std::any_of(sites.begin(), sites.end(),
                     [&graph](const Triple& site) { return graph.term(site.object).text == "US"; });
}

void report_unused(const SideFile& side, const std::vector<Mapping>& mappings,
                   ImportReport& report) {
  constexpr int kSuggestions = 100;  // a larger number would not be read, and takes time
  const std::vector<std::string> known = value_names(mappings);
  int count = 0;
  for (const std::string& column : side.unused_columns()) {
    const std::string expected = ++count > kSuggestions ? "" : expected_name(column, known);
    report.add({.code = "import.column_unused",
                .message = fmt::format("column '{}' of {}: no rule uses it{}", column, side.file(),
                                       expected),
                .nodes = {},
                .consequence = "ignored"});
  }
  for (const std::string& name : side.unused()) {
    report.add({.code = "import.value_unused",
                .message = "the side file contains values that no rule uses",
                .nodes = {{name, "", 0}},
                .consequence = "ignored"});
  }
}

/// Withdraws the defaults that the weather file replaced.
void withdraw_guesses(const std::vector<WeatherSetting>& replaced, const BuiltModel& built,
                      const BuildContext& context) {
  for (const auto& [component, name] : replaced) {
    const auto owner = built.owners.find(component);
    if (owner == built.owners.end()) continue;  // a boundary
    const Instance& instance = context.instances.all()[owner->second];
    const std::string part =
        component == instance.id ? "" : component.substr(instance.id.size() + 1) + ".";
    context.report.withdraw_guess(part + name, context.names.node(instance.root));
  }
}

}  // namespace

Translation translate(const TripleStore& graph, const std::vector<Mapping>& all_mappings,
                      const Registry& registry, const TranslateOptions& options) {
  Translation result;
  ImportReport& report = result.report;
  report.graph = graph.source();
  const Knowledge knowledge = knowledge_of(all_mappings);
  const UnderstoodGraph understood = understood_graph(graph, all_mappings, knowledge, report);
  const std::vector<Mapping>& mappings = understood.mappings;
  std::vector<const Prefixes*> prefixes;
  for (const Mapping& mapping : mappings) {
    report.mappings.push_back(mapping.title.empty() ? mapping.id : mapping.title);
    prefixes.push_back(&mapping.prefixes);
  }
  const GraphNames names(understood.graph, prefixes);

  SideFile side =
      options.side_file ? SideFile(*options.side_file, names, rule_ids(all_mappings)) : SideFile();
  if (is_in_us(names.graph())) side.assume_us_units();
  const TranslationWeather weather = read_weather(options.weather, options.model_folder);
  const Instances instances(mappings, names, report);
  if (instances.all().empty()) refuse_empty(all_mappings, names, knowledge, report);
  ReadNumbers read;
  const RoomUses uses(mappings, names, instances, side, weather.facts, read, report);
  const RoomProfiles profiles(instances, side, uses, report);
  ValueFinder values(instances, names, side, uses, read, report);
  const BuildContext context{mappings, registry, names,        instances, side,
                             uses,     profiles, weather.name, read,      report};
  BuiltModel built = build_model(context, values);
  const std::set<int> modelled = built.instances();
  if (modelled.empty()) refuse_empty(all_mappings, names, knowledge, report);
  FoundPoints points = add_points(built.model, context, {options.data_dir, options.model_folder});
  separate_setpoints(built, context, points.replaced);
  values.report_archetypes();
  withdraw_guesses(take_weather(weather, registry, options.model_folder, built.model, report),
                   built, context);
  settle_boundaries(built, context);
  const std::vector<BoundaryUse> boundaries = boundary_uses(built);
  const std::map<int, InstanceParts> parts = parts_by_instance(built, registry);
  report.rooms = count_rooms(built, registry);
  result.missing_series = std::move(points.missing);
  result.storeys = storeys_of(built, registry, instances, names);
  result.model = std::move(built.model);
  report_notes(mappings, names, report);
  std::set<TermId> known_points;
  for (const auto& [point, use] : points.known) known_points.insert(point);
  report_coverage(mappings, names, knowledge, instances, modelled, known_points,
                  uses.kind_classes(), report);
  add_node_fates(context, parts, points.known, boundaries);
  report_unread_numbers(context, modelled);
  report_unused(side, all_mappings, report);
  result.model.name = options.name;
  result.model.site = site_of(uses, weather, report);
  result.model.defaults = options.defaults;
  if (!result.model.defaults.start) assume_period(result.model.defaults, weather, report);
  if (!result.model.defaults.cycle_removal) {
    result.model.defaults.cycle_removal = CycleRemoval::StateEdges;
  }
  count(result.model, instances, modelled, names, report);
  report.flows = anything_flows(result.model, registry);
  if (!report.flows) report_no_flow(report);
  std::stable_sort(
      report.items.begin(), report.items.end(),
      [](const ImportItem& a, const ImportItem& b) { return a.severity > b.severity; });
  return result;
}

namespace {

Mappings read_with_builtin(const std::vector<std::filesystem::path>& files,
                           const Registry& registry) {
  MappingReader reader(registry);
  for (const std::string& name : builtin_mapping_names()) reader.add_builtin(name);
  for (const std::filesystem::path& file : files) reader.add_file(file);
  return std::make_shared<const std::vector<Mapping>>(reader.read());
}

}  // namespace

Mappings read_mappings(const std::vector<std::filesystem::path>& files, const Registry& registry) {
  if (!files.empty() || &registry != &standard_components()) {
    return read_with_builtin(files, registry);
  }
  static const Mappings standard = read_with_builtin({}, registry);
  return standard;
}

Translation translate_graph(const TripleStore& graph, const Registry& registry,
                            const GraphFileOptions& options) {
  return translate(graph, *read_mappings(options.mappings, registry), registry, options.translate);
}

Translation translate_file(const std::filesystem::path& path, const Registry& registry,
                           const GraphFileOptions& options, Diagnostics& diagnostics) {
  const TripleStore graph =
      read_graph(path, options.catalogue.value_or(std::filesystem::path()), diagnostics);
  if (is_twin4build(graph)) {
    throw InputError("import.simulation_graph", {.file = path.string()},
                     "this is a simulation graph, which runs without translation; 'hearth convert' "
                     "converts it to a *.hearth.json");
  }
  GraphFileOptions named = options;
  if (named.translate.name.empty()) named.translate.name = path.stem().string();
  return translate_graph(graph, registry, named);
}

}  // namespace hearth
