// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "hearth/components/standard_components.hpp"
#include "hearth/tests/ontology/translate/translation_support.hpp"

namespace hearth::test {

/// Translates a house (`h:`) with the prefixes that graphs of SAREF and FSO use.
inline Translation saref_house(const std::string& turtle) {
  static const std::vector<Mapping> mappings = builtin_mapping("saref");
  static const std::string prefixes =
      "@prefix h: <urn:house#> . @prefix s4bldg: <https://saref.etsi.org/saref4bldg/> .\n"
      "@prefix saref: <https://saref.etsi.org/core/> .\n"
      "@prefix om: <http://www.ontology-of-units-of-measure.org/resource/om-2/> .\n"
      "@prefix fso: <https://w3id.org/fso#> . @prefix bot: <https://w3id.org/bot#> .\n"
      "@prefix fpo: <https://w3id.org/fpo#> . @prefix bpo: <https://w3id.org/bpo#> .\n"
      "@prefix dog: <http://elite.polito.it/ontologies/dogont.owl#> .\n"
      "@prefix mep: <https://pi.pauwel.be/voc/distributionelement#> .\n"
      "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix x: <urn:own#> .\n"
      "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n";
  return translate(read_turtle_text(prefixes + turtle, "house.ttl"), mappings,
                   standard_components(), {});
}

/// A heat pump that heats a floor past a tank, a pump and a device of a class.
inline std::string floor_heating(const std::string& manifold, const std::string& more = "") {
  return "h:r a s4bldg:BuildingSpace .\n"
         "h:hp a s4bldg:HeatPump ; fso:suppliesFluidTo h:tank .\n"
         "h:tank a s4bldg:Tank ; fso:suppliesFluidTo h:pump .\n"
         "h:pump a s4bldg:Pump ; fso:suppliesFluidTo h:m .\n"
         "h:m a " +
         manifold +
         " ; fso:suppliesFluidTo h:c .\n"
         "h:c a s4bldg:Coil ; s4bldg:placementType \"FLOOR\" ; s4bldg:isContainedIn h:r ; "
         "fso:returnsFluidTo h:hp .\n" +
         more;
}

}  // namespace hearth::test
