// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hearth/ontology/mapping/file/internal/mapping_merge.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_context.hpp"
#include "hearth/ontology/mapping/internal/parts/mapping_rules.hpp"

namespace hearth {

/// A mapping as read, with what the checks need to know of it.
struct DraftMapping {
  Mapping mapping;  ///< without its rules
  std::vector<DraftRule> rules;
  std::map<std::string, DraftGroup> groups;
  std::vector<TermUse> uses;
  std::vector<DerivedProperty> derived;
};

/// Reads the parts of a mapping; what is wrong is reported and left out.
DraftMapping read_mapping(const MergedMapping& merged, const Registry& registry,
                          Diagnostics& diagnostics);

}  // namespace hearth
