// SPDX-License-Identifier: MIT
#include <utility>

#include "hearth/components/standard_components.hpp"

namespace hearth {

Registry with_standard_components(std::vector<ComponentType> own) {
  const Registry taken(own);
  for (const auto& [name, type] : standard_components().types()) {
    if (taken.find(name) == nullptr) own.push_back(type);
  }
  return Registry(std::move(own));
}

}  // namespace hearth
