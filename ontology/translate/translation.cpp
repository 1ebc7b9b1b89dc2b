// SPDX-License-Identifier: MIT
#include "hearth/ontology/translate/translation.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hearth/ontology/rdf/vocabulary.hpp"
#include "hearth/ontology/reasoning/knowledge.hpp"
#include "hearth/ontology/translate/internal/graph_notes.hpp"
#include "hearth/ontology/translate/internal/instances/coverage.hpp"
#include "hearth/ontology/translate/internal/instances/graph_names.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"
#include "hearth/ontology/translate/internal/model/model_builder.hpp"
#include "hearth/ontology/translate/internal/model/points.hpp"
#include "hearth/ontology/translate/internal/model/values.hpp"
#include "hearth/ontology/translate/understood_graph.hpp"

namespace hearth {
namespace {

[[noreturn]] void refuse_empty(const GraphNames& names, const Knowledge& knowledge,
                               const ImportReport& report) {
  const Where where{.file = names.graph().source()};
  const std::string classes = most_frequent_classes(names);
  std::string message =
      classes.empty()
          ? fmt::format(
                "the graph holds {} triples and no classes, so nothing to simulate; is "
                "this the right file?",
                report.inference.asserted)
          : fmt::format("{} triples read, but no node that a rule starts from; the graph holds {}",
                        report.inference.asserted, classes);
  if (const std::string unknown = unknown_namespaces(names, knowledge); !unknown.empty()) {
    message += "; no ontology knows classes of " + unknown;
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

/// A winter's day in steps of ten minutes: a model can be run as it comes.
void assume_period(RunDefaults& defaults, ImportReport& report) {
  constexpr std::chrono::sys_days kDay{std::chrono::January / 8 / 2024};  // a Monday
  defaults.start = Instant(kDay);
  defaults.end = Instant(kDay + std::chrono::days(1));
  defaults.step = Duration(std::chrono::minutes(10));
  report.add({.severity = Severity::Note,
              .code = "import.period_assumed",
              .message =
                  "the graph says no period; the model is run over 2024-01-08 (UTC) in steps "
                  "of 600 s",
              .nodes = {},
              .add = {},
              .consequence = "change it under \"simulation\", or with --start, --end, --step"});
}

void report_unused(const SideFile& side, ImportReport& report) {
  for (const std::string& name : side.unused()) {
    report.add({.severity = Severity::Warning,
                .code = "import.value_unused",
                .message = "the side file gives values that no rule asks for",
                .nodes = {{name, "", 0}},
                .add = {},
                .consequence = "ignored"});
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

  const SideFile side =
      options.side_file ? SideFile(*options.side_file, names, rule_ids(all_mappings)) : SideFile();
  const Instances instances(mappings, names, report);
  if (instances.all().empty()) refuse_empty(names, knowledge, report);
  ValueFinder values(instances, names, side, report);
  const BuildContext context{mappings, registry, names, instances, side, report};
  BuiltModel built = build_model(context, values);
  const std::set<int> modelled = built.instances();
  if (modelled.empty()) refuse_empty(names, knowledge, report);
  const std::set<TermId> points =
      add_points(built.model, context, {options.data_dir, options.model_folder});
  settle_boundaries(built, context);
  result.model = std::move(built.model);
  report_notes(mappings, names, report);
  report_coverage(mappings, names, knowledge, instances, modelled, points, report);
  report_unused(side, report);
  result.model.name = options.name;
  result.model.defaults = options.defaults;
  if (!result.model.defaults.start) assume_period(result.model.defaults, report);
  if (!result.model.defaults.cycle_removal) {
    result.model.defaults.cycle_removal = CycleRemoval::StateEdges;
  }
  count(result.model, instances, modelled, names, report);
  std::stable_sort(
      report.items.begin(), report.items.end(),
      [](const ImportItem& a, const ImportItem& b) { return a.severity > b.severity; });
  return result;
}

}  // namespace hearth
