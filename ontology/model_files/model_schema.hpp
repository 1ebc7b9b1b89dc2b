// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hearth/framework/component/registry.hpp"

namespace hearth {

/// Returns the JSON Schema (2020-12) of model files, with the component types of a registry: their
/// configuration, parameters and states with units, defaults and ranges as descriptions. It accepts
/// every file that `read_model_json` accepts, and refuses what a schema can detect: unknown keys,
/// types, parameters and words, values of the wrong kind, malformed connections.
std::string model_schema(const Registry& registry);

}  // namespace hearth
