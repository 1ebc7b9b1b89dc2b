// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "hearth/components/fmi/internal/package/model_description.hpp"

namespace hearth::fmi {

/// Names of variables as messages of FMI 2.0 refer to them, by type (`r`, `i`, `b`, `s`) and
/// reference; of several with one reference the first.
using VariableNames = std::map<std::pair<char, std::uint32_t>, std::string>;

/// Returns the names of an FMU of FMI 2.0; none for another version, which has no such references.
VariableNames variable_names(const ModelDescription& description);

/// Returns a message with names for references: `#r18#` is the name of the Real with reference 18,
/// and `##` represents `#` (FMI 2.0.4: 2.1.5). What refers to nothing stays as it is.
std::string with_names(std::string_view message, const VariableNames& names);

}  // namespace hearth::fmi
