// SPDX-License-Identifier: MIT
#include "hearth/apps/options/verb_table.hpp"

#include <array>

namespace hearth::apps {
namespace {

constexpr auto kVerbs = std::to_array<Verb>({
    {"check", "Check models, calibration, mapping and data files", parse_check},
    {"info", "What a model consists of and how it is executed", parse_info},
    {"graph", "Draw the component graph", parse_graph},
    {"simulate", "Simulate a model", parse_simulate},
    {"calibrate", "Estimate parameters from measurements", parse_calibrate},
    {"report", "One page (HTML) that shows results", parse_report},
    {"scenarios", "Run a set of scenarios in parallel", parse_scenarios},
    {"merge", "Join the shards of a scenario set", parse_merge},
    {"components", "The reference of the component types", parse_components},
    {"translate", "Turn a building's graph into a model", parse_translate},
    {"convert", "Convert a model from one format to another", parse_convert},
    {"query", "Find patterns in a building's graph", parse_query},
    {"schema", "The JSON Schema of a kind of file", parse_schema},
    {"kpi", "Key performance indicators of results", parse_kpi},
    {"init", "Write a small project to begin with", parse_init},
    {"completion", "Let a shell complete verbs, options and files", parse_completion},
});

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

}  // namespace hearth::apps
