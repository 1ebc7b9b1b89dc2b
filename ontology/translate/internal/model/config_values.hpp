// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "hearth/framework/model/model.hpp"
#include "hearth/ontology/translate/internal/instances/instances.hpp"

namespace hearth {

/// Returns what a text of a graph means as a configuration of the kind of `like`: a number with the
/// unit of `like` if it has none, `true` or `1`, a word. Nothing where it means none.
std::optional<ConfigSetting> config_of_text(std::string_view text, const ConfigSetting& like);

/// Returns the first literal at the ends of the paths that means a configuration.
std::optional<ConfigSetting> config_from_graph(const GraphNames& names, const Instance& instance,
                                               const std::vector<ValueSource::Path>& from,
                                               const ConfigSetting& like);

}  // namespace hearth
