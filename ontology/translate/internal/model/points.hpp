// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "hearth/ontology/translate/internal/model/data_folder.hpp"
#include "hearth/ontology/translate/internal/model/model_builder.hpp"

namespace hearth {

/// Where series are and how the model names their files.
struct SeriesPlace {
  std::optional<std::filesystem::path> data_dir;  ///< none: files are named by the series' ids
  std::filesystem::path model_folder;             ///< paths are relative to it; "": as they are
};

/// Gives the model a measurement for every point that a rule taps and that has a time series, and
/// a source for every point that drives an input and whose series is in the data folder. Returns
/// the points that rules know.
std::set<TermId> add_points(SimulationModel& model, const BuildContext& context,
                            const SeriesPlace& place);

}  // namespace hearth
