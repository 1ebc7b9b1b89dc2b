// SPDX-License-Identifier: MIT
#include "hearth/components/plugins/plugin_interface.hpp"

extern "C" {
extern const char hearth_plugin_interface[];
const char hearth_plugin_interface[] = HEARTH_PLUGIN_INTERFACE;
}
