// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"

namespace hearth {

/// Returns the configuration that a text of a graph represents. It is of the same kind as `like`: a
/// number (with the unit of `like` if the text states none), a flag (`true` or `1`) or a word.
/// Returns nothing for other texts.
std::optional<ConfigSetting> config_of_text(std::string_view text, const ConfigSetting& like);

/// Returns the configuration from the first literal at the ends of the paths that is valid.
std::optional<ConfigSetting> config_from_graph(const GraphNames& names, const Instance& instance,
                                               const std::vector<ValueSource::Path>& from,
                                               const ConfigSetting& like);

}  // namespace hearth
