// SPDX-License-Identifier: MIT
#include "hearth/ontology/digests/make_digest.hpp"

namespace hearth {
namespace {

constexpr const char* kBrick = "https://brickschema.org/schema/Brick#";
constexpr const char* kRec = "https://w3id.org/rec#";
constexpr const char* kSaref = "https://saref.etsi.org/core/";
constexpr const char* kSaref4bldg = "https://saref.etsi.org/saref4bldg/";
constexpr const char* kSaref4syst = "https://saref.etsi.org/saref4syst/";

}  // namespace

const std::vector<DigestRecipe>& digest_recipes() {
  static const std::vector<DigestRecipe> kRecipes = {
      {"brick",
       {"brick.ttl"},
       {"Origin: Brick 1.4.4, https://brickschema.org (a build of BrickSchema/Brick).",
        "Licence: BSD-3-Clause, Copyright (c) Brick Consortium, Inc."},
       {kBrick, kRec}},
      {"ref",
       {"ref-schema.ttl"},
       {"Origin: BrickSchema/Brick, support/ref-schema.ttl.",
        "Licence: BSD-3-Clause, Copyright (c) Brick Consortium, Inc."},
       {"https://brickschema.org/schema/Brick/ref#", "http://data.ashrae.org/bacnet/2020#"}},
      {"rec",
       {"rec.ttl"},
       {"Origin: RealEstateCore 4.0, RealEstateCore/rec f033a396, rec.ttl.",
        "Licence: BSD-3-Clause, RealEstateCore."},
       {kRec, kBrick}},
      {"bot",
       {"bot.ttl", "bot_SAREF4BLDGAlignment.ttl"},
       {"Origin: Building Topology Ontology, w3c-lbd-cg/bot 43e6432d, bot.ttl and its alignment",
        "to SAREF4BLDG, in the present namespace of the latter.",
        "Licence: CC BY 1.0. Changed: axioms only."},
       {"https://w3id.org/bot#", kSaref4bldg},
       {{"https://w3id.org/def/saref4bldg#", kSaref4bldg}}},
      {"s223",
       {"s223.ttl"},
       {"Origin: ASHRAE 223P v1.0.0-2026, open223/models.open223.info, ontologies/223p.ttl.",
        "Licence: Apache-2.0. Changed: axioms only."},
       {"http://data.ashrae.org/standard223#", "http://data.ashrae.org/bacnet/2020#",
        "http://data.ashrae.org/standard223/1.0/extensions/g36#"}},
      {"fso",
       {"fso.ttl", "fso_SAREF4BLDGAlignment.ttl", "fso_SAREF4SYSTAlignment.ttl"},
       {"Origin: Flow Systems Ontology 0.1.0, alikucukavci/FSO 82930c51, fso.ttl and its",
        "alignments to SAREF4BLDG and SAREF4SYST, in the present namespaces of those.",
        "Licence: CC BY 4.0. Changed: axioms only."},
       {"https://w3id.org/fso#", kSaref4bldg},
       {{"https://saref.etsi.org/saref4bldg#", kSaref4bldg},
        {"https://saref.etsi.org/saref4syst#", kSaref4syst}}},
      {"saref4bldg",
       {"saref4bldg_2020.ttl"},
       {"Origin: SAREF4BLDG 1.0, mariapoveda/saref-ext 9268c2d0, saref4bldg.ttl, in the present",
        "namespace, to which its local names carry over.",
        "Licence: CC BY 4.0. Changed: axioms and namespaces only."},
       {kSaref4bldg},
       {{"https://w3id.org/def/saref4bldg#", kSaref4bldg}, {"https://w3id.org/saref#", kSaref}}}};
  return kRecipes;
}

}  // namespace hearth
