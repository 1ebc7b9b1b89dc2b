// SPDX-License-Identifier: MIT
#include <stdexcept>
#include <vector>

#include "hearth/components/plugins/plugin_interface.hpp"
#include "hearth/framework/component/registry.hpp"

extern "C" {
extern const char hearth_plugin_interface[];
const char hearth_plugin_interface[] = HEARTH_PLUGIN_INTERFACE;

void hearth_plugin_types(std::vector<hearth::ComponentType>& types);
void hearth_plugin_types(std::vector<hearth::ComponentType>&) {
  throw std::runtime_error("the table of refrigerants is missing");
}
}
