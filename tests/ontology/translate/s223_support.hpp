// SPDX-License-Identifier: MIT
// Graphs of ASHRAE 223P as models, for tests.
#pragma once

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hearth/tests/ontology/translate/translation_support.hpp"
#include "hearth/tests/support/shared_data.hpp"

namespace hearth::test {

inline std::string own_graph(const std::string& name) {
  return read_text_file(own_graph_path("s223", name));
}

inline Translation translate_s223(const std::string& turtle, const std::string& name) {
  static const std::vector<Mapping> mappings = builtin_mapping("s223");
  return translate(read_turtle_text(turtle, name), mappings, standard_components(), {});
}

inline Translation own(const std::string& name) {
  return translate_s223(own_graph(name), name + ".ttl");
}

/// A graph in prefixes s223 and b.
inline Translation graph(const std::string& turtle) {
  static const std::string prefixes =
      "@prefix s223: <http://data.ashrae.org/standard223#> . @prefix b: <urn:building#> .\n";
  return translate_s223(prefixes + turtle, "drawn.ttl");
}

/// A connection of a medium from an outlet of one thing to an inlet of another.
inline std::string link(const std::string& from, const std::string& to, const std::string& medium) {
  return from + " s223:cnx [a s223:OutletConnectionPoint ; s223:hasMedium s223:" + medium +
         " ; s223:cnx [a s223:Connection ; s223:hasMedium s223:" + medium +
         " ; s223:cnx [a s223:InletConnectionPoint ; s223:hasMedium s223:" + medium +
         " ; s223:isConnectionPointOf " + to + "]]] .\n";
}

inline const std::string kRoom = "b:room a s223:DomainSpace ; s223:hasDomain s223:Domain-HVAC .\n";

/// Checks that all rooms stay where people could live, in mild, cold and hot weather.
inline void check_liveable(const Translation& result, int days = 3) {
  for (const double outdoors : {5.0, -10.0, 32.0}) {
    const Extremes found = run(under(result.model, outdoors), days);
    INFO(result.report.graph << " at " << outdoors << " degC");
    CHECK(found.signals > 0);
    CHECK(found.lowest > 10.0);
    CHECK(found.highest < 40.0);
  }
}

}  // namespace hearth::test
