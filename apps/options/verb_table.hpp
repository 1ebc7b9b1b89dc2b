// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "hearth/apps/options/verb_parser.hpp"

namespace hearth::apps {

/// A verb: its name, what the overview says of it, and the reader of its command line.
struct Verb {
  std::string_view name;
  std::string_view summary;
  Parsed (*parse)(const Arguments&);
};

/// Returns the verbs in the order of the overview.
std::span<const Verb> verbs();

// Each of these stands in a file of its own, `<verb>_line.cpp`.

Parsed parse_check(const Arguments& arguments);
Parsed parse_info(const Arguments& arguments);
Parsed parse_graph(const Arguments& arguments);
Parsed parse_simulate(const Arguments& arguments);
Parsed parse_calibrate(const Arguments& arguments);
Parsed parse_scenarios(const Arguments& arguments);
Parsed parse_merge(const Arguments& arguments);
Parsed parse_kpi(const Arguments& arguments);
Parsed parse_report(const Arguments& arguments);
Parsed parse_components(const Arguments& arguments);
Parsed parse_translate(const Arguments& arguments);
Parsed parse_convert(const Arguments& arguments);
Parsed parse_query(const Arguments& arguments);
Parsed parse_schema(const Arguments& arguments);
Parsed parse_init(const Arguments& arguments);
Parsed parse_completion(const Arguments& arguments);

}  // namespace hearth::apps
