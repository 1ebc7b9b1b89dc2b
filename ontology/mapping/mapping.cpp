// SPDX-License-Identifier: MIT
#include "hearth/ontology/mapping/mapping.hpp"

#include <algorithm>

namespace hearth {

const GroupPart* Group::part(std::string_view wanted) const {
  const auto found = std::find_if(parts.begin(), parts.end(), [wanted](const GroupPart& candidate) {
    return candidate.component.id == wanted;
  });
  return found == parts.end() ? nullptr : &*found;
}

}  // namespace hearth
