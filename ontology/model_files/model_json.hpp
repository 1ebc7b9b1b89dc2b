// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "hearth/framework/base/error.hpp"
#include "hearth/framework/component/registry.hpp"
#include "hearth/framework/model/model.hpp"

namespace hearth {

/// The options of `read_model_json`.
struct ModelFileOptions {
  /// time zone of times without an offset in `simulation`, if the site has no time zone; "": none
  std::string timezone;
};

/// Reads a `*.hearth.json` file. `validate` checks names, connections and units later; only names
/// and kinds in `config` are checked here, because they cannot be read without the types of the
/// registry. Adds warnings to `diagnostics`. Throws one InputError with all problems of the file;
/// if a part cannot be read, it also contains the findings of `validate` for the rest. A connected
/// sensor with a file gets a measurement (`offer_sensor_measurements`).
SimulationModel read_model_json(const std::filesystem::path& path, const Registry& registry,
                                Diagnostics& diagnostics, const ModelFileOptions& options = {});

/// Reads the text of such a file; messages contain `file` as its name.
SimulationModel parse_model_json(std::string_view text, const std::string& file,
                                 const Registry& registry, Diagnostics& diagnostics,
                                 const ModelFileOptions& options = {});

/// Writes a model so that reading the text returns an equal model. (A unit of a series with a file
/// column has no meaning and is left out.) Composites replace their parts (folded_model.hpp). The
/// output depends only on the model and on its composites. Throws ModelError `json.not_finite`,
/// `json.encoding` or `json.unit_unknown` for values that a file cannot contain.
std::string write_model_json(const SimulationModel& model);

/// Adds a measurement for every connected sensor with a file in its configuration, unless the model
/// already contains a measurement for that sensor.
void offer_sensor_measurements(SimulationModel& model, const Registry& registry);

}  // namespace hearth
