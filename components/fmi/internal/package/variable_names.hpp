// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "hearth/components/fmi/internal/package/model_description.hpp"

namespace hearth::fmi {

/// Names of variables by type (`r`, `i`, `b`, `s`) and reference, as messages of FMI 2.0 refer to
/// them; if several share a reference, the first.
using VariableNames = std::map<std::pair<char, std::uint32_t>, std::string>;

/// Returns the names of an FMU of FMI 2.0; empty for other versions, which have no such references.
VariableNames variable_names(const ModelDescription& description);

/// Returns a message with names instead of references: `#r18#` is the name of the Real with
/// reference 18, and `##` represents `#` (FMI 2.0.4: 2.1.5). Unknown references do not change.
std::string with_names(std::string_view message, const VariableNames& names);

}  // namespace hearth::fmi
