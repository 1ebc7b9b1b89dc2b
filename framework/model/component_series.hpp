// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>

#include "hearth/framework/component/series.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// Returns the series that a component's configuration contains under a name; null if it does not
/// contain one.
inline const SeriesSpec* series_of(const Component& component, const std::string& name) {
  const auto found = component.config.find(name);
  return found == component.config.end() ? nullptr : std::get_if<SeriesSpec>(&found->second);
}
inline SeriesSpec* series_of(Component& component, const std::string& name) {
  const auto found = component.config.find(name);
  return found == component.config.end() ? nullptr : std::get_if<SeriesSpec>(&found->second);
}

/// Returns the column of a file that a component's configuration contains under a name; null if it
/// does not contain one.
inline const FileColumn* column_of(const Component& component, const std::string& name) {
  const SeriesSpec* series = series_of(component, name);
  return series == nullptr ? nullptr : std::get_if<FileColumn>(&series->source);
}

}  // namespace hearth
